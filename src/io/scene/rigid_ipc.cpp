// SPDX-License-Identifier: Apache-2.0
// Scenes of rigid-ipc: degrees, positions of the model's origin, meshes in a folder "meshes" beside that of the scenes.
#include <algorithm>
#include <map>
#include <numbers>
#include <set>
#include <tuple>

#include "io/scene/fixture_mesh.hpp"
#include "io/scene/world_scene.hpp"
#include "numeric/axis_angle.hpp"

namespace graze {
namespace {

constexpr double kDegree = std::numbers::pi / 180.0;

bool is_number(const Field& field) { return field.value().kind == JsonValue::Kind::Number; }
bool is_boolean(const Field& field) { return field.value().kind == JsonValue::Kind::Boolean; }

Vector3 vector_or(const Field& body, std::string_view name, const Vector3& otherwise) {
  const auto found = body.find(name);
  return found ? found->vector() : otherwise;
}

double number_or(const Field& body, std::string_view name, double otherwise) {
  const auto found = body.find(name);
  return found ? found->number() : otherwise;
}

std::string text_or(const Field& body, std::string_view name, const std::string& otherwise) {
  const auto found = body.find(name);
  return found ? found->text() : otherwise;
}

class RigidIpcReader {
 public:
  RigidIpcReader(const Field& file, std::filesystem::path mesh_directory)
      : file_(file), mesh_directory_(std::move(mesh_directory)) {}

  WorldFile read() {
    note_unknown(file_, {"scene_type", "solver", "max_iterations", "max_time", "timestep", "timestep_size",
                         "rigid_body_problem", "distance_barrier_constraint", "distance_barrier_constraints",
                         "ipc_solver", "newton_solver", "friction_constraints", "homotopy_solver", "ncp_solver",
                         "volume_constraint", "viewport_bbox", "barrier_solver"});
    for (const char* name : {"timestep_size", "timestep"})  // the name it had first, and the one it has
      if (const auto timestep = file_.find(name)) result_.timestep = timestep->positive_number();
    result_.frames = frames();
    const Field problem = file_.get("rigid_body_problem");
    note_unknown(problem, {"rigid_bodies", "gravity", "coefficient_restitution", "coefficient_friction",
                           "collision_eps", "time_stepper", "do_intersection_check"});
    result_.scene.options.gravity = vector_or(problem, "gravity", Vector3::Zero());
    // -1 leaves it to the barrier there: a contact then takes what energy it takes.
    restitution_ = std::clamp(number_or(problem, "coefficient_restitution", 0.0), 0.0, 1.0);
    friction_ = std::max(0.0, number_or(problem, "coefficient_friction", 0.0));
    for (const Field& body : problem.get("rigid_bodies").elements()) read_body(body);
    join_static_groups();
    return std::move(result_);
  }

 private:
  std::uint64_t frames() const {
    const double max_time = number_or(file_, "max_time", -1.0);
    if (max_time >= 0) return file_.checked([&] { return frames_for(max_time, result_.timestep); });
    const double steps = number_or(file_, "max_iterations", -1.0);
    return steps > 0 ? static_cast<std::uint64_t>(std::min(steps, 1e12)) : 1000;
  }

  void note_unknown(const Field& object, std::initializer_list<std::string_view> known) {
    for (const std::string& name : object.names()) {
      const bool comment = !name.empty() && name.front() == '#';
      if (!comment && std::find(known.begin(), known.end(), name) == known.end())
        warn("unknown field \"" + name + "\"");
    }
  }
  void warn(const std::string& what) {
    if (std::find(result_.warnings.begin(), result_.warnings.end(), what) == result_.warnings.end())
      result_.warnings.push_back(what);
  }

  // As written, beside the scene, or in the folder "meshes" of one of the folders above.
  std::filesystem::path mesh_path(const Field& name) const {
    const std::filesystem::path given(name.text());
    std::error_code ignored;  // of a name that no file can have
    if (std::filesystem::exists(mesh_directory_ / given, ignored)) return mesh_directory_ / given;
    for (std::filesystem::path up = std::filesystem::absolute(mesh_directory_ / ".").lexically_normal();;
         up = up.parent_path()) {
      if (std::filesystem::exists(up / "meshes" / given, ignored)) return up / "meshes" / given;
      if (up == up.parent_path()) break;
    }
    name.fail("there is no mesh \"" + given.string() + "\" beside the scene or in a folder \"meshes\" above it");
  }

  TriangleMesh read_mesh(const Field& body) const {
    const auto name = body.find("mesh");
    return name && !name->text().empty() ? read_fixture_mesh(mesh_path(*name)) : read_fixture_mesh(body);
  }

  static Vector3 scale_of(const Field& body, const TriangleMesh& mesh) {
    if (const auto dimensions = body.find("dimensions")) {
      const MeshReport report = body.checked([&] { return inspect(mesh); });
      Vector3 scale = dimensions->vector();
      for (int k = 0; k < 3; ++k) {
        const double extent = report.upper[k] - report.lower[k];
        if (extent > 0) scale[k] /= extent;
      }
      return scale;
    }
    const auto scale = body.find("scale");
    if (!scale) return Vector3::Ones();
    return is_number(*scale) ? Vector3::Constant(scale->number()) : scale->vector();
  }

  // One, or one for each part of the mesh. Bodies with the same mesh and scale have them in common.
  std::vector<Shape> shapes_of(const Field& body, bool split) {
    TriangleMesh mesh = read_mesh(body);
    const Vector3 scale = scale_of(body, mesh);
    const std::string name = text_or(body, "mesh", "");
    const std::tuple key{name, scale.x(), scale.y(), scale.z(), split};
    if (const auto known = shapes_.find(key); !name.empty() && known != shapes_.end()) return known->second;
    for (Eigen::Vector3d& vertex : mesh.vertices) vertex = vertex.cwiseProduct(scale);
    body.checked([&] { validate(mesh); });
    std::vector<Shape> shapes;
    for (TriangleMesh& part : split ? connected_parts(mesh) : std::vector{std::move(mesh)})
      shapes.push_back(body.checked([&] { return Shape::mesh(std::move(part)); }));
    if (!name.empty()) shapes_.emplace(key, shapes);
    return shapes;
  }

  BodyKind kind_of(const Field& body, const WorldBody& result) const {
    const auto type = body.find("type");
    const std::string name = type ? type->text() : "dynamic";
    if (name == "static") return BodyKind::Static;
    if (name == "kinematic") return BodyKind::Kinematic;
    if (name != "dynamic") type->fail_unknown("type", name, "static, kinematic, dynamic");
    const bool all_fixed = std::all_of(result.fixed.begin(), result.fixed.end(), [](bool fixed) { return fixed; });
    return all_fixed ? BodyKind::Static : BodyKind::Dynamic;
  }

  static std::array<bool, 6> fixed_of(const Field& body) {
    std::array<bool, 6> fixed{};
    const auto field = body.find("is_dof_fixed");
    if (!field) return fixed;
    if (is_boolean(*field)) {
      fixed.fill(field->boolean());
      return fixed;
    }
    const auto elements = field->elements();
    if (elements.size() < 6) field->fail("expected six values");
    for (std::size_t k = 0; k < 6; ++k) fixed[k] = elements[k].boolean();
    return fixed;
  }

  void read_path(const Field& body, WorldBody& result) {
    const auto poses = body.find("kinematic_poses");
    if (!poses) return;
    for (const Field& pose : poses->elements()) {
      const Vector3 rotation = vector_or(pose, "rotation", Vector3::Zero());
      const double angle = rotation.norm();
      const Quaternion turn = angle > 0 ? quaternion_of({rotation / angle, angle}) : Quaternion::Identity();
      result.path.push_back({vector_or(pose, "position", Vector3::Zero()), turn * result.placement.orientation});
    }
  }

  std::string name_of(const Field& body) {
    const auto mesh = body.find("mesh");
    const std::string stem = mesh ? std::filesystem::path(mesh->text()).stem().string() : "body";
    const int count = ++names_[stem];
    return count == 1 ? stem : stem + " " + std::to_string(count);
  }

  void read_body(const Field& body) {
    note_unknown(body, {"mesh",
                        "vertices",
                        "edges",
                        "faces",
                        "density",
                        "is_dof_fixed",
                        "oriented",
                        "group_id",
                        "position",
                        "rotation",
                        "scale",
                        "dimensions",
                        "linear_velocity",
                        "angular_velocity",
                        "force",
                        "torque",
                        "enabled",
                        "type",
                        "kinematic_max_time",
                        "kinematic_poses",
                        "split_components",
                        "name",
                        "theta",
                        "ipc_comparison_enabled"});
    if (const auto enabled = body.find("enabled"); enabled && !enabled->boolean()) return;
    const auto split = body.find("split_components");
    for (Shape& shape : shapes_of(body, split && split->boolean())) add_body(body, std::move(shape));
  }

  void add_body(const Field& body, Shape shape) {
    WorldBody result{.name = name_of(body), .shape = std::move(shape)};
    const Vector3 angles = kDegree * vector_or(body, "rotation", Vector3::Zero());
    result.placement.position = vector_or(body, "position", Vector3::Zero());
    result.placement.orientation = quaternion_of({Vector3::UnitZ(), angles.z()}) *
                                   quaternion_of({Vector3::UnitY(), angles.y()}) *
                                   quaternion_of({Vector3::UnitX(), angles.x()});
    result.velocity = vector_or(body, "linear_velocity", Vector3::Zero());
    result.angular_velocity = kDegree * vector_or(body, "angular_velocity", Vector3::Zero());
    result.force = vector_or(body, "force", Vector3::Zero());
    result.torque = kDegree * vector_or(body, "torque", Vector3::Zero());
    if (const auto density = body.find("density")) result.density = density->positive_number();
    result.restitution = restitution_;
    result.friction = friction_;
    if (const auto group = body.find("group_id")) result.group = group->integer();
    result.fixed = fixed_of(body);
    result.kind = kind_of(body, result);
    if (result.kind == BodyKind::Kinematic) body.checked([&] { recenter(result); });
    read_path(body, result);
    if (const double until = number_or(body, "kinematic_max_time", -1.0); until >= 0) result.moves_until = until;
    result_.scene.bodies.push_back(std::move(result));
  }

  // Kinematic bodies turn about their centers of mass there, and poses say where that is; here it is the origin.
  static void recenter(WorldBody& body) {
    const Vector3 centroid = mass_properties(body.shape, 1.0).centroid;
    TriangleMesh mesh = body.shape.triangle_mesh();
    for (Eigen::Vector3d& vertex : mesh.vertices) vertex -= centroid;
    body.shape = Shape::mesh(std::move(mesh));
    body.placement.position += body.placement.orientation * centroid;
  }

  // Static and kinematic bodies are one group there, and dynamic ones that have the group of any of them belong to it.
  void join_static_groups() {
    std::set<int> joined;
    for (const WorldBody& body : result_.scene.bodies)
      if (body.kind != BodyKind::Dynamic && body.group >= 0) joined.insert(body.group);
    if (joined.empty()) return;
    for (WorldBody& body : result_.scene.bodies)
      if (body.kind != BodyKind::Dynamic || joined.contains(body.group)) body.group = *joined.begin();
  }

  const Field& file_;
  std::filesystem::path mesh_directory_;
  WorldFile result_;
  double restitution_ = 0.0, friction_ = 0.0;
  std::map<std::string, int> names_;
  std::map<std::tuple<std::string, double, double, double, bool>, std::vector<Shape>> shapes_;
};

}  // namespace

WorldFile read_rigid_ipc(const Field& file, const std::filesystem::path& mesh_directory) {
  return RigidIpcReader(file, mesh_directory).read();
}

}  // namespace graze
