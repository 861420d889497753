// SPDX-License-Identifier: Apache-2.0
// Meshes of a surface, finer and finer: their first contacts come closer to the surface's with the square of the size
// of their triangles.
#include <gtest/gtest.h>

#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

// The largest difference of the first contact of two shapes with a ball, over a few falls of it.
double largest_difference(const Shape& surface, const Shape& mesh) {
  Random random(4);
  double largest = 0.0;
  for (int i = 0; i < 5; ++i) {
    const Vector3 from = 3.0 * random.direction();
    const Vector3 to = random.vector(0.3);
    const Vector3 spin = random.vector(1.0);
    const Body ball{Shape::sphere(0.9),
                    Motion::constant_velocity(from, Quaternion::Identity(), to - from, Vector3::Zero())};
    const Motion turning = Motion::constant_velocity(Vector3::Zero(), random.quaternion(), Vector3::Zero(), spin);
    const Toi exact = time_of_impact({surface, turning}, ball);
    const Toi rough = time_of_impact({mesh, turning}, ball);
    EXPECT_EQ(exact.verdict, Verdict::Impact);
    EXPECT_EQ(rough.verdict, Verdict::Impact);
    largest = std::max(largest, std::abs(exact.safe_until() - rough.safe_until()));
  }
  return largest;
}

void expect_quadratic(const Shape& surface, const std::function<Shape(int)>& mesh) {
  const double coarse = largest_difference(surface, mesh(0));
  const double finer = largest_difference(surface, mesh(1));
  const double finest = largest_difference(surface, mesh(2));
  EXPECT_LT(finer, coarse / 2.5);
  EXPECT_LT(finest, finer / 2.5);
  EXPECT_LT(finest, coarse / 10);  // a sixteenth, but for where the contacts are in the triangles
}

TEST(Meshes, OfATorus) {
  const auto mesh = [](int level) { return Shape::mesh(make_torus(1.0, 0.4, 48 << level, 24 << level)); };
  expect_quadratic(Shape::parametric(ParametricSurface::torus(1.0, 0.4)), mesh);
  expect_quadratic(Shape::implicit(ImplicitSurface::torus(1.0, 0.4)), mesh);
}

TEST(Meshes, OfASphere) {
  expect_quadratic(Shape::parametric(ParametricSurface::sphere(0.8)),
                   [](int level) { return Shape::mesh(make_icosphere(0.8, 2 + level)); });
}

// The library's own meshes are within what they promise.
TEST(Meshes, TessellatedAsCloseAsAsked) {
  const ParametricSurface parametric = ParametricSurface::superquadric({0.9, 0.7, 0.5}, 0.6, 0.8);
  const ImplicitSurface implicit =
      ImplicitSurface::metaballs({{{-0.3, 0, 0}, 1.0, 1.0}, {{0.4, 0.1, 0}, 0.9, 1.0}}, 0.2);
  for (const double error : {1e-2, 2e-3}) {
    EXPECT_LT(largest_difference(Shape::parametric(parametric), Shape::mesh(tessellated(parametric, error))),
              2 * error);
    EXPECT_LT(largest_difference(Shape::implicit(implicit), Shape::mesh(tessellated(implicit, error))), 2 * error);
  }
}

}  // namespace
}  // namespace graze
