// SPDX-License-Identifier: Apache-2.0
#include "numeric/inclusion_parabola.hpp"

#include "numeric/infinity.hpp"

namespace graze {
namespace {

// Below: x >= 0 computed by at most eight roundings of sums, quotients and roots of positive numbers, so it is within
// a factor 1 +- 8 ulp of the truth (up to underflow, which the floor covers).
double shrunk(double x) { return std::max(0.0, x - (8 * rounding::kUlp) * x - rounding::kFloor); }
double grown(double x) { return x + (8 * rounding::kUlp) * x + rounding::kFloor; }

// The square root of the discriminant b^2 - 4ac from below and from above. Three products and a difference, each
// rounded by at most half an ulp of its magnitude, so 4 ulp of the sum of magnitudes covers the error.
struct Discriminant {
  double value, error;

  Discriminant(double c, double b, double a)
      : value(b * b - 4 * a * c), error((4 * rounding::kUlp) * (b * b + std::abs(4 * a * c)) + rounding::kFloor) {
    if (std::isfinite(value) && std::isfinite(error)) return;
    value = 0;  // overflow: nothing is known of it
    error = kInfinity;
  }
  bool surely_negative() const { return value < -error; }
  bool surely_positive() const { return value > error; }
  double root_below() const { return std::sqrt(std::max(0.0, value - error)); }
  double root_above() const { return std::sqrt(std::max(0.0, value + error)); }
};

// The first x at which q, positive at 0, is certainly down to zero; infinity if it need not get there.
double certainly_zero_by(double c, double b, double a) {
  const Discriminant d(c, b, a);
  if (!d.surely_positive()) return kInfinity;
  if (b < 0) return grown(2 * c / (d.root_below() - b));
  return a < 0 ? grown((b + d.root_above()) / (-2 * a)) : kInfinity;
}

double clamped(const Interval& domain, double time) { return std::clamp(time, domain.lo(), domain.hi()); }

}  // namespace

double positive_until(double c, double b, double a) {
  const Discriminant d(c, b, a);
  if (d.surely_negative()) return kInfinity;
  // The smallest positive root, in the form that does not cancel.
  if (b < 0) return shrunk(2 * c / (d.root_above() - b));
  if (b >= 0 && a >= 0) return kInfinity;
  return shrunk((b + d.root_below()) / (-2 * a));  // 0 if a coefficient is not a number
}

double positive_after(double c, double b, double a, double end) {
  const Discriminant d(c, b, a);
  if (a > 0) {
    if (d.surely_negative()) return 0.0;
    if (b <= 0) return grown((d.root_above() - b) / (2 * a));
    return c < 0 ? grown(-2 * c / (b + d.root_below())) : 0.0;
  }
  // A concave q rises through zero at most once, and is positive up to `end` if its later root is beyond that.
  if (b > 0 && c <= 0 && d.surely_positive() && (a == 0 || shrunk((b + d.root_below()) / (-2 * a)) > end))
    return grown(-2 * c / (b + d.root_below()));
  return kInfinity;
}

Interval InclusionParabola::range() const {
  const Interval x(0.0, domain.width());
  return value + (slope + half_curvature * x) * x;
}

Interval InclusionParabola::slope_range() const {
  return slope + Interval(2.0) * half_curvature * Interval(0.0, domain.width());
}

std::optional<RootDomain> ird(const InclusionParabola& f) {
  if (f.value.contains(0.0)) return RootDomain{f.domain, false};
  // Mirrored if negative, so that f starts above zero.
  const bool above = f.value.lo() > 0;
  const Interval c = above ? f.value : -f.value;
  const Interval b = above ? f.slope : -f.slope;
  const Interval a = above ? f.half_curvature : -f.half_curvature;
  const double width = f.domain.width();
  const double first = positive_until(c.lo(), b.lo(), a.lo());
  if (first > width) return std::nullopt;
  const double from = clamped(f.domain, rounding::down(f.domain.lo() + first));
  const double last = certainly_zero_by(c.hi(), b.hi(), a.hi());
  const double to = rounding::up(f.domain.lo() + last);
  if (to >= f.domain.hi()) return RootDomain{{from, f.domain.hi()}, false};
  return RootDomain{{from, std::max(from, to)}, true};
}

}  // namespace graze
