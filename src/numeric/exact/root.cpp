// SPDX-License-Identifier: Apache-2.0
#include "numeric/exact/root.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

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
      signs_[k] = b.sign();
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

// The polynomial with the same roots, each once.
Polynomial without_repeated_roots(const Polynomial& p) {
  const Polynomial repeated = gcd(p, p.derivative());
  return repeated.degree() > 0 ? quotient(p, repeated) : p;
}

}  // namespace

ExactRoot::ExactRoot(const Polynomial& p, const Dyadic& lo, const Dyadic& hi)
    : polynomial_(p), lo_(lo), hi_(hi), sign_lo_(p.sign_at(lo)), point_(compare(lo, hi) == 0) {}

void ExactRoot::cut(const Dyadic& t, int known_sign) {
  if (point_ || compare(t, lo_) <= 0 || compare(t, hi_) >= 0) return;
  const int s = known_sign != 0 ? known_sign : polynomial_.sign_at(t);
  if (s == 0) {
    lo_ = hi_ = t;
    point_ = true;
  } else {
    (s == sign_lo_ ? lo_ : hi_) = t;
  }
}

void ExactRoot::halve() { cut(middle(lo_, hi_)); }

// J. Abbott, "Quadratic interval refinement for real roots": the chord says in which of 2^digits cells of the bracket
// the root should be. As the bracket shrinks the chord gets better; when it is wrong, fewer cells.
void ExactRoot::refine() {
  if (point_) return;
  const Aligned ends = align(lo_, hi_);
  const Integer width = ends.y - ends.x;
  const Integer rise_lo = abs(polynomial_.scaled_value({ends.x, ends.shift}));
  const Integer rise_hi = abs(polynomial_.scaled_value({ends.y, ends.shift}));
  const Integer cell = (rise_lo << digits_) / (rise_lo + rise_hi);
  const Integer base = ends.x << digits_;
  // With a cell to either side, since the chord's cell is a guess.
  const Dyadic left{base + (cell - 1) * width, ends.shift + digits_};
  const Dyadic right{base + (cell + 2) * width, ends.shift + digits_};
  cut(left);
  cut(right);
  const bool hit = point_ || (compare(lo_, left) >= 0 && compare(hi_, right) <= 0);
  if (!hit) halve();
  digits_ = hit ? 2 * digits_ : std::max(digits_ / 2, 3u);
}

void ExactRoot::narrow(const Dyadic& width) {
  const auto wide = [&] {
    const Aligned ends = align(lo_, hi_);
    return compare({ends.y - ends.x, ends.shift}, width) > 0;
  };
  if (point_ || !wide()) return;
  // Cut closely around where doubles think the root is; what that leaves to do is left to halving.
  const RoundedPolynomial rounded(polynomial_);
  const double guess = rounded.root(approximately(lo_), approximately(hi_));
  const double quarter = 0.25 * approximately(width);
  for (const double t : {guess - quarter, guess + quarter}) cut(exactly(t), rounded.sign_on(t, t));
  while (!point_ && wide()) refine();
}

int ExactRoot::sign_of(const Polynomial& p) {
  if (p.degree() <= 0) return p[0].sign();
  narrow({1, 45});  // settles all but common and nearly common roots
  if (point_) return p.sign_at(lo_);
  const double lo = approximately(lo_);
  const double hi = approximately(hi_);
  constexpr double kSlack = 0x1p-51;
  if (const int s = RoundedPolynomial(p).sign_on(lo - kSlack * std::abs(lo), hi + kSlack * std::abs(hi)); s != 0)
    return s;
  Bernstein here(p, lo_, hi_);
  if (here.changes() > 0) {
    // A common root is a root of the gcd, which has at most this one here, and a simple one.
    const Polynomial common = gcd(polynomial_, p);
    if (common.degree() > 0 && common.sign_at(lo_) != common.sign_at(hi_)) return 0;
    while (here.changes() > 0) {
      refine();
      if (point_) return p.sign_at(lo_);
      here = Bernstein(p, lo_, hi_);
    }
  }
  return here.inside();
}

namespace {

// The roots of a square-free f strictly inside, each between critical points. Where f has no root in the bracket of a
// critical point, it has at most one from there to the next, since it is monotone between the brackets.
void add_roots_by_slope(const Polynomial& f, const Dyadic& lo, const Dyadic& hi, std::vector<ExactRoot>& roots) {
  Dyadic left = lo;
  const auto add_until = [&](const Dyadic& right) {
    if (f.sign_at(left) * f.sign_at(right) < 0) roots.emplace_back(f, left, right);
    left = right;
  };
  for (ExactRoot& critical : roots_between(f.derivative(), lo, hi)) {
    critical.sign_of(f);  // shrinks the bracket until f has one sign there
    add_until(middle(critical.lo(), critical.hi()));
  }
  add_until(hi);
}

// Halving takes a step for each bit of the distance of two roots: good for roots apart, hopeless at 2^-1000.
constexpr int kMaxHalvings = 40;

}  // namespace

std::vector<ExactRoot> roots_between(const Polynomial& p, const Dyadic& from, const Dyadic& to) {
  std::vector<ExactRoot> roots;
  if (p.degree() == 0) return roots;
  // Multiple roots never come apart under subdivision; a polynomial that seems to have some is made square-free.
  Polynomial simple = p;
  bool square_free = p.degree() == 1;
  struct Piece {
    Dyadic lo, hi;
    int halvings;
  };
  std::vector<Piece> open;
  if (simple.sign_at(from) == 0) roots.emplace_back(simple, from, from);
  if (compare(from, to) < 0) open.push_back({from, to, 0});
  while (!open.empty()) {
    const Piece piece = open.back();
    open.pop_back();
    const Bernstein here(simple, piece.lo, piece.hi);
    const bool ends_clear = here.at_lo() != 0 && here.at_hi() != 0;
    const bool stuck = piece.halvings >= kMaxHalvings;
    if (here.changes() > (stuck ? 0 : 1) && !square_free) {
      simple = without_repeated_roots(p);
      square_free = true;
      open.push_back(piece);
      continue;
    }
    if (here.changes() == 1 && ends_clear) {
      roots.emplace_back(simple, piece.lo, piece.hi);
    } else if (here.changes() >= 1 && stuck) {
      add_roots_by_slope(simple, piece.lo, piece.hi, roots);
    } else if (here.changes() >= 1) {
      const Dyadic mid = middle(piece.lo, piece.hi);
      open.push_back({mid, piece.hi, piece.halvings + 1});
      open.push_back({piece.lo, mid, piece.halvings + 1});
      continue;
    }
    // The end belongs to the piece that it closes.
    if (here.at_hi() == 0) roots.emplace_back(simple, piece.hi, piece.hi);
  }
  return roots;
}

}  // namespace graze
