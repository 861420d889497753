// SPDX-License-Identifier: Apache-2.0
// A random encounter of two bodies within the window [0, 1].
#pragma once

#include <cstdint>
#include <string_view>

#include "judges/reference_pose.hpp"

namespace graze::bench {

// How bodies meet. Lengths in units (bodies have a largest extent of 1), times in seconds.
struct Encounter {
  std::string_view name;
  double speed;              // of one body relative to the other
  double nearest, furthest;  // gap between the bodies' bounding spheres at the start
  double most_spin;          // largest angular speed of each body, radians per second
  bool aimed = false;        // to within 1 % of touching: see aim.hpp
};

// The seed's two speeds. Flights take up to two thirds of the window. Spin is in proportion to speed: at most a quarter
// of a turn per unit of travel, that is one turn a second at the low speed and 128 at the high one.
Encounter slow_encounter();  // "low": 4 units/s, from 0.2 to 2.5 units away
Encounter fast_encounter();  // "high": 512 units/s, from 100 to 350 units away
// What these two leave out: "near", the high speed from 0.2 to 2.5 units away, and "spin", half a unit/s from next to
// each other with up to 128 turns a second.
Encounter near_encounter();
Encounter spin_encounter();
// Near misses: "pass", the high speed from 0.2 to 2.5 units away, turning slowly, aimed to within 1 % of touching.
Encounter pass_encounter();

struct Trial {
  std::uint64_t seed = 0;
  Flight a, b;
};

// The bodies fly at each other, aimed past the center by at most 0.7 of the two radii (most hit, some pass by). They
// share the relative velocity in a random proportion, and both spin.
Trial make_trial(std::uint64_t seed, const Encounter& encounter, double radius_a, double radius_b);

// A bound on the speed of any point of one body seen from the other.
double closing_speed_bound(const Trial& trial, double radius_a, double radius_b);

}  // namespace graze::bench
