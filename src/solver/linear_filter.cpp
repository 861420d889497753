// SPDX-License-Identifier: Apache-2.0
// The filter in plain doubles. Everything is built from differences of coordinates, each exact to one rounding, so all
// error bounds are relative to the size of the query, wherever it lies.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "distance/closest_points.hpp"
#include "solver/linear_features.hpp"

namespace graze {
namespace {

constexpr double kRoundoff = 0x1p-53;
constexpr double kFinest = 0x1p-46;  // a bracket of a few steps of the clock is as good as doubles can do

// Is every corner of a beyond every corner of b along a coordinate axis, at both ends of the paths? Then it is all the
// way. Comparisons of doubles are exact.
bool apart_along_axis(const LinearPair& pair) {
  const int count = pair.size_a + pair.size_b;
  for (int i = 0; i < 3; ++i) {
    bool above = true;
    bool below = true;
    for (const bool at_end : {false, true}) {
      const auto x = [&](int c) { return at_end ? pair.corners[c].end[i] : pair.corners[c].start[i]; };
      double lo_a = x(0);
      double hi_a = lo_a;
      for (int c = 1; c < pair.size_a; ++c) {
        lo_a = std::min(lo_a, x(c));
        hi_a = std::max(hi_a, x(c));
      }
      double lo_b = x(pair.size_a);
      double hi_b = lo_b;
      for (int c = pair.size_a + 1; c < count; ++c) {
        lo_b = std::min(lo_b, x(c));
        hi_b = std::max(hi_b, x(c));
      }
      above = above && lo_a > hi_b;
      below = below && hi_a < lo_b;
    }
    if (above || below) return true;
  }
  return false;
}

// A vector that goes from `start` to `end` while time goes from 0 to 1; its components are at most `size`.
struct MovingVector {
  Vector3 start, end;
  double size;

  MovingVector(const LinearPath& tip, const LinearPath& tail)
      : start(tip.start - tail.start),
        end(tip.end - tail.end),
        size(std::max(start.cwiseAbs().maxCoeff(), end.cwiseAbs().maxCoeff()) * (1 + 4 * kRoundoff)) {}
  Vector3 at(double t) const { return (1 - t) * start + t * end; }
  // So that no product of four of these, nor its error bound, leaves the range of doubles. What underflows in products
  // of smaller entries is then far below the error bound.
  bool moderate() const { return size > 0x1p-200 && size < 0x1p200; }
};

// The cubic f(t) = det(a, b, c)(t) by its Bernstein coefficients on [0, 1], with a bound on the error of any value
// computed from it.
class Coplanarity {
 public:
  Coplanarity(const MovingVector& a, const MovingVector& b, const MovingVector& c) {
    const Vector3 n00 = b.start.cross(c.start);
    const Vector3 mixed = b.start.cross(c.end) + b.end.cross(c.start);
    const Vector3 n11 = b.end.cross(c.end);
    coefficients_ = {a.start.dot(n00), (a.start.dot(mixed) + a.end.dot(n00)) / 3,
                     (a.end.dot(mixed) + a.start.dot(n11)) / 3, a.end.dot(n11)};
    // Each coefficient is a mean of determinants, sums of six products of entries that are at most `size` and carry
    // one rounding each; with the roundings of products and sums, fewer than 12 of each product: 72 roundings of m,
    // the product of sizes. A value is a convex combination of the coefficients, in three rounds of at most four
    // roundings of 6 m: another 72. (Times lie in [0, 1].)
    error_ = 160 * kRoundoff * (a.size * b.size * c.size) + rounding::kFloor;
  }

  double error() const { return error_; }
  double operator()(double t) const { return blossom(t, t, t); }
  double slope(double t) const {
    const auto& b = coefficients_;
    const double d0 = b[1] - b[0];
    const double d1 = b[2] - b[1];
    const double d2 = b[3] - b[2];
    const double e0 = d0 + t * (d1 - d0);
    return 3 * (e0 + t * (d1 + t * (d2 - d1) - e0));
  }
  // -1, 1, or 0 if the sign is not certain.
  int sign(double value) const { return value > error_ ? 1 : value < -error_ ? -1 : 0; }

  // Signs of the Bernstein coefficients on [l, r], a part of [0, 1].
  std::array<int, 4> signs(double l, double r) const {
    return {sign(blossom(l, l, l)), sign(blossom(l, l, r)), sign(blossom(l, r, r)), sign(blossom(r, r, r))};
  }

 private:
  // The polar form: de Casteljau's scheme with a parameter of its own in each round.
  double blossom(double x, double y, double z) const {
    const auto mix = [](double p, double q, double t) { return (1 - t) * p + t * q; };
    const auto& b = coefficients_;
    const double p0 = mix(b[0], b[1], x);
    const double p1 = mix(b[1], b[2], x);
    const double p2 = mix(b[2], b[3], x);
    return mix(mix(p0, p1, y), mix(p1, p2, y), z);
  }

  std::array<double, 4> coefficients_;
  double error_;
};

// Narrows [l, r], which holds exactly one root, with certain and opposite signs at its ends.
Interval narrowed(const Coplanarity& f, double l, double r) {
  const int rising = f.sign(f(r));
  double t = 0.5 * (l + r);
  for (int round = 0; round < 60; ++round) {
    const double value = f(t);
    const int s = f.sign(value);
    if (s == 0) break;
    (s == rising ? r : l) = t;
    const double newton = t - value / f.slope(t);
    const double next = newton > l && newton < r ? newton : 0.5 * (l + r);
    if (next == t || next <= l || next >= r) break;
    t = next;
  }
  // Close in from both sides: by twice the uncertainty of the root, growing.
  double reach = 4 * (f.error() / std::max(std::abs(f.slope(t)), 1e-300)) + 4 * kRoundoff;
  for (int round = 0; round < 24; ++round, reach *= 4) {
    const double lo = std::max(l, t - reach);
    const double hi = std::min(r, t + reach);
    if (f.sign(f(lo)) == -rising && f.sign(f(hi)) == rising) return {lo, hi};
  }
  return {l, r};
}

// Whether the features share a point where they are coplanar: 1 yes, -1 no, 0 not certain.
class Overlap {
 public:
  Overlap(const LinearPair& pair, const MovingVector& a, const MovingVector& b, const MovingVector& c)
      : is_edge_edge_(pair.size_a == 2), a_(a), b_(b), c_(c) {}

  // During [lo, hi], which is short. With n = a x b, a common point has weights over |n|^2 (vertex/face: c from the
  // corner where a and b start; edge/edge: c from the start of a to that of b).
  int during(const Interval& time) const {
    const double t = time.mid();
    const Vector3 a = a_.at(t);
    const Vector3 b = b_.at(t);
    const Vector3 c = c_.at(t);
    const Vector3 n = a.cross(b);
    const double square = n.squaredNorm();
    const double along_a = c.cross(b).dot(n);
    const double along_b = is_edge_edge_ ? c.cross(a).dot(n) : a.cross(c).dot(n);
    // Each is a polynomial of degree four in entries at most `size`, a sum of 12 (square) or fewer products; within
    // half the interval each factor moves by at most (hi - lo) size. 32 roundings cover the rest.
    const double change = 4 * (time.hi() - time.lo()) * 1.01 + 32 * kRoundoff;
    const double reach_a = 12 * a_.size * b_.size * b_.size * c_.size * change;
    const double reach_b = 12 * a_.size * a_.size * b_.size * c_.size * change;
    const double reach_n = 12 * a_.size * a_.size * b_.size * b_.size * change;
    int result = 1;
    const auto require = [&result](double weight, double margin) {
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
  bool is_edge_edge_;
  const MovingVector& a_;
  const MovingVector& b_;
  const MovingVector& c_;
};

// Exactly one change of sign, whatever the uncertain ones are: three would need s[0], -s[0], s[0], -s[0].
bool one_root(const std::array<int, 4>& s) { return s[0] != 0 && s[3] == -s[0] && (s[1] == s[0] || s[2] == s[3]); }

// Do the features stay apart along the direction between their closest points at one of a few instants? Along a fixed
// direction the gap between two corners is linear in time: positive at both ends, it is positive in between.
bool stay_apart(const LinearPair& pair, const Interval& window) {
  const Vector3 origin = pair.corners[0].start;
  const int count = pair.size_a + pair.size_b;
  double size = 0.0;
  for (int c = 0; c < count; ++c)
    size = std::max({size, (pair.corners[c].start - origin).cwiseAbs().maxCoeff(),
                     (pair.corners[c].end - origin).cwiseAbs().maxCoeff()});
  const auto place = [&](double t) {
    std::array<Vector3, 4> x;
    for (int c = 0; c < count; ++c)
      x[c] = (1 - t) * (pair.corners[c].start - origin) + t * (pair.corners[c].end - origin);
    return x;
  };
  const std::array<Vector3, 4> first = place(window.lo());
  const std::array<Vector3, 4> last = place(window.hi());
  for (const double t : {window.mid(), window.lo(), window.hi()}) {
    const std::array<Vector3, 4> x = place(t);
    const ClosestPoints closest = closest_of_features({x.data(), static_cast<std::size_t>(pair.size_a)},
                                                      {x.data() + pair.size_a, static_cast<std::size_t>(pair.size_b)});
    const Vector3 u = closest.b - closest.a;
    // Four roundings in a place, six in a dot product of differences of at most 2 size with u.
    const double error = 64 * kRoundoff * size * u.cwiseAbs().maxCoeff() + rounding::kFloor;
    bool apart = true;
    for (int i = 0; i < pair.size_a && apart; ++i)
      for (int j = pair.size_a; j < count && apart; ++j)
        apart = (first[j] - first[i]).dot(u) > error && (last[j] - last[i]).dot(u) > error;
    if (apart) return true;
  }
  return false;
}

// The first root of the coplanarity at which the features overlap, if doubles can tell.
FilterResult first_overlap(const Coplanarity& f, const Overlap& overlap, const Interval& window, double tolerance,
                           double speed) {
  // Earliest piece first; one that stays unclear ends the attempt.
  std::array<Interval, 16> open;
  int count = 0;
  open[count++] = window;
  constexpr int kPatience = 24;
  for (int round = 0; count > 0 && round < kPatience; ++round) {
    const Interval piece = open[--count];
    const std::array<int, 4> s = f.signs(piece.lo(), piece.hi());
    if (s[0] == 0) return {};
    const bool no_turn = s[1] == s[0] && s[2] == s[0];
    if (no_turn && s[3] == s[0]) continue;
    if (no_turn && s[3] == 0) return {};  // a root at the end, or none: no subdivision would tell
    if (one_root(s)) {
      const Interval root = narrowed(f, piece.lo(), piece.hi());
      const int touching = overlap.during(root);
      if (touching < 0) continue;
      const double width = root.hi() - root.lo();
      if (touching == 0 || (width * speed > tolerance && width > kFinest)) return {};
      return {Decision::Impact, root};
    }
    const double mid = piece.mid();
    if (count + 2 > static_cast<int>(open.size()) || !(mid > piece.lo() && mid < piece.hi())) return {};
    open[count++] = {mid, piece.hi()};
    open[count++] = {piece.lo(), mid};
  }
  return {count == 0 ? Decision::Free : Decision::Unknown, {}};
}

}  // namespace

FilterResult linear_filter(const LinearPair& pair, const Interval& window, double tolerance, double speed) {
  if (apart_along_axis(pair)) return {Decision::Free, {}};
  const auto& p = pair.corners;
  const bool edges = pair.size_a == 2;
  const MovingVector a = edges ? MovingVector(p[1], p[0]) : MovingVector(p[2], p[1]);
  const MovingVector b = edges ? MovingVector(p[3], p[2]) : MovingVector(p[3], p[1]);
  const MovingVector c = edges ? MovingVector(p[2], p[0]) : MovingVector(p[0], p[1]);
  FilterResult found;
  if (a.moderate() && b.moderate() && c.moderate())
    found = first_overlap(Coplanarity(a, b, c), Overlap(pair, a, b, c), window, tolerance, speed);
  if (found.decision == Decision::Unknown && stay_apart(pair, window)) return {Decision::Free, {}};
  return found;
}

}  // namespace graze
