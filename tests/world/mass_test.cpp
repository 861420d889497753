// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include <gtest/gtest.h>

#include <graze/world.hpp>

namespace graze {
namespace {

void expect_same(const MassProperties& x, const MassProperties& y, double tolerance) {
  EXPECT_NEAR(x.mass / y.mass, 1.0, tolerance);
  EXPECT_LT((x.centroid - y.centroid).norm(), tolerance);
  EXPECT_LT((x.inertia - y.inertia).norm(), tolerance * y.inertia.norm());
}

TEST(MassProperties, BoxMeshMatchesTheFormula) {
  const MassProperties box = mass_properties(Shape::mesh(make_box({1, 2, 3})), 2.0);
  EXPECT_DOUBLE_EQ(box.mass, 12.0);
  EXPECT_NEAR(box.inertia(0, 0), 12.0 * 13.0 / 12.0, 1e-12);
  EXPECT_NEAR(box.inertia(1, 1), 12.0 * 10.0 / 12.0, 1e-12);
  EXPECT_NEAR(box.inertia(2, 2), 12.0 * 5.0 / 12.0, 1e-12);
  expect_same(mass_properties(Shape::box({1, 2, 3}), 2.0), box, 1e-14);
}

TEST(MassProperties, MeshFarFromTheOriginAndTurnedInsideOut) {
  TriangleMesh mesh = make_box({1, 2, 3});
  for (auto& v : mesh.vertices) v += Eigen::Vector3d(1000, -2000, 500);
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  const MassProperties far = mass_properties(Shape::mesh(mesh), 2.0);
  EXPECT_NEAR(far.mass, 12.0, 1e-9);
  EXPECT_LT((far.centroid - Vector3(1000, -2000, 500)).norm(), 1e-9);
  EXPECT_NEAR(far.inertia(0, 0), 13.0, 1e-8);
}

TEST(MassProperties, EdgesAndPointsWeighOnlyWhereThereIsNothingElse) {
  TriangleMesh mesh = make_box({1, 2, 3});
  mesh.vertices.emplace_back(0, 0, 9);
  mesh.triangles.push_back({0, 8, 8});
  expect_same(mass_properties(Shape::mesh(mesh), 2.0), mass_properties(Shape::box({1, 2, 3}), 2.0), 1e-12);
  const TriangleMesh cross{{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}}, {{0, 1, 1}, {2, 3, 3}}};
  const MassProperties wires = mass_properties(Shape::mesh(cross), 3.0);
  EXPECT_NEAR(wires.mass, 12.0, 1e-12);
  EXPECT_NEAR(wires.inertia(0, 0), 2.0, 1e-12);
  EXPECT_NEAR(wires.inertia(2, 2), 4.0, 1e-12);
  const TriangleMesh dust{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}, {{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}};
  EXPECT_NEAR(mass_properties(Shape::mesh(dust), 3.0).mass, 12.0, 1e-12);
  EXPECT_NEAR(mass_properties(Shape::mesh(dust), 3.0).inertia(2, 2), 12.0, 1e-12);
}

// Curved solids against fine meshes of them.
TEST(MassProperties, SphereIsTheLimitOfItsMeshes) {
  expect_same(mass_properties(Shape::mesh(make_icosphere(1.5, 6)), 1.0), mass_properties(Shape::sphere(1.5), 1.0),
              1e-3);
}

TEST(MassProperties, CapsuleCylinderAndConeMatchHullsOfTheirPoints) {
  const double r = 0.7;
  const double l = 1.3;
  constexpr int kSides = 400;
  std::vector<Vector3> cylinder, cone{{0, 0, l / 2}}, capsule;
  for (int i = 0; i < kSides; ++i) {
    const double angle = 2 * std::numbers::pi * i / kSides;
    const Vector3 rim(r * std::cos(angle), r * std::sin(angle), -l / 2);
    cylinder.push_back(rim);
    cylinder.push_back(rim + Vector3(0, 0, l));
    cone.push_back(rim);
  }
  for (const Vector3& v : make_icosphere(r, 4).vertices) {
    capsule.push_back(v + Vector3(0, 0, l / 2));
    capsule.push_back(v - Vector3(0, 0, l / 2));
  }
  expect_same(mass_properties(Shape::convex_hull(cylinder), 1.0), mass_properties(Shape::cylinder(r, l), 1.0), 1e-3);
  expect_same(mass_properties(Shape::convex_hull(cone), 1.0), mass_properties(Shape::cone(r, l), 1.0), 1e-3);
  expect_same(mass_properties(Shape::convex_hull(capsule), 1.0), mass_properties(Shape::capsule(r, l), 1.0), 1e-2);
}

TEST(MassProperties, HalfSpaceHasNone) {
  EXPECT_THROW(mass_properties(Shape::half_space(Vector3::UnitZ(), 0), 1.0), std::invalid_argument);
}

}  // namespace
}  // namespace graze
