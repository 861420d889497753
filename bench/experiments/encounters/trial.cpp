// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/trial.hpp"

#include <numbers>

#include "harness/random.hpp"

namespace graze::bench {

namespace {

constexpr double kMostOffset = 0.7;
constexpr double kMostSpinPerUnit = 0.5 * std::numbers::pi;

Vector3 perpendicular_to(const Vector3& direction, Random& random) {
  Vector3 other = random.direction().cross(direction);
  while (other.norm() < 0.1) other = random.direction().cross(direction);
  return other.normalized();
}

}  // namespace

Encounter slow_encounter() { return {"low", 4.0, 0.2, 2.5, 4.0 * kMostSpinPerUnit}; }
Encounter fast_encounter() { return {"high", 512.0, 100.0, 350.0, 512.0 * kMostSpinPerUnit}; }
Encounter near_encounter() { return {"near", 512.0, 0.2, 2.5, 512.0 * kMostSpinPerUnit}; }
Encounter pass_encounter() { return {"pass", 512.0, 0.2, 2.5, 3.0, true}; }
Encounter spin_encounter() { return {"spin", 0.5, 0.0, 0.2, 512.0 * kMostSpinPerUnit}; }

Trial make_trial(std::uint64_t seed, const Encounter& encounter, double radius_a, double radius_b) {
  Random random(seed);
  const double reach = radius_a + radius_b;
  const Vector3 heading = random.direction();
  const double gap = random.uniform(encounter.nearest, encounter.furthest);
  // The square root makes the aim uniform over a disc.
  const double offset = kMostOffset * reach * std::sqrt(random.uniform(0.0, 1.0));
  const Vector3 aside = offset * perpendicular_to(heading, random);
  const double share = random.uniform(0.0, 1.0);

  Trial trial;
  trial.seed = seed;
  trial.a.orientation = random.orientation();
  trial.a.velocity = -share * encounter.speed * heading;
  trial.a.angular_velocity = random.uniform(0.0, encounter.most_spin) * random.direction();
  trial.b.position = aside - (reach + gap) * heading;
  trial.b.orientation = random.orientation();
  trial.b.velocity = (1.0 - share) * encounter.speed * heading;
  trial.b.angular_velocity = random.uniform(0.0, encounter.most_spin) * random.direction();
  return trial;
}

double closing_speed_bound(const Trial& trial, double radius_a, double radius_b) {
  return (trial.b.velocity - trial.a.velocity).norm() + trial.a.angular_velocity.norm() * radius_a +
         trial.b.angular_velocity.norm() * radius_b;
}

}  // namespace graze::bench
