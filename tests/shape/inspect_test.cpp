// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <graze/mesh.hpp>

#include "shape/exact_area.hpp"

namespace graze {
namespace {

using Eigen::Vector3d;

TEST(Inspect, MeasuresABox) {
  const MeshReport report = inspect(make_box({1, 2, 3}));
  EXPECT_EQ(report.vertices, 8U);
  EXPECT_EQ(report.edges, 18U);
  EXPECT_EQ(report.area, 22.0);
  EXPECT_EQ(report.volume, 6.0);
  EXPECT_NEAR(report.centroid.norm(), 0.0, 1e-15);
}

TEST(Inspect, CountsOpenEdges) {
  TriangleMesh mesh = make_box({1, 1, 1});
  mesh.triangles.pop_back();
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.open_edges, 3U);
  EXPECT_FALSE(report.closed);
}

TEST(Inspect, CountsNonManifoldEdges) {
  TriangleMesh mesh = make_box({1, 1, 1});
  mesh.vertices.emplace_back(5, 5, 5);
  mesh.triangles.push_back({0, 1, 8});
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.non_manifold_edges, 1U);
  EXPECT_EQ(report.open_edges, 2U);
  EXPECT_FALSE(report.closed);
}

// Three vertices of its own for each triangle, as STL files have: still closed once they are taken as one.
TEST(Inspect, SeesThroughDuplicateVertices) {
  const TriangleMesh box = make_box({1, 1, 1});
  TriangleMesh soup;
  for (const Triangle& t : box.triangles) {
    const auto base = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t i : t) soup.vertices.push_back(box.vertices[i]);
    soup.triangles.push_back({base, base + 1, base + 2});
  }
  soup.vertices.emplace_back(-0.0, 0.0, 9.0);
  const MeshReport report = inspect(soup);
  EXPECT_EQ(report.duplicate_vertices, 28U);
  EXPECT_EQ(report.unused_vertices, 1U);
  EXPECT_EQ(report.edges, 18U);
  EXPECT_TRUE(report.closed);
}

TEST(Inspect, CollapsedTrianglesDoNotOpenAMesh) {
  TriangleMesh mesh = make_box({1, 1, 1});
  mesh.triangles.push_back({0, 0, 1});
  mesh.triangles.push_back({3, 3, 3});
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.degenerate_triangles, 2U);
  EXPECT_TRUE(report.closed);
}

TEST(Inspect, RefusesWhatIsNotAMesh) { EXPECT_THROW(inspect({}), std::invalid_argument); }

TEST(ZeroArea, IsDecidedExactly) {
  // Multiples of one vector by powers of two are exactly on a line, whatever the rounding of cross products says.
  const Vector3d v(0.1, 0.7, 1.0 / 3.0);
  EXPECT_TRUE(has_zero_area(v, 2 * v, 4 * v));
  EXPECT_TRUE(has_zero_area(Vector3d::Zero(), v, -8 * v));
  EXPECT_TRUE(has_zero_area(v, v, {1, 2, 3}));
  Vector3d beside = 4 * v;
  beside.x() = std::nextafter(beside.x(), 1.0);
  EXPECT_FALSE(has_zero_area(v, 2 * v, beside));
}

TEST(ZeroArea, HoldsAtAnyScale) {
  for (const double scale : {1e-300, 1e-150, 1.0, 1e150, 1e300}) {
    const Vector3d a(scale, 0, 0), b(0, scale, 0), c(0, 0, scale);
    EXPECT_FALSE(has_zero_area(a, b, c)) << scale;
    EXPECT_TRUE(has_zero_area(a, 0.5 * a, 0.25 * a)) << scale;
  }
}

}  // namespace
}  // namespace graze
