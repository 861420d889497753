// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/clear_distance.hpp"

#include <algorithm>
#include <cmath>

#include "shape/shape_data.hpp"

namespace graze {
namespace {

constexpr double kTolerances = 2.0;
constexpr double kOfLengths = 1e-9;

}  // namespace

double clear_distance(const Body& a, const Body& b, const Query& query) {
  const Interval& window = query.window;
  const double radius_a = a.shape.data().radius;
  const double radius_b = b.shape.data().radius;
  const double speed = a.motion.speed_bound(window).at(radius_a) + b.motion.speed_bound(window).at(radius_b);
  const double size = radius_a + radius_b + a.motion.pose(window.lo()).translation().norm() +
                      b.motion.pose(window.lo()).translation().norm() + speed * (window.hi() - window.lo());
  // Times are only known to an ulp.
  const double resolution = 8 * rounding::kUlp * std::max(std::abs(window.lo()), std::abs(window.hi()));
  return query.separation + kTolerances * query.tolerance + kOfLengths * size + resolution * speed;
}

}  // namespace graze
