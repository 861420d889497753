// SPDX-License-Identifier: Apache-2.0
// Polynomials in time with exact integer coefficients, and their signs at dyadic times.
// Slow beside doubles, never wrong: what a fast path hands over when it cannot tell.
#pragma once

#include <array>

#include <boost/multiprecision/cpp_int.hpp>

namespace graze {

// Unbounded; numbers of up to 1024 bits, which is nearly all, do not touch the heap.
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<1024, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked>,
    boost::multiprecision::et_off>;

// value / 2^shift.
struct Dyadic {
  Integer value;
  unsigned shift = 0;
};
Dyadic exactly(double x);  // finite
// Both over the same power of two.
struct Aligned {
  Integer x, y;
  unsigned shift;
};
Aligned align(const Dyadic& x, const Dyadic& y);
// -1, 0 or 1.
int compare(const Dyadic& x, const Dyadic& y);
Dyadic middle(const Dyadic& x, const Dyadic& y);
// The largest double <= x, the smallest >= x.
double round_down(const Dyadic& x);
double round_up(const Dyadic& x);

// Of degree at most three. Coefficients from the constant up.
class Polynomial {
 public:
  static constexpr int kMaxDegree = 3;

  Polynomial() = default;
  static Polynomial constant(const Integer& x);
  // from + t (to - from).
  static Polynomial line(const Integer& from, const Integer& to);

  int degree() const { return degree_; }  // -1 for zero
  bool is_zero() const { return degree_ < 0; }
  const Integer& operator[](int i) const { return coefficients_[i]; }

  Polynomial& operator+=(const Polynomial& y);
  Polynomial& operator-=(const Polynomial& y);
  friend Polynomial operator+(const Polynomial& x, const Polynomial& y);
  friend Polynomial operator-(const Polynomial& x, const Polynomial& y);
  friend Polynomial operator*(const Polynomial& x, const Polynomial& y);

  Polynomial derivative() const;
  // The value at t times 2^(t.shift * degree()).
  Integer scaled_value(const Dyadic& t) const;
  int sign_at(const Dyadic& t) const { return scaled_value(t).sign(); }
  // Some root in [lo, hi], which holds one, in plain doubles: a guess.
  double approximate_root(double lo, double hi) const;

 private:
  friend Polynomial gcd(Polynomial x, Polynomial y);
  friend Polynomial quotient(Polynomial x, const Polynomial& y);
  // Lets the degree fall from n to that of the last coefficient which is not zero.
  void set_degree(int n);
  void make_primitive();

  std::array<Integer, kMaxDegree + 1> coefficients_;
  int degree_ = -1;
};

// Up to a constant factor.
Polynomial gcd(Polynomial x, Polynomial y);
// x / y where y divides x, up to a positive constant factor.
Polynomial quotient(Polynomial x, const Polynomial& y);

}  // namespace graze
