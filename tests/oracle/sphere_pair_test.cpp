// SPDX-License-Identifier: Apache-2.0
// Test-Sphere-Pair: the interval it returns holds every time at which the two moving spheres overlap.
#include <gtest/gtest.h>

#include "oracle/small_meshes.hpp"
#include "oracle/toi_oracle.hpp"
#include "solver/mesh_features/moving_sphere.hpp"

namespace graze::testing {
namespace {

struct Spheres {
  MovingMesh a, b;  // the bodies they belong to
  Sphere sphere_a, sphere_b;
  Interval domain;
  double separation = 0.0;
};

Sphere sphere_in(const TriangleMesh& mesh, Random& random) {
  const auto pick = [&] { return mesh.vertices[static_cast<std::size_t>(random.below(8))]; };
  const Eigen::Vector3d p = pick();
  return {0.5 * (p + pick()), random.chance(0.2) ? 0.0 : random.magnitude(1e-6, 1.0)};
}

Spheres random_spheres(Random& random) {
  Spheres s;
  const double scale = random.magnitude(1e-3, 1e3);
  s.a.mesh = scaled(box_mesh(1, 2, 1), scale);
  s.b.mesh = scaled(box_mesh(2, 1, 1), scale);
  s.sphere_a = sphere_in(s.a.mesh, random);
  s.sphere_b = sphere_in(s.b.mesh, random);
  s.sphere_a.radius *= scale;
  s.sphere_b.radius *= scale;
  const double start = random.chance(0.5) ? 0.0 : random.uniform(-100.0, 100.0);
  const double length = random.chance(0.1) ? 0.0 : random.magnitude(1e-6, 1.0);
  s.domain = {start, start + length};
  const double speed = scale * random.magnitude(0.1, 100.0) / std::max(length, 1e-3);
  s.a.motion = {random.vector(scale), random.quaternion(), random.vector(speed), random.vector(3.0)};
  s.b.motion = {random.vector(3.0 * scale), random.quaternion(), random.vector(speed), random.vector(3.0)};
  // Near each other at some time of the domain.
  const Real meeting = random.inside(s.domain);
  const Vec<Real> at_a = path_at(s.a.motion, Vec<Real>(s.sphere_a.center), meeting).position;
  const Vec<Real> at_b = path_at(s.b.motion, Vec<Real>(s.sphere_b.center), meeting).position;
  s.b.motion.position +=
      to_double(at_a - at_b) + random.direction() * random.uniform(0.0, 2.0) * (s.sphere_a.radius + s.sphere_b.radius);
  if (random.chance(0.3)) s.separation = scale * random.magnitude(1e-6, 1.0);
  return s;
}

bool overlap_at(const Spheres& s, const Real& time) {
  const Vec<Real> a = path_at(s.a.motion, Vec<Real>(s.sphere_a.center), time).position;
  const Vec<Real> b = path_at(s.b.motion, Vec<Real>(s.sphere_b.center), time).position;
  return norm(b - a) <= Real(s.sphere_a.radius) + s.sphere_b.radius + s.separation;
}

TEST(SpherePair, HoldsEveryOverlap) {
  Random random(71);
  int overlaps = 0;
  int culled = 0;
  for (int i = 0; i < 5'000; ++i) {
    const Spheres s = random_spheres(random);
    const Body a = s.a.body();
    const Body b = s.b.body();
    const Stage stage(a, b, s.domain, b.motion.pose(s.domain.lo()).translation(), s.separation);
    const Interval within = random.chance(0.5) ? s.domain : random.part_of(s.domain);
    const auto up = [](double x) { return std::nextafter(x, 1e300) * (1 + 1e-15); };
    const MovingSphere sphere_a = stage.a.sphere(s.sphere_a.center, s.sphere_a.radius, up(s.sphere_a.center.norm()));
    const MovingSphere sphere_b = stage.b.sphere(s.sphere_b.center, s.sphere_b.radius, up(s.sphere_b.center.norm()));
    const std::optional<Interval> overlap = test_sphere_pair(stage, sphere_a, sphere_b, within);
    ASSERT_TRUE(!overlap || within.contains(*overlap)) << "case " << i;
    if (!overlap || *overlap != within) ++culled;
    for (int k = 0; k < 8; ++k) {
      const double t = random.inside(within);
      if (!overlap_at(s, Real(t))) continue;
      ++overlaps;
      ASSERT_TRUE(overlap && overlap->contains(t)) << "case " << i << " t " << t;
    }
  }
  // The test means something only if both happen often.
  EXPECT_GT(overlaps, 1'000);
  EXPECT_GT(culled, 1'000);
}

}  // namespace
}  // namespace graze::testing
