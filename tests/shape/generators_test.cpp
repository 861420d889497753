// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>
#include <numbers>
#include <string>

#include <gtest/gtest.h>

#include <graze/mesh.hpp>

namespace graze {
namespace {

using std::numbers::pi;

struct Case {
  const char* name;
  std::function<TriangleMesh()> make;
  std::size_t triangles;
  int euler;  // V - E + F: 2 for a sphere, 0 for a torus
  double volume, volume_error;
};

class GeneratedMesh : public testing::TestWithParam<Case> {};

TEST_P(GeneratedMesh, IsClosedAndOriented) {
  const TriangleMesh mesh = GetParam().make();
  const MeshReport report = inspect(mesh);
  EXPECT_EQ(report.triangles, GetParam().triangles);
  EXPECT_TRUE(report.closed);
  EXPECT_EQ(report.degenerate_triangles, 0U);
  EXPECT_EQ(report.duplicate_vertices, 0U);
  EXPECT_EQ(report.unused_vertices, 0U);
  const auto euler =
      static_cast<std::ptrdiff_t>(report.vertices + report.triangles) - static_cast<std::ptrdiff_t>(report.edges);
  EXPECT_EQ(euler, GetParam().euler);
  EXPECT_GT(report.volume, 0.0);
  EXPECT_NEAR(report.volume, GetParam().volume, GetParam().volume_error * GetParam().volume);
}

// Each directed side occurs once: neighbours agree on which side is out.
TEST_P(GeneratedMesh, NeighboursAgreeOnTheOutside) {
  const TriangleMesh mesh = GetParam().make();
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (const Triangle& t : mesh.triangles) {
    for (int i = 0; i < 3; ++i) sides.emplace_back(t[i], t[(i + 1) % 3]);
  }
  std::sort(sides.begin(), sides.end());
  EXPECT_EQ(std::adjacent_find(sides.begin(), sides.end()), sides.end());
}

INSTANTIATE_TEST_SUITE_P(
    All, GeneratedMesh,
    testing::Values(Case{"box",
                         [] {
                           return make_box({1, 2, 3});
                         },
                         12, 2, 6.0, 1e-15},
                    Case{"tetrahedron",
                         [] {
                           return make_tetrahedron({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1});
                         },
                         4, 2, 1.0 / 6, 1e-15},
                    Case{"tetrahedron_reversed",
                         [] {
                           return make_tetrahedron({0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1});
                         },
                         4, 2, 1.0 / 6, 1e-15},
                    Case{"icosahedron", [] { return make_icosphere(2.0, 0); }, 20, 2, 8 * 2.536150710120, 1e-11},
                    Case{"icosphere", [] { return make_icosphere(2.0, 4); }, 5120, 2, 32 * pi / 3, 0.01},
                    Case{"torus", [] { return make_torus(1.0, 0.25, 96, 48); }, 9216, 0, 2 * pi* pi / 16, 0.01},
                    Case{"torus_knot", [] { return make_torus_knot(2, 3, 1.0, 0.4, 0.1, 400, 24); }, 19200, 0,
                         pi / 100 * 14.7759, 0.02},
                    Case{"bumpy_sphere", [] { return make_bumpy_sphere(1.0, 0.2, 6, 5); }, 20480, 2, 4 * pi / 3, 0.05},
                    Case{"gear", [] { return make_gear(1.0, 0.8, 0.3, 24); }, 384, 2, 0.3 * pi * 0.81, 0.03}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Generators, FitTheirSizes) {
  const MeshReport box = inspect(make_box({1, 2, 3}));
  EXPECT_EQ(box.lower, Eigen::Vector3d(-0.5, -1.0, -1.5));
  EXPECT_EQ(box.upper, Eigen::Vector3d(0.5, 1.0, 1.5));
  for (const Eigen::Vector3d& vertex : make_icosphere(3.0, 2).vertices) EXPECT_NEAR(vertex.norm(), 3.0, 1e-14);
  for (const Eigen::Vector3d& vertex : make_torus(2.0, 0.5, 20, 10).vertices) {
    EXPECT_NEAR(std::hypot(std::hypot(vertex.x(), vertex.y()) - 2.0, vertex.z()), 0.5, 1e-14);
  }
  const MeshReport gear = inspect(make_gear(1.0, 0.5, 0.25, 8));
  EXPECT_EQ(gear.lower.z(), -0.125);
  EXPECT_NEAR(gear.upper.x(), 1.0, 0.05);
}

TEST(Generators, BumpySphereHasPockets) {
  double least = 10.0;
  double most = 0.0;
  for (const Eigen::Vector3d& vertex : make_bumpy_sphere(1.0, 0.3, 5, 5).vertices) {
    least = std::min(least, vertex.norm());
    most = std::max(most, vertex.norm());
  }
  EXPECT_NEAR(least, 0.7, 0.01);
  EXPECT_NEAR(most, 1.3, 0.01);
}

void expect_invalid(const std::function<void()>& make, const std::string& parameter) {
  try {
    make();
    FAIL() << "accepted a bad " << parameter;
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(parameter), std::string::npos) << error.what();
  }
}

TEST(Generators, RefuseBadSizes) {
  const double nan = std::nan("");
  expect_invalid([] { make_box({1, 0, 1}); }, "full_lengths");
  expect_invalid([&] { make_box({1, nan, 1}); }, "full_lengths");
  expect_invalid([] { make_icosphere(-1, 2); }, "radius");
  expect_invalid([] { make_icosphere(1, -1); }, "subdivisions");
  expect_invalid([] { make_icosphere(1, 40); }, "subdivisions");
  expect_invalid([] { make_torus(1, 0, 8, 8); }, "minor_radius");
  expect_invalid([] { make_torus(1, 2, 8, 8); }, "minor_radius");
  expect_invalid([] { make_torus(1, 0.5, 2, 8); }, "major_segments");
  expect_invalid([] { make_torus(1, 0.5, 8, 2); }, "minor_segments");
  expect_invalid([] { make_torus_knot(2, 4, 1, 0.4, 0.1, 100, 8); }, "common divisor");
  expect_invalid([] { make_torus_knot(0, 1, 1, 0.4, 0.1, 100, 8); }, "p must");
  expect_invalid([] { make_torus_knot(2, 3, 1, 0.4, -0.1, 100, 8); }, "tube_radius");
  expect_invalid([] { make_torus_knot(2, 3, 1, 0.4, 0.1, 2, 8); }, "segments");
  expect_invalid([] { make_torus_knot(2, 3, 1, 0.4, 0.1, 100, 2); }, "sides");
  expect_invalid([] { make_torus(1, 0.5, 10'000, 1'001); }, "multiplied");
  expect_invalid([] { make_torus_knot(2, 3, 1, 0.4, 0.1, 1'000'000, 10'000); }, "multiplied");
  expect_invalid([] { make_bumpy_sphere(1, 1.0, 3, 2); }, "amplitude");
  expect_invalid([&] { make_bumpy_sphere(1, nan, 3, 2); }, "amplitude");
  expect_invalid([] { make_bumpy_sphere(1, 0.1, 0, 2); }, "lobes");
  expect_invalid([] { make_gear(1, 1.5, 0.2, 8); }, "inner_radius");
  expect_invalid([] { make_gear(1, 0.5, 0, 8); }, "thickness");
  expect_invalid([] { make_gear(1, 0.5, 0.2, 2); }, "teeth");
  expect_invalid([&] { make_tetrahedron({nan, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}); }, "finite");
}

}  // namespace
}  // namespace graze
