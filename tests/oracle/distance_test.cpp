// SPDX-License-Identifier: Apache-2.0
// The static distance is bracketed: its bounds hold the exact distance of the surfaces at the given poses.
#include <graze/distance.hpp>

#include <gtest/gtest.h>

#include "oracle/small_meshes.hpp"
#include "oracle/triangle_distance.hpp"

namespace graze::testing {
namespace {

// The corners where the doubles of the pose, taken at face value, put them.
Corners<Real> corners_of(const TriangleMesh& mesh, const Triangle& triangle, const Pose& pose) {
  Corners<Real> result;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec<Real> p(mesh.vertices[triangle[i]]);
    const Vec<Real> columns[] = {Vec<Real>(pose.linear().col(0)), Vec<Real>(pose.linear().col(1)),
                                 Vec<Real>(pose.linear().col(2))};
    result[i] = Vec<Real>(pose.translation()) + p.x * columns[0] + p.y * columns[1] + p.z * columns[2];
  }
  return result;
}

Real exact_distance(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  ClosestPair<Real> best;
  for (const Triangle& ta : a.triangles)
    for (const Triangle& tb : b.triangles) {
      const ClosestPair<Real> one = closest_of_triangles(corners_of(a, ta, pose_a), corners_of(b, tb, pose_b));
      best.offer(one.a, one.b);
    }
  return sqrt(best.squared);
}

Pose random_pose(Random& random, bool grid, double reach) {
  Pose pose = Pose::Identity();
  pose.translation() = grid ? Eigen::Vector3d(reach * grid_point(random, 8)) : random.vector(reach);
  if (!grid) pose.linear() = random.quaternion().normalized().toRotationMatrix();
  return pose;
}

TEST(Distance, BoundsHoldTheExactDistance) {
  Random random(91);
  int touching = 0;
  for (int i = 0; i < 400; ++i) {
    const bool grid = random.chance(0.4);
    const double scale = grid ? 1.0 : random.magnitude(1e-3, 1e3);
    const TriangleMesh a = scaled(random_mesh(random, grid), scale);
    const TriangleMesh b = scaled(random_mesh(random, grid), scale);
    const Pose pose_a = random_pose(random, grid, scale);
    const Pose pose_b = random_pose(random, grid, scale * (grid ? 1.0 : 2.0));
    const DistanceBounds bounds = distance(Shape::mesh(a), pose_a, Shape::mesh(b), pose_b);
    const Real exact = exact_distance(a, pose_a, b, pose_b);
    touching += exact == 0 ? 1 : 0;
    ASSERT_TRUE(bounds.lower <= exact && exact <= bounds.upper)
        << "case " << i << ": [" << bounds.lower << ", " << bounds.upper << "] and " << to_text(exact);
    ASSERT_LE(bounds.upper - bounds.lower, 1e-12 * (scale + to_double(exact))) << "case " << i;
    ASSERT_LE(std::abs((bounds.point_b - bounds.point_a).norm() - to_double(exact)), 1e-12 * scale) << "case " << i;
  }
  EXPECT_GE(touching, 10);
}

}  // namespace
}  // namespace graze::testing
