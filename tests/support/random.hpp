// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine and compiler: the distributions of <random> are not.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include <Eigen/Geometry>

#include <graze/interval.hpp>

#include "numeric/elementary/elementary.hpp"
#include "numeric/split_mix64.hpp"

namespace graze::testing {

class Random : public SplitMix64 {
 public:
  explicit Random(std::uint64_t seed) : SplitMix64(seed * 0x9e3779b97f4a7c15ull + 0x1234567ull) {}

  // 0 <= result < count.
  int below(int count) { return static_cast<int>(bits() % static_cast<std::uint64_t>(count)); }
  bool chance(double probability) { return unit() < probability; }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double lo, double hi) { return lo + (hi - lo) * unit(); }
  double sign() { return (bits() & 1) != 0 ? 1.0 : -1.0; }
  // Uniform in the logarithm.
  double magnitude(double lo, double hi) { return portable::exp(uniform(portable::log(lo), portable::log(hi))); }

  Eigen::Vector3d vector(double half_width) {
    const double x = uniform(-half_width, half_width);
    const double y = uniform(-half_width, half_width);
    return {x, y, uniform(-half_width, half_width)};
  }
  Eigen::Vector3d direction() {
    for (;;) {
      const Eigen::Vector3d v = vector(1.0);
      const double n = v.norm();
      if (n > 0.1 && n < 1.0) return v / n;
    }
  }
  // Not normalised on purpose: lengths between 0.1 and 1.
  Eigen::Quaterniond quaternion() {
    for (;;) {
      const Eigen::Vector3d v = vector(1.0);
      const Eigen::Quaterniond q(uniform(-1.0, 1.0), v.x(), v.y(), v.z());
      if (q.norm() > 0.1) return q;
    }
  }

  // A finite double with any exponent.
  double any_double() {
    for (;;) {
      const double x = std::bit_cast<double>(bits());
      if (std::isfinite(x)) return x;
    }
  }
  // A double with an exponent in [lo, hi].
  double with_exponent(int lo, int hi) { return sign() * std::ldexp(1.0 + unit(), lo + below(hi - lo + 1)); }
  double special() {
    constexpr double kValues[] = {0.0,
                                  1.0,
                                  2.0,
                                  0.5,
                                  0.1,
                                  std::numeric_limits<double>::denorm_min(),
                                  std::numeric_limits<double>::min(),
                                  std::numeric_limits<double>::max(),
                                  std::numeric_limits<double>::epsilon(),
                                  0x1p-960,
                                  0x1p-537,
                                  0x1p511,
                                  0x1p512,
                                  0x1p53,
                                  0x1p-1073,
                                  1e300,
                                  1e-300,
                                  3.0,
                                  1.0 + 0x1p-52,
                                  1.0 - 0x1p-53};
    return sign() * kValues[below(static_cast<int>(std::size(kValues)))];
  }
  // Everything that a double may be, short of infinities and NaN.
  double wild_double() {
    switch (below(6)) {
      case 0:
        return any_double();
      case 1:
        return special();
      case 2:
        return with_exponent(-30, 30);
      case 3:
        return with_exponent(-1060, -900);
      case 4:
        return static_cast<double>(below(17) - 8);
      default:
        return uniform(-10.0, 10.0);
    }
  }

  // The interval of two endpoints made by `number`: points, neighbours, narrow and wide ones.
  template <class Number>
  Interval interval(Number number) {
    const double x = number();
    switch (below(5)) {
      case 0:
        return x;
      case 1:
        return ordered(x, std::nextafter(x, sign() * std::numeric_limits<double>::max()));
      case 2:
        return ordered(x, x + x * with_exponent(-52, -1));
      default:
        return ordered(x, number());
    }
  }
  Interval wild_interval() {
    Interval x = interval([this] { return wild_double(); });
    if (chance(0.02)) x = Interval(-std::numeric_limits<double>::infinity(), x.hi());
    if (chance(0.02)) x = Interval(x.lo(), std::numeric_limits<double>::infinity());
    return x;
  }
  // A point of a finite interval, the ends often.
  double inside(const Interval& x) {
    const int choice = below(8);
    if (choice == 0) return x.lo();
    if (choice == 1) return x.hi();
    const double s = unit();
    return std::clamp((1 - s) * x.lo() + s * x.hi(), x.lo(), x.hi());
  }
  Interval part_of(const Interval& x) { return ordered(inside(x), inside(x)); }

 private:
  static Interval ordered(double x, double y) {
    if (!std::isfinite(y)) return x;
    return {std::min(x, y), std::max(x, y)};
  }
};

}  // namespace graze::testing
