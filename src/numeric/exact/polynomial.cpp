// SPDX-License-Identifier: Apache-2.0
#include "numeric/exact/polynomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "numeric/infinity.hpp"

namespace graze {
namespace {

namespace mp = boost::multiprecision;

unsigned bits_of(const Integer& x) { return x.is_zero() ? 0 : static_cast<unsigned>(mp::msb(abs(x))) + 1; }

// x 2^exponent from its 64 leading bits: one unit of those is lost by the shift, and the conversion rounds once, so it
// is right to a relative 2^-63 + 2^-53 where the result is not subnormal. Of the magnitude: in Boost 1.74 the right
// shift of a negative number can lose the sign.
double leading(const Integer& x, int exponent) {
  const unsigned bits = bits_of(x);
  const unsigned drop = bits > 64 ? bits - 64 : 0;
  const auto digits = static_cast<double>(static_cast<std::uint64_t>(Integer(abs(x) >> drop)));
  return x.sign() * std::ldexp(digits, static_cast<int>(drop) + exponent);
}

}  // namespace

Aligned align(const Dyadic& x, const Dyadic& y) {
  const unsigned shift = std::max(x.shift, y.shift);
  return {x.value << (shift - x.shift), y.value << (shift - y.shift), shift};
}

OddPart odd_part(double x) {
  constexpr int kFractionBits = 52;
  constexpr int kBias = 1023;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << kFractionBits) - 1);
  const auto field = static_cast<int>(bits >> kFractionBits & 0x7ff);
  // A field of 0 means no leading one, and the exponent of a field of 1.
  const std::uint64_t digits = field == 0 ? fraction : fraction | std::uint64_t{1} << kFractionBits;
  if (digits == 0) return {};
  const int zeros = std::countr_zero(digits);
  const auto odd = static_cast<std::int64_t>(digits >> zeros);
  return {std::signbit(x) ? -odd : odd, std::max(field, 1) - kBias - kFractionBits + zeros};
}

Dyadic exactly(double x) {
  const auto [odd, exponent] = odd_part(x);
  if (exponent >= 0) return {Integer(odd) << static_cast<unsigned>(exponent), 0};
  return {Integer(odd), static_cast<unsigned>(-exponent)};
}

int compare(const Dyadic& x, const Dyadic& y) {
  const Aligned both = align(x, y);
  return (both.x - both.y).sign();
}

Dyadic middle(const Dyadic& x, const Dyadic& y) {
  const Aligned both = align(x, y);
  return {both.x + both.y, both.shift + 1};
}

double approximately(const Dyadic& x) { return leading(x.value, -static_cast<int>(x.shift)); }

double round_down(const Dyadic& x) {
  // A value within an ulp, then corrected by exact comparison.
  if (x.value.is_zero()) return 0.0;
  double guess = approximately(x);
  while (compare(exactly(guess), x) > 0) guess = std::nextafter(guess, -kInfinity);
  for (double next = std::nextafter(guess, kInfinity); compare(exactly(next), x) <= 0;
       next = std::nextafter(guess, kInfinity))
    guess = next;
  return guess;
}

double round_up(const Dyadic& x) { return -round_down({-x.value, x.shift}); }

Polynomial Polynomial::constant(const Integer& x) {
  Polynomial p;
  p.coefficients_[0] = x;
  p.set_degree(0);
  return p;
}

Polynomial Polynomial::line(const Integer& from, const Integer& to) {
  Polynomial p;
  p.coefficients_[0] = from;
  p.coefficients_[1] = to - from;
  p.set_degree(1);
  return p;
}

void Polynomial::set_degree(int n) {
  while (n >= 0 && coefficients_[n].is_zero()) --n;
  degree_ = n;
}

Polynomial& Polynomial::operator+=(const Polynomial& y) {
  for (int i = 0; i <= y.degree(); ++i) coefficients_[i] += y[i];
  set_degree(std::max(degree(), y.degree()));
  return *this;
}

Polynomial& Polynomial::operator-=(const Polynomial& y) {
  for (int i = 0; i <= y.degree(); ++i) coefficients_[i] -= y[i];
  set_degree(std::max(degree(), y.degree()));
  return *this;
}

Polynomial operator+(const Polynomial& x, const Polynomial& y) {
  Polynomial sum = x;
  sum += y;
  return sum;
}

Polynomial operator-(const Polynomial& x, const Polynomial& y) {
  Polynomial difference = x;
  difference -= y;
  return difference;
}

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
  Polynomial product;
  if (x.is_zero() || y.is_zero()) return product;
  for (int i = 0; i <= x.degree(); ++i)
    for (int j = 0; j <= y.degree(); ++j) product.coefficients_[i + j] += x[i] * y[j];
  product.set_degree(x.degree() + y.degree());
  return product;
}

Polynomial Polynomial::derivative() const {
  Polynomial d;
  for (int i = 1; i <= degree_; ++i) d.coefficients_[i - 1] = coefficients_[i] * i;
  d.set_degree(degree_ - 1);
  return d;
}

Integer Polynomial::scaled_value(const Dyadic& t) const {
  // Horner on 2^(shift n) p(value / 2^shift).
  const int n = degree();
  if (n < 0) return 0;
  if (t.value.is_zero() && t.shift == 0) return coefficients_[0];
  Integer sum = coefficients_[n];
  for (int i = n - 1; i >= 0; --i) sum = sum * t.value + (coefficients_[i] << (t.shift * static_cast<unsigned>(n - i)));
  return sum;
}

RoundedPolynomial::RoundedPolynomial(const Polynomial& p) {
  // The largest coefficient is brought to between 1/2 and 1.
  unsigned bits = 0;
  for (int i = 0; i <= p.degree(); ++i) bits = std::max(bits, bits_of(p[i]));
  for (int i = 0; i <= p.degree(); ++i) c_[i] = leading(p[i], -static_cast<int>(bits));
}

int RoundedPolynomial::sign_on(double lo, double hi) const {
  // With T >= |t|, |p(t)| <= size and |p'(t)| <= slope, so p moves by at most slope (hi - lo). Coefficients are right
  // to a relative 2^-52 and Horner rounds six times: 2^-49 covers both on values of up to `size`, and the rounding of
  // the sums here. What becomes subnormal is off by less than the last term.
  const double t = std::max(std::abs(lo), std::abs(hi));
  const std::array<double, 4> c{std::abs(c_[0]), std::abs(c_[1]), std::abs(c_[2]), std::abs(c_[3])};
  const double size = ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
  const double slope = (3 * c[3] * t + 2 * c[2]) * t + c[1];
  const double error = 0x1p-49 * size + (hi - lo) * slope * (1 + 0x1p-40) + 0x1p-1000 * (1 + t * t * t);
  const double here = value(lo);
  if (here > error) return 1;
  return here < -error ? -1 : 0;
}

double RoundedPolynomial::root(double lo, double hi) const {
  const bool rising = value(lo) < value(hi);
  double t = 0.5 * (lo + hi);
  for (int round = 0; round < 100; ++round) {
    const double f = value(t);
    if (f == 0) break;
    ((f < 0) == rising ? lo : hi) = t;
    const double newton = t - f / ((3 * c_[3] * t + 2 * c_[2]) * t + c_[1]);
    const double next = newton > lo && newton < hi ? newton : 0.5 * (lo + hi);
    if (next == t || next <= lo || next >= hi) break;
    t = next;
  }
  return t;
}

void Polynomial::make_primitive() {
  Integer content = 0;
  for (const Integer& c : coefficients_) content = mp::gcd(content, c);
  if (content > 1)
    for (Integer& c : coefficients_) c /= content;
}

Polynomial gcd(Polynomial x, Polynomial y) {
  if (x.degree() < y.degree()) std::swap(x, y);
  while (!y.is_zero()) {
    // Pseudo-remainder: multiply so that each step of the division stays integral.
    const int dy = y.degree();
    if (dy == 0) return y;
    while (x.degree() >= dy) {
      const int dx = x.degree();
      const Integer lead_x = x[dx];
      const Integer& lead_y = y[dy];
      for (int i = 0; i < dx; ++i) x.coefficients_[i] *= lead_y;
      for (int i = 0; i < dy; ++i) x.coefficients_[dx - dy + i] -= lead_x * y[i];
      x.coefficients_[dx] = 0;
      x.set_degree(dx - 1);
    }
    std::swap(x, y);
  }
  return x;
}

Polynomial quotient(Polynomial x, const Polynomial& y) {
  Polynomial result;
  const int dy = y.degree();
  while (x.degree() >= dy) {
    const int dx = x.degree();
    const Integer lead_x = x[dx];
    const Integer& lead_y = y[dy];
    const Integer scale = abs(lead_y);
    for (Integer& c : x.coefficients_) c *= scale;
    for (Integer& c : result.coefficients_) c *= scale;
    const Integer term = lead_y.sign() > 0 ? lead_x : Integer(-lead_x);
    result.coefficients_[dx - dy] += term;
    for (int i = 0; i <= dy; ++i) x.coefficients_[dx - dy + i] -= term * y[i];
    x.set_degree(dx - 1);
  }
  result.set_degree(Polynomial::kMaxDegree);
  result.make_primitive();
  return result;
}

}  // namespace graze
