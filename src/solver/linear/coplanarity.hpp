// SPDX-License-Identifier: Apache-2.0
// What the filter computes of a query, in doubles (Number = double), for a query in each lane (a pack: the same
// formulas, so the same bits), or with twice the digits (Number = DoubleDouble).
#pragma once

#include <type_traits>

#include "numeric/double_double.hpp"
#include "numeric/vector/pack.hpp"
#include "solver/linear/features.hpp"

namespace graze {

// No operation on a Number errs by more than this part of its result, differences of coordinates included.
template <class Number>
inline constexpr double kRoundoff = 0x1p-53;
template <>
inline constexpr double kRoundoff<DoubleDouble> = 0x1p-103;

// A pack is asked about its lanes at one time.
template <class Number>
using TimeOf = std::conditional_t<std::is_same_v<Number, DoubleDouble>, Number, double>;

template <class Number>
struct Triple {
  Number x, y, z;

  friend Triple operator+(const Triple& p, const Triple& q) { return {p.x + q.x, p.y + q.y, p.z + q.z}; }
  friend Triple operator-(const Triple& p, const Triple& q) { return {p.x - q.x, p.y - q.y, p.z - q.z}; }
  friend Triple operator*(const Number& s, const Triple& p) { return {s * p.x, s * p.y, s * p.z}; }
  Number dot(const Triple& q) const { return x * q.x + y * q.y + z * q.z; }
  Triple cross(const Triple& q) const { return {y * q.z - z * q.y, z * q.x - x * q.z, x * q.y - y * q.x}; }
  Number largest() const { return larger<Number>(larger<Number>(magnitude(x), magnitude(y)), magnitude(z)); }
};

// The corners of a vertex and a face (1 + 3) or of two edges (2 + 2), at both ends of their paths.
template <class Number>
struct FourCorners {
  std::array<Triple<Number>, 4> start, end;
};

// Is every corner of a beyond every corner of b along a coordinate axis, at both ends of the paths? Then it is all the
// way. Comparisons of doubles are exact.
template <bool kEdges, class Number>
inline auto apart_along(Number Triple<Number>::*axis, const FourCorners<Number>& corners) {
  const auto above = [axis](const std::array<Triple<Number>, 4>& p) {
    const Number hi_of_two = larger<Number>(p[2].*axis, p[3].*axis);
    if constexpr (kEdges)
      return smaller<Number>(p[0].*axis, p[1].*axis) > hi_of_two;
    else
      return p[0].*axis > larger<Number>(p[1].*axis, hi_of_two);
  };
  const auto below = [axis](const std::array<Triple<Number>, 4>& p) {
    const Number lo_of_two = smaller<Number>(p[2].*axis, p[3].*axis);
    if constexpr (kEdges)
      return larger<Number>(p[0].*axis, p[1].*axis) < lo_of_two;
    else
      return p[0].*axis < smaller<Number>(p[1].*axis, lo_of_two);
  };
  return either(both(above(corners.start), above(corners.end)), both(below(corners.start), below(corners.end)));
}
template <bool kEdges, class Number>
inline auto apart_along_axis(const FourCorners<Number>& corners) {
  using Axes = Triple<Number>;
  const auto along = [&corners](Number Axes::*axis) { return apart_along<kEdges>(axis, corners); };
  // One query may stop early, a pack would have to wait for the last lane.
  if constexpr (std::is_same_v<Number, double>)
    return along(&Axes::x) || along(&Axes::y) || along(&Axes::z);
  else
    return either(along(&Axes::x), either(along(&Axes::y), along(&Axes::z)));
}

// A vector that goes from `start` to `end` while time goes from 0 to 1; its components are at most `size`.
template <class Number>
struct MovingVector {
  Triple<Number> start, end;
  Number size;

  MovingVector(const FourCorners<Number>& corners, int tip, int tail)
      : start(corners.start[tip] - corners.start[tail]),
        end(corners.end[tip] - corners.end[tail]),
        size(larger<Number>(start.largest(), end.largest()) * (1 + 4 * 0x1p-53)) {}
  // So that no product of four of these, nor its error bound, leaves the range of doubles. What underflows in products
  // of smaller entries is then far below the error bound.
  auto moderate() const { return both(size > 0x1p-200, size < 0x1p200); }

  Triple<Number> at(const TimeOf<Number>& t) const { return (1.0 - t) * start + t * end; }
};

// The three differences of corners that the filter works with: along both edges and between them, or along two sides
// of the face and from their corner to the vertex.
template <class Number>
struct Frame {
  MovingVector<Number> a, b, c;

  auto moderate() const { return both(a.moderate(), both(b.moderate(), c.moderate())); }
};
template <bool kEdges, class Number>
inline Frame<Number> frame_of(const FourCorners<Number>& p) {
  if constexpr (kEdges)
    return {{p, 1, 0}, {p, 3, 2}, {p, 2, 0}};
  else
    return {{p, 2, 1}, {p, 3, 1}, {p, 0, 1}};
}

// The cubic f(t) = det(a, b, c)(t) by its Bernstein coefficients on [0, 1], with a bound on the error of any value
// computed from it.
template <class Number>
class Coplanarity {
 public:
  using Time = TimeOf<Number>;

  explicit Coplanarity(const Frame<Number>& frame) {
    const auto& [a, b, c] = frame;
    const Triple<Number> n00 = b.start.cross(c.start);
    const Triple<Number> mixed = b.start.cross(c.end) + b.end.cross(c.start);
    const Triple<Number> n11 = b.end.cross(c.end);
    coefficients_ = {a.start.dot(n00), (a.start.dot(mixed) + a.end.dot(n00)) / 3,
                     (a.end.dot(mixed) + a.start.dot(n11)) / 3, a.end.dot(n11)};
    // Each coefficient is a mean of determinants, sums of six products of entries that are at most `size` and carry
    // one rounding each; with the roundings of products and sums, fewer than 12 of each product: 72 roundings of m,
    // the product of sizes. A value is a convex combination of the coefficients, in three rounds of at most four
    // roundings of 6 m: another 72. (Times lie in [0, 1].)
    error_ = 160 * kRoundoff<Number> * (a.size * b.size * c.size) + rounding::kFloor;
  }

  const Number& error() const { return error_; }
  Number operator()(const Time& t) const { return blossom(t, t, t); }
  // In doubles: a guide for the search, not a bound.
  double slope(double t) const {
    const auto difference = [this](int i) { return rounded(coefficients_[i + 1] - coefficients_[i]); };
    const double d0 = difference(0);
    const double d1 = difference(1);
    const double d2 = difference(2);
    const double e0 = d0 + t * (d1 - d0);
    return 3 * (e0 + t * (d1 + t * (d2 - d1) - e0));
  }
  // The Bernstein coefficients on [l, r], a part of [0, 1].
  std::array<Number, 4> on(double l, double r) const {
    if (l == 0 && r == 1) return coefficients_;
    return {blossom(l, l, l), blossom(l, l, r), blossom(l, r, r), blossom(r, r, r)};
  }
  // Has f one certain sign on the window, by these coefficients?
  auto has_no_root(const Interval& window) const {
    const std::array<Number, 4> b = on(window.lo(), window.hi());
    const Number least = smaller<Number>(smaller<Number>(b[0], b[1]), smaller<Number>(b[2], b[3]));
    const Number most = larger<Number>(larger<Number>(b[0], b[1]), larger<Number>(b[2], b[3]));
    return either(least > error_, most < -error_);
  }

 private:
  // The polar form: de Casteljau's scheme with a parameter of its own in each round.
  Number blossom(const Time& x, const Time& y, const Time& z) const {
    const auto mix = [](const Number& p, const Number& q, const Time& t) -> Number { return (1.0 - t) * p + t * q; };
    const auto& b = coefficients_;
    const Number p0 = mix(b[0], b[1], x);
    const Number p1 = mix(b[1], b[2], x);
    const Number p2 = mix(b[2], b[3], x);
    return mix(mix(p0, p1, y), mix(p1, p2, y), z);
  }

  std::array<Number, 4> coefficients_;
  Number error_;
};

}  // namespace graze
