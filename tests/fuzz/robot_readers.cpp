// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <string>

#include <graze/robot.hpp>

#include "fuzz/scratch.hpp"

namespace graze::testing {
namespace {

void check_robot(const Robot& robot) {
  const RobotModel& model = robot.model();
  const std::set<std::string> links(model.link_names.begin(), model.link_names.end());
  expect(links.size() == model.link_names.size(), "two links have one name");
  expect(model.link_names.size() == model.joints.size() + 1, "there are not as many links as joints and a root");
  const Configuration rest = robot.rest();
  expect(rest.size() == robot.variable_names().size(), "there are not as many variables as names");
  robot.beyond_limits(rest);
}

const Robot& arm() {
  static const Robot robot = Robot::from_urdf(scratch_folder() / "arm.urdf");
  return robot;
}

}  // namespace

void read_urdf_bytes(std::string_view bytes) { check_robot(Robot::from_urdf(scratch_file("input.urdf", bytes))); }

void read_srdf_bytes(std::string_view bytes) {
  UrdfOptions options;
  options.srdf = scratch_file("input.srdf", bytes);
  check_robot(Robot::from_urdf(scratch_folder() / "arm.urdf", options));
}

void read_joint_path_bytes(std::string_view bytes) {
  const JointPath path = read_joint_path(scratch_file("input.csv", bytes), arm());
  expect(path.configurations.size() >= 2, "a path of less than two configurations was read");
  expect(path.times.empty() || path.times.size() == path.configurations.size(), "there are not as many times");
  for (const Configuration& q : path.configurations)
    expect(q.size() == arm().variable_names().size(), "a configuration has not as many variables as names");
  expect(std::is_sorted(path.times.begin(), path.times.end()), "times do not increase");
}

}  // namespace graze::testing
