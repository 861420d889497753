// SPDX-License-Identifier: Apache-2.0
#include "numeric/exact_polynomial.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace graze {
namespace {

namespace mp = boost::multiprecision;

int sign(const Integer& x) { return x.sign(); }

// Both values over the same power of two.
struct Aligned {
  Integer x, y;
  unsigned shift;
};
Aligned align(const Dyadic& x, const Dyadic& y) {
  const unsigned shift = std::max(x.shift, y.shift);
  return {x.value << (shift - x.shift), y.value << (shift - y.shift), shift};
}

// The polynomial's Bernstein coefficients on [lo, hi], up to a positive factor. Their changes of sign bound the number
// of roots strictly inside from above; none means no root, one means exactly one.
class Bernstein {
 public:
  Bernstein(const Polynomial& p, const Dyadic& lo, const Dyadic& hi) : degree_(p.degree()) {
    // Substitute t = (l + u w) / 2^s, w = h - l: a Taylor shift by l on integers, then powers of w.
    const Aligned ends = align(lo, hi);
    const Integer width = ends.y - ends.x;
    std::array<Integer, Polynomial::kMaxDegree + 1> c;
    for (int i = 0; i <= degree_; ++i) c[i] = p[i] << (ends.shift * static_cast<unsigned>(degree_ - i));
    for (int i = 0; i < degree_; ++i)
      for (int j = degree_ - 1; j >= i; --j) c[j] += c[j + 1] * ends.x;
    Integer power = 1;
    for (int i = 1; i <= degree_; ++i) {
      power *= width;
      c[i] *= power;
    }
    // b_k = sum_i C(k, i) / C(n, i) c_i, all times 6, the common multiple of the binomials for n <= 3.
    constexpr int kBinomial[4][4] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    for (int k = 0; k <= degree_; ++k) {
      Integer b = 0;
      for (int i = 0; i <= k; ++i) b += c[i] * (6 * kBinomial[k][i] / kBinomial[degree_][i]);
      signs_[k] = sign(b);
    }
  }

  int changes() const {
    int count = 0;
    int last = 0;
    for (int k = 0; k <= degree_; ++k) {
      if (signs_[k] == 0) continue;
      if (last != 0 && signs_[k] != last) ++count;
      last = signs_[k];
    }
    return count;
  }
  int at_lo() const { return signs_[0]; }
  int at_hi() const { return signs_[degree_]; }
  // The sign strictly inside, when there is no change.
  int inside() const {
    for (int k = 0; k <= degree_; ++k)
      if (signs_[k] != 0) return signs_[k];
    return 0;
  }

 private:
  int degree_;
  std::array<int, Polynomial::kMaxDegree + 1> signs_{};
};

}  // namespace

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
  return sign(both.x - both.y);
}

Dyadic middle(const Dyadic& x, const Dyadic& y) {
  const Aligned both = align(x, y);
  return {both.x + both.y, both.shift + 1};
}

double round_down(const Dyadic& x) {
  // A value within an ulp, then corrected by exact comparison.
  const int s = sign(x.value);
  if (s == 0) return 0.0;
  const Integer magnitude = abs(x.value);
  const unsigned bits = mp::msb(magnitude) + 1;
  const unsigned drop = bits > 64 ? bits - 64 : 0;
  const auto top = static_cast<unsigned long long>(magnitude >> drop);
  double guess = s * std::ldexp(static_cast<double>(top), static_cast<int>(drop) - static_cast<int>(x.shift));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  while (compare(exactly(guess), x) > 0) guess = std::nextafter(guess, -kInfinity);
  for (double next = std::nextafter(guess, kInfinity); compare(exactly(next), x) <= 0;
       next = std::nextafter(guess, kInfinity))
    guess = next;
  return guess;
}

double round_up(const Dyadic& x) { return -round_down({-x.value, x.shift}); }

Polynomial Polynomial::line(const Integer& from, const Integer& to) {
  Polynomial p;
  p.coefficients_[0] = from;
  p.coefficients_[1] = to - from;
  return p;
}

int Polynomial::degree() const {
  int n = kMaxDegree;
  while (n >= 0 && coefficients_[n].is_zero()) --n;
  return n;
}

Polynomial operator+(const Polynomial& x, const Polynomial& y) {
  Polynomial sum;
  for (int i = 0; i <= Polynomial::kMaxDegree; ++i) sum.coefficients_[i] = x[i] + y[i];
  return sum;
}

Polynomial operator-(const Polynomial& x, const Polynomial& y) {
  Polynomial difference;
  for (int i = 0; i <= Polynomial::kMaxDegree; ++i) difference.coefficients_[i] = x[i] - y[i];
  return difference;
}

Polynomial operator*(const Polynomial& x, const Polynomial& y) {
  Polynomial product;
  const int dx = x.degree();
  const int dy = y.degree();
  for (int i = 0; i <= dx; ++i)
    for (int j = 0; j <= dy; ++j) product.coefficients_[i + j] += x[i] * y[j];
  return product;
}

Polynomial Polynomial::derivative() const {
  Polynomial d;
  for (int i = 1; i <= kMaxDegree; ++i) d.coefficients_[i - 1] = coefficients_[i] * i;
  return d;
}

int Polynomial::sign_at(const Dyadic& t) const {
  // Horner on 2^(shift n) p(value / 2^shift).
  const int n = degree();
  if (n < 0) return 0;
  Integer sum = coefficients_[n];
  for (int i = n - 1; i >= 0; --i) sum = sum * t.value + (coefficients_[i] << (t.shift * static_cast<unsigned>(n - i)));
  return sign(sum);
}

double Polynomial::approximate_root(double lo, double hi) const {
  unsigned bits = 0;
  for (const Integer& c : coefficients_)
    if (!c.is_zero()) bits = std::max(bits, static_cast<unsigned>(mp::msb(abs(c))));
  const unsigned drop = bits > 900 ? bits - 900 : 0;
  std::array<double, kMaxDegree + 1> c;
  for (int i = 0; i <= kMaxDegree; ++i) c[i] = static_cast<double>(coefficients_[i] >> drop);
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
    while (x.degree() >= dy) {
      const int dx = x.degree();
      const Integer lead_x = x[dx];
      const Integer lead_y = y[dy];
      for (Integer& c : x.coefficients_) c *= lead_y;
      for (int i = 0; i <= dy; ++i) x.coefficients_[dx - dy + i] -= lead_x * y[i];
      if (dy == 0) return y;
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
    const Integer lead_y = y[dy];
    const Integer scale = abs(lead_y);
    for (Integer& c : x.coefficients_) c *= scale;
    for (Integer& c : result.coefficients_) c *= scale;
    const Integer term = lead_y.sign() > 0 ? lead_x : Integer(-lead_x);
    result.coefficients_[dx - dy] += term;
    for (int i = 0; i <= dy; ++i) x.coefficients_[dx - dy + i] -= term * y[i];
  }
  result.make_primitive();
  return result;
}

// The polynomial with the same roots, each once.
static Polynomial without_repeated_roots(const Polynomial& p) {
  const Polynomial repeated = gcd(p, p.derivative());
  return repeated.degree() > 0 ? quotient(p, repeated) : p;
}

ExactRoot::ExactRoot(const Polynomial& p, const Dyadic& lo, const Dyadic& hi)
    : polynomial_(p), lo_(lo), hi_(hi), sign_lo_(p.sign_at(lo)), point_(compare(lo, hi) == 0) {}

void ExactRoot::cut(const Dyadic& t) {
  if (point_ || compare(t, lo_) <= 0 || compare(t, hi_) >= 0) return;
  const int s = polynomial_.sign_at(t);
  if (s == 0) {
    lo_ = hi_ = t;
    point_ = true;
  } else {
    (s == sign_lo_ ? lo_ : hi_) = t;
  }
}

void ExactRoot::halve() { cut(middle(lo_, hi_)); }

void ExactRoot::narrow(const Dyadic& width) {
  const auto wide = [&] {
    const Aligned ends = align(lo_, hi_);
    return compare({ends.y - ends.x, ends.shift}, width) > 0;
  };
  if (point_ || !wide()) return;
  // Cut closely around where doubles think the root is; what that leaves to do is left to halving.
  const double guess = polynomial_.approximate_root(round_down(lo_), round_up(hi_));
  const Dyadic quarter{width.value, width.shift + 2};
  const Aligned below = align(exactly(guess), quarter);
  cut({below.x - below.y, below.shift});
  cut({below.x + below.y, below.shift});
  while (!point_ && wide()) halve();
}

int ExactRoot::sign_of(const Polynomial& p) {
  if (p.degree() <= 0) return sign(p[0]);
  if (point_) return p.sign_at(lo_);
  Bernstein here(p, lo_, hi_);
  if (here.changes() > 0) {
    narrow({1, 45});  // settles all but common and nearly common roots
    if (point_) return p.sign_at(lo_);
    here = Bernstein(p, lo_, hi_);
  }
  if (here.changes() > 0) {
    // A common root is a root of the gcd, which has at most this one here, and a simple one.
    const Polynomial common = gcd(polynomial_, p);
    if (common.degree() > 0 && common.sign_at(lo_) != common.sign_at(hi_)) return 0;
    while (here.changes() > 0) {
      halve();
      if (point_) return p.sign_at(lo_);
      here = Bernstein(p, lo_, hi_);
    }
  }
  return here.inside();
}

std::vector<ExactRoot> roots_between(const Polynomial& p, const Dyadic& from, const Dyadic& to) {
  std::vector<ExactRoot> roots;
  if (p.degree() == 0) return roots;
  // Multiple roots never come apart under subdivision; a polynomial that seems to have some is made square-free.
  Polynomial simple = p;
  bool square_free = p.degree() == 1;
  struct Piece {
    Dyadic lo, hi;
  };
  std::vector<Piece> open;
  if (simple.sign_at(from) == 0) roots.push_back({simple, from, from});
  if (compare(from, to) < 0) open.push_back({from, to});
  while (!open.empty()) {
    const Piece piece = open.back();
    open.pop_back();
    const Bernstein here(simple, piece.lo, piece.hi);
    const bool ends_clear = here.at_lo() != 0 && here.at_hi() != 0;
    if (here.changes() > 1 && !square_free) {
      simple = without_repeated_roots(p);
      square_free = true;
      open.push_back(piece);
      continue;
    }
    if (here.changes() == 1 && ends_clear) {
      roots.push_back({simple, piece.lo, piece.hi});
    } else if (here.changes() >= 1) {
      const Dyadic mid = middle(piece.lo, piece.hi);
      open.push_back({mid, piece.hi});
      open.push_back({piece.lo, mid});
      continue;
    }
    // The end belongs to the piece that it closes.
    if (here.at_hi() == 0) roots.push_back({simple, piece.hi, piece.hi});
  }
  return roots;
}

}  // namespace graze
