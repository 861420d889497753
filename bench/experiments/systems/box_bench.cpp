// SPDX-License-Identifier: Apache-2.0
// The broad phases alone: many moving balls, their swept boxes, and which of those overlap.
#include <cmath>
#include <limits>

#include "broadphase/broad_phase.hpp"
#include "experiments/systems/scene_bench.hpp"
#include "harness/cpu_time.hpp"
#include "harness/random.hpp"

namespace graze::bench {
namespace {

// One for every unit of volume.
std::vector<Body> balls(const SceneBenchOptions& options, double radius) {
  Random random(derived_seed(options.seed, 5));
  const double side = std::cbrt(static_cast<double>(options.boxes));
  const Shape ball = Shape::sphere(radius);
  std::vector<Body> bodies;
  for (std::size_t i = 0; i < options.boxes; ++i) {
    const double x = random.uniform(0.0, side);
    const double y = random.uniform(0.0, side);
    const Vector3 place(x, y, random.uniform(0.0, side));
    const Vector3 spin = random.uniform(0.0, 10.0) * random.direction();
    bodies.push_back({ball, Motion::constant_velocity(place, random.orientation(),
                                                      random.uniform(0.0, 4.0) * random.direction(), spin)});
  }
  return bodies;
}

template <class Run>
double nanoseconds_per_box(const SceneBenchOptions& options, const Run& run) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < options.repeat; ++k) {
    const double start = thread_cpu_microseconds();
    run();
    best = std::min(best, 1e3 * (thread_cpu_microseconds() - start) / static_cast<double>(options.boxes));
  }
  return best;
}

void run_boxes(SceneBenchResults& results, double radius) {
  const SceneBenchOptions& options = results.options;
  const std::vector<Body> bodies = balls(options, radius);
  std::vector<SweptBox> boxes(bodies.size());
  const ShapeBound bound = bound_of(bodies.front().shape);
  const double sweeping = nanoseconds_per_box(options, [&] {
    for (std::size_t i = 0; i < bodies.size(); ++i) boxes[i] = sweep(bodies[i], bound, {0.0, 1.0 / 60.0}, 0.0).box;
  });
  results.boxes.push_back({"swept boxes", sweeping, 0});
  std::size_t expected = 0;
  // Comparing all pairs would take minutes.
  for (const BroadPhase broad_phase : {BroadPhase::Grid, BroadPhase::AdaptiveBvh, BroadPhase::SweepAndPrune}) {
    std::size_t overlaps = 0;
    const double taken = nanoseconds_per_box(options, [&] { overlaps = overlapping_pairs(broad_phase, boxes).size(); });
    results.boxes.push_back({std::string(to_string(broad_phase)), taken, overlaps});
    if (expected == 0) expected = overlaps;
    results.same = results.same && overlaps == expected;
  }
}

}  // namespace

// Sparse: about one overlap for every two boxes; dense: three times as many.
void run_box_bench(SceneBenchResults& results) {
  run_boxes(results, 0.22);
  run_boxes(results, 0.35);
}

}  // namespace graze::bench
