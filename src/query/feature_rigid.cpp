// SPDX-License-Identifier: Apache-2.0
// Feature queries on rigid paths: the mesh solver's search for one pair of features on its own.

#include <graze/features.hpp>

#include "numeric/infinity.hpp"
#include "numeric/range_checks.hpp"
#include "query/feature_checks.hpp"
#include "query/query_checks.hpp"
#include "query/smooth_windows.hpp"
#include "solver/mesh_features/feature_search.hpp"

namespace graze {
namespace {

void fill(std::span<const Vector3> corners, Simplex& simplex, Feature& feature) {
  for (const Vector3& corner : corners) {
    require_length(corner, "feature query: coordinates");
    simplex.corners[simplex.size++] = corner;
  }
  feature.kind = static_cast<FeatureKind>(corners.size() - 1);
}

double radius_of(const Simplex& simplex) {
  double radius = 0.0;
  for (int k = 0; k < simplex.size; ++k) radius = std::max(radius, simplex.corners[k].norm());
  return radius * (1 + 1e-9);
}

// What doubles resolve near the pair, and how far it moves in a few steps of the clock; and a bound on its speed.
FeatureSearchOptions options_for(const FeaturePair& pair, const Motion& a, const Motion& b, const FeatureQuery& query,
                                 const PairMotion& over) {
  double size = 0.0;
  double relative = 0.0;
  for (int i = 0; i < 3; ++i) {
    size += over.a_over.position[i].magnitude() + over.b_over.position[i].magnitude();
    relative += (over.b_over.velocity[i] - over.a_over.velocity[i]).magnitude();
  }
  const double radius_a = radius_of(pair.a);
  const double radius_b = radius_of(pair.b);
  const double speed =
      relative + a.speed_bound(query.window).per_radius * radius_a + b.speed_bound(query.window).per_radius * radius_b;
  const double clock = 4 * rounding::step(query.window.magnitude());
  const double noise = 64 * rounding::kUlp * (size + radius_a + radius_b) + speed * clock;
  FeatureSearchOptions options{};
  options.separation = query.separation;
  options.near_miss = std::max(query.tolerance / 2, 16 * noise);
  options.time_step = std::max(clock, speed > 0 ? options.near_miss / speed : kInfinity);
  return options;
}

void validate(const FeatureQuery& query) {
  check_window_range(query.window);
  check_lengths(query);
  require(query.separation <= limits::kLargestLength && query.tolerance <= limits::kLargestLength,
          "feature query: separation and tolerance must be at most 1e40");
  require(query.tolerance >= limits::kSmallestTolerance, "feature query: tolerance must be at least 1e-300");
}

FeatureToi solve_smooth(const FeaturePair& pair, const Motion& a, const Motion& b, const FeatureQuery& query) {
  const double t0 = query.window.lo();
  const Vector3 origin = b.pose(t0).translation();
  const PairMotion over(a, b, query.window, origin);
  FeatureToi toi;
  toi.bracket = Interval(query.window.hi());
  const auto answer = [&](Verdict verdict, const Interval& bracket) {
    toi.verdict = verdict;
    toi.bracket = bracket;
    const FeatureContact at = contact_at(pair, a, b, bracket.lo(), origin);
    toi.normal = at.contact.normal;
    const auto weights = [&](const Simplex& simplex, const Motion& motion, const Vector3& point) {
      const std::span<const Vector3> corners(simplex.corners.data(), static_cast<std::size_t>(simplex.size));
      return corner_weights(corners, motion.pose(bracket.lo()).inverse() * point);
    };
    toi.weights_a = weights(pair.a, a, at.contact.point_a);
    toi.weights_b = weights(pair.b, b, at.contact.point_b);
    return toi;
  };
  const PairMotion start(a, b, Interval(t0), origin);
  if (!(FeatureEnclosure(pair, start).apart_for(query.separation) > 0)) {
    return answer(Verdict::InitialContact, Interval(t0));
  }
  Meter meter({});
  const FeatureSearchResult found =
      first_contact(pair, a, b, over, kInfinity, options_for(pair, a, b, query, over), meter);
  if (!found.root) return toi;
  return answer(Verdict::Impact, {std::max(t0, std::nextafter(found.root->lo(), -kInfinity)), found.root->hi()});
}

FeatureToi solve(std::span<const Vector3> corners_a, const Motion& a, std::span<const Vector3> corners_b,
                 const Motion& b, const FeatureQuery& query) {
  validate(query);
  FeaturePair pair;
  fill(corners_a, pair.a, pair.feature_a);
  fill(corners_b, pair.b, pair.feature_b);
  require(a.is_rigid() && b.is_rigid(), "feature query: the motions must be rigid; deforming ones are linear paths");
  check_rates(a, radius_of(pair.a), query.window, "first feature");
  check_rates(b, radius_of(pair.b), query.window, "second feature");
  FeatureToi toi;
  each_smooth_window(a, b, query.window, [&](const Motion& piece_a, const Motion& piece_b, const Interval& part) {
    FeatureQuery question = query;
    question.window = part;
    toi = solve_smooth(pair, piece_a, piece_b, question);
    // At a corner that the part before has proved free, what cannot be told from contact is a near miss.
    const bool later = part.lo() > query.window.lo();
    if (toi.verdict == Verdict::InitialContact && later) toi.verdict = Verdict::Impact;
    return toi.verdict == Verdict::Free;
  });
  return toi;
}

}  // namespace

FeatureToi vertex_face_toi(const Vector3& vertex, const Motion& motion_a, std::span<const Vector3, 3> face,
                           const Motion& motion_b, const FeatureQuery& query) {
  return solve({&vertex, 1}, motion_a, face, motion_b, query);
}

FeatureToi edge_edge_toi(std::span<const Vector3, 2> a, const Motion& motion_a, std::span<const Vector3, 2> b,
                         const Motion& motion_b, const FeatureQuery& query) {
  return solve(a, motion_a, b, motion_b, query);
}

}  // namespace graze
