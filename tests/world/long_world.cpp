// SPDX-License-Identifier: Apache-2.0
// usage: long_world [SCENES] [SEED]     random worlds: after every frame all pairs must be apart, and all numbers
// finite
//
// Prints a line for every scene that fails, takes more than a second for a frame, or gains energy, and a summary.
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <graze/distance.hpp>
#include <graze/world.hpp>

#include "broadphase/swept_box.hpp"
#include "support/random_world.hpp"

namespace graze {
namespace {

constexpr int kFrames = 120;
constexpr double kFrame = 1.0 / 64.0;

Pose pose_of(const BodyState& state) {
  Pose pose = Pose::Identity();
  pose.linear() = state.orientation.toRotationMatrix();
  pose.translation() = state.position;
  return pose;
}

SweptBox box_of(const Shape& shape, const BodyState& state) {
  return sweep({shape, Motion::still(state.position, state.orientation)}, bound_of(shape), Interval(0.0), 0.0).box;
}

bool all_apart(const World& world) {
  for (std::size_t a = 0; a < world.size(); ++a) {
    const BodyState& body = world.body(a);
    if (!body.position.allFinite() || !body.velocity.allFinite() || !body.angular_velocity.allFinite()) return false;
    for (std::size_t b = a + 1; b < world.size(); ++b) {
      if (!world.can_collide(a, b)) continue;
      if (!box_of(world.shape(a), body).overlaps(box_of(world.shape(b), world.body(b)))) continue;
      if (!(distance(world.shape(a), pose_of(body), world.shape(b), pose_of(world.body(b))).lower > 0)) return false;
    }
  }
  return true;
}

struct Outcome {
  double slowest = 0.0;  // frame, in seconds
  double gain = 0.0;     // of energy in a frame, as a part of the largest
  std::uint64_t impacts = 0, held = 0;
  bool apart = true;
};

Outcome run(const WorldScene& scene) {
  Outcome outcome;
  World world(scene);
  double energy = world.energy();
  const double scale = std::abs(energy) + 1.0;
  for (int frame = 0; frame < kFrames && outcome.apart; ++frame) {
    const auto start = std::chrono::steady_clock::now();
    const StepReport report = world.step(kFrame);
    outcome.slowest =
        std::max(outcome.slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    outcome.impacts += report.impacts;
    outcome.held += report.stalled.size();
    outcome.apart = all_apart(world);
    outcome.gain = std::max(outcome.gain, (world.energy() - energy) / scale);
    energy = world.energy();
  }
  return outcome;
}

}  // namespace
}  // namespace graze

int main(int argc, char** argv) {
  using namespace graze;
  using graze::testing::Random;
  const int scenes = argc > 1 ? std::atoi(argv[1]) : 200;
  const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  int failures = 0;
  Outcome all;
  for (int k = 0; k < scenes; ++k) {
    Random random(seed + static_cast<unsigned>(k));
    const Outcome outcome = run(graze::testing::random_world(random));
    if (!outcome.apart || outcome.slowest > 1.0 || outcome.gain > 1e-3)
      std::printf("seed %u: %s, slowest frame %.3f s, energy gain %.2e, %lu impacts, %lu held\n",
                  seed + static_cast<unsigned>(k), outcome.apart ? "apart" : "INTERSECT", outcome.slowest, outcome.gain,
                  outcome.impacts, outcome.held);
    std::fflush(stdout);
    failures += outcome.apart ? 0 : 1;
    all.slowest = std::max(all.slowest, outcome.slowest);
    all.gain = std::max(all.gain, outcome.gain);
    all.impacts += outcome.impacts;
    all.held += outcome.held;
  }
  std::printf(
      "%d scenes of %d frames: %d with an intersection; slowest frame %.3f s, largest energy gain %.2e, "
      "%lu impacts, %lu held\n",
      scenes, kFrames, failures, all.slowest, all.gain, all.impacts, all.held);
  return failures == 0 ? 0 : 1;
}
