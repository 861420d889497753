// SPDX-License-Identifier: Apache-2.0
// The filter in plain doubles. Everything is built from differences of coordinates, each exact to one rounding, so all
// error bounds are relative to the size of the query, wherever it lies.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "distance/closest_points.hpp"
#include "solver/linear_coplanarity.hpp"

namespace graze {
namespace {

constexpr double kFinest = 0x1p-46;  // a bracket of a few steps of the clock is as good as doubles can do

FourCorners<double> corners_of(const LinearPair& pair) {
  FourCorners<double> corners;
  for (std::size_t c = 0; c < 4; ++c) {
    const auto& [start, end] = pair.corners[c];
    corners.start[c] = {start.x(), start.y(), start.z()};
    corners.end[c] = {end.x(), end.y(), end.z()};
  }
  return corners;
}

Vector3 vector_at(const MovingVector<double>& v, double t) {
  const Vector3 start(v.start.x, v.start.y, v.start.z);
  const Vector3 end(v.end.x, v.end.y, v.end.z);
  return (1 - t) * start + t * end;
}

using Cubic = Coplanarity<double>;

// -1, 1, or 0 if the sign of this value of f is not certain.
int sign_of(const Cubic& f, double value) { return value > f.error() ? 1 : value < -f.error() ? -1 : 0; }

// Narrows [l, r], which holds exactly one root, with certain and opposite signs at its ends.
Interval narrowed(const Cubic& f, double l, double r) {
  const int rising = sign_of(f, f(r));
  double t = 0.5 * (l + r);
  for (int round = 0; round < 60; ++round) {
    const double value = f(t);
    const int s = sign_of(f, value);
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
    if (sign_of(f, f(lo)) == -rising && sign_of(f, f(hi)) == rising) return {lo, hi};
  }
  return {l, r};
}

// Whether the features share a point where they are coplanar: 1 yes, -1 no, 0 not certain.
class Overlap {
 public:
  Overlap(const Frame<double>& frame, bool edges) : frame_(frame), is_edge_edge_(edges) {}

  // During [lo, hi], which is short. With n = a x b, a common point has weights over |n|^2 (vertex/face: c from the
  // corner where a and b start; edge/edge: c from the start of a to that of b).
  int during(const Interval& time) const {
    const double t = time.mid();
    const Vector3 a = vector_at(frame_.a, t);
    const Vector3 b = vector_at(frame_.b, t);
    const Vector3 c = vector_at(frame_.c, t);
    const Vector3 n = a.cross(b);
    const double square = n.squaredNorm();
    const double along_a = c.cross(b).dot(n);
    const double along_b = is_edge_edge_ ? c.cross(a).dot(n) : a.cross(c).dot(n);
    // Each is a polynomial of degree four in entries at most `size`, a sum of 12 (square) or fewer products; within
    // half the interval each factor moves by at most (hi - lo) size. 32 roundings cover the rest.
    const double change = 4 * (time.hi() - time.lo()) * 1.01 + 32 * kRoundoff;
    const double size_a = frame_.a.size;
    const double size_b = frame_.b.size;
    const double reach_a = 12 * size_a * size_b * size_b * frame_.c.size * change;
    const double reach_b = 12 * size_a * size_a * size_b * frame_.c.size * change;
    const double reach_n = 12 * size_a * size_a * size_b * size_b * change;
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
  const Frame<double>& frame_;
  bool is_edge_edge_;
};

// Of the Bernstein coefficients on a part of [0, 1].
std::array<int, 4> signs_on(const Cubic& f, const Interval& part) {
  const std::array<double, 4> b = f.on(part.lo(), part.hi());
  return {sign_of(f, b[0]), sign_of(f, b[1]), sign_of(f, b[2]), sign_of(f, b[3])};
}

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
FilterResult first_overlap(const LinearPair& pair, const Frame<double>& frame, const Interval& window,
                           double tolerance) {
  const Cubic f(frame);
  const Overlap overlap(frame, pair.size_a == 2);
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
      const Interval root = narrowed(f, piece.lo(), piece.hi());
      const int touching = overlap.during(root);
      if (touching < 0) continue;
      const double width = root.hi() - root.lo();
      if (touching == 0 || (width > kFinest && width * relative_speed(pair) > tolerance)) return {};
      return {Decision::Impact, root};
    }
    const double mid = piece.mid();
    if (count + 2 > static_cast<int>(open.size()) || !(mid > piece.lo() && mid < piece.hi())) return {};
    open[count++] = {mid, piece.hi()};
    open[count++] = {piece.lo(), mid};
  }
  return {count == 0 ? Decision::Free : Decision::Unknown, {}};
}

template <bool kEdges>
FilterResult filtered(const LinearPair& pair, const Interval& window, double tolerance) {
  const FourCorners<double> corners = corners_of(pair);
  if (apart_along_axis<kEdges>(corners)) return {Decision::Free, {}};
  const Frame<double> frame = frame_of<kEdges>(corners);
  FilterResult found;
  if (frame.moderate()) found = first_overlap(pair, frame, window, tolerance);
  if (found.decision == Decision::Unknown && stay_apart(pair, window)) return {Decision::Free, {}};
  return found;
}

}  // namespace

double relative_speed(const LinearPair& pair) {
  const Vector3 common = pair.corners[0].end - pair.corners[0].start;
  double largest = 0.0;
  for (int c = 1; c < pair.size_a + pair.size_b; ++c)
    largest = std::max(largest, (pair.corners[c].end - pair.corners[c].start - common).norm());
  return 2 * largest * (1 + 1e-9);
}

FilterResult linear_filter(const LinearPair& pair, const Interval& window, double tolerance) {
  return pair.size_a == 2 ? filtered<true>(pair, window, tolerance) : filtered<false>(pair, window, tolerance);
}

}  // namespace graze
