// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <stdexcept>

#include <graze/limits.hpp>

#include "numeric/parallel.hpp"
#include "query/query_checks.hpp"
#include "robot/motion_search.hpp"
#include "robot/part_tracks.hpp"

namespace graze {
namespace {

std::vector<double> times_of(const JointPath& path, const Scene& scene) {
  if (path.configurations.size() < 2) throw std::invalid_argument("path: at least two configurations are needed");
  if (!path.times.empty()) {
    if (path.times.size() != path.configurations.size())
      throw std::invalid_argument("path: there must be as many times as configurations");
    return path.times;
  }
  std::vector<double> times;
  const Interval& window = scene.query.window;
  const double last = static_cast<double>(path.configurations.size() - 1);
  for (std::size_t k = 0; k < path.configurations.size(); ++k) {
    const double share = static_cast<double>(k) / last;
    times.push_back((1.0 - share) * window.lo() + share * window.hi());
  }
  return times;
}

// An answer about no pair at all would be free, and would prove nothing.
void require_a_pair(const Robot::Data& robot, const Scene& scene, const Interval& path) {
  if (!robot.self_pairs.empty()) return;
  const std::size_t shapes = robot.model.shapes.size();
  for (std::size_t i = 0; i < shapes; ++i)
    for (const NamedBody& body : scene.bodies)
      if (is_checked(robot, i, body, path)) return;
  const std::string start = "robot \"" + robot.model.name + "\": there is nothing to check: ";
  if (shapes == 0)
    throw std::invalid_argument(start + "no link has collision geometry (visual geometry does not count)");
  throw std::invalid_argument(start + "no two links are to be kept apart, and " +
                              (scene.bodies.empty() ? "the scene has no bodies" : "no link from a body of the scene") +
                              " (pairs may be ignored, adjacent, or never move)");
}

// Does it matter when the motion takes place?
bool depends_on_time(const Scene& scene) {
  const Interval ever(-limits::kLargestTime, limits::kLargestTime);
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [&](const NamedBody& named) { return !stays(named.body.motion, ever); });
}

// The bracket of an answer over [0, length of the window], in the time of the window.
Interval brought_to(const Interval& window, const Toi& toi) {
  const auto inside = [&](double time) { return std::clamp(time, window.lo(), window.hi()); };
  const double lo = inside(rounding::down(window.lo() + toi.bracket.lo()));
  switch (toi.verdict) {
    case Verdict::Free:
      return Interval(window.hi());
    case Verdict::InitialContact:
      return Interval(window.lo());
    case Verdict::Impact:
      return {lo, inside(rounding::up(window.lo() + toi.bracket.hi()))};
    case Verdict::Undecided:
      return {lo, window.hi()};
    case Verdict::Unsupported:
      break;
  }
  return window;
}

// Late times are coarse: doubles tell 1.7e9 s to 2.4e-7 s, in which joints may go far. Where nothing but the robot
// moves, its motion starts at zero.
MotionCheck check_between(const Robot::Data& robot, const Configuration& from, const Configuration& to,
                          const Scene& scene, const Interval& path, int threads) {
  validate(scene.query);
  const Interval window = scene.query.window;
  const bool is_late = window.lo() != 0.0 && !depends_on_time(scene);
  Scene from_zero = is_late ? scene : Scene{};
  if (is_late) from_zero.query.window = {0.0, window.hi() - window.lo()};
  const Scene& asked = is_late ? from_zero : scene;
  const JointTrajectory trajectory = JointTrajectory::linear(robot.linkage, from, to, asked.query.window);
  MotionSearch search(robot, trajectory, asked, path, threads);
  MotionCheck result = search.run();
  if (!is_late) return result;
  result.toi.bracket = brought_to(window, result.toi);
  if (result.verdict() != Verdict::Impact) return result;
  // The length of the window, and the sum that gives the time, are rounded by less than a tick of its later end each;
  // another is what the start of the bracket was moved by.
  const double ticks = 4 * rounding::step(std::max(std::abs(window.lo()), std::abs(window.hi())));
  const double moved = rounding::up(search.speed() * ticks * (1 + 1e-9));
  result.toi.tolerance = rounding::up(result.toi.tolerance + moved);
  result.toi.separation = {result.toi.separation.lo(), rounding::up(result.toi.separation.hi() + moved)};
  return result;
}

}  // namespace

MotionCheck Robot::check_motion(const Configuration& from, const Configuration& to, const Scene& scene) const {
  require_a_pair(*data_, scene, scene.query.window);
  return check_between(*data_, from, to, scene, scene.query.window, 1);
}

std::vector<MotionCheck> Robot::check_path(const JointPath& path, const Scene& scene, int threads) const {
  const std::vector<double> times = times_of(path, scene);
  const Interval whole(times.front(), times.back());
  require_a_pair(*data_, scene, whole);
  const std::size_t count = times.size() - 1;
  std::vector<MotionCheck> checks(count);
  for_each_index(count, threads, 1, [&](std::size_t k) {
    Scene part = scene;
    part.query.window = {times[k], times[k + 1]};
    checks[k] = check_between(*data_, path.configurations[k], path.configurations[k + 1], part, whole,
                              count == 1 ? threads : 1);
  });
  return checks;
}

Scene Robot::scene_of(const JointPath& path, const Scene& scene) const {
  const std::vector<double> times = times_of(path, scene);
  const JointTrajectory trajectory = JointTrajectory::waypoints(linkage(), times, path.configurations);
  Scene result = scene;
  result.query.window = {times.front(), times.back()};
  result.bodies.clear();
  for (const LinkShape& shape : model().shapes)
    result.bodies.push_back(
        {model().link_names[shape.link], {shape.shape, link_motion(trajectory, shape.link, shape.origin)}});
  result.bodies.insert(result.bodies.end(), scene.bodies.begin(), scene.bodies.end());
  return result;
}

}  // namespace graze
