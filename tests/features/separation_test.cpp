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

// A face that is drawn out to a sliver: the closest points in doubles are four separations apart, while no direction
// proves more than the separation. That is no contact proved.
TEST(Separation, AStepThatRoundsToNothingIsNoContact) {
  const LinearPath vertex{{0x1.16ad93c4caf65p+6, -0x1.a53690ac61ea2p+4, 0x1.cbf97efe210bp+6},
                          {0x1.16ad9071458dap+6, -0x1.a536980dd2c84p+4, 0x1.cbf97e730cf65p+6}};
  const std::array<LinearPath, 3> face{
      LinearPath{{0x1.16ad920147153p+6, -0x1.a5369f4c822cbp+4, 0x1.cbf97f9cc61d4p+6},
                 {0x1.b429f63a01bdfp-17, 0x1.cbf65cfd95165p-17, -0x1.aa5d8fc7b009p-20}},
      LinearPath{{0x1.16ad923d00c8bp+6, -0x1.a5369630acad3p+4, 0x1.cbf981bfe0f82p+6},
                 {0x1.16ad904beb198p+6, -0x1.a536888b4f59bp+4, 0x1.cbf981cda6f48p+6}},
      LinearPath{{0x1.16ad923d00c8bp+6, -0x1.a5369630acad3p+4, 0x1.cbf981bfe0f82p+6},
                 {0x1.16ad93b664947p+6, -0x1.a536952891546p+4, 0x1.cbf97c161a3abp+6}}};
  FeatureQuery query;
  query.window = {0x1.bb9fe56f47304p-4, 0x1.914e167a6e61ap-1};
  query.separation = 0x1.597a5d2cb9c54p-29;
  query.tolerance = 0x1.416fbeea0d26dp-40;
  const FeatureToi toi = vertex_face_toi(vertex, face, query);
  EXPECT_EQ(toi.verdict, Verdict::Undecided);
  EXPECT_EQ(toi.bracket.hi(), query.window.hi());
  const Corners corners{{vertex, face[0], face[1], face[2]}, 1, 3};
  EXPECT_GT(distance_at(corners, toi.bracket.lo()), query.separation);
}

// The same at the start: the closest points are further apart than the separation.
TEST(Separation, ASliverThatNoDirectionTellsApartIsNoInitialContact) {
  const LinearPath vertex{{-0x1.611da72bd9225p+7, 0x1.53697b3911f07p+5, 0x1.5ac49bc6611d3p+7},
                          {-0x1.611da730ac815p+7, 0x1.53697b1f0dd15p+5, 0x1.5ac49bcb23f72p+7}};
  const std::array<LinearPath, 3> face{LinearPath{{0x1.1774868f8e109p+7, -0x1.868015cac6b5ep+6, 0x1.47417ea7a9879p+7},
                                                  {-0x1.611da72bf0edbp+7, 0x1.53697b3825b41p+5, 0x1.5ac49bc672b8dp+7}},
                                       LinearPath{{-0x1.611da735e2052p+7, 0x1.53697b5a003bap+5, 0x1.5ac49bbf21a23p+7},
                                                  {-0x1.611da72bf1406p+7, 0x1.53697b3824685p+5, 0x1.5ac49bc66b409p+7}},
                                       LinearPath{{-0x1.611da72a393c1p+7, 0x1.53697b34283c2p+5, 0x1.5ac49bcc90d5dp+7},
                                                  {-0x1.611da72bf1404p+7, 0x1.53697b382467bp+5, 0x1.5ac49bc66b409p+7}}};
  FeatureQuery query;
  query.separation = 0x1.044d6d5333a51p-34;
  query.tolerance = 0x1.fea0bcd3f8138p-44;
  const FeatureToi toi = vertex_face_toi(vertex, face, query);
  EXPECT_EQ(toi.verdict, Verdict::Undecided);
  EXPECT_EQ(toi.bracket, query.window);
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
