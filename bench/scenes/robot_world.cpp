// SPDX-License-Identifier: Apache-2.0
#include "scenes/robot_world.hpp"

#include <cmath>
#include <numbers>

namespace graze::bench {
namespace {

// A bumpy ball, drawn out along z.
Shape limb(double radius, double length, int subdivisions) {
  TriangleMesh mesh = make_bumpy_sphere(1.0, 0.08, 6, subdivisions);
  for (Vector3& vertex : mesh.vertices) vertex = vertex.cwiseProduct(Vector3(radius, radius, length / 2));
  return Shape::mesh(std::move(mesh));
}

std::size_t triangles_of(const Shape& shape) { return shape.triangle_mesh().triangles.size(); }

}  // namespace

Robot bench_arm() {
  struct Part {
    const char* name;
    double joint_height;  // above the joint before
    Vector3 axis;
    double limit;
    double radius, from, to;  // of its limb
    int subdivisions;
  };
  const Part parts[] = {{"base", 0, Vector3::Zero(), 0, 0.09, 0, 0.15, 3},
                        {"shoulder", 0.16, Vector3::UnitZ(), 2.96, 0.07, 0, 0.16, 3},
                        {"upper_arm", 0.20, Vector3::UnitY(), 2.0, 0.055, 0.03, 0.24, 4},
                        {"elbow", 0.25, Vector3::UnitZ(), 2.96, 0.055, 0, 0.16, 3},
                        {"forearm", 0.20, -Vector3::UnitY(), 2.0, 0.045, 0.03, 0.22, 4},
                        {"wrist", 0.23, Vector3::UnitZ(), 2.96, 0.04, 0, 0.14, 3},
                        {"flange", 0.17, Vector3::UnitY(), 2.0, 0.04, 0.02, 0.08, 3},
                        {"hand", 0.085, Vector3::UnitZ(), 3.0, 0.05, 0, 0.12, 4}};
  RobotModel model;
  model.name = "bench arm";
  for (const Part& part : parts) {
    const std::size_t link = model.link_names.size();
    model.link_names.emplace_back(part.name);
    if (link > 0) {
      Joint joint;
      joint.type = JointType::Revolute;
      joint.parent = link - 1;
      joint.origin.position = {0, 0, part.joint_height};
      joint.axis = part.axis;
      model.joints.push_back(joint);
      model.joint_names.push_back(std::string("to_") + part.name);
      model.limits.emplace_back(-part.limit, part.limit);
    }
    model.shapes.push_back(
        {link, limb(part.radius, part.to - part.from, part.subdivisions), {{0, 0, (part.from + part.to) / 2}}});
  }
  model.shapes.push_back({7, Shape::mesh(make_box({0.001, 0.001, 0.25})), {{0, 0, 0.24}}});  // a probe
  return Robot(std::move(model));
}

Scene bench_cell(std::uint64_t seed) {
  Random random(seed);
  Scene scene;
  const auto add = [&](const std::string& name, const Shape& shape, double nearest) {
    const double angle = random.uniform(0.0, 2 * std::numbers::pi);
    const double away = random.uniform(nearest, 1.1);
    const double height = random.uniform(0.1, 1.2);
    const Vector3 position(away * std::cos(angle), away * std::sin(angle), height);
    scene.bodies.push_back(
        {name + " " + std::to_string(scene.bodies.size()), {shape, Motion::still(position, random.orientation())}});
  };
  const Shape rock = Shape::mesh(make_bumpy_sphere(0.12, 0.2, 7, 4));
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 0.1, 0.04, 0.02, 256, 10));
  const Shape rod = Shape::mesh(make_box({0.001, 0.001, 0.4}));
  const Shape sheet = Shape::mesh(make_box({0.001, 0.2, 0.3}));
  for (int k = 0; k < 5; ++k) add("rock", rock, 0.5);
  for (int k = 0; k < 5; ++k) add("knot", knot, 0.5);
  for (int k = 0; k < 16; ++k) add("rod", rod, 0.35);
  for (int k = 0; k < 4; ++k) add("sheet", sheet, 0.5);
  return scene;
}

std::size_t triangles_of(const Robot& robot) {
  std::size_t count = 0;
  for (const LinkShape& shape : robot.model().shapes) count += triangles_of(shape.shape);
  return count;
}

std::size_t triangles_of(const Scene& scene) {
  std::size_t count = 0;
  for (const NamedBody& body : scene.bodies) count += triangles_of(body.body.shape);
  return count;
}

Configuration random_configuration(const Robot& robot, Random& random) {
  Configuration q = robot.rest();
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Interval& limits = robot.model().limits[i];
    q[i] = random.uniform(limits.lo(), limits.hi());
  }
  return q;
}

std::vector<Pose> link_poses(const Robot& robot, const Configuration& q) {
  std::vector<Pose> poses{Pose::Identity()};
  for (std::size_t k = 0; k < robot.model().joints.size(); ++k) {
    const Joint& joint = robot.model().joints[k];
    Pose pose = poses[joint.parent];
    pose.translate(joint.origin.position);
    pose.rotate(Eigen::AngleAxisd(q[k], joint.axis));
    poses.push_back(pose);
  }
  return poses;
}

}  // namespace graze::bench
