// SPDX-License-Identifier: Apache-2.0
// Every kind of shape against every other. The witness points are points of the bodies, so the upper bound holds; no
// two points of the bodies are closer than the lower bound; and for convex bodies a plane between them proves it.
#include <graze/distance.hpp>

#include <gtest/gtest.h>

#include "shape/shape_data.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

constexpr int kKinds = 11;

std::vector<Vector3> random_points(Random& random, int count, double scale) {
  std::vector<Vector3> points;
  for (int i = 0; i < count; ++i) points.push_back(random.vector(scale));
  return points;
}

Shape random_shape(Random& random, ShapeKind kind, double scale) {
  const auto length = [&] { return scale * random.uniform(0.2, 1.0); };
  switch (kind) {
    case ShapeKind::Mesh:
      return Shape::mesh(make_torus(length() + scale, length() / 2, 9, 7));
    case ShapeKind::Sphere:
      return Shape::sphere(length());
    case ShapeKind::Capsule:
      return Shape::capsule(length(), length());
    case ShapeKind::Box:
      return Shape::box({length(), length(), length()});
    case ShapeKind::Cylinder:
      return Shape::cylinder(length(), length());
    case ShapeKind::Cone:
      return Shape::cone(length(), length());
    case ShapeKind::ConvexHull:
      return Shape::convex_hull(random_points(random, 1 + random.below(12), scale));
    case ShapeKind::Rounded:
      return Shape::rounded(Shape::cone(length(), length()), 0.3 * length());
    case ShapeKind::MinkowskiSum:
      return Shape::minkowski_sum(Shape::cylinder(length(), length()), Shape::box({length(), length(), length()}));
    case ShapeKind::HalfSpace:
      return Shape::half_space(random.direction(), random.uniform(-scale, scale));
    case ShapeKind::Compound:
    case ShapeKind::Parametric:  // these two have tests of their own, in tests/surface
    case ShapeKind::Implicit:
      break;
  }
  const Vector3 place = random.vector(scale);
  return Shape::compound({{Shape::sphere(length()), place, random.quaternion()},
                          {Shape::box({length(), length(), length()}), -place, random.quaternion()}});
}

// Some point of the body, in body coordinates.
Vector3 some_point(Random& random, const Shape& shape) {
  const ShapeData& data = shape.data();
  const Vector3 direction = random.direction();
  if (data.convex) return data.convex->support(direction).point + data.convex->rounding_radius() * direction;
  if (data.half_space) {
    const Vector3& n = data.half_space->normal;
    const Vector3 aside = random.vector(4.0);
    return (data.half_space->offset - n.dot(aside)) * n + aside;
  }
  if (data.surface) {
    const auto& vertices = data.surface->mesh().vertices;
    return vertices[static_cast<std::size_t>(random.below(static_cast<int>(vertices.size())))];
  }
  return some_point(random, data.parts[static_cast<std::size_t>(random.below(static_cast<int>(data.parts.size())))]);
}

Pose random_pose(Random& random, double reach) {
  Pose pose = Pose::Identity();
  pose.translation() = random.vector(reach);
  pose.linear() = random.quaternion().normalized().toRotationMatrix();
  return pose;
}

class AllPairs : public ::testing::TestWithParam<int> {
 protected:
  ShapeKind kind_a() const { return static_cast<ShapeKind>(GetParam() / kKinds); }
  ShapeKind kind_b() const { return static_cast<ShapeKind>(GetParam() % kKinds); }
};

TEST_P(AllPairs, BoundsHold) {
  Random random(static_cast<std::uint64_t>(100 + GetParam()));
  const Shape point = Shape::convex_hull({Vector3::Zero()});
  int apart = 0;
  for (int i = 0; i < 30; ++i) {
    const double scale = random.magnitude(1e-3, 1e3);
    const double slack = 1e-12 * scale;
    const Shape a = random_shape(random, kind_a(), scale);
    const Shape b = random_shape(random, kind_b(), scale);
    const Pose pose_a = random_pose(random, scale);
    const Pose pose_b = random_pose(random, 4 * scale);
    const DistanceBounds bounds = distance(a, pose_a, b, pose_b);
    SCOPED_TRACE(::testing::Message() << "case " << i << ": [" << bounds.lower << ", " << bounds.upper << "]");
    ASSERT_LE(0.0, bounds.lower);
    ASSERT_LE(bounds.lower, bounds.upper);
    ASSERT_NEAR((bounds.point_b - bounds.point_a).norm(), bounds.upper, slack);
    apart += bounds.lower > 0 ? 1 : 0;

    const DistanceBounds swapped = distance(b, pose_b, a, pose_a);
    ASSERT_LE(swapped.lower, bounds.upper);
    ASSERT_LE(bounds.lower, swapped.upper);

    Pose at_witness = Pose::Identity();
    at_witness.translation() = bounds.point_a;
    ASSERT_LE(distance(point, at_witness, a, pose_a).lower, slack);
    at_witness.translation() = bounds.point_b;
    ASSERT_LE(distance(point, at_witness, b, pose_b).lower, slack);

    const Vector3 n = (bounds.point_b - bounds.point_a).normalized();
    const bool convex = a.data().convex && b.data().convex;
    for (int k = 0; k < 200; ++k) {
      const Vector3 x = pose_a * some_point(random, a);
      const Vector3 y = pose_b * some_point(random, b);
      ASSERT_GE((y - x).norm(), bounds.lower - slack);
      if (convex && bounds.lower > 1e-3 * scale) {
        ASSERT_GE((y - x).dot(n), bounds.lower - 1e-5 * scale);
      }
    }
    if (bounds.lower > 1e-3 * scale) {
      ASSERT_LE(bounds.upper - bounds.lower, 1e-9 * bounds.upper);
    }
  }
  if (kind_a() != ShapeKind::HalfSpace || kind_b() != ShapeKind::HalfSpace) {
    EXPECT_GE(apart, 3);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, AllPairs, ::testing::Range(0, kKinds* kKinds), [](const auto& info) {
  return std::string(to_string(static_cast<ShapeKind>(info.param / kKinds))) + "_" +
         std::string(to_string(static_cast<ShapeKind>(info.param % kKinds)));
});

}  // namespace
}  // namespace graze::testing
