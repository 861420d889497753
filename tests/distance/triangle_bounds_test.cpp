// SPDX-License-Identifier: Apache-2.0
// Triangles that are far larger than the distance between them: closest points are rounded at the size of the corners,
// and an upper bound has to count that. The truth is in numbers of 113 bits.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include "attack/oracle/convex_gap.hpp"
#include "support/random.hpp"

namespace graze {
namespace {

using attack::Gap;
using testing::Quad;
using testing::Random;
using Point = attack::Vec<Quad>;
using Corners = std::array<Point, 3>;

Point quad(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

Gap<Quad> exact_gap(const Corners& a, const Corners& b) {
  const auto farthest = [](const Corners& corners, const Point& d) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < 3; ++k)
      if (dot(corners[k], d) > dot(corners[best], d)) best = k;
    return corners[best];
  };
  return attack::convex_gap<Quad>([&](const Point& d) { return farthest(a, d); },
                                  [&](const Point& d) { return farthest(b, d); }, a[0] - b[0], Quad(1e-25), Quad(1e-28),
                                  200);
}

// About the origin, or beside it, and as long as `size`; a thin one often.
std::vector<Vector3> random_corners(Random& random, double size, const Vector3& through) {
  const double width = random.chance(0.5) ? size : random.magnitude(1e-3, 1.0) * size;
  const Vector3 along = random.direction();
  return {through - random.uniform(0.1, 1.0) * size * along, through + random.uniform(0.1, 1.0) * size * along,
          through + width * random.direction()};
}

Shape mesh_of(const std::vector<Vector3>& corners) {
  return Shape::mesh(TriangleMesh{.vertices = corners, .triangles = {{0, 1, 2}}});
}

double as_double(Quad x) { return static_cast<double>(x); }

TEST(LongTriangles, DistancesAreBetweenTheBounds) {
  Random random(91);
  int apart = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double size = random.magnitude(1.0, 1e9);
    const std::vector<Vector3> p = random_corners(random, size, Vector3::Zero());
    const std::vector<Vector3> q = random_corners(random, size, random.direction() * random.magnitude(1e-6, 1.0));
    const Gap<Quad> exact = exact_gap({quad(p[0]), quad(p[1]), quad(p[2])}, {quad(q[0]), quad(q[1]), quad(q[2])});
    const DistanceBounds found = distance(mesh_of(p), Pose::Identity(), mesh_of(q), Pose::Identity());
    ASSERT_GE(found.upper, as_double(exact.lower) * (1 - 1e-15)) << "case " << i << ", size " << size;
    ASSERT_LE(found.lower, as_double(exact.upper) * (1 + 1e-15)) << "case " << i << ", size " << size;
    ASSERT_LE(found.upper, as_double(exact.upper) + 1e-13 * size) << "case " << i << ", size " << size;
    apart += exact.lower > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 5'000);
}

// Corners on straight paths, in the time from 0 to 1.
Corners corners_at(const std::vector<Vector3>& start, const std::vector<Vector3>& end, double time) {
  Corners corners;
  for (std::size_t k = 0; k < 3; ++k) corners[k] = (1 - Quad(time)) * quad(start[k]) + Quad(time) * quad(end[k]);
  return corners;
}

TEST(LongTriangles, ThatDeformAreAsCloseAsTheirImpactSays) {
  Random random(92);
  int impacts = 0;
  for (int i = 0; i < 4'000; ++i) {
    const double size = random.magnitude(1.0, 1e7);
    const std::vector<Vector3> p = random_corners(random, size, random.direction() * random.magnitude(1e-3, 1.0));
    const std::vector<Vector3> q = random_corners(random, size, Vector3::Zero());
    std::vector<Vector3> p_end = p;
    for (Vector3& corner : p_end) corner += random.vector(2.0);
    Query query;
    query.tolerance = 1e-12 * size;
    const Shape a = mesh_of(p);
    const Toi toi = time_of_impact({a, Motion::vertex_linear(p_end)}, {mesh_of(q), Motion::vertex_linear(q)}, query);
    if (toi.verdict != Verdict::Impact) continue;
    ++impacts;
    const Gap<Quad> exact = exact_gap(corners_at(p, p_end, toi.bracket.lo()), corners_at(q, q, 0.0));
    ASSERT_GE(toi.separation.hi(), as_double(exact.lower) * (1 - 1e-15)) << "case " << i << ", size " << size;
  }
  EXPECT_GT(impacts, 200);
}

}  // namespace
}  // namespace graze
