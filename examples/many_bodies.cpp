// SPDX-License-Identifier: Apache-2.0
// A scene of many bodies: which two touch first? Whatever finds the pairs, the answer is that of asking every pair. A
// floor may touch what stands on it: such pairs are ignored.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  const Shape gear = Shape::mesh(make_gear(0.5, 0.4, 0.2, 12));
  std::vector<Body> bodies{{Shape::half_space({0, 0, 1}, 0.0), Motion()},
                           {Shape::box({1, 1, 1}), Motion::still({0, 0, 0.5})}};
  for (int i = 0; i < 100; ++i) {
    const Placement start{{1.5 * (i % 10), 1.5 * (i / 10) + 2, 3 + 0.1 * (i * 7 % 10)}};
    bodies.push_back({gear, Motion::ballistic(start, {1, -2, 0}, {0, 0, -9.81}, {3, 0.1 * i, 0})});
  }
  Pipeline pipeline;
  pipeline.ignored = {{0, 1}};  // the box stands on the floor

  const SceneToi scene = first_impact(bodies, {.window = {0, 2}}, pipeline);
  if (!scene.pair) return 1;
  std::cout << to_string(scene.toi.verdict) << " of bodies " << scene.pair->a << " and " << scene.pair->b
            << ": all are apart until " << scene.safe_until() << " (" << scene.statistics.pairs
            << " pairs asked about)\n";

  const SceneToi all = all_impacts(bodies, {.window = {0, 2}}, pipeline);
  std::cout << all.impacts.size() << " pairs would touch by the end\n";

  // Pairs of your own choice, on all cores.
  std::vector<BodyPair> pairs;
  for (std::size_t i = 2; i < bodies.size(); ++i) pairs.push_back({bodies[0], bodies[i]});
  std::size_t on_the_floor = 0;
  for (const Toi& toi : time_of_impact_batch(pairs)) on_the_floor += toi.verdict == Verdict::Impact ? 1 : 0;
  std::cout << on_the_floor << " gears reach the floor within a second\n";
  return scene.toi.verdict == Verdict::Impact && all.pair == scene.pair ? 0 : 1;
}
