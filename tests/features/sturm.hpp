// SPDX-License-Identifier: Apache-2.0
// Integer polynomials of any degree for the feature oracle: roots are counted by Sturm's theorem, and the sign of one
// polynomial at a root of another is a Tarski query. Shares nothing with the library's root isolation.
#pragma once

#include <vector>

#include <gmpxx.h>

namespace graze::testing {

// numerator / 2^shift.
struct BinaryFraction {
  mpz_class numerator = 0;
  unsigned long shift = 0;
};
BinaryFraction fraction(double x);
BinaryFraction halfway(const BinaryFraction& x, const BinaryFraction& y);
bool operator<(const BinaryFraction& x, const BinaryFraction& y);

// Coefficients from the constant up, no leading zeros; empty is zero.
class IntegerPolynomial {
 public:
  IntegerPolynomial() = default;
  explicit IntegerPolynomial(std::vector<mpz_class> coefficients);

  int degree() const { return static_cast<int>(c_.size()) - 1; }
  bool is_zero() const { return c_.empty(); }
  const mpz_class& lead() const { return c_.back(); }
  int sign_at(const BinaryFraction& t) const;
  IntegerPolynomial derivative() const;
  void divide_by_content();  // by the greatest common divisor of the coefficients

  friend IntegerPolynomial operator+(const IntegerPolynomial& x, const IntegerPolynomial& y);
  friend IntegerPolynomial operator-(const IntegerPolynomial& x, const IntegerPolynomial& y);
  friend IntegerPolynomial operator-(IntegerPolynomial x);
  friend IntegerPolynomial operator*(const IntegerPolynomial& x, const IntegerPolynomial& y);
  // The remainder of x / y, times a positive number.
  friend IntegerPolynomial remainder(IntegerPolynomial x, const IntegerPolynomial& y);
  // x / y, which leaves no rest, times a number that is not zero.
  friend IntegerPolynomial exact_quotient(IntegerPolynomial x, const IntegerPolynomial& y);

 private:
  void trim();

  std::vector<mpz_class> c_;
};

// A time: a fraction, or the only root of a square-free polynomial between two fractions that are not roots.
struct AlgebraicTime {
  IntegerPolynomial polynomial;  // zero: the time is lo
  BinaryFraction lo, hi;

  int sign_of(const IntegerPolynomial& g) const;
};

// The roots of a polynomial, which is not zero, by Sturm's theorem.
class RootFinder {
 public:
  explicit RootFinder(IntegerPolynomial f);
  // All that are strictly between the two.
  std::vector<AlgebraicTime> inside(const BinaryFraction& lo, const BinaryFraction& hi) const;

 private:
  void divide(const IntegerPolynomial& factor);
  void divide(const BinaryFraction& root);

  IntegerPolynomial f_;  // square-free
  std::vector<IntegerPolynomial> chain_;
};

}  // namespace graze::testing
