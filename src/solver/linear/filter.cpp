// SPDX-License-Identifier: Apache-2.0
// The filter: in plain doubles, and where they do not tell, with twice their digits. Everything is built from
// differences of coordinates, exact to one rounding in doubles and exact in pairs of them, so all error bounds are
// relative to the size of the query, wherever it lies.
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "distance/closest_points.hpp"
#include "numeric/stable_norm.hpp"
#include "solver/linear/first_overlap.hpp"

namespace graze {
namespace {

constexpr double kFinest = 0x1p-46;  // a bracket of a few steps of the clock is as good as doubles can do

template <class Number>
FourCorners<Number> corners_of(const LinearPair& pair) {
  FourCorners<Number> corners;
  for (std::size_t c = 0; c < 4; ++c) {
    const auto& [start, end] = pair.corners[c];
    corners.start[c] = {start.x(), start.y(), start.z()};
    corners.end[c] = {end.x(), end.y(), end.z()};
  }
  return corners;
}

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
    const double error = 64 * kRoundoff<double> * size * u.cwiseAbs().maxCoeff() + rounding::kFloor;
    bool apart = true;
    for (int i = 0; i < pair.size_a && apart; ++i)
      for (int j = pair.size_a; j < count && apart; ++j)
        apart = (first[j] - first[i]).dot(u) > error && (last[j] - last[i]).dot(u) > error;
    if (apart) return true;
  }
  return false;
}

// Is this an answer, with a bracket in which the features move by no more than the tolerance?
bool settled(const FilterResult& found, const LinearPair& pair, double tolerance) {
  if (found.decision != Decision::Impact) return found.decision == Decision::Free;
  const double width = found.bracket.hi() - found.bracket.lo();
  return width <= kFinest || width * relative_speed(pair) <= tolerance;
}

template <bool kEdges>
FilterResult filtered(const LinearPair& pair, const Interval& window, double tolerance) {
  const FourCorners<double> corners = corners_of<double>(pair);
  if (apart_along_axis<kEdges>(corners)) return {Decision::Free, {}};
  const Frame<double> frame = frame_of<kEdges>(corners);
  const bool moderate = frame.moderate();
  FilterResult found;
  if (moderate) found = first_overlap(frame, kEdges, window);
  if (settled(found, pair, tolerance)) return found;
  if (stay_apart(pair, window)) return {Decision::Free, {}};
  if (moderate) found = first_overlap(frame_of<kEdges>(corners_of<DoubleDouble>(pair)), kEdges, window);
  return settled(found, pair, tolerance) ? found : FilterResult{};
}

}  // namespace

double relative_speed(const LinearPair& pair) {
  const Vector3 common = pair.corners[0].end - pair.corners[0].start;
  double largest = 0.0;
  for (int c = 1; c < pair.size_a + pair.size_b; ++c)
    largest = std::max(largest, stable_norm(pair.corners[c].end - pair.corners[c].start - common));
  return 2 * largest * (1 + 1e-9);
}

FilterResult linear_filter(const LinearPair& pair, const Interval& window, double tolerance) {
  return pair.size_a == 2 ? filtered<true>(pair, window, tolerance) : filtered<false>(pair, window, tolerance);
}

}  // namespace graze
