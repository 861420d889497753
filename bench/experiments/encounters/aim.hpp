// SPDX-License-Identifier: Apache-2.0
// Aims a flight so that the bodies pass each other at a hair's breadth.
#pragma once

#include "experiments/encounters/trial.hpp"
#include "scenes/models.hpp"

namespace graze::bench {

struct FlyingModel {
  const Model& model;
  Motion motion;
};

struct Aim {
  Vector3 aside = Vector3::UnitX();  // b is moved along this unit vector
  Interval near{0.0, 1.0};           // when the bodies are close
  double from = 0.0;                 // a shift with which b passes clear
  double accuracy = 1e-3;            // of the least distance
};

// The shift of b along `aside` at which the bodies hardly touch within the time: found from outside, where they pass
// ever closer. By distances at sampled times, so without any search for the time of contact.
double touching_shift(const FlyingModel& a, const FlyingModel& b, const Aim& aim);

// The same encounter, aimed elsewhere on the same side: b passes within 1 % of the two radii of hardly touching.
Trial aimed_trial(const Trial& trial, const Model& a, const Model& b);

}  // namespace graze::bench
