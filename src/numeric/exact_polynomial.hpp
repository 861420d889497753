// SPDX-License-Identifier: Apache-2.0
// Polynomials in time with exact integer coefficients: isolated roots, and the sign of another polynomial there.
// Slow beside doubles, never wrong: what a fast path hands over when it cannot tell.
#pragma once

#include <array>
#include <optional>
#include <vector>

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
// -1, 0 or 1.
int compare(const Dyadic& x, const Dyadic& y);
Dyadic middle(const Dyadic& x, const Dyadic& y);
// The largest double <= x, the smallest >= x.
double round_down(const Dyadic& x);
double round_up(const Dyadic& x);

// Of degree at most three. Coefficients from the constant up; leading zeros allowed.
class Polynomial {
 public:
  static constexpr int kMaxDegree = 3;

  Polynomial() = default;
  // from + t (to - from).
  static Polynomial line(const Integer& from, const Integer& to);

  int degree() const;  // -1 for zero
  bool is_zero() const { return degree() < 0; }
  const Integer& operator[](int i) const { return coefficients_[i]; }

  friend Polynomial operator+(const Polynomial& x, const Polynomial& y);
  friend Polynomial operator-(const Polynomial& x, const Polynomial& y);
  friend Polynomial operator*(const Polynomial& x, const Polynomial& y);

  Polynomial derivative() const;
  int sign_at(const Dyadic& t) const;
  // Some root in [lo, hi], which holds one, in plain doubles: a guess.
  double approximate_root(double lo, double hi) const;

 private:
  friend Polynomial gcd(Polynomial x, Polynomial y);
  friend Polynomial quotient(Polynomial x, const Polynomial& y);
  void make_primitive();

  std::array<Integer, kMaxDegree + 1> coefficients_;
};

// Up to a constant factor.
Polynomial gcd(Polynomial x, Polynomial y);
// x / y where y divides x, up to a positive constant factor.
Polynomial quotient(Polynomial x, const Polynomial& y);

// One root of a square-free polynomial: the only one in (lo, hi), or exactly lo when lo = hi.
class ExactRoot {
 public:
  // The instant t itself.
  static ExactRoot at(const Dyadic& t) { return {Polynomial(), t, t}; }

  const Dyadic& lo() const { return lo_; }
  const Dyadic& hi() const { return hi_; }
  bool is_point() const { return point_; }

  // The sign there of another polynomial; the bracket may shrink on the way.
  int sign_of(const Polynomial& p);
  // Makes the bracket at most this wide.
  void narrow(const Dyadic& width);

 private:
  friend std::vector<ExactRoot> roots_between(const Polynomial& p, const Dyadic& from, const Dyadic& to);
  ExactRoot(const Polynomial& p, const Dyadic& lo, const Dyadic& hi);
  void halve();
  // Cuts the bracket at t, if t is inside.
  void cut(const Dyadic& t);

  Polynomial polynomial_;
  Dyadic lo_, hi_;
  int sign_lo_ = 0;
  bool point_ = false;
};

// All distinct roots of p in [from, to], in order; p must not be zero.
std::vector<ExactRoot> roots_between(const Polynomial& p, const Dyadic& from, const Dyadic& to);

}  // namespace graze
