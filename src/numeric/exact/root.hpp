// SPDX-License-Identifier: Apache-2.0
// Roots of exact polynomials, isolated, and the sign of another polynomial there.
#pragma once

#include <vector>

#include "numeric/exact/polynomial.hpp"

namespace graze {

// One root of a square-free polynomial: the only one in (lo, hi), or exactly lo when lo = hi.
class ExactRoot {
 public:
  ExactRoot(const Polynomial& p, const Dyadic& lo, const Dyadic& hi);
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
  void halve();
  // Makes the bracket narrower, by half at least; soon each time by twice as many digits as the time before.
  void refine();
  // Cuts the bracket at t, if t is inside; the polynomial's sign there may be known, or 0.
  void cut(const Dyadic& t, int known_sign = 0);

  Polynomial polynomial_;
  Dyadic lo_, hi_;
  int sign_lo_ = 0;
  bool point_ = false;
  unsigned digits_ = 16;  // that the next refinement tries to gain
};

// All distinct roots of p in [from, to], in order; p must not be zero.
std::vector<ExactRoot> roots_between(const Polynomial& p, const Dyadic& from, const Dyadic& to);

}  // namespace graze
