// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "numeric/elementary/elementary.hpp"
#include "selftest/digest.hpp"
#include "selftest/golden.hpp"

namespace graze::golden {
namespace {

// Any sign, exponents from lo to hi.
double wide(Random& random, int lo, int hi) {
  const double x = random.uniform(1.0, 2.0);
  const int exponent = lo + static_cast<int>(random.below(static_cast<std::size_t>(hi - lo + 1)));
  return std::ldexp(random.below(2) == 0 ? x : -x, exponent);
}

Interval wide_interval(Random& random) {
  const double x = wide(random, -20, 20);
  const double y = random.below(3) == 0 ? x : x + wide(random, -30, 10);
  return {std::min(x, y), std::max(x, y)};
}

}  // namespace

std::uint64_t elementary(int /*threads*/) {
  Random random(1);
  Digest digest;
  for (int k = 0; k < 20'000; ++k) {
    const double x = wide(random, -40, k % 4 == 0 ? 1000 : 8);
    const double y = wide(random, -8, 8);
    digest.add(portable::sin(x)).add(portable::cos(x)).add(portable::atan2(x, y)).add(portable::exp(x));
    digest.add(portable::expm1(y)).add(portable::log(std::abs(x))).add(portable::log1p(std::abs(y)));
    digest.add(portable::pow(std::abs(x), y)).add(portable::cbrt(x)).add(std::sqrt(std::abs(x)));
  }
  return digest.value();
}

std::uint64_t intervals(int /*threads*/) {
  Random random(2);
  Digest digest;
  for (int k = 0; k < 10'000; ++k) {
    const Interval x = wide_interval(random);
    const Interval y = wide_interval(random);
    digest.add(x + y).add(x - y).add(x * y).add(x / y).add(sqr(x)).add(sqrt(abs(y))).add(sin(x)).add(cos(y));
    digest.add(angle_of(x, y)).add(power(x, y.lo()));
  }
  return digest.value();
}

std::uint64_t motions(int /*threads*/) {
  Random random(3);
  Digest digest;
  for (int k = 0; k < 70; ++k) {
    const Vector3 position = random_vector(random, 5.0);
    const Vector3 velocity = random_vector(random, 3.0);
    const Motion path = motion(k % kMotions, position, velocity, random);
    for (int i = 0; i < 20; ++i) {
      const double t = random.uniform(-0.2, 1.2);
      const Interval time(t, t + random.uniform(0.0, 0.1));
      const MotionInstant at = path.instant(t, position);
      digest.add(path.pose(t)).add(path.enclose(time, position)).add(at.position).add_entries(at.rotation);
      digest.add(at.position_error).add(at.rotation_error).add(path.speed_bound(time).at(1.0));
      digest.add(path.acceleration_bound(time).at(1.0));
    }
  }
  return digest.value();
}

}  // namespace graze::golden
