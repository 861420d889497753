// SPDX-License-Identifier: Apache-2.0
// What is computed with a pose is within its stated error of the same with 200 bits.
#include "distance/placement.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/real.hpp"

namespace graze::testing {
namespace {

Pose random_pose(Random& random) {
  Pose pose = Pose::Identity();
  pose.linear() = random.quaternion().normalized().toRotationMatrix();
  pose.translation() = random.vector(random.magnitude(1e-3, 1e6));
  return pose;
}

Vec<Real> row(const Eigen::Matrix3d& m, int i) { return Vec<Real>(Eigen::Vector3d(m.row(i))); }

TEST(FaceValuePose, ErrorsBoundPlacesAndProducts) {
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    Random random(seed);
    const Pose pose = random_pose(random);
    const Vector3 origin = random.chance(0.5) ? Vector3(pose.translation() + random.vector(1.0)) : random.vector(1.0);
    const FaceValuePose placed(pose, origin);
    const double radius = random.magnitude(1e-3, 1e3);
    const Vector3 point = radius * random.direction() * random.unit();
    const Vec<Real> p(point);
    const Vec<Real> truth =
        Vec<Real>(dot(row(pose.linear(), 0), p), dot(row(pose.linear(), 1), p), dot(row(pose.linear(), 2), p)) +
        Vec<Real>(Vector3(pose.translation())) - Vec<Real>(origin);
    const Real bound = placed.error(radius);
    EXPECT_TRUE(norm(Vec<Real>(placed.place(point)) - truth) <= bound) << "seed " << seed;
    const Vector3 n = random.direction();
    const double product = placed.place(point).dot(n);
    EXPECT_TRUE(abs(Real(product) - dot(truth, Vec<Real>(n))) <= bound) << "seed " << seed;
    EXPECT_TRUE(norm(truth - Vec<Real>(placed.offset)) <= Real(placed.norm) * norm(p) + bound) << "seed " << seed;
    const Real stretch = norm(truth - (Vec<Real>(Vector3(pose.translation())) - Vec<Real>(origin))) / norm(p);
    EXPECT_TRUE(stretch >= placed.smallest_stretch()) << "seed " << seed;
    EXPECT_GT(placed.smallest_stretch(), 1 - 1e-12);
  }
}

}  // namespace
}  // namespace graze::testing
