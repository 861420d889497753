// SPDX-License-Identifier: Apache-2.0
#include "numeric/exact_polynomial.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace graze {
namespace {

namespace mp = boost::multiprecision;

unsigned bits_of(const Integer& x) { return x.is_zero() ? 0 : static_cast<unsigned>(mp::msb(abs(x))) + 1; }

// x / 2^drop, to within a few units in the last place. Of the magnitude: in Boost 1.74 the right shift of a negative
// number can lose the sign.
double approximate(const Integer& x, unsigned drop) { return x.sign() * static_cast<double>(Integer(abs(x) >> drop)); }

}  // namespace
Aligned align(const Dyadic& x, const Dyadic& y) {
  const unsigned shift = std::max(x.shift, y.shift);
  return {x.value << (shift - x.shift), y.value << (shift - y.shift), shift};
}

Dyadic exactly(double x) {
  if (x == 0.0) return {};
  int exponent = 0;
  auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(digits));
  digits >>= zeros;
  exponent += zeros - 53;
  if (exponent >= 0) return {Integer(digits) << static_cast<unsigned>(exponent), 0};
  return {Integer(digits), static_cast<unsigned>(-exponent)};
}

int compare(const Dyadic& x, const Dyadic& y) {
  const Aligned both = align(x, y);
  return (both.x - both.y).sign();
}

Dyadic middle(const Dyadic& x, const Dyadic& y) {
  const Aligned both = align(x, y);
  return {both.x + both.y, both.shift + 1};
}

double round_down(const Dyadic& x) {
  // A value within an ulp, then corrected by exact comparison.
  const int s = x.value.sign();
  if (s == 0) return 0.0;
  const unsigned bits = bits_of(x.value);
  const unsigned drop = bits > 64 ? bits - 64 : 0;
  double guess = std::ldexp(approximate(x.value, drop), static_cast<int>(drop) - static_cast<int>(x.shift));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
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

double Polynomial::approximate_root(double lo, double hi) const {
  unsigned bits = 0;
  for (const Integer& c : coefficients_) bits = std::max(bits, bits_of(c));
  const unsigned drop = bits > 900 ? bits - 900 : 0;
  std::array<double, kMaxDegree + 1> c;
  for (int i = 0; i <= kMaxDegree; ++i) c[i] = approximate(coefficients_[i], drop);
  const auto value = [&c](double t) { return ((c[3] * t + c[2]) * t + c[1]) * t + c[0]; };
  const bool rising = value(lo) < value(hi);
  double t = 0.5 * (lo + hi);
  for (int round = 0; round < 100; ++round) {
    const double f = value(t);
    if (f == 0) break;
    ((f < 0) == rising ? lo : hi) = t;
    const double newton = t - f / ((3 * c[3] * t + 2 * c[2]) * t + c[1]);
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
