// SPDX-License-Identifier: Apache-2.0
#include "features/sturm.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace graze::testing {
namespace {

using Chain = std::vector<IntegerPolynomial>;

// f, g and their negated remainders.
Chain chain_of(IntegerPolynomial f, IntegerPolynomial g) {
  Chain chain{std::move(f)};
  while (!g.is_zero()) {
    chain.push_back(std::move(g));
    g = -remainder(chain[chain.size() - 2], chain.back());
  }
  return chain;
}

int variations(const Chain& chain, const BinaryFraction& t) {
  int count = 0;
  int last = 0;
  for (const IntegerPolynomial& p : chain) {
    const int s = p.sign_at(t);
    if (s == 0) continue;
    if (s == -last) ++count;
    last = s;
  }
  return count;
}

}  // namespace

BinaryFraction fraction(double x) {
  if (x == 0) return {};
  int exponent = 0;
  const auto digits = static_cast<std::int64_t>(std::ldexp(std::frexp(x, &exponent), 53));
  // In lowest terms: whole numbers of the grid make small polynomials.
  const int zeros = std::countr_zero(static_cast<std::uint64_t>(digits));
  mpz_class numerator = static_cast<long>(digits >> zeros);
  exponent += zeros - 53;
  if (exponent >= 0) return {numerator << static_cast<unsigned long>(exponent), 0};
  return {numerator, static_cast<unsigned long>(-exponent)};
}

BinaryFraction halfway(const BinaryFraction& x, const BinaryFraction& y) {
  const unsigned long shift = std::max(x.shift, y.shift);
  return {(x.numerator << (shift - x.shift)) + (y.numerator << (shift - y.shift)), shift + 1};
}

bool operator<(const BinaryFraction& x, const BinaryFraction& y) {
  return mpz_class(x.numerator << y.shift) < mpz_class(y.numerator << x.shift);
}

IntegerPolynomial::IntegerPolynomial(std::vector<mpz_class> coefficients) : c_(std::move(coefficients)) { trim(); }

void IntegerPolynomial::trim() {
  while (!c_.empty() && c_.back() == 0) c_.pop_back();
}

void IntegerPolynomial::divide_by_content() {
  mpz_class content = 0;
  for (const mpz_class& c : c_) content = gcd(content, c);
  if (content > 1)
    for (mpz_class& c : c_) mpz_divexact(c.get_mpz_t(), c.get_mpz_t(), content.get_mpz_t());
}

int IntegerPolynomial::sign_at(const BinaryFraction& t) const {
  mpz_class sum = 0;
  unsigned long shift = 0;
  for (std::size_t i = c_.size(); i-- > 0; shift += t.shift) {
    sum *= t.numerator;
    sum += c_[i] << shift;
  }
  return sgn(sum);
}

IntegerPolynomial IntegerPolynomial::derivative() const {
  IntegerPolynomial d;
  for (std::size_t i = 1; i < c_.size(); ++i) d.c_.push_back(c_[i] * static_cast<unsigned long>(i));
  return d;
}

IntegerPolynomial operator-(IntegerPolynomial x) {
  for (mpz_class& c : x.c_) mpz_neg(c.get_mpz_t(), c.get_mpz_t());
  return x;
}

IntegerPolynomial operator+(const IntegerPolynomial& x, const IntegerPolynomial& y) {
  IntegerPolynomial sum = x;
  sum.c_.resize(std::max(x.c_.size(), y.c_.size()));
  for (std::size_t i = 0; i < y.c_.size(); ++i) sum.c_[i] += y.c_[i];
  sum.trim();
  return sum;
}

IntegerPolynomial operator-(const IntegerPolynomial& x, const IntegerPolynomial& y) { return x + (-y); }

IntegerPolynomial operator*(const IntegerPolynomial& x, const IntegerPolynomial& y) {
  if (x.is_zero() || y.is_zero()) return {};
  std::vector<mpz_class> c(x.c_.size() + y.c_.size() - 1);
  for (std::size_t i = 0; i < x.c_.size(); ++i)
    for (std::size_t j = 0; j < y.c_.size(); ++j) c[i + j] += x.c_[i] * y.c_[j];
  return IntegerPolynomial(std::move(c));
}

IntegerPolynomial remainder(IntegerPolynomial x, const IntegerPolynomial& y) {
  const mpz_class scale = abs(y.lead());
  while (x.degree() >= y.degree()) {
    const mpz_class factor = sgn(y.lead()) > 0 ? x.lead() : mpz_class(-x.lead());
    const std::size_t offset = x.c_.size() - y.c_.size();
    for (mpz_class& c : x.c_) c *= scale;
    for (std::size_t i = 0; i < y.c_.size(); ++i) x.c_[offset + i] -= factor * y.c_[i];
    x.trim();
  }
  x.divide_by_content();
  return x;
}

IntegerPolynomial exact_quotient(IntegerPolynomial x, const IntegerPolynomial& y) {
  std::vector<mpz_class> quotient(x.c_.size());
  while (x.degree() >= y.degree()) {
    const mpz_class factor = x.lead();
    const std::size_t offset = x.c_.size() - y.c_.size();
    for (mpz_class& c : x.c_) c *= y.lead();
    for (mpz_class& c : quotient) c *= y.lead();
    quotient[offset] = factor;
    for (std::size_t i = 0; i < y.c_.size(); ++i) x.c_[offset + i] -= factor * y.c_[i];
    x.trim();
  }
  IntegerPolynomial result(std::move(quotient));
  result.divide_by_content();
  return result;
}

int AlgebraicTime::sign_of(const IntegerPolynomial& g) const {
  if (g.is_zero()) return 0;
  if (polynomial.is_zero()) return g.sign_at(lo);
  // The Tarski query of f and g between lo and hi: roots of f with g > 0 less those with g < 0, and there is one root.
  const Chain chain = chain_of(polynomial, remainder(polynomial.derivative() * g, polynomial));
  return variations(chain, lo) - variations(chain, hi);
}

RootFinder::RootFinder(IntegerPolynomial f) : f_(std::move(f)) {
  f_.divide_by_content();
  chain_ = chain_of(f_, f_.derivative());
  if (chain_.back().degree() > 0) divide(IntegerPolynomial(chain_.back()));
}

void RootFinder::divide(const IntegerPolynomial& factor) {
  f_ = exact_quotient(f_, factor);
  chain_ = chain_of(f_, f_.derivative());
}

void RootFinder::divide(const BinaryFraction& root) {
  divide(IntegerPolynomial({-root.numerator, mpz_class(1) << root.shift}));
}

std::vector<AlgebraicTime> RootFinder::inside(const BinaryFraction& lo, const BinaryFraction& hi) const {
  std::vector<AlgebraicTime> roots;
  if (!(lo < hi)) return roots;
  // Every fraction that is found to be a root is divided out.
  RootFinder left = *this;
  if (left.f_.sign_at(lo) == 0) left.divide(lo);
  if (left.f_.sign_at(hi) == 0) left.divide(hi);
  struct Piece {
    BinaryFraction lo, hi;
  };
  std::vector<Piece> pieces{{lo, hi}};
  while (!pieces.empty()) {
    const Piece piece = pieces.back();
    pieces.pop_back();
    const int count = variations(left.chain_, piece.lo) - variations(left.chain_, piece.hi);
    if (count == 0) continue;
    if (count == 1) {
      roots.push_back({left.f_, piece.lo, piece.hi});
      continue;
    }
    const BinaryFraction mid = halfway(piece.lo, piece.hi);
    if (left.f_.sign_at(mid) == 0) {
      roots.push_back({{}, mid, mid});
      left.divide(mid);
    }
    pieces.push_back({mid, piece.hi});
    pieces.push_back({piece.lo, mid});
  }
  return roots;
}

}  // namespace graze::testing
