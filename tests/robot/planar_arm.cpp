// SPDX-License-Identifier: Apache-2.0
#include "robot/planar_arm.hpp"

namespace graze::testing {

Robot planar_arm(double base_radius, double tip_radius) {
  RobotModel model;
  model.name = "planar";
  model.link_names = {"base", "upper", "lower"};
  model.joint_names = {"shoulder", "elbow"};
  for (std::size_t k = 0; k < 2; ++k) {
    Joint joint;
    joint.type = JointType::Continuous;
    joint.parent = k;
    joint.axis = Vector3::UnitZ();
    if (k > 0) joint.origin.position = Vector3::UnitX();
    model.joints.push_back(joint);
    model.limits.push_back(Interval::entire());
  }
  if (base_radius > 0) model.shapes.push_back({0, Shape::sphere(base_radius)});
  model.shapes.push_back({2, Shape::sphere(tip_radius), {Vector3::UnitX()}});
  return Robot(model);
}

Scene with_body(const std::string& name, const Shape& shape, const Vector3& position) {
  Scene scene;
  scene.bodies.push_back({name, {shape, Motion::still(position)}});
  return scene;
}

}  // namespace graze::testing
