// SPDX-License-Identifier: Apache-2.0
// Convex hulls are exact: closed, and no point is outside, whatever points are in one plane or nearly so.
#include "shape/convex_hull.hpp"

#include <cmath>
#include <map>

#include <gtest/gtest.h>
#include <boost/multiprecision/mpfr.hpp>

#include "numeric/exact/orientation.hpp"
#include "support/random.hpp"

namespace graze {
namespace {

using graze::testing::Random;
using Vector3 = Eigen::Vector3d;

void expect_hull_of(const std::vector<Vector3>& points, const std::string& name) {
  const ConvexHull hull = convex_hull(points);
  const auto& [vertices, triangles] = hull.surface;
  if (triangles.empty()) {
    EXPECT_EQ(hull.points.size(), points.size()) << name;
    return;
  }
  ASSERT_EQ(triangles.size(), 2 * vertices.size() - 4) << name;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const Triangle& t : triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++edges[{t[i], t[(i + 1) % 3]}];
    for (const Vector3& p : points)
      ASSERT_LE(orientation(vertices[t[0]], vertices[t[1]], vertices[t[2]], p), 0) << name;
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1) << name;
    EXPECT_TRUE(edges.contains({edge.second, edge.first})) << name;
  }
}

// On a lattice; on a lattice that doubles cannot hold; on a turned one; on a ball; nearly flat; far away.
Vector3 placed(Random& random, int kind) {
  const Vector3 p = random.vector(1.0);
  const Vector3 whole(std::round(2 * p.x()), std::round(2 * p.y()), std::round(2 * p.z()));
  switch (kind) {
    case 0:
      return whole;
    case 1:
      return 0.1 * whole;
    case 2:
      return {0.6 * whole.x() - 0.8 * whole.y(), 0.8 * whole.x() + 0.6 * whole.y(), whole.z() / 3};
    case 3:
      return p.normalized();
    case 4:
      return {p.x(), p.y(), 1e-9 * p.z()};
    case 5:
      return Vector3(1e6, 1e6, 1e6) + 0.1 * whole;
    case 6:
      return 1e-200 * p;
    default:
      return p;
  }
}

TEST(ConvexHull, HoldsEveryPointExactly) {
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    const int kind = i % 8;
    std::vector<Vector3> points;
    for (int n = 4 + random.below(60); n > 0; --n) points.push_back(placed(random, kind));
    expect_hull_of(points, "case " + std::to_string(i));
  }
}

TEST(ConvexHull, OfACubeWithPointsOnItsFacesIsTheCube) {
  std::vector<Vector3> points;
  for (int x = -1; x <= 1; ++x)
    for (int y = -1; y <= 1; ++y)
      for (int z = -1; z <= 1; ++z) points.emplace_back(0.1 * x, 0.7 * y, 0.3 * z);
  expect_hull_of(points, "cube");
  const ConvexHull hull = convex_hull(points);
  for (const double sign : {-1.0, 1.0})
    EXPECT_TRUE(std::any_of(hull.points.begin(), hull.points.end(),
                            [&](const Vector3& p) { return p == sign * Vector3(0.1, 0.7, 0.3); }));
}

TEST(ConvexHull, FlatSetsHaveNoSurface) {
  Random random(2);
  std::vector<Vector3> plane, line, point(5, Vector3(1, 2, 3));
  for (int i = 0; i < 20; ++i) {
    const double x = random.uniform(-1.0, 1.0);
    const double y = random.uniform(-1.0, 1.0);
    plane.emplace_back(x, y, 0.5);
    line.emplace_back(x, x, x);
  }
  for (const auto& points : {plane, line, point}) {
    EXPECT_TRUE(convex_hull(points).surface.triangles.empty());
    EXPECT_EQ(convex_hull(points).points.size(), points.size());
  }
}

TEST(Orientation, IsThatOfExactArithmetic) {
  using Real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<2500>>;
  Random random(3);
  for (int i = 0; i < 3000; ++i) {
    std::array<Vector3, 4> p;
    const int kind = random.below(8);
    for (Vector3& x : p) x = placed(random, kind);
    if (random.chance(0.5))
      p[3] = p[0] + random.uniform(-1.0, 1.0) * (p[1] - p[0]) + random.uniform(-1.0, 1.0) * (p[2] - p[0]);
    std::array<std::array<Real, 3>, 3> d;
    for (std::size_t k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j) d[k][static_cast<std::size_t>(j)] = Real(p[k + 1][j]) - Real(p[0][j]);
    const Real exact = d[2][0] * (d[0][1] * d[1][2] - d[0][2] * d[1][1]) +
                       d[2][1] * (d[0][2] * d[1][0] - d[0][0] * d[1][2]) +
                       d[2][2] * (d[0][0] * d[1][1] - d[0][1] * d[1][0]);
    ASSERT_EQ(orientation(p[0], p[1], p[2], p[3]), exact.sign()) << "case " << i;
  }
}

}  // namespace
}  // namespace graze
