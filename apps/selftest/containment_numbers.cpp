// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <sstream>

#include "numeric/double_double.hpp"
#include "numeric/elementary/elementary.hpp"
#include "numeric/elementary/sine_cosine.hpp"
#include "selftest/containment.hpp"
#include "selftest/golden.hpp"

namespace graze::containment {
namespace {

using golden::Random;

enum class Function : std::uint8_t { Sin, Cos, Atan2, Exp, Expm1, Log, Log1p, Pow, Cbrt };

struct ExactValue {
  Function function;
  double x, y;
  double value, rest;
};

constexpr ExactValue kExactValues[] = {
#include "selftest/exact_values.inc"
};

double ours(Function function, double x, double y) {
  switch (function) {
    case Function::Sin:
      return portable::sin(x);
    case Function::Cos:
      return portable::cos(x);
    case Function::Atan2:
      return portable::atan2(x, y);
    case Function::Exp:
      return portable::exp(x);
    case Function::Expm1:
      return portable::expm1(x);
    case Function::Log:
      return portable::log(x);
    case Function::Log1p:
      return portable::log1p(x);
    case Function::Pow:
      return portable::pow(x, y);
    case Function::Cbrt:
      return portable::cbrt(x);
  }
  return 0.0;
}

std::string described(std::string_view what, double x, double y) {
  std::ostringstream text;
  text << what << " at " << std::hexfloat << x << ", " << y;
  return text.str();
}

bool holds(const Interval& x, const DoubleDouble& y) { return DoubleDouble(x.lo()) <= y && y <= DoubleDouble(x.hi()); }
bool holds(const Interval& x, const Exact& y) { return holds(x, DoubleDouble(y.value, y.rest)); }

double signed_wide(Random& random) {
  const double x = random.uniform(1.0, 2.0);
  const int exponent = static_cast<int>(random.below(41)) - 20;
  return std::ldexp(random.below(2) == 0 ? x : -x, exponent);
}

// An interval, and a point of it.
struct Sample {
  Interval interval;
  double point;
};
Sample sample(Random& random) {
  const double x = signed_wide(random);
  const double width = random.below(2) == 0 ? 0.0 : std::abs(signed_wide(random)) * 0x1p-20;
  const Interval interval(x, x + width);
  return {interval, std::clamp(x + width * random.uniform(0.0, 1.0), interval.lo(), interval.hi())};
}

// Quotients and roots are checked by what they give when multiplied.
bool holds_quotient(const Interval& quotient, double x, double y) {
  const Exact low = two_product(quotient.lo(), y);
  const Exact high = two_product(quotient.hi(), y);
  const DoubleDouble a(low.value, low.rest);
  const DoubleDouble b(high.value, high.rest);
  return y > 0 ? a <= DoubleDouble(x) && DoubleDouble(x) <= b : b <= DoubleDouble(x) && DoubleDouble(x) <= a;
}
bool holds_root(const Interval& root, double x) {
  const Exact low = two_product(root.lo(), root.lo());
  const Exact high = two_product(root.hi(), root.hi());
  return DoubleDouble(low.value, low.rest) <= DoubleDouble(x) && DoubleDouble(x) <= DoubleDouble(high.value, high.rest);
}

}  // namespace

Outcome arithmetic() {
  Random random(41);
  Outcome outcome;
  for (; outcome.cases < 100'000; ++outcome.cases) {
    const auto [x, p] = sample(random);
    const auto [y, q] = sample(random);
    const double size = std::abs(p);
    const bool good = holds(x + y, two_sum(p, q)) && holds(x - y, two_sum(p, -q)) && holds(x * y, two_product(p, q)) &&
                      holds(sqr(x), two_product(p, p)) && (y.contains(0.0) || holds_quotient(x / y, p, q)) &&
                      holds_root(sqrt(abs(x)), size);
    if (!good) {
      outcome.fault = described("a sum, product, quotient or root of intervals does not hold that of its points", p, q);
      break;
    }
  }
  return outcome;
}

// One step outward passes the exact value, which is known to 100 bits.
Outcome elementary() {
  Outcome outcome;
  for (const ExactValue& exact : kExactValues) {
    const double value = ours(exact.function, exact.x, exact.y);
    if (!holds({rounding::down(value), rounding::up(value)}, Exact{exact.value, exact.rest})) {
      outcome.fault = described("an elementary function is more than an ulp off", exact.x, exact.y);
      break;
    }
    ++outcome.cases;
  }
  return outcome;
}

// Over whole intervals: the values at points inside, which are within an ulp.
Outcome ranges() {
  Random random(42);
  Outcome outcome;
  const auto meets = [](const Interval& range, double value) {
    return range.intersects({rounding::down(value), rounding::up(value)});
  };
  for (; outcome.cases < 20'000; ++outcome.cases) {
    const double x = signed_wide(random);
    const Interval interval(x, x + random.uniform(0.0, 4.0));
    const double inside = std::clamp(x + (interval.hi() - x) * random.uniform(0.0, 1.0), x, interval.hi());
    Interval sine, cosine;
    sin_cos(interval, sine, cosine);
    if (!meets(sine, portable::sin(inside)) || !meets(cosine, portable::cos(inside)) || sin(interval) != sine ||
        cos(interval) != cosine || !meets(power(abs(interval), 1.5), portable::pow(std::abs(inside), 1.5))) {
      outcome.fault = described("a range does not hold the value at a point inside", interval.lo(), inside);
      break;
    }
  }
  return outcome;
}

}  // namespace graze::containment
