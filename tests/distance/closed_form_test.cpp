// SPDX-License-Identifier: Apache-2.0
// Bounds on distances that have a formula: they hold the true distance, at every scale, and are close to each other.
#include <graze/distance.hpp>

#include <gtest/gtest.h>

#include "oracle/triangle_distance.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

Pose pose_of(Random& random, double reach) {
  Pose pose = Pose::Identity();
  pose.translation() = random.vector(reach);
  pose.linear() = random.quaternion().normalized().toRotationMatrix();
  return pose;
}

Vec<Real> placed(const Pose& pose, const Vec<Real>& p) {
  return Vec<Real>(pose.translation()) + p.x * Vec<Real>(pose.linear().col(0)) + p.y * Vec<Real>(pose.linear().col(1)) +
         p.z * Vec<Real>(pose.linear().col(2));
}

// A rotation of doubles stretches by a few ulp; a formula for true rotations is off by as much of the sizes in play.
void expect_holds(const DistanceBounds& bounds, const Real& core_distance, const Real& radii, double size) {
  const Real exact = core_distance > radii ? core_distance - radii : Real(0);
  const double stretch = 8 * rounding::kUlp * size;
  EXPECT_LE(bounds.lower, bounds.upper);
  EXPECT_TRUE(bounds.lower <= exact + stretch && exact <= bounds.upper + stretch)
      << "[" << bounds.lower << ", " << bounds.upper << "] and " << to_text(exact);
  EXPECT_LE(bounds.upper - bounds.lower, 1e-12 * size);
  EXPECT_NEAR((bounds.point_b - bounds.point_a).norm(), to_double(exact), 1e-12 * size);
}

class ClosedForm : public ::testing::TestWithParam<double> {
 protected:
  double scale() const { return GetParam(); }
  double length() { return scale() * random_.uniform(0.1, 1.0); }
  Pose pose() { return pose_of(random_, 2 * scale()); }
  double size() const { return 16 * scale(); }

  Random random_{17};
};

TEST_P(ClosedForm, Spheres) {
  for (int i = 0; i < 300; ++i) {
    const double ra = length();
    const double rb = length();
    const Pose a = pose();
    const Pose b = pose();
    const Real centers = norm(Vec<Real>(b.translation()) - Vec<Real>(a.translation()));
    expect_holds(distance(Shape::sphere(ra), a, Shape::sphere(rb), b), centers, Real(ra) + Real(rb), size());
  }
}

TEST_P(ClosedForm, SphereAndBox) {
  for (int i = 0; i < 300; ++i) {
    const double radius = length();
    const Vector3 box(length(), length(), length());
    Pose a = pose();
    a.linear().setIdentity();
    const Pose b = pose();
    Real square = 0;
    for (int k = 0; k < 3; ++k) {
      const Real beyond = abs(Real(b.translation()[k]) - Real(a.translation()[k])) - Real(box[k]) / 2;
      if (beyond > 0) square += beyond * beyond;
    }
    const DistanceBounds bounds = distance(Shape::box(box), a, Shape::sphere(radius), b);
    expect_holds(bounds, sqrt(square), Real(radius), size());
  }
}

TEST_P(ClosedForm, Capsules) {
  for (int i = 0; i < 300; ++i) {
    const double ra = length();
    const double rb = length();
    const double la = length();
    const double lb = length();
    const Pose a = pose();
    const Pose b = pose();
    const auto axis = [](const Pose& pose, double length) {
      const Vec<Real> low = placed(pose, {0, 0, -Real(length) / 2});
      return Corners<Real>{low, placed(pose, {0, 0, Real(length) / 2}), low};
    };
    const Real axes = sqrt(closest_of_triangles(axis(a, la), axis(b, lb)).squared);
    const DistanceBounds bounds = distance(Shape::capsule(ra, la), a, Shape::capsule(rb, lb), b);
    expect_holds(bounds, axes, Real(ra) + Real(rb), size());
  }
}

// Distance of (x, y) from the segment from (ax, ay) to (bx, by).
Real to_segment(Real x, Real y, Real ax, Real ay, Real bx, Real by) {
  const Real ux = bx - ax;
  const Real uy = by - ay;
  Real s = ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy);
  s = s < 0 ? Real(0) : s > 1 ? Real(1) : s;
  const Real dx = x - ax - s * ux;
  const Real dy = y - ay - s * uy;
  return sqrt(dx * dx + dy * dy);
}

// In the half-plane of the axis and the sphere's center, cylinder and cone are a rectangle and a triangle.
TEST_P(ClosedForm, SphereAndRoundSolids) {
  for (int i = 0; i < 300; ++i) {
    const double radius = length();
    const double solid = length();
    const double height = length();
    Pose a = pose();
    a.linear().setIdentity();
    const Pose b = pose();
    const Vec<Real> center = Vec<Real>(b.translation()) - Vec<Real>(a.translation());
    const Real across = sqrt(center.x * center.x + center.y * center.y);
    const Real half = Real(height) / 2;
    const Real z = center.z;
    Real of_cylinder = 0;
    if (across > solid || abs(z) > half) {
      const Real dx = across > solid ? across - solid : Real(0);
      const Real dz = abs(z) > half ? abs(z) - half : Real(0);
      of_cylinder = sqrt(dx * dx + dz * dz);
    }
    expect_holds(distance(Shape::cylinder(solid, height), a, Shape::sphere(radius), b), of_cylinder, Real(radius),
                 size());
    Real of_cone = 0;
    if (z < -half || across / solid + (z + half) / height > 1) {
      const Real to_base = to_segment(across, z, 0, -half, solid, -half);
      const Real to_side = to_segment(across, z, solid, -half, 0, half);
      of_cone = to_base < to_side ? to_base : to_side;
    }
    expect_holds(distance(Shape::cone(solid, height), a, Shape::sphere(radius), b), of_cone, Real(radius), size());
  }
}

TEST_P(ClosedForm, SphereAndHalfSpace) {
  for (int i = 0; i < 300; ++i) {
    const double radius = length();
    const Vector3 normal = random_.direction();
    const double offset = random_.uniform(-scale(), scale());
    const Pose a = pose();
    const Pose b = pose();
    const Vector3 unit = (normal / normal.cwiseAbs().maxCoeff()).normalized();
    Pose turn = a;
    turn.translation().setZero();
    const Vec<Real> turned = placed(turn, Vec<Real>(unit));
    const Real height =
        (dot(turned, Vec<Real>(b.translation()) - Vec<Real>(a.translation())) - Real(offset)) / norm(turned);
    const DistanceBounds bounds = distance(Shape::half_space(normal, offset), a, Shape::sphere(radius), b);
    expect_holds(bounds, height, Real(radius), size());
    // A mesh of one point, and the other way round.
    const Shape point = Shape::mesh({{Vector3::Zero()}, {{0, 0, 0}}});
    expect_holds(distance(point, b, Shape::half_space(normal, offset), a), height, Real(0), size());
  }
}

INSTANTIATE_TEST_SUITE_P(Scales, ClosedForm, ::testing::Values(1.0, 1e-6, 1e9, 1e-39, 3e39));

Pose at(const Vector3& position) {
  Pose pose = Pose::Identity();
  pose.translation() = position;
  return pose;
}

TEST(HalfSpaces, AreApartOnlyWhenTheyFaceEachOther) {
  const Shape floor = Shape::half_space({0, 0, 1}, 0.0);
  const Shape ceiling = Shape::half_space({0, 0, -1}, -3.0);
  const DistanceBounds apart = distance(floor, at({1, 2, 3}), ceiling, at({0, 0, 4}));
  EXPECT_NEAR(apart.lower, 4.0, 1e-12);
  EXPECT_NEAR(apart.upper, 4.0, 1e-12);
  EXPECT_LE(apart.lower, 4.0);
  EXPECT_GE(apart.upper, 4.0);
  Pose turned = at({5, 0, 1});
  turned.linear() = Eigen::AngleAxisd(0.3, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  EXPECT_NEAR(distance(floor, turned, ceiling, turned).lower, 3.0, 1e-12);
  for (const Shape& other : {floor, Shape::half_space({0, 1e-9, -1}, -3.0), Shape::half_space({1, 0, 0}, -3.0)}) {
    const DistanceBounds meet = distance(floor, at({1, 2, 3}), other, at({0, 0, 4}));
    EXPECT_EQ(meet.lower, 0.0);
    EXPECT_EQ(meet.upper, 0.0);
    EXPECT_LE((meet.point_b - meet.point_a).norm(), 0.0);
    EXPECT_LE(distance(floor, at({1, 2, 3}), Shape::sphere(1e-9), at(meet.point_a)).upper, 1e-6);
  }
}

TEST(Overlap, DeepIsZeroAndTouchingNearlySo) {
  const Shape box = Shape::box({1, 1, 1});
  const DistanceBounds deep = distance(box, at({0, 0, 0}), box, at({0.3, 0.2, 0.1}));
  EXPECT_EQ(deep.lower, 0.0);
  EXPECT_EQ(deep.upper, 0.0);
  EXPECT_EQ(deep.point_a, deep.point_b);
  const DistanceBounds touching = distance(box, at({0, 0, 0}), box, at({1, 0, 0}));
  EXPECT_EQ(touching.lower, 0.0);
  EXPECT_LE(touching.upper, 1e-13);
  // A surface has an inside; a solid does not let it count.
  const Shape shell = Shape::mesh(make_box({4, 4, 4}));
  EXPECT_NEAR(distance(shell, at({0, 0, 0}), box, at({0, 0, 0.5})).lower, 1.0, 1e-12);
  EXPECT_EQ(distance(Shape::box({4, 4, 4}), at({0, 0, 0}), Shape::mesh(make_box({1, 1, 1})), at({0, 0, 0.5})).upper,
            0.0);
}

// Where both bodies are does not cost digits.
TEST(FarFromHome, TheGapIsWhatItIs) {
  const Vector3 far(1e9, -2e9, 3e9);
  const DistanceBounds bounds = distance(Shape::sphere(0.5), at(far), Shape::sphere(0.25), at(far + Vector3(1, 0, 0)));
  EXPECT_NEAR(bounds.lower, 0.25, 1e-13);
  EXPECT_NEAR(bounds.upper, 0.25, 1e-13);
}

}  // namespace
}  // namespace graze::testing
