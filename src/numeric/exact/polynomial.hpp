// SPDX-License-Identifier: Apache-2.0
// Polynomials in time with exact integer coefficients, and their signs at dyadic times.
// Slow beside doubles, never wrong: what a fast path hands over when it cannot tell.
#pragma once

#include <array>
#include <cstdint>

#include <boost/multiprecision/cpp_int.hpp>

namespace graze {

// Unbounded; numbers of up to 1024 bits, which is nearly all, do not touch the heap.
using Integer = boost::multiprecision::number<
    boost::multiprecision::cpp_int_backend<1024, 0, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::unchecked>,
    boost::multiprecision::et_off>;

// odd 2^exponent, or 0 with any exponent.
struct OddPart {
  std::int64_t odd = 0;
  int exponent = 0;
};
OddPart odd_part(double x);  // finite

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

// x to within a relative 2^-51.
double approximately(const Dyadic& x);

// Of degree at most three. Coefficients from the constant up.
class Polynomial {
 public:
  static constexpr int kMaxDegree = 3;

  Polynomial() = default;
  // Coefficients above the degree are zero, and not worth a copy.
  Polynomial(const Polynomial& x) : degree_(x.degree_) { copy_coefficients(x); }
  Polynomial& operator=(const Polynomial& x) {
    for (int i = x.degree_ + 1; i <= degree_; ++i) coefficients_[i] = 0;
    degree_ = x.degree_;
    copy_coefficients(x);
    return *this;
  }
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

 private:
  friend Polynomial gcd(Polynomial x, Polynomial y);
  friend Polynomial quotient(Polynomial x, const Polynomial& y);
  // Lets the degree fall from n to that of the last coefficient which is not zero.
  void set_degree(int n);
  void make_primitive();
  void copy_coefficients(const Polynomial& x) {
    for (int i = 0; i <= x.degree_; ++i) coefficients_[i] = x.coefficients_[i];
  }

  std::array<Integer, kMaxDegree + 1> coefficients_;
  int degree_ = -1;
};

// The same in plain doubles, up to a positive factor: what settles most signs, and says where a root should be.
class RoundedPolynomial {
 public:
  explicit RoundedPolynomial(const Polynomial& p);

  // The sign of p on all of [lo, hi], or 0 when doubles cannot tell.
  int sign_on(double lo, double hi) const;
  // Some root in [lo, hi], which holds one: a guess.
  double root(double lo, double hi) const;

 private:
  double value(double t) const { return ((c_[3] * t + c_[2]) * t + c_[1]) * t + c_[0]; }

  std::array<double, Polynomial::kMaxDegree + 1> c_{};
};

// Up to a constant factor.
Polynomial gcd(Polynomial x, Polynomial y);
// x / y where y divides x, up to a positive constant factor.
Polynomial quotient(Polynomial x, const Polynomial& y);

}  // namespace graze
