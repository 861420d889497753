// SPDX-License-Identifier: Apache-2.0
#include <graze/io.hpp>

#include "io/scene/scene_shape.hpp"

namespace graze {
namespace {

constexpr std::string_view kMotions =
    "still, constant_velocity, screw, ballistic, interpolated, waypoints, spline, vertex_linear";

Vector3 vector_or_zero(const Field& field, std::string_view name) {
  const auto found = field.find(name);
  return found ? found->vector() : Vector3(Vector3::Zero());
}

double number_or_zero(const Field& field, std::string_view name) {
  const auto found = field.find(name);
  return found ? found->number() : 0.0;
}

// The fields "position" and "orientation" of a motion or a pose.
Placement read_placement(const Field& field) {
  const auto orientation = field.find("orientation");
  return {vector_or_zero(field, "position"), orientation ? orientation->quaternion() : Quaternion::Identity()};
}

Placement read_pose(const Field& field) {
  field.check_names({"position", "orientation"});
  return read_placement(field);
}

Motion read_still(const Field& field) {
  field.check_names({"type", "position", "orientation"});
  const Placement at = read_placement(field);
  return Motion::still(at.position, at.orientation);
}

Motion read_constant_velocity(const Field& field) {
  field.check_names({"type", "position", "orientation", "velocity", "angular_velocity"});
  const Placement start = read_placement(field);
  return Motion::constant_velocity(start.position, start.orientation, vector_or_zero(field, "velocity"),
                                   vector_or_zero(field, "angular_velocity"));
}

Motion read_screw(const Field& field) {
  field.check_names(
      {"type", "position", "orientation", "axis_point", "axis_direction", "angle_per_second", "advance_per_second"});
  const Field direction = field.get("axis_direction");
  const Axis axis{vector_or_zero(field, "axis_point"), direction.vector()};
  if (axis.direction.isZero(0.0)) direction.fail("an axis must not be all zero");
  return Motion::screw(read_placement(field), axis, number_or_zero(field, "angle_per_second"),
                       number_or_zero(field, "advance_per_second"));
}

Motion read_ballistic(const Field& field) {
  field.check_names({"type", "position", "orientation", "velocity", "acceleration", "angular_velocity"});
  return Motion::ballistic(read_placement(field), vector_or_zero(field, "velocity"),
                           vector_or_zero(field, "acceleration"), vector_or_zero(field, "angular_velocity"));
}

Motion read_interpolated(const Field& field) {
  field.check_names({"type", "window", "from", "to"});
  Interval time(0.0, 1.0);
  if (const auto window = field.find("window")) {
    const auto [start, end] = window->range();
    if (start == end) window->fail("must end after it starts");
    time = {start, end};
  }
  return Motion::interpolated(read_pose(field.get("from")), read_pose(field.get("to")), time);
}

std::vector<double> read_times(const Field& field) {
  std::vector<double> times;
  for (const Field& element : field.elements()) {
    const double time = element.number();
    if (!times.empty() && !(time > times.back())) element.fail("expected a time after the one before it");
    times.push_back(time);
  }
  if (times.size() < 2) field.fail("expected at least two times, got " + std::to_string(times.size()));
  return times;
}

std::vector<Placement> read_poses(const Field& field, std::size_t count) {
  std::vector<Placement> poses;
  for (const Field& element : field.elements()) poses.push_back(read_pose(element));
  if (poses.size() != count)
    field.fail("expected " + std::to_string(count) + " poses, one for each time, got " + std::to_string(poses.size()));
  return poses;
}

using ThroughPoses = Motion (*)(const std::vector<double>&, const std::vector<Placement>&);

Motion read_through_poses(const Field& field, ThroughPoses make) {
  field.check_names({"type", "times", "poses"});
  const std::vector<double> times = read_times(field.get("times"));
  return make(times, read_poses(field.get("poses"), times.size()));
}

}  // namespace

Motion read_motion(const Field& field) {
  const Field type = field.get("type");
  const std::string& name = type.text();
  return field.checked([&]() -> Motion {
    if (name == "still") return read_still(field);
    if (name == "constant_velocity") return read_constant_velocity(field);
    if (name == "screw") return read_screw(field);
    if (name == "ballistic") return read_ballistic(field);
    if (name == "interpolated") return read_interpolated(field);
    if (name == "waypoints") return read_through_poses(field, Motion::waypoints);
    if (name == "spline") return read_through_poses(field, Motion::spline);
    type.fail_unknown("motion", name, kMotions);
  });
}

}  // namespace graze
