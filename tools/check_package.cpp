// SPDX-License-Identifier: Apache-2.0
// A user's program: asks many queries of all kinds and prints one number made of every bit of the answers. It is the
// same whatever flags the program is compiled with.
#include <bit>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <vector>

#include <Eigen/Eigenvalues>

#include <graze/graze.hpp>

namespace {

using graze::Motion;
using graze::Shape;
using graze::Vector3;

std::uint64_t hash = 14695981039346656037u;
void add(double value) { hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 1099511628211u; }
void add(const Vector3& v) {
  for (int k = 0; k < 3; ++k) add(v[k]);
}
void add(const graze::Toi& toi) {
  add(static_cast<double>(toi.verdict));
  for (double end : {toi.bracket.lo(), toi.bracket.hi(), toi.separation.lo(), toi.separation.hi(), toi.tolerance})
    add(end);
  add(toi.contact.point_a);
  add(toi.contact.normal);
}

// In [-1, 1), exact.
double next() {
  static std::uint64_t state = 42;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<double>(static_cast<std::int64_t>(state) >> 11) * 0x1p-52;
}
Vector3 next_vector(double scale) { return {scale * next(), scale * next(), scale * next()}; }

Shape mesh(int corners) {
  std::vector<Vector3> points;
  for (int i = 0; i < corners; ++i) points.push_back(next_vector(1.0));
  graze::TriangleMesh soup;
  soup.vertices = points;
  for (int i = 0; i + 2 < corners; ++i)
    soup.triangles.push_back({std::uint32_t(i), std::uint32_t(i + 1), std::uint32_t(i + 2)});
  return Shape::mesh(soup);
}

// Written by the user, so compiled with the user's flags.
struct Swing {
  template <class T>
  graze::RigidPose<T> operator()(const T& t) const {
    using std::cos, std::sin;
    const T c = cos(t), s = sin(t), zero = t * 0.0, one = zero + 1.0;
    graze::RigidPose<T> pose;
    pose.rotation << c, -s, zero, s, c, zero, zero, zero, one;
    pose.position << t * 4.0 - 3.0, t * t * 0.3, zero;
    return pose;
  }
};

// Every product here is exact, so that fused operations give the same query.
Motion towards_origin() {
  const graze::Quaternion turned(1.0 + next(), next(), next(), next());
  const Vector3 from = Vector3(3, 0, 0) + next_vector(0.5);
  return Motion::constant_velocity(from, turned, next_vector(1.0) - 2.0 * from, next_vector(4.0));
}

// The user's own use of the same Eigen functions as ours, so that the linker has copies to choose from.
double own_use_of_eigen(const Motion& motion) {
  const graze::Pose pose = motion.pose(0.375);
  const Eigen::Matrix3d m = pose.linear() * Eigen::AngleAxisd(next(), next_vector(1).normalized()).toRotationMatrix();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> values(m + m.transpose());
  return values.eigenvalues()[0] + graze::Quaternion(m).slerp(0.3, graze::Quaternion::Identity()).w();
}

}  // namespace

int main() {
  const std::vector<Shape> shapes = {Shape::box({1, 1.1, 0.7}),
                                     Shape::sphere(0.6),
                                     Shape::capsule(0.3, 0.9),
                                     Shape::cylinder(0.4, 1.0),
                                     Shape::cone(0.5, 1),
                                     mesh(12),
                                     mesh(40)};
  const std::vector<graze::Solver> solvers = {graze::Solver::automatic(), graze::Solver::d2m(), graze::Solver::redon()};
  double own = 0.0;
  for (int round = 0; round < 10; ++round)
    for (const Shape& a : shapes)
      for (const Shape& b : {shapes[0], shapes[1], shapes[5], shapes[6]}) {
        const Motion moving = towards_origin();
        for (const graze::Solver& solver : solvers) add(graze::time_of_impact({a, moving}, {b, Motion()}, {}, solver));
        for (int k = 0; k < 3; ++k) add(moving.pose(0.375).linear().col(k));
        own += own_use_of_eigen(moving);
      }
  for (const Shape& a : shapes) add(graze::time_of_impact({a, Motion::from_function(Swing())}, {shapes[6], Motion()}));
  std::cout << std::hex << hash << (std::isfinite(own) ? "" : " ?") << "\n";
}
