// SPDX-License-Identifier: Apache-2.0
// Gaps of triangles as a frame has them, turning or not, against where the motions take the corners.
#include "solver/linearization/linearized_pair.hpp"

#include <gtest/gtest.h>

#include "solver/linearization/leaf_pair.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

Motion random_motion(Random& random) {
  const Vector3 position = random.vector(1.0);
  const Quaternion orientation = random.quaternion();
  const Vector3 velocity = random.vector(2.0);
  const Vector3 spin = random.vector(3.0);
  const Vector3 acceleration = random.vector(5.0);
  switch (random.below(3)) {
    case 0:
      return Motion::constant_velocity(position, orientation, velocity, spin);
    case 1:
      return Motion::screw({position, orientation}, {velocity, acceleration}, spin.x(), spin.y());
    default:
      return Motion::ballistic({position, orientation}, velocity, acceleration, spin);
  }
}

TriangleMesh random_triangle(Random& random) {
  TriangleMesh mesh;
  for (int k = 0; k < 3; ++k) mesh.vertices.push_back(random.vector(1.0));
  mesh.triangles = {{0, 1, 2}};
  return mesh;
}

// The least gap of the corners along a direction at a time. Poses are right to a few roundings.
double true_gap(const TriangleMesh& a, const Motion& motion_a, const TriangleMesh& b, const Motion& motion_b,
                const Vector3& n, double time) {
  const Pose pose_a = motion_a.pose(time);
  const Pose pose_b = motion_b.pose(time);
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3& x : a.vertices)
    for (const Vector3& y : b.vertices) least = std::min(least, n.dot(pose_b * y - pose_a * x));
  return least;
}

TEST(LinearizedPair, GapsAreNeverMoreThanTheyAre) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const TriangleMesh mesh_a = random_triangle(random);
    const TriangleMesh mesh_b = random_triangle(random);
    const Shape shape_a = Shape::mesh(mesh_a);
    const Shape shape_b = Shape::mesh(mesh_b);
    const LeafBody body_a(shape_a);
    const LeafBody body_b(shape_b);
    const Motion a = random_motion(random);
    const Motion b = random_motion(random);
    const double s = random.uniform(0.0, 1.0);
    const double span = random.magnitude(1e-3, 1.0);
    const Vector3 turning = random.vector(4.0);
    const Vector3 n = random.direction();
    const Vector3 origin = random.vector(1.0);
    const bool turns = seed % 3 != 0;
    const LinearizedPair frame = turns
                                     ? LinearizedPair(a, body_a.radius(), b, body_b.radius(), s, span, origin, turning)
                                     : LinearizedPair(a, body_a.radius(), b, body_b.radius(), s, span, origin);
    const LeafPair leaves(body_a, 0, body_b, 0, frame);
    const LeafGap gap(leaves, n);
    for (int k = 0; k <= 8; ++k) {
      const double t = span * k / 8;
      const double angle = turns ? turning.norm() * t : 0.0;
      const Vector3 now = Eigen::AngleAxisd(angle, turning.normalized()) * n;
      const double truth = true_gap(mesh_a, a, mesh_b, b, now, s + t);
      EXPECT_LE(gap.at(t).value, truth + 1e-13) << "seed " << seed << " t " << t;
      EXPECT_TRUE(k > 0 || gap.at(t).value >= truth - 1e-10) << "seed " << seed;
    }
  }
}

TEST(LinearizedPair, FindsWhatTurnsTogether) {
  const Motion a = Motion::constant_velocity({1, 2, 3}, Quaternion(1, 1, 0, 0), {5, 0, 0}, {0, 0, 2});
  const Motion b = Motion::screw({{0, 1, 0}, Quaternion(1, 0, 1, 0)}, {{3, 0, 0}, {0, 0, 1}}, 2.2, 1.0);
  EXPECT_NEAR((common_turning(a, b, 0.3) - Vector3(0, 0, 2.1)).norm(), 0.0, 1e-12);
  const Motion c = Motion::constant_velocity({1, 2, 3}, Quaternion(1, 1, 0, 0), {5, 0, 0}, {0, 2, 0});
  EXPECT_EQ(common_turning(a, c, 0.3), Vector3::Zero());
  EXPECT_EQ(common_turning(a, Motion::still({0, 0, 0}), 0.3), Vector3::Zero());
}

}  // namespace
}  // namespace graze::testing
