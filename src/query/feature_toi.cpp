// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <graze/features.hpp>

#include "distance/closest_points.hpp"
#include "numeric/stable_norm.hpp"
#include "query/feature_checks.hpp"
#include "solver/linear/features.hpp"

namespace graze {
namespace {

// x - x is 0 for what is finite and NaN for what is not.
bool all_finite(const LinearPair& pair) {
  Vector3 sum = Vector3::Zero();
  for (int c = 0; c < pair.size_a + pair.size_b; ++c) {
    const auto& [start, end] = pair.corners[c];
    sum += (start - start) + (end - end);
  }
  return sum.x() + sum.y() + sum.z() == 0;
}

// A power of two that brings coordinates into a range where fourth powers neither overflow nor vanish.
double moderate_scale(const LinearPair& pair) {
  double largest = 0.0;
  for (int c = 0; c < pair.size_a + pair.size_b; ++c)
    largest =
        std::max({largest, pair.corners[c].start.cwiseAbs().maxCoeff(), pair.corners[c].end.cwiseAbs().maxCoeff()});
  if (largest == 0 || (largest > 0x1p-100 && largest < 0x1p100)) return 1.0;
  return std::ldexp(1.0, std::min(-std::ilogb(largest), 1000));
}

// Weights and normal of the features as they are at `time`.
void describe(const LinearPair& pair, double time, FeatureToi& toi) {
  std::array<Vector3, 4> x;
  const double scale = moderate_scale(pair);
  const Vector3 origin = scale * pair.corners[0].start;
  for (int c = 0; c < pair.size_a + pair.size_b; ++c)
    x[c] = (1 - time) * (scale * pair.corners[c].start - origin) + time * (scale * pair.corners[c].end - origin);
  const std::span<const Vector3> a(x.data(), pair.size_a);
  const std::span<const Vector3> b(x.data() + pair.size_a, pair.size_b);
  ClosestPoints points{a[0], b[0]};
  Vector3 normal = Vector3::Zero();
  if (b.size() == 3) {
    points = closest_of_features(a, b);
    normal = (b[1] - b[0]).cross(b[2] - b[0]);
  } else if (a.size() == 2) {
    points = closest_of_features(a, b);
    normal = (a[1] - a[0]).cross(b[1] - b[0]);
  } else if (b.size() == 2) {
    points.b = closest_on_segment(a[0], b[0], b[1]);
  }
  toi.weights_a = corner_weights(a, points.a);
  toi.weights_b = corner_weights(b, points.b);
  const Vector3 between = points.b - points.a;
  normal = unit_of(normal);
  if (normal.isZero(0.0)) normal = unit_of(between);
  toi.normal = between.dot(normal) < 0 ? Vector3(-normal) : normal;
}

// For an impact described at the end of its bracket, where the features may have passed each other: b is where a goes.
void face_the_approach(const LinearPair& pair, FeatureToi& toi) {
  Vector3 approach = Vector3::Zero();
  for (int c = 0; c < pair.size_a + pair.size_b; ++c) {
    const auto& [start, end] = pair.corners[c];
    const bool of_a = c < pair.size_a;
    const auto corner = static_cast<std::size_t>(of_a ? c : c - pair.size_a);
    approach += (of_a ? toi.weights_a[corner] : -toi.weights_b[corner]) * (end - start);
  }
  if (approach.dot(toi.normal) < 0) toi.normal = -toi.normal;
}

FeatureToi with_separation(const LinearPair& pair, const FeatureQuery& query) {
  FeatureToi toi;
  const ApproachResult found = linear_approach(pair, query.window, query.separation, query.tolerance);
  toi.bracket = Interval(query.window.hi());
  if (found.decision == Decision::Free) return toi;
  toi.verdict = found.at_start                       ? Verdict::InitialContact
                : found.decision == Decision::Impact ? Verdict::Impact
                                                     : Verdict::Undecided;
  toi.bracket = found.bracket;
  describe(pair, found.bracket.lo(), toi);
  return toi;
}

FeatureToi solve(const LinearPair& pair, const FeatureQuery& query) {
  if (query.separation > 0) return with_separation(pair, query);
  FeatureToi toi;
  toi.bracket = Interval(query.window.hi());
  FilterResult filtered;
  if (pair.size_a + pair.size_b == 4) filtered = linear_filter(pair, query.window, query.tolerance);
  if (filtered.decision == Decision::Free) return toi;
  if (filtered.decision == Decision::Impact) {
    toi.verdict = Verdict::Impact;
    toi.bracket = filtered.bracket;
  } else {
    const double speed = relative_speed(pair);
    const double time_step = speed > 0 ? std::min(query.tolerance / speed, 1.0) : 1.0;
    const ExactResult exact = linear_exact(pair, query.window, time_step);
    toi.exact = true;
    if (!exact.contact) return toi;
    toi.verdict = exact.at_start ? Verdict::InitialContact : Verdict::Impact;
    toi.bracket = exact.bracket;
  }
  describe(pair, toi.bracket.hi(), toi);
  if (toi.verdict == Verdict::Impact) face_the_approach(pair, toi);
  return toi;
}

FeatureToi checked(const LinearPair& pair, const FeatureQuery& query) {
  require(all_finite(pair), "feature query: coordinates must be finite");
  check_linear_query(query);
  return solve(pair, query);
}

}  // namespace

FeatureToi vertex_vertex_toi(const LinearPath& a, const LinearPath& b, const FeatureQuery& query) {
  return checked({{a, b}, 1, 1}, query);
}

FeatureToi vertex_edge_toi(const LinearPath& vertex, std::span<const LinearPath, 2> edge, const FeatureQuery& query) {
  return checked({{vertex, edge[0], edge[1]}, 1, 2}, query);
}

FeatureToi vertex_face_toi(const LinearPath& vertex, std::span<const LinearPath, 3> face, const FeatureQuery& query) {
  return checked({{vertex, face[0], face[1], face[2]}, 1, 3}, query);
}

FeatureToi edge_edge_toi(std::span<const LinearPath, 2> a, std::span<const LinearPath, 2> b,
                         const FeatureQuery& query) {
  return checked({{a[0], a[1], b[0], b[1]}, 2, 2}, query);
}

}  // namespace graze
