// SPDX-License-Identifier: Apache-2.0
// Curved surfaces against meshes of all sizes. The truth is worked out here, at 200 bits, from the formulas of a sphere
// and a box, or from points that are drawn from the surface.
#include <gtest/gtest.h>

#include <algorithm>

#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "surface/random_pairs.hpp"

namespace graze::testing {
namespace {

Shape sphere(double radius, bool implicit) {
  return implicit ? Shape::implicit(ImplicitSurface::sphere(radius))
                  : Shape::parametric(ParametricSurface::sphere(radius));
}

// A sphere and a box with straight paths. Their gap is a convex function of time: the distance of a point on a line
// from a convex set.
struct SphereAndBox {
  double radius;
  Vector3 half, from, velocity, box_from, box_velocity;
  Quaternion turned_by;

  Real gap(const Real& t) const {
    const Vec<Real> between =
        Vec<Real>(from) - Vec<Real>(box_from) + t * (Vec<Real>(velocity) - Vec<Real>(box_velocity));
    const Vec<Real> seen = turned(between, turned_by.conjugate());
    const auto outside = [&](int i) { return std::max(Real(abs(seen[i]) - Real(half[i])), Real(0)); };
    return norm(Vec<Real>(outside(0), outside(1), outside(2))) - Real(radius);
  }

  // The least gap of [0, end]; to within 2^-90 of what the gap changes by.
  Real least(Real end) const {
    Real begin(0);
    for (int i = 0; i < 170; ++i) {
      const Real third = (end - begin) / 3;
      if (gap(begin + third) < gap(end - third))
        end -= third;
      else
        begin += third;
    }
    return std::min(gap(begin), gap(end));
  }

  Body sphere_body(bool implicit, const Vector3& spin) const {
    return {sphere(radius, implicit), Motion::constant_velocity(from, Quaternion::Identity(), velocity, spin)};
  }
  Body mesh_body() const {
    return {Shape::mesh(subdivided(make_box(2 * half))),
            Motion::constant_velocity(box_from, turned_by, box_velocity, Vector3::Zero())};
  }
};

SphereAndBox random_case(Random& random, double size) {
  SphereAndBox result;
  result.radius = size * random.magnitude(1e-2, 1.0);
  result.half = size * Vector3(random.uniform(0.1, 0.5), random.uniform(0.1, 0.5), random.uniform(0.1, 0.5));
  result.box_from = random.vector(random.chance(0.5) ? 0.0 : size);
  const Vector3 drift = random.vector(random.chance(0.5) ? 0.0 : size);
  result.box_velocity = drift;
  result.turned_by = random.quaternion();
  const Vector3 start = (1.0 * size + 1.1 * result.radius) * random.direction();
  const Vector3 target = random.vector(random.chance(0.7) ? 0.3 * size : 1.5 * size);
  result.from = result.box_from + start;
  result.velocity = drift + random.uniform(1.0, 3.0) * (target - start);
  return result;
}

// How the answer differs from the truth; empty if it holds.
std::string fault_of(const SphereAndBox& two, const Toi& toi, const Query& query) {
  const Real noise(1e-14 * (two.from.norm() + two.box_from.norm() + two.velocity.norm() + two.half.norm()));
  if (toi.verdict == Verdict::Free) return two.least(Real(1)) > 0 ? "" : "missed";
  if (toi.verdict != Verdict::Impact) return std::string("verdict ") + std::string(to_string(toi.verdict));
  if (!(two.least(Real(toi.safe_until())) > 0)) return "late";
  if (two.gap(Real(toi.safe_until())) > Real(toi.tolerance)) return "the gap is larger than the tolerance";
  if (toi.tolerance > query.tolerance * (1 + 1e-9)) return "coarser than asked for";
  return two.least(Real(1)) <= Real(query.tolerance) + noise ? "" : "no contact";
}

TEST(MeshSizes, SpheresMeetBoxesOfAnySize) {
  Random random(1);
  int impacts = 0;
  for (int i = 0; i < 180; ++i) {
    const double size = std::pow(10.0, -2 + i % 9);
    const SphereAndBox two = random_case(random, size);
    const bool implicit = random.chance(0.5);
    Query query;
    query.tolerance = 1e-9 * size;
    const Body a = two.sphere_body(implicit, random.vector(3.0));
    const Body b = two.mesh_body();
    const Toi toi = random.chance(0.5) ? time_of_impact(a, b, query) : time_of_impact(b, a, query);
    EXPECT_EQ(fault_of(two, toi, query), "") << "case " << i << ", size " << size;
    impacts += toi.verdict == Verdict::Impact ? 1 : 0;
  }
  EXPECT_GT(impacts, 90);
}

// The first time of [0, 1] at which one of the points is at z <= 0, to within 2^-40; they start above.
double first_through_floor(const std::vector<Vector3>& points, const Motion& motion) {
  const auto through = [&](double t) {
    const Pose pose = motion.pose(t);
    return std::ranges::any_of(points, [&](const Vector3& p) { return (pose * p).z() <= 0; });
  };
  double before = 0.0;
  double after = 1.0;
  while (after - before > 0x1p-40) {
    const double middle = 0.5 * (before + after);
    (through(middle) ? after : before) = middle;
  }
  return after;
}

// A surface of about unit size falls onto the upper face of a mesh of any size: whatever was drawn from it is above the
// face until the first contact.
TEST(MeshSizes, SurfacesOfEveryKindFallOntoBoxes) {
  Random random(2);
  for (const SampledSurface& surface : sampled_surfaces(200))
    for (const double size : {8.0, 1e2, 1e4, 1e6}) {
      const Vector3 from(random.uniform(-0.2, 0.2) * size, random.uniform(-0.2, 0.2) * size, 4.0);
      const Motion falling = Motion::constant_velocity(from, random.quaternion(), {0, 0, -4.0}, Vector3::Zero());
      const Motion resting = Motion::still({0, 0, -0.5 * size}, Quaternion::Identity());
      Query query;
      query.tolerance = 1e-9 * size;
      const Toi toi = time_of_impact({surface.shape, falling},
                                     {Shape::mesh(subdivided(make_box({size, size, size}))), resting}, query);
      EXPECT_EQ(toi.verdict, Verdict::Impact) << surface.name << ", size " << size;
      EXPECT_LE(toi.safe_until(), first_through_floor(surface.points, falling)) << surface.name << ", size " << size;
      EXPECT_NEAR(toi.contact.point_b.z(), 0.0, 1e-12 * size) << surface.name;
      EXPECT_LE(toi.contact.point_a.z(), query.tolerance * 1.01) << surface.name;
    }
}

}  // namespace
}  // namespace graze::testing
