// SPDX-License-Identifier: Apache-2.0
// A separation to keep: never closer than that up to the time given, and within the tolerance of it then. Distances are
// sampled in extended precision by the tests' own formulas.
#include <chrono>
#include <cmath>

#include <gtest/gtest.h>

#include "features/generator.hpp"
#include "support/real.hpp"

namespace graze::testing {
namespace {

using Number = long double;
using Point = Vec<Number>;

// Is u x v more than noise?
bool spans(const Point& n, const Point& u, const Point& v) { return dot(n, n) > 1e-24L * dot(u, u) * dot(v, v); }

Point place(const LinearPath& path, Number t) { return (1 - t) * Point(path.start) + t * Point(path.end); }

Number to_segment(const Point& v, const Point& p, const Point& q) {
  const Point along = q - p;
  const Number square = dot(along, along);
  const Number s = square > 0 ? std::clamp<Number>(dot(v - p, along) / square, 0, 1) : 0;
  return norm(v - (p + s * along));
}

// The distance of the planes' or lines' points, if they are inside; else that of vertices and edges.
Number distance_at(const Corners& corners, Number t) {
  std::array<Point, 4> x;
  for (std::size_t k = 0; k < 4; ++k) x[k] = place(corners.paths[k], t);
  Number best;
  if (corners.size_b == 3) {
    best = std::min({to_segment(x[0], x[1], x[2]), to_segment(x[0], x[2], x[3]), to_segment(x[0], x[3], x[1])});
    const Point n = cross(x[2] - x[1], x[3] - x[1]);
    bool inside = spans(n, x[2] - x[1], x[3] - x[1]);
    for (std::size_t k = 0; k < 3; ++k)
      inside = inside && dot(n, cross(x[1 + (k + 1) % 3] - x[1 + k], x[0] - x[1 + k])) >= 0;
    return inside ? std::min(best, std::abs(dot(n, x[0] - x[1])) / norm(n)) : best;
  }
  best = std::min({to_segment(x[0], x[2], x[3]), to_segment(x[1], x[2], x[3]), to_segment(x[2], x[0], x[1]),
                   to_segment(x[3], x[0], x[1])});
  const Point n = cross(x[1] - x[0], x[3] - x[2]);
  const Number square = dot(n, n);
  if (!spans(n, x[1] - x[0], x[3] - x[2])) return best;
  const Number s = dot(cross(x[2] - x[0], x[3] - x[2]), n) / square;
  const Number u = dot(cross(x[2] - x[0], x[1] - x[0]), n) / square;
  return s >= 0 && s <= 1 && u >= 0 && u <= 1 ? std::min(best, std::abs(dot(n, x[2] - x[0])) / std::sqrt(square))
                                              : best;
}

Corners random_corners(Random& random) {
  for (;;) {
    const FeatureCase query = random_case(random, random.chance(0.5) ? 0 : 5 + random.below(11));
    if (query.kind == "grid scaled" || query.kind == "far away") continue;
    if (query.corners.size_a + query.corners.size_b == 4) return query.corners;
  }
}

TEST(Separation, IsKeptAndReached) {
  constexpr Number kSlack = 1e-15L;  // of the samples themselves
  int impacts = 0;
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Random random(seed);
    const Corners corners = random_corners(random);
    FeatureQuery query;
    query.separation = random.magnitude(1e-6, 1.0);
    const FeatureToi toi = ask(corners, query);
    ASSERT_NE(toi.verdict, Verdict::Undecided) << to_text(corners, query.window);
    const Number start = distance_at(corners, 0);
    if (toi.verdict == Verdict::InitialContact) {
      EXPECT_LE(start, query.separation + 1e-13L) << seed;
      continue;
    }
    EXPECT_GT(start, query.separation) << seed;
    const Number until = toi.verdict == Verdict::Free ? 1.0 : toi.bracket.lo();
    for (int k = 0; k <= 400; ++k)
      ASSERT_GT(distance_at(corners, until * static_cast<Number>(k) / 400), query.separation - kSlack)
          << seed << " " << to_text(corners, query.window);
    if (toi.verdict == Verdict::Free) continue;
    ++impacts;
    EXPECT_LE(distance_at(corners, until), query.separation + 1.1L * query.tolerance) << seed;
  }
  EXPECT_GT(impacts, 500);
}

// Squares of these coordinates overflow or vanish; at the largest, so do differences.
TEST(Separation, PowersOfTwoChangeNothing) {
  int impacts = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    const FeatureCase made = random_case(random, random.chance(0.5) ? 0 : 7);
    FeatureQuery query;
    query.separation = random.magnitude(1e-6, 0.1);
    const FeatureToi expected = ask(made.corners, query);
    impacts += expected.verdict == Verdict::Impact ? 1 : 0;
    for (const int exponent : {-900, -600, -110, 110, 600, 1000, 1022}) {
      const double factor = std::ldexp(1.0, exponent);
      Corners corners = made.corners;
      for (LinearPath& path : corners.paths) path = {factor * path.start, factor * path.end};
      const FeatureToi toi = ask(corners, {query.window, factor * query.separation, factor * query.tolerance});
      EXPECT_EQ(toi.verdict, expected.verdict) << seed << " " << exponent;
      EXPECT_EQ(toi.bracket, expected.bracket) << seed << " " << exponent;
    }
  }
  EXPECT_GT(impacts, 50);
}

// The same queries cost about the same whatever the separation: no subdivision of the volume in between.
TEST(Separation, CostDoesNotGrowWithIt) {
  std::vector<Corners> queries;
  Random random(7);
  while (queries.size() < 2000) queries.push_back(random_corners(random));
  const auto seconds = [&](double separation) {
    double best = std::numeric_limits<double>::infinity();
    FeatureQuery query;
    query.separation = separation;
    for (int round = 0; round < 3; ++round) {
      const auto start = std::chrono::steady_clock::now();
      for (const Corners& corners : queries) ask(corners, query);
      best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    return best;
  };
  const double small = seconds(1e-6);
  const double large = seconds(0.1);
  std::printf("us per query: %.2f at 1e-6, %.2f at 1e-3, %.2f at 0.1\n", small * 500, seconds(1e-3) * 500, large * 500);
  EXPECT_LT(large, 20 * small);
}

}  // namespace
}  // namespace graze::testing
