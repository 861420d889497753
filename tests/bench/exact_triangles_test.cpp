// SPDX-License-Identifier: Apache-2.0
// The exact triangle intersection against another formulation in rationals: two triangles meet when the origin is in
// the convex hull of the nine differences of their vertices, that is in a simplex of at most four of them.
#include "judges/exact_triangles.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_int.hpp>

#include "harness/random.hpp"
#include "judges/triangle_distance.hpp"

namespace graze::bench {
namespace {

using Rational = boost::multiprecision::cpp_rational;
using Row = std::vector<Rational>;

// Solves for weights w >= 0 with sum 1 and sum w_i p_i = 0, by elimination; false when there is no unique solution (a
// smaller simplex then decides) or a weight is negative.
bool origin_in_simplex(const std::vector<std::array<Rational, 3>>& points) {
  const std::size_t n = points.size();
  std::vector<Row> rows(4, Row(n + 1));
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < 3; ++i) rows[i][j] = points[j][i];
    rows[3][j] = 1;
  }
  rows[3][n] = 1;
  std::size_t rank = 0;
  for (std::size_t column = 0; column < n; ++column) {
    std::size_t pivot = rank;
    while (pivot < 4 && rows[pivot][column] == 0) ++pivot;
    if (pivot == 4) return false;
    std::swap(rows[pivot], rows[rank]);
    for (std::size_t i = 0; i < 4; ++i) {
      if (i == rank || rows[i][column] == 0) continue;
      const Rational factor = rows[i][column] / rows[rank][column];
      for (std::size_t j = column; j <= n; ++j) rows[i][j] -= factor * rows[rank][j];
    }
    ++rank;
  }
  for (std::size_t i = rank; i < 4; ++i) {
    if (rows[i][n] != 0) return false;
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (rows[i][n] / rows[i][i] < 0) return false;
  }
  return true;
}

bool naive_intersect(const PointTriangle& a, const PointTriangle& b) {
  std::vector<std::array<Rational, 3>> differences;
  for (const Point& p : a) {
    for (const Point& q : b) {
      differences.push_back(
          {Rational(p[0]) - Rational(q[0]), Rational(p[1]) - Rational(q[1]), Rational(p[2]) - Rational(q[2])});
    }
  }
  for (unsigned subset = 1; subset < 512; ++subset) {
    std::vector<std::array<Rational, 3>> chosen;
    for (unsigned i = 0; i < 9; ++i) {
      if ((subset >> i & 1U) != 0) chosen.push_back(differences[i]);
    }
    if (chosen.size() <= 4 && origin_in_simplex(chosen)) return true;
  }
  return false;
}

// Small whole coordinates: coplanar, touching and degenerate triangles come up all the time.
PointTriangle grid_triangle(Random& random, int size) {
  PointTriangle t;
  for (Point& p : t) {
    for (int i = 0; i < 3; ++i) p[i] = static_cast<Real>(random.bits() % static_cast<unsigned>(size));
  }
  return t;
}

TEST(ExactTriangles, AgreesWithRationalsOnGrids) {
  Random random(11);
  int met = 0;
  for (const int size : {2, 3, 5}) {
    for (int i = 0; i < 80; ++i) {
      const PointTriangle a = grid_triangle(random, size);
      const PointTriangle b = grid_triangle(random, size);
      const bool expected = naive_intersect(a, b);
      met += expected ? 1 : 0;
      ASSERT_EQ(triangles_intersect(a, b), expected) << "size " << size << " case " << i;
      ASSERT_EQ(triangles_intersect(b, a), expected) << "size " << size << " case " << i;
    }
  }
  EXPECT_GT(met, 50);
  EXPECT_LT(met, 200);
}

TEST(ExactTriangles, AgreesWithRationalsNearContact) {
  Random random(12);
  for (int i = 0; i < 60; ++i) {
    PointTriangle a;
    PointTriangle b;
    for (Point& p : a) p = random.direction().cast<Real>();
    for (Point& p : b) p = random.direction().cast<Real>();
    // A vertex of b onto the face of a, give or take the last bits of a coordinate.
    b[0] = a[0] * 0.25L + a[1] * 0.25L + a[2] * 0.5L;
    b[0][i % 3] += static_cast<Real>(i % 5 - 2) * 0x1p-62L;
    EXPECT_EQ(triangles_intersect(a, b), naive_intersect(a, b)) << "case " << i;
  }
}

TEST(ExactTriangles, OrientationOfOneUnitInTheLastPlace) {
  const Point a(0, 0, 1), b(1, 0, 1), c(0, 1, 1);
  EXPECT_EQ(orientation(a, b, c, Point(0.3L, 0.3L, 1)), 0);
  EXPECT_EQ(orientation(a, b, c, Point(0.3L, 0.3L, 1 + 0x1p-63L)), 1);
  EXPECT_EQ(orientation(a, b, c, Point(0.3L, 0.3L, 1 - 0x1p-64L)), -1);
}

TEST(TriangleDistance, KnownCases) {
  const PointTriangle a = {Point(0, 0, 0), Point(1, 0, 0), Point(0, 1, 0)};
  const auto moved = [&](Real x, Real y, Real z) {
    PointTriangle t = a;
    for (Point& p : t) p += Point(x, y, z);
    return t;
  };
  EXPECT_NEAR(static_cast<double>(triangle_distance(a, moved(0, 0, 2))), 2.0, 1e-15);
  EXPECT_NEAR(static_cast<double>(triangle_distance(a, moved(3, 0, 0))), 2.0, 1e-15);
  const PointTriangle upright = {Point(0.2L, 0.2L, 0.5L), Point(0.2L, 0.2L, 2), Point(0.3L, 0.2L, 2)};
  EXPECT_NEAR(static_cast<double>(triangle_distance(a, upright)), 0.5, 1e-15);
  const PointTriangle across = {Point(0.5L, -1, 0.25L), Point(0.5L, 1, 0.25L), Point(0.5L, 0, 3)};
  EXPECT_NEAR(static_cast<double>(triangle_distance(a, across)), 0.25, 1e-15);
}

TEST(TriangleDistance, ZeroOnlyWhereTheExactTestSeesAContact) {
  Random random(13);
  int apart = 0;
  for (int i = 0; i < 2000; ++i) {
    const PointTriangle a = grid_triangle(random, 4);
    const PointTriangle b = grid_triangle(random, 4);
    if (triangles_intersect(a, b)) continue;
    ++apart;
    EXPECT_GT(static_cast<double>(triangle_distance(a, b)), 1e-3);
  }
  EXPECT_GT(apart, 500);
}

}  // namespace
}  // namespace graze::bench
