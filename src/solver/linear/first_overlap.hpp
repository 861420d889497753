// SPDX-License-Identifier: Apache-2.0
// The first time at which two features on straight paths are coplanar and share a point, if the Number's digits tell.
#pragma once

#include <algorithm>
#include <cmath>

#include "numeric/infinity.hpp"
#include "solver/linear/coplanarity.hpp"

namespace graze {

template <class Number>
struct Bracket {
  Number lo, hi;

  Number width() const { return hi - lo; }
  // In doubles, rounded outward.
  Interval outward() const;
};
template <>
inline Interval Bracket<double>::outward() const {
  return {lo, hi};
}
template <>
inline Interval Bracket<DoubleDouble>::outward() const {
  return {lo.rest < 0 ? std::nextafter(lo.value, -kInfinity) : lo.value,
          hi.rest > 0 ? std::nextafter(hi.value, kInfinity) : hi.value};
}

// -1, 1, or 0 if the sign of this value of f is not certain.
template <class Number>
int sign_of(const Coplanarity<Number>& f, const Number& value) {
  return value > f.error() ? 1 : value < -f.error() ? -1 : 0;
}

// Narrows [l, r], which holds exactly one root, with certain and opposite signs at its ends.
template <class Number>
Bracket<Number> narrowed(const Coplanarity<Number>& f, Number l, Number r) {
  const int rising = sign_of(f, f(r));
  Number t = 0.5 * (l + r);
  for (int round = 0; round < 60; ++round) {
    const Number value = f(t);
    const int s = sign_of(f, value);
    if (s == 0) break;
    (s == rising ? r : l) = t;
    const Number newton = t - value / f.slope(rounded(t));
    const Number next = newton > l && newton < r ? newton : 0.5 * (l + r);
    if (next == t || next <= l || next >= r) break;
    t = next;
  }
  // Close in from both sides: by twice the uncertainty of the root, growing.
  const double uncertain = rounded(f.error()) / std::max(std::abs(f.slope(rounded(t))), 1e-300);
  double reach = 4 * (uncertain + kRoundoff<Number>);
  for (int round = 0; round < 24; ++round, reach *= 4) {
    const Number lo = larger<Number>(l, t - reach);
    const Number hi = smaller<Number>(r, t + reach);
    if (sign_of(f, f(lo)) == -rising && sign_of(f, f(hi)) == rising) return {lo, hi};
  }
  return {l, r};
}

// Whether the features share a point where they are coplanar: 1 yes, -1 no, 0 not certain.
template <class Number>
class Overlap {
 public:
  Overlap(const Frame<Number>& frame, bool edges) : frame_(frame), is_edge_edge_(edges) {}

  // During a time which is short. With n = a x b, a common point has weights over |n|^2 (vertex/face: c from the
  // corner where a and b start; edge/edge: c from the start of a to that of b).
  int during(const Bracket<Number>& time) const {
    const Number t = 0.5 * (time.lo + time.hi);
    const Triple<Number> a = frame_.a.at(t);
    const Triple<Number> b = frame_.b.at(t);
    const Triple<Number> c = frame_.c.at(t);
    const Triple<Number> n = a.cross(b);
    const Number square = n.dot(n);
    const Number along_a = c.cross(b).dot(n);
    const Number along_b = is_edge_edge_ ? c.cross(a).dot(n) : a.cross(c).dot(n);
    // Each is a polynomial of degree four in entries at most `size`, a sum of 12 (square) or fewer products; within
    // half the interval each factor moves by at most (hi - lo) size. Exchanged one after the other, with the other
    // three at most `size` before and after, four factors change a product by 4 (hi - lo) sizes: linear in the time,
    // however long that is. 32 roundings cover the rest.
    const double change = 4 * rounded(time.width()) * 1.01 + 32 * kRoundoff<Number>;
    const double size_a = rounded(frame_.a.size);
    const double size_b = rounded(frame_.b.size);
    const double size_c = rounded(frame_.c.size);
    const double reach_a = 12 * size_a * size_b * size_b * size_c * change;
    const double reach_b = 12 * size_a * size_a * size_b * size_c * change;
    const double reach_n = 12 * size_a * size_a * size_b * size_b * change;
    int result = 1;
    const auto require = [&result](const Number& weight, double margin) {
      if (weight < -margin)
        result = -1;
      else if (!(weight > margin) && result > 0)
        result = 0;
    };
    require(along_a, reach_a);
    require(along_b, reach_b);
    if (is_edge_edge_) {
      require(square - along_a, reach_n + reach_a);
      require(square - along_b, reach_n + reach_b);
    } else {
      require(square - along_a - along_b, reach_n + reach_a + reach_b);
    }
    return result;
  }

 private:
  const Frame<Number>& frame_;
  bool is_edge_edge_;
};

// Of the Bernstein coefficients on a part of [0, 1].
template <class Number>
std::array<int, 4> signs_on(const Coplanarity<Number>& f, const Interval& part) {
  const std::array<Number, 4> b = f.on(part.lo(), part.hi());
  return {sign_of(f, b[0]), sign_of(f, b[1]), sign_of(f, b[2]), sign_of(f, b[3])};
}

// Exactly one change of sign, whatever the uncertain ones are: three would need s[0], -s[0], s[0], -s[0].
inline bool one_root(const std::array<int, 4>& s) {
  return s[0] != 0 && s[3] == -s[0] && (s[1] == s[0] || s[2] == s[3]);
}

// The first root of the coplanarity at which the features overlap, if that is certain.
template <class Number>
FilterResult first_overlap(const Frame<Number>& frame, bool edges, const Interval& window) {
  const Coplanarity<Number> f(frame);
  const Overlap<Number> overlap(frame, edges);
  // Earliest piece first; one that stays unclear ends the attempt.
  std::array<Interval, 16> open;
  int count = 0;
  open[count++] = window;
  constexpr int kPatience = 24;
  for (int round = 0; count > 0 && round < kPatience; ++round) {
    const Interval piece = open[--count];
    const std::array<int, 4> s = signs_on(f, piece);
    if (s[0] == 0) return {};
    const bool no_turn = s[1] == s[0] && s[2] == s[0];
    if (no_turn && s[3] == s[0]) continue;
    if (no_turn && s[3] == 0) return {};  // a root at the end, or none: no subdivision would tell
    if (one_root(s)) {
      const Bracket<Number> root = narrowed<Number>(f, piece.lo(), piece.hi());
      const int touching = overlap.during(root);
      if (touching < 0) continue;
      return touching > 0 ? FilterResult{Decision::Impact, root.outward()} : FilterResult{};
    }
    const double mid = piece.mid();
    if (count + 2 > static_cast<int>(open.size()) || !(mid > piece.lo() && mid < piece.hi())) return {};
    open[count++] = {mid, piece.hi()};
    open[count++] = {piece.lo(), mid};
  }
  return {count == 0 ? Decision::Free : Decision::Unknown, {}};
}

}  // namespace graze
