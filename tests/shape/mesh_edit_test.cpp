// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <graze/mesh.hpp>

namespace graze {
namespace {

std::string refusal(const TriangleMesh& mesh) {
  try {
    validate(mesh);
    return "accepted";
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

TEST(Validate, NamesTheFirstFault) {
  EXPECT_EQ(refusal({}), "mesh has no triangles");
  EXPECT_EQ(refusal({{{0, 0, 0}, {1, 0, 0}}, {{0, 1, 2}}}), "mesh triangle 0 names vertex 2 of 2");
  TriangleMesh mesh = make_box({1, 1, 1});
  EXPECT_EQ(refusal(mesh), "accepted");
  mesh.vertices[3].y() = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal(mesh), "mesh vertex 3 is not finite");
}

TEST(Validate, AcceptsAnySoup) { EXPECT_EQ(refusal({{{0, 0, 0}}, {{0, 0, 0}}}), "accepted"); }

TEST(Subdivided, KeepsTheSurfaceAndSharesMidpoints) {
  const TriangleMesh gear = make_gear(1.0, 0.8, 0.2, 9);
  const MeshReport before = inspect(gear);
  const MeshReport after = inspect(subdivided(gear));
  EXPECT_EQ(after.triangles, 4 * before.triangles);
  EXPECT_EQ(after.vertices, before.vertices + before.edges);
  EXPECT_EQ(after.duplicate_vertices, 0U);
  EXPECT_TRUE(after.closed);
  EXPECT_NEAR(after.area, before.area, 1e-12);
  EXPECT_NEAR(after.volume, before.volume, 1e-12);
}

TEST(Subdivided, DoesNotOverflow) {
  const double large = std::numeric_limits<double>::max();
  const TriangleMesh fine = subdivided({{{large, 0, 0}, {large, 1, 0}, {large, 0, 1}}, {{0, 1, 2}}});
  EXPECT_NO_THROW(validate(fine));
}

TEST(Recentered, PutsTheSurfaceCentroidAtTheOrigin) {
  TriangleMesh mesh = make_box({1, 2, 3});
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex += Eigen::Vector3d(10, 20, 30);
  EXPECT_NEAR((inspect(mesh).centroid - Eigen::Vector3d(10, 20, 30)).norm(), 0.0, 1e-13);
  EXPECT_NEAR(inspect(recentered(mesh)).centroid.norm(), 0.0, 1e-13);
}

TEST(Recentered, TakesAMeshWithoutArea) {
  const TriangleMesh mesh = recentered({{{1, 1, 1}, {3, 1, 1}}, {{0, 1, 1}, {0, 0, 1}}});
  EXPECT_EQ(mesh.vertices[0], Eigen::Vector3d(-1, 0, 0));
  EXPECT_EQ(mesh.vertices[1], Eigen::Vector3d(1, 0, 0));
}

TEST(Scaled, MultipliesAndRefusesBadFactors) {
  EXPECT_EQ(inspect(scaled(make_box({1, 1, 1}), 4.0)).volume, 64.0);
  for (const double factor : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(scaled(make_box({1, 1, 1}), factor), std::invalid_argument);
  }
}

}  // namespace
}  // namespace graze
