// SPDX-License-Identifier: Apache-2.0
// Convex solids: cylinders that turn fast next to a plane or each other, and random pairs.
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "experiments/cliffs/cliff.hpp"
#include "harness/random.hpp"

namespace graze::bench {

namespace {

constexpr double kRadius = 0.5;
constexpr double kLength = 1.0;

// How a cylinder turns above the ground. Its height above it does not depend on the turning.
enum class Stance { Standing, Rolling, Sweeping };

struct Spinning {
  Stance how;
  double gap, rate;
  bool closing;
};

Cliff cylinder_above(const char* name, const Shape& ground, const Motion& ground_motion, const Spinning& s) {
  const bool lying = s.how != Stance::Standing;
  const Quaternion turn =
      lying ? Quaternion(Eigen::AngleAxisd(std::numbers::pi / 2, Vector3::UnitY())) : Quaternion::Identity();
  const Vector3 axis = s.how == Stance::Rolling ? Vector3::UnitX() : Vector3::UnitZ();
  const double height = lying ? kRadius : kLength / 2;
  const double sink = s.closing ? s.gap / 0.9 : 0.0;
  const Motion motion = Motion::constant_velocity({0.0, 0.0, height + s.gap}, turn, {0.0, 0.0, -sink}, s.rate * axis);
  const char* how = s.how == Stance::Standing ? "standing" : s.how == Stance::Rolling ? "rolling" : "sweeping";
  Cliff cliff{
      fmt::format("{} cylinder {:g} above {}, {:g} rad/s{}", how, s.gap, name, s.rate, s.closing ? ", closing" : ""),
      {Shape::cylinder(kRadius, kLength), motion},
      {ground, ground_motion},
      {0.0, 1.0},
      0.9,
      {}};
  // A turn about a coordinate axis by doubles keeps directions to some 1e-16.
  cliff.truth.gap = [gap = s.gap, sink](double time) { return gap - sink * time; };
  return cliff;
}

Shape random_solid(Random& random) {
  const auto size = [&] { return random.uniform(0.2, 1.0); };
  switch (random.bits() % 6) {
    case 0:
      return Shape::box({2 * size(), 2 * size(), 2 * size()});
    case 1:
      return Shape::cylinder(size(), 2 * size());
    case 2:
      return Shape::cone(size(), 2 * size());
    case 3:
      return Shape::capsule(0.5 * size(), 2 * size());
    case 4:
      return Shape::sphere(size());
    default:
      break;
  }
  const Vector3 axes(size(), size(), size());
  std::vector<Vector3> points;
  for (int i = 0; i < 64; ++i) points.push_back(random.direction().cwiseProduct(axes));
  return Shape::convex_hull(points);
}

// b starts four units away and aims near a's place; both spin.
Cliff random_pair(Random& random, std::size_t number) {
  const double speed = std::pow(10.0, random.uniform(0.5, 2.5));
  const auto spin = [&]() -> Vector3 { return std::pow(10.0, random.uniform(-1.0, 2.5)) * random.direction(); };
  const Vector3 from = 4.0 * random.direction();
  const Vector3 aim = random.uniform(0.0, 1.6) * random.direction();
  const Shape a = random_solid(random);
  const Shape b = random_solid(random);
  const Motion motion_a = Motion::constant_velocity(Vector3::Zero(), random.orientation(), Vector3::Zero(), spin());
  const Motion motion_b =
      Motion::constant_velocity(from, random.orientation(), speed * (aim - from).normalized(), spin());
  return {fmt::format("random pair {}", number), {a, motion_a}, {b, motion_b}, {0.0, 8.0 / speed}, 4.0 / speed, {}};
}

}  // namespace

std::vector<Cliff> spinning_cylinders(const CliffScale& scale) {
  const Shape floor = Shape::half_space(Vector3::UnitZ(), 0.0);
  const Shape drum = Shape::cylinder(1.0, 2.0);
  const Motion drum_motion = Motion::still({0.0, 0.0, -1.0});
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials; ++k) {
    Random random(derived_seed(scale.seed, 700 + k));
    for (const Stance how : {Stance::Standing, Stance::Rolling, Stance::Sweeping})
      for (const double most : {1e2, 1e3, 1e4}) {
        const double rate = k == 0 ? most : most * random.uniform(0.2, 1.0);
        const bool closing = random.uniform(0.0, 1.0) < 0.5;
        cliffs.push_back(cylinder_above("half-space", floor, Motion(), {how, 1e-7, rate, closing}));
        cliffs.push_back(cylinder_above("cylinder", drum, drum_motion, {how, 1e-7, rate, !closing}));
      }
  }
  return cliffs;
}

std::vector<Cliff> convex_pairs(const CliffScale& scale) {
  constexpr std::size_t kRandomPairs = 100;
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials * kRandomPairs; ++k) {
    Random random(derived_seed(scale.seed, 600000 + k));
    cliffs.push_back(random_pair(random, k));
  }
  return cliffs;
}

}  // namespace graze::bench
