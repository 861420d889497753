// SPDX-License-Identifier: Apache-2.0
// The inclusion functions of feature pairs hold the exact values, Gamma never rejects a contact, and a pair is never
// called apart for longer than it is.
#include "solver/mesh_features/feature_pair.hpp"

#include <gtest/gtest.h>

#include "oracle/small_meshes.hpp"
#include "oracle/toi_oracle.hpp"
#include "shape/mesh_shape.hpp"
#include "support/contains.hpp"

namespace graze::testing {
namespace {

struct Setting {
  MovingMesh a, b;
  Interval domain;
  Eigen::Vector3d origin;
};

Setting random_setting(Random& random) {
  Setting s;
  const bool grid = random.chance(0.4);
  const auto point = [&] { return grid ? grid_point(random) : random.vector(1.0); };
  const auto mesh = [&] {
    const Eigen::Vector3d p = point(), q = point();
    return triangle_mesh(p, q, random.chance(0.1) ? q : point());
  };
  s.a.mesh = mesh();
  s.b.mesh = mesh();
  const double start = random.chance(0.5) ? 0.0 : random.uniform(-10.0, 10.0);
  s.domain = {start, start + (random.chance(0.2) ? 0.0 : random.magnitude(1e-9, 1.0))};
  const double speed = random.magnitude(0.1, 100.0);
  s.a.motion = {random.vector(1.0), random.quaternion(), random.vector(speed), random.vector(5.0)};
  s.b.motion = {random.vector(1.0), random.quaternion(), random.vector(speed), random.vector(5.0)};
  if (random.chance(0.3)) s.a.motion.angular_velocity.setZero();
  if (random.chance(0.3)) s.b.motion.angular_velocity.setZero();
  s.a.motion.position -= start * s.a.motion.velocity;
  s.b.motion.position -= start * s.b.motion.velocity;
  s.origin = to_double(path_at(s.b.motion, Vec<Real>(), Real(start)).position) + random.vector(0.1);
  return s;
}

// One of the three kinds.
FeaturePair random_pair(const MeshShape& a, const MeshShape& b, Random& random) {
  const auto index = [&] { return static_cast<std::uint32_t>(random.below(3)); };
  switch (random.below(3)) {
    case 0:
      return vertex_face_pair(a, index(), b, 0);
    case 1:
      return face_vertex_pair(a, 0, b, index());
    default:
      return edge_edge_pair(a, a.face_edges(0)[index()], b, b.face_edges(0)[index()]);
  }
}

Corners<Real> corners_at(const Simplex& simplex, const RigidMotion& motion, const Real& time) {
  Corners<Real> result;
  for (int i = 0; i < 3; ++i) {
    const Vec<Real> corner(simplex.corners[static_cast<std::size_t>(std::min(i, simplex.size - 1))]);
    result[static_cast<std::size_t>(i)] = path_at(motion, corner, time).position;
  }
  return result;
}

// The volume spanned by the four corners, up to a sign that is the same at all times: zero at every contact.
Real volume_at(const FeaturePair& pair, const Setting& s, const Real& time) {
  const Corners<Real> a = corners_at(pair.a, s.a.motion, time);
  const Corners<Real> b = corners_at(pair.b, s.b.motion, time);
  if (pair.a.size == 1) return dot(normal_of(b), a[0] - b[0]);
  if (pair.b.size == 1) return dot(normal_of(a), b[0] - a[0]);
  return dot(cross(a[1] - a[0], b[1] - b[0]), b[0] - a[0]);
}

// f is in value + slope x + half_curvature x^2 for each x.
bool holds(const InclusionParabola& f, const Real& x, const Real& value) {
  const auto bound = [&](bool upper) {
    const auto end = [upper](const Interval& i) { return Real(upper ? i.hi() : i.lo()); };
    return Real(end(f.value) + x * (end(f.slope) + x * end(f.half_curvature)));
  };
  const Real noise = 1e-55;  // of the exact value, at 200 bits
  return bound(false) <= value + noise && value - noise <= bound(true);
}

TEST(FeaturePair, EnclosuresHold) {
  Random random(81);
  int rejected = 0;
  for (int i = 0; i < 3'000; ++i) {
    const Setting s = random_setting(random);
    const Body a = s.a.body();
    const Body b = s.b.body();
    const FeaturePair pair = random_pair(a.shape.mesh_shape(), b.shape.mesh_shape(), random);
    const PairMotion motion(a.motion, b.motion, s.domain, s.origin);
    const FeatureEnclosure enclosure(pair, motion);
    const InclusionParabola f = enclosure.coplanarity();
    const bool may_touch = enclosure.may_touch();
    const double separation = random.chance(0.5) ? 0.0 : random.magnitude(1e-6, 1.0);
    const double apart = enclosure.apart_for(separation);
    rejected += may_touch ? 0 : 1;
    for (int k = 0; k < 4; ++k) {
      const double t = random.inside(s.domain);
      const Real x = Real(t) - s.domain.lo();
      const Real value = volume_at(pair, s, Real(t));
      // The library's function may have the other sign.
      ASSERT_TRUE(holds(f, x, value) || holds(f, x, -value)) << "case " << i << " t " << t;
      const Real squared =
          closest_of_triangles(corners_at(pair.a, s.a.motion, Real(t)), corners_at(pair.b, s.b.motion, Real(t)))
              .squared;
      const Real distance = sqrt(squared);
      ASSERT_TRUE(may_touch || distance > 0) << "case " << i << " t " << t;
      ASSERT_TRUE(!(x < apart) || distance > separation) << "case " << i << " t " << t << " apart for " << apart;
      const FeatureContact contact = contact_at(pair, a.motion, b.motion, t, s.origin);
      ASSERT_TRUE(encloses(contact.distance, distance)) << "case " << i << " t " << t;
    }
  }
  EXPECT_GT(rejected, 1'000);
}

// Pairs that do touch within the domain: Gamma must not reject them, at any width of the domain.
TEST(FeaturePair, GammaNeverRejectsAContact) {
  Random random(82);
  for (int i = 0; i < 3'000; ++i) {
    Setting s = random_setting(random);
    const Body before = s.a.body();
    const FeaturePair pair = random_pair(before.shape.mesh_shape(), s.b.body().shape.mesh_shape(), random);
    // Points of both features, often corners, brought together at a time of the domain, to within a rounding of the
    // position; the rest is bridged by a separation.
    const auto weights = [&](const Simplex& simplex) {
      Eigen::Vector3d p = simplex.corners[static_cast<std::size_t>(random.below(simplex.size))];
      for (int k = 0; k < simplex.size && random.chance(0.6); ++k)
        p += random.unit() * (simplex.corners[static_cast<std::size_t>(k)] - p);
      return p;
    };
    const Real t = random.inside(s.domain);
    const Vec<Real> at_a = path_at(s.a.motion, Vec<Real>(weights(pair.a)), t).position;
    const Vec<Real> at_b = path_at(s.b.motion, Vec<Real>(weights(pair.b)), t).position;
    s.b.motion.position += to_double(at_a - at_b);
    const Real distance =
        sqrt(closest_of_triangles(corners_at(pair.a, s.a.motion, t), corners_at(pair.b, s.b.motion, t)).squared);
    const double gap = to_double(distance) * (1 + 1e-12);
    const PairMotion motion(s.a.body().motion, s.b.body().motion, s.domain, s.origin);
    const FeatureEnclosure enclosure(pair, motion);
    ASSERT_TRUE(enclosure.apart_for(gap) <= t - s.domain.lo()) << "case " << i;
    ASSERT_TRUE(distance > 0 || enclosure.may_touch()) << "case " << i;
  }
}

}  // namespace
}  // namespace graze::testing
