// SPDX-License-Identifier: Apache-2.0
#include "query/query_checks.hpp"

#include "numeric/infinity.hpp"
#include "numeric/range_checks.hpp"

namespace graze {
namespace {

void check(double value, double most, std::string_view name, const char* what) {
  if (value <= most) return;
  refuse_number(std::string("query: ").append(name) + ": " + what, "at most " + shown_number(most), value);
}

double reach_of(const Motion& motion, const Interval& window) {
  return motion.is_rigid() ? motion.reach_bound(window) : limits::kLargestLength;
}

}  // namespace

bool check_rates(const Motion& motion, double radius, const Interval& window, std::string_view name) {
  if (!motion.is_rigid()) return true;
  const double length = window.hi() - window.lo();
  const double speed = motion.speed_bound(window).at(radius);
  const double acceleration = motion.acceleration_bound(window).at(radius);
  if (speed == kInfinity || acceleration == kInfinity) return false;
  check(motion.reach_bound(window), limits::kLargestReach, name, "the distance from the origin during the window");
  check(speed, limits::kLargestPointRate, name, "the speed of its points during the window");
  check(acceleration, limits::kLargestPointRate, name, "the acceleration of its points during the window");
  check(speed * length, limits::kLongestPath, name, "the way of its points during the window");
  check(acceleration * length * length, limits::kLongestPath, name,
        "the acceleration of its points times the square of the window's length");
  return true;
}

bool check_rates(const Body& a, const Body& b, const Interval& window) {
  double radius_a = a.shape.radius();
  double radius_b = b.shape.radius();
  if (!std::isfinite(radius_a) || !std::isfinite(radius_b)) {
    const double between = reach_of(a.motion, window) + reach_of(b.motion, window);
    if (!std::isfinite(radius_a)) radius_a = between + (std::isfinite(radius_b) ? radius_b : 0.0);
    if (!std::isfinite(radius_b)) radius_b = between + radius_a;
  }
  const bool bounded_a = check_rates(a.motion, radius_a, window, "first body");
  const bool bounded_b = check_rates(b.motion, radius_b, window, "second body");
  return bounded_a && bounded_b;
}

}  // namespace graze
