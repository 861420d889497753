// SPDX-License-Identifier: Apache-2.0
#include <graze/jet.hpp>

#include "numeric/elementary/elementary.hpp"
#include "numeric/error_free.hpp"

namespace graze {

Interval power(const Interval& x, double exponent) {
  if (exponent == 0.0) return Interval(1.0);
  const double lo = std::max(0.0, x.lo());
  const double hi = std::max(0.0, x.hi());
  // Rising, or falling from infinity at zero. Both are within an ulp, which a step outward passes;
  // values below the floor of rounding::step are covered by it too.
  const double least = portable::pow(exponent > 0 ? lo : hi, exponent);
  const double most = portable::pow(exponent > 0 ? hi : lo, exponent);
  if (std::isnan(least) || std::isnan(most)) return {0.0, std::numeric_limits<double>::infinity()};
  const double bottom = std::isinf(least) ? std::numeric_limits<double>::max() : least;
  return {std::max(0.0, rounding::down(bottom)), rounding::up(most)};
}

// A difference that was rounded lies between two neighbouring doubles, and x^e between its values there: it rises or
// falls with e.
Interval power_less(const Interval& x, double exponent, double less) {
  const Exact difference = two_sum(exponent, -less);
  const Interval near = power(x, difference.value);
  if (difference.rest == 0.0) return near;
  const double beyond = std::copysign(std::numeric_limits<double>::infinity(), difference.rest);
  return hull(near, power(x, std::nextafter(difference.value, beyond)));
}

}  // namespace graze
