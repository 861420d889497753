// SPDX-License-Identifier: Apache-2.0
// Straight paths with a separation to keep: conservative advancement along separating directions. Along a fixed
// direction the gap of two corners is linear in time, so the time until one of them is down to the separation is a
// quotient; the direction between the closest points makes the steps converge quadratically.
#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "distance/closest_points.hpp"
#include "numeric/stable_norm.hpp"
#include "solver/linear/features.hpp"

namespace graze {
namespace {

constexpr int kMaxSteps = 10'000;

using Corners = std::array<Vector3, 4>;

// The corners relative to the first one's start, so that errors are relative to the size of the query, and all lengths
// times a power of two, so that squares neither overflow nor vanish. That costs no digits: what it makes underflow is
// small beside the floor in the error.
struct Centered {
  Corners place, velocity;
  double scale = 1.0;
  double error = 0.0;  // of any corner's place at any time of [0, 1]

  Centered(const LinearPair& pair, double separation) : count_(pair.size_a + pair.size_b) {
    if (!std::isfinite(center(pair))) {
      scale = 0.25;  // differences of the largest doubles
      center(pair);
    }
    moderate(separation);
    double size = 0.0;
    for (int c = 0; c < count_; ++c) size = std::max({size, place[c].norm(), velocity[c].norm()});
    // One rounding each in place and velocity, two in the sum; dot products with a unit direction add six more.
    error = 16 * rounding::kUlp * size + rounding::kFloor;
  }

 private:
  // The largest coordinate of what it sets.
  double center(const LinearPair& pair) {
    const Vector3 origin = scale * pair.corners[0].start;
    for (int c = 0; c < count_; ++c) {
      const auto& [start, end] = pair.corners[c];
      place[c] = scale * start - origin;
      velocity[c] = scale * end - scale * start;
    }
    return largest();
  }

  void moderate(double separation) {
    const double length = std::max(largest(), scale * separation);
    if (length == 0 || (length > 0x1p-100 && length < 0x1p100)) return;
    const double factor = std::ldexp(1.0, std::min(-std::ilogb(length), 1000));
    for (int c = 0; c < count_; ++c) {
      place[c] *= factor;
      velocity[c] *= factor;
    }
    scale *= factor;
  }

  double largest() const {
    double result = 0.0;
    for (int c = 0; c < count_; ++c)
      result = std::max({result, place[c].cwiseAbs().maxCoeff(), velocity[c].cwiseAbs().maxCoeff()});
    return result;
  }

  int count_;
};

ClosestPoints closest(const LinearPair& pair, const Corners& x) {
  const std::span<const Vector3> a(x.data(), pair.size_a);
  const std::span<const Vector3> b(x.data() + pair.size_a, pair.size_b);
  if (b.size() == 1) return {a[0], b[0]};
  if (a.size() == 1 && b.size() == 2) return {a[0], closest_on_segment(a[0], b[0], b[1])};
  return closest_of_features(a, b);
}

// The smallest gap of two corners along u.
double least_gap(const LinearPair& pair, const Corners& x, const Vector3& u) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < pair.size_a; ++i)
    for (int j = pair.size_a; j < pair.size_a + pair.size_b; ++j) least = std::min(least, (x[j] - x[i]).dot(u));
  return least;
}

// Features that are close for their size: the difference of the closest points has lost digits, and what it leans
// along an edge or face costs more than the gap. Made perpendicular to them, where that separates better.
Vector3 righted(const LinearPair& pair, const Corners& x, const Vector3& u, double good_gap) {
  Vector3 best = u;
  double best_gap = least_gap(pair, x, u);
  if (best_gap >= good_gap) return u;
  const auto offer = [&](const Vector3& v) {
    const Vector3 unit = (v.dot(u) < 0 ? -1 : 1) * unit_of(v);
    if (unit.isZero(0.0)) return;
    const double gap = least_gap(pair, x, unit);
    if (gap > best_gap) {
      best_gap = gap;
      best = unit;
    }
  };
  std::array<Vector3, 4> edges;
  int count = 0;
  if (pair.size_a == 2) edges[count++] = x[1] - x[0];
  for (int k = 1; k < pair.size_b; ++k) edges[count++] = x[pair.size_a + k] - x[pair.size_a];
  if (pair.size_b == 3) edges[count++] = x[3] - x[2];
  if (count >= 2) offer(edges[0].cross(edges[1]));
  for (int k = 0; k < count; ++k)
    if (const double square = edges[k].squaredNorm(); square > 0) offer(u - (u.dot(edges[k]) / square) * edges[k]);
  return best;
}

}  // namespace

ApproachResult linear_approach(const LinearPair& pair, const Interval& window, double asked_separation,
                               double tolerance) {
  const Centered paths(pair, asked_separation);
  const double separation = paths.scale * asked_separation;
  const double goal = separation + std::max(paths.scale * tolerance, 8 * paths.error);
  double time = window.lo();
  for (int step = 0; step < kMaxSteps; ++step) {
    Corners x;
    for (int c = 0; c < pair.size_a + pair.size_b; ++c) x[c] = paths.place[c] + time * paths.velocity[c];
    const ClosestPoints points = closest(pair, x);
    const Vector3 between = points.b - points.a;
    const double distance = between.norm();
    const double gap_proved = distance - 2 * paths.error;
    if (step == 0 && !(gap_proved > separation)) return {Decision::Impact, Interval(time), true};
    if (distance + 2 * paths.error <= goal) return {Decision::Impact, Interval(time), false};
    // A gap along u, |u| within 4 ulp of one, is a distance up to the error.
    const Vector3 u = righted(pair, x, unit_of(between), 0.1 * separation + 0.9 * distance);
    double advance = window.hi() - window.lo();
    for (int i = 0; i < pair.size_a; ++i)
      for (int j = pair.size_a; j < pair.size_a + pair.size_b; ++j) {
        const double gap = (x[j] - x[i]).dot(u) - separation * (1 + 8 * rounding::kUlp) - 2 * paths.error;
        const double rate = (paths.velocity[j] - paths.velocity[i]).dot(u) - paths.error;
        // The closest points are further apart than the separation, but no direction proves it: slivers.
        if (!(gap > 0)) return {Decision::Unknown, Interval(time, window.hi()), false};
        if (rate < 0) advance = std::min(advance, gap / -rate * (1 - 4 * rounding::kUlp));
      }
    const double next = rounding::down(time + advance);
    if (next >= window.hi() || advance >= window.hi() - window.lo()) return {Decision::Free, {}, false};
    if (next <= time) return {Decision::Unknown, Interval(time, window.hi()), false};
    time = next;
  }
  return {Decision::Unknown, Interval(time, window.hi()), false};
}

}  // namespace graze
