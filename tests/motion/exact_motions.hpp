// SPDX-License-Identifier: Apache-2.0
// Every kind of motion, with random parameters, beside its path at 200 bits from formulas other than the library's:
// rotations as quaternion products, turning as slerp, splines from their second derivatives.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <graze/motion.hpp>

#include "support/exact_motion.hpp"
#include "support/random.hpp"

namespace graze::testing {

using ExactPath = std::function<PathPoint<Real>(const Vec<Real>& point, const Real& time)>;

struct ExactMotion {
  Motion motion;
  ExactPath path;
};

// How far the parameters range: `Moderate` ones are near 1, so that errors can be compared with lengths; `Extreme` ones
// are anywhere in the range of doubles.
enum class Range { Moderate, Wide, Extreme };

// The paths of Motion::interpolated and Motion::waypoints.
ExactPath exact_interpolation(const Placement& from, const Placement& to, double start, double end);
ExactPath exact_waypoints(const std::vector<double>& times, const std::vector<Placement>& placements);

struct MotionKind {
  std::string name;
  ExactMotion (*make)(Random&, Range);
};
const std::vector<MotionKind>& motion_kinds();
inline void PrintTo(const MotionKind& kind, std::ostream* out) { *out << kind.name; }

}  // namespace graze::testing
