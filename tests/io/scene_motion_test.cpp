// SPDX-License-Identifier: Apache-2.0
// Motions in scene files: each type is read, and each fault names its field.
#include <string>

#include <gtest/gtest.h>

#include <graze/io.hpp>

namespace graze {
namespace {

std::string scene_with(const std::string& motion) {
  return R"({"graze": 1, "bodies": [{"shape": {"box": [1, 1, 1]}, "motion": )" + motion + "}]}";
}

Motion motion_of(const std::string& motion) {
  return parse_scene(scene_with(motion), "q.json", ".").bodies[0].body.motion;
}

std::string fault_of(const std::string& motion) {
  try {
    motion_of(motion);
    return "accepted";
  } catch (const InputError& error) {
    return error.what();
  }
}

void expect_place(const Motion& motion, double time, const Vector3& point, const Vector3& expected) {
  EXPECT_NEAR((motion.pose(time) * point - expected).norm(), 0.0, 1e-14) << "t = " << time;
}

TEST(SceneMotion, ReadsAScrew) {
  const Motion motion = motion_of(R"({"type": "screw", "position": [2, 0, 0], "orientation": [0, 0, 1, 1],
      "axis_point": [1, 0, 0], "axis_direction": [0, 0, 5], "angle_per_second": 2, "advance_per_second": -3})");
  EXPECT_EQ(motion.name(), "screw");
  expect_place(motion, 0.0, Vector3(1, 0, 0), Vector3(2, 1, 0));
  expect_place(motion, 0.25, Vector3::Zero(), Vector3(1 + std::cos(0.5), std::sin(0.5), -0.75));
}

TEST(SceneMotion, ReadsABallisticMotion) {
  const Motion motion = motion_of(R"({"type": "ballistic", "position": [0, 0, 5], "velocity": [1, 0, 0],
      "acceleration": [0, 0, -10], "angular_velocity": [0, 0, 1]})");
  EXPECT_EQ(motion.name(), "ballistic");
  expect_place(motion, 0.5, Vector3(1, 0, 0), Vector3(0.5 + std::cos(0.5), std::sin(0.5), 3.75));
}

TEST(SceneMotion, ReadsAnInterpolatedMotion) {
  const std::string ends = R"("from": {"position": [0, 0, 2]}, "to": {"position": [4, 0, 0],
      "orientation": [0, 0, -2, -2]}})";
  const double c = std::sqrt(0.5);
  expect_place(motion_of(R"({"type": "interpolated", )" + ends), 0.5, Vector3(1, 0, 0), Vector3(2 + c, c, 1));
  const Motion later = motion_of(R"({"type": "interpolated", "window": [2, 6], )" + ends);
  EXPECT_EQ(later.name(), "interpolated");
  expect_place(later, 4.0, Vector3(1, 0, 0), Vector3(2 + c, c, 1));
}

TEST(SceneMotion, ReadsWaypointsAndSplines) {
  const std::string rest = R"(, "times": [1, 2, 4], "poses": [{}, {"position": [1, 0, 0]}, {"position": [1, 4, 0]}]})";
  const Motion corners = motion_of(R"({"type": "waypoints")" + rest);
  EXPECT_EQ(corners.name(), "waypoints");
  EXPECT_EQ(corners.pieces().size(), 4U);
  expect_place(corners, 0.0, Vector3::Zero(), Vector3(0, 0, 0));
  expect_place(corners, 1.5, Vector3::Zero(), Vector3(0.5, 0, 0));
  expect_place(corners, 2.5, Vector3::Zero(), Vector3(1, 1, 0));
  expect_place(corners, 9.0, Vector3::Zero(), Vector3(1, 4, 0));
  const Motion smooth = motion_of(R"({"type": "spline")" + rest);
  EXPECT_EQ(smooth.name(), "spline");
  expect_place(smooth, 2.0, Vector3::Zero(), Vector3(1, 0, 0));
  expect_place(smooth, 9.0, Vector3::Zero(), Vector3(1, 4, 0));
}

TEST(SceneMotion, NamesTheFieldAtFault) {
  const std::pair<const char*, const char*> faults[] = {
      {R"({"type": "screw"})", "bodies[0].motion: missing field \"axis_direction\""},
      {R"({"type": "screw", "axis_direction": [0, 0, 0]})", "bodies[0].motion.axis_direction: an axis must not be"},
      {R"({"type": "screw", "axis_direction": [0, 0, 1], "pitch": 2})", "bodies[0].motion.pitch: unknown field"},
      {R"({"type": "screw", "axis_direction": [0, 0, 1], "angle_per_second": "fast"})",
       "bodies[0].motion.angle_per_second: expected a number"},
      {R"({"type": "ballistic", "gravity": [0, 0, -9.81]})", "bodies[0].motion.gravity: unknown field"},
      {R"({"type": "ballistic", "acceleration": -9.81})", "bodies[0].motion.acceleration: expected three numbers"},
      {R"({"type": "interpolated", "from": {}})", "bodies[0].motion: missing field \"to\""},
      {R"({"type": "interpolated", "from": {}, "to": {"velocity": [1, 0, 0]}})",
       "bodies[0].motion.to.velocity: unknown field"},
      {R"({"type": "interpolated", "from": {}, "to": {"orientation": [0, 0, 0, 0]}})",
       "bodies[0].motion.to.orientation: an orientation must not be all zero"},
      {R"({"type": "interpolated", "from": {}, "to": {}, "window": [1, 1]})",
       "bodies[0].motion.window: must end after it starts"},
      {R"({"type": "interpolated", "from": {}, "to": {}, "window": [2, 1]})",
       "bodies[0].motion.window: ends before it starts"},
      {R"({"type": "waypoints", "poses": [{}, {}]})", "bodies[0].motion: missing field \"times\""},
      {R"({"type": "waypoints", "times": [0, 1]})", "bodies[0].motion: missing field \"poses\""},
      {R"({"type": "waypoints", "times": [0], "poses": [{}]})",
       "bodies[0].motion.times: expected at least two times, got 1"},
      {R"({"type": "waypoints", "times": [0, 2, 2], "poses": [{}, {}, {}]})",
       "bodies[0].motion.times[2]: expected a time after the one before it"},
      {R"({"type": "spline", "times": [0, 1, 2], "poses": [{}, {}]})",
       "bodies[0].motion.poses: expected 3 poses, one for each time, got 2"},
      {R"({"type": "spline", "times": [0, 1], "poses": [{}, {"orientation": [1, 0, 0]}]})",
       "bodies[0].motion.poses[1].orientation: expected four numbers"},
      {R"({"type": "teleport"})", "bodies[0].motion.type: motion \"teleport\" is not in this version (it has still, "}};
  for (const auto& [motion, fault] : faults)
    EXPECT_EQ(fault_of(motion).find(std::string("q.json:1: ") + fault), 0U) << fault_of(motion);
}

}  // namespace
}  // namespace graze
