// SPDX-License-Identifier: Apache-2.0
#include "io/scene/world_scene.hpp"

#include <cmath>

#include "io/json/text_file.hpp"
#include "io/scene/scene_bodies.hpp"
#include "io/scene/scene_shape.hpp"
#include "io/scene/shape_cache.hpp"

namespace graze {
namespace {

// The motion of a body in a scene says where it starts and how fast; a kinematic one follows all of it.
struct Start {
  Placement placement;
  Vector3 velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();
};

Vector3 middle(const IntervalVector3& v) { return {v[0].mid(), v[1].mid(), v[2].mid()}; }

Placement placement_at(const Motion& motion, double time) {
  const Pose pose = motion.pose(time);
  return {pose.translation(), Quaternion(pose.linear()).normalized()};
}

Start start_of(const Motion& motion) {
  const MotionEnclosure at = motion.enclose(Interval(0.0));
  Eigen::Matrix3d rate;
  for (int i = 0; i < 9; ++i) rate.data()[i] = at.rotation_rate.data()[i].mid();
  const Eigen::Matrix3d spin = rate * motion.pose(0.0).linear().transpose();
  const Vector3 angular = 0.5 * Vector3(spin(2, 1) - spin(1, 2), spin(0, 2) - spin(2, 0), spin(1, 0) - spin(0, 1));
  return {placement_at(motion, 0.0), middle(at.velocity), angular};
}

BodyKind read_kind(const Field& body) {
  const auto kind = body.find("type");
  if (!kind || kind->text() == "dynamic") return BodyKind::Dynamic;
  if (kind->text() == "static") return BodyKind::Static;
  if (kind->text() == "kinematic") return BodyKind::Kinematic;
  kind->fail("expected dynamic, static or kinematic, got \"" + kind->text() + "\"");
}

JointKind read_joint_kind(const Field& type) {
  if (type.text() == "ball") return JointKind::Ball;
  if (type.text() == "hinge") return JointKind::Hinge;
  if (type.text() == "fixed") return JointKind::Fixed;
  type.fail_unknown("type", type.text(), "ball, hinge, fixed");
}

// A number, with the inertia of an even filling, or all of it.
MassProperties read_mass(const Field& field, const Shape& shape) {
  if (field.value().kind == JsonValue::Kind::Number) {
    const double mass = field.positive_number();
    MassProperties even = field.checked([&] { return mass_properties(shape, 1.0); });
    even.inertia *= mass / even.mass;
    even.mass = mass;
    return even;
  }
  field.check_names({"mass", "centroid", "inertia"});
  MassProperties properties;
  properties.mass = field.get("mass").positive_number();
  if (const auto centroid = field.find("centroid")) properties.centroid = centroid->vector();
  properties.inertia = field.get("inertia").vector().asDiagonal();
  return properties;
}

void read_number(const Field& body, std::string_view name, double& value) {
  if (const auto field = body.find(name)) value = field->non_negative_number();
}

void read_vector(const Field& body, std::string_view name, Vector3& value) {
  if (const auto field = body.find(name)) value = field->vector();
}

class WorldSceneReader {
 public:
  WorldSceneReader(const Field& file, std::filesystem::path mesh_directory)
      : file_(file), mesh_directory_(std::move(mesh_directory)) {}

  WorldFile read() {
    // Those of a query as well: a scene can be asked about, and run.
    file_.check_names({"graze", "gravity", "timestep", "max_time", "gap", "restitution", "friction", "bodies", "ignore",
                       "joints", "window", "tolerance", "separation", "solver", "budget", "all_contacts"});
    result_.timestep = 1.0 / 64.0;
    if (const auto timestep = file_.find("timestep")) result_.timestep = timestep->positive_number();
    double seconds = 5.0;
    if (const auto window = file_.find("window")) seconds = window->range().second;
    read_number(file_, "max_time", seconds);
    result_.frames = file_.checked([&] { return frames_for(seconds, result_.timestep); });
    read_vector(file_, "gravity", result_.scene.options.gravity);
    read_number(file_, "gap", result_.scene.options.gap);
    for (const Field& body : file_.get("bodies").elements()) read_body(body);
    if (const auto ignore = file_.find("ignore")) result_.scene.ignored = read_ignored(*ignore, names_);
    if (const auto joints = file_.find("joints"))
      for (const Field& joint : joints->elements()) read_joint(joint);
    return std::move(result_);
  }

 private:
  void read_joint(const Field& field) {
    field.check_names({"name", "type", "bodies", "anchor", "axis", "collide"});
    WorldJoint joint;
    if (const auto name = field.find("name")) joint.name = name->text();
    joint.kind = read_joint_kind(field.get("type"));
    const Field bodies = field.get("bodies");
    const auto pair = bodies.elements();
    if (pair.size() != 2) bodies.fail("expected the names of two bodies");
    joint.a = body_named(pair[0]);
    joint.b = body_named(pair[1]);
    if (joint.a == joint.b) bodies.fail("expected two different bodies");
    if (joint.kind != JointKind::Fixed || field.find("anchor")) joint.anchor = field.get("anchor").vector();
    if (joint.kind == JointKind::Hinge) joint.axis = field.get("axis").vector();
    if (joint.kind != JointKind::Hinge && field.find("axis")) field.get("axis").fail("only a hinge has an axis");
    if (joint.axis.isZero(0.0)) field.get("axis").fail("must not be zero");
    if (const auto collide = field.find("collide")) joint.collide = collide->boolean();
    if (joint.kind == JointKind::Fixed && !field.find("anchor"))
      joint.anchor = result_.scene.bodies[joint.a].placement.position;
    result_.scene.joints.push_back(std::move(joint));
  }

  std::size_t body_named(const Field& field) const {
    const auto found = names_.find(field.text());
    if (found == names_.end()) field.fail("there is no body \"" + field.text() + "\"");
    return found->second;
  }

  void read_body(const Field& field) {
    field.check_names({"name", "shape", "motion", "type", "density", "mass", "restitution", "friction",
                       "linear_damping", "angular_damping", "group", "force", "torque"});
    const auto name = field.find("name");
    WorldBody body{.name = name ? name->text() : "body " + std::to_string(result_.scene.bodies.size() + 1),
                   .shape = shapes_.get(field.get("shape"), mesh_directory_)};
    body.kind = read_kind(field);
    if (const auto motion = field.find("motion")) motion->checked([&] { take_motion(read_motion(*motion), body); });
    if (const auto density = field.find("density")) body.density = density->positive_number();
    if (const auto mass = field.find("mass")) body.mass = read_mass(*mass, body.shape);
    for (const Field& from : {file_, field}) {
      read_number(from, "restitution", body.restitution);
      read_number(from, "friction", body.friction);
    }
    read_number(field, "linear_damping", body.linear_damping);
    read_number(field, "angular_damping", body.angular_damping);
    if (const auto group = field.find("group")) body.group = group->integer();
    read_vector(field, "force", body.force);
    read_vector(field, "torque", body.torque);
    if (!names_.try_emplace(body.name, result_.scene.bodies.size()).second)
      field.fail("the name \"" + body.name + "\" is used by an earlier body");
    result_.scene.bodies.push_back(std::move(body));
  }

  void take_motion(const Motion& motion, WorldBody& body) {
    const Start start = start_of(motion);
    body.placement = start.placement;
    body.velocity = start.velocity;
    body.angular_velocity = start.angular_velocity;
    if (body.kind != BodyKind::Kinematic || motion.name() == "constant_velocity" || motion.name() == "still") return;
    // A place for each frame: a small file must not fill the memory.
    constexpr std::uint64_t kMostPlaces = 1'000'000;
    if (result_.frames > kMostPlaces - places_)
      throw std::invalid_argument("kinematic bodies on such motions, together, have at most 1000000 frames");
    places_ += result_.frames;
    for (std::uint64_t k = 1; k <= result_.frames; ++k)
      body.path.push_back(placement_at(motion, static_cast<double>(k) * result_.timestep));
  }

  const Field& file_;
  std::filesystem::path mesh_directory_;
  ShapeCache shapes_;
  BodyNames names_;
  std::uint64_t places_ = 0;  // on the paths of all bodies
  WorldFile result_;
};

}  // namespace

std::uint64_t frames_for(double seconds, double timestep) {
  const double frames = std::max(0.0, std::ceil(seconds / timestep * (1 - 1e-12)));
  if (!(frames <= 1e12)) throw std::invalid_argument("a run must have at most 1e12 steps");
  return static_cast<std::uint64_t>(frames);
}

WorldFile parse_world(const std::string& json, const std::string& file_name,
                      const std::filesystem::path& mesh_directory) {
  const JsonValue value = parse_json(json, file_name);
  const Field file(value, file_name, "");
  if (file.find("rigid_body_problem")) return read_rigid_ipc(file, mesh_directory);
  if (const Field version = file.get("graze"); version.number() != 1.0) version.fail("expected version 1");
  return WorldSceneReader(file, mesh_directory).read();
}

WorldFile read_world(const std::filesystem::path& path) {
  return parse_world(read_text_file(path), path.string(), path.parent_path());
}

}  // namespace graze
