// SPDX-License-Identifier: Apache-2.0
#include "robot/close_pairs.hpp"

#include <algorithm>
#include <tuple>

#include "robot/part_tracks.hpp"

namespace graze {

std::vector<ClosePair> close_pairs(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene,
                                   double distance, const PairIsChecked& allowed) {
  const PartTracks tracks(robot, trajectory, scene, distance);
  const std::size_t parts = tracks.parts();
  std::vector<ClosePair> pairs;
  // From both ends up to where they may be close.
  const auto look_at = [&](std::size_t a, std::size_t b, bool in_scene) {
    const Track& track_a = tracks.of_shape(a);
    const Track& track_b = in_scene ? tracks.of_body(b) : tracks.of_shape(b);
    if (track_a.surely_apart(track_b, distance)) return;
    std::size_t first = 0;
    while (first < parts && track_a.surely_apart(track_b, first, distance)) ++first;
    if (first == parts) return;
    std::size_t last = parts - 1;
    while (last > first && track_a.surely_apart(track_b, last, distance)) --last;
    pairs.push_back({a, b, in_scene, {tracks.part(first).lo(), tracks.part(last).hi()}});
  };
  for (std::size_t i = 0; i < robot.model.shapes.size(); ++i)
    for (std::size_t j = 0; j < scene.bodies.size(); ++j)
      if (allowed(i, j)) look_at(i, j, true);
  for (const BodyIds& ids : robot.self_pairs) look_at(ids.a, ids.b, false);
  std::sort(pairs.begin(), pairs.end(), [](const ClosePair& p, const ClosePair& q) {
    return std::tuple(p.time.lo(), !p.in_scene, p.a, p.b) < std::tuple(q.time.lo(), !q.in_scene, q.a, q.b);
  });
  return pairs;
}

}  // namespace graze
