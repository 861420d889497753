// SPDX-License-Identifier: Apache-2.0
#include "bvh/obb_fit.hpp"

#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <graze/interval.hpp>

#include "bvh/minimal_sphere.hpp"
#include "numeric/axis_angle.hpp"

namespace graze {
namespace {

using Eigen::AlignedBox3d;
using Eigen::Matrix3d;
using Eigen::Vector3d;

// A bound on the distance, in the Frobenius norm, of m from the orthonormal matrix nearest to it. With singular values
// s of m that is |s - 1|, and |s - 1| <= |s^2 - 1|, which is the norm of m^T m - I.
double orthonormality_error(const Matrix3d& m) {
  Interval squares;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Interval entry(i == j ? -1.0 : 0.0);
      for (int k = 0; k < 3; ++k) entry += Interval(m(k, i)) * Interval(m(k, j));
      squares += sqr(entry);
    }
  return sqrt(squares).hi();
}

AlignedBox3d extents(const TriangleMesh& mesh, std::span<const std::uint32_t> used, const Matrix3d& axes) {
  AlignedBox3d box;
  for (const std::uint32_t v : used) box.extend(axes.transpose() * mesh.vertices[v]);
  return box;
}

// Half the area of its surface.
double area_of(const AlignedBox3d& box) {
  const Vector3d s = box.sizes();
  return s[0] * s[1] + s[1] * s[2] + s[2] * s[0];
}

// Principal axes of the surface, or of the vertices if it has no area. Everything is scaled to about unit size first:
// products of four lengths must not overflow.
Matrix3d principal_axes(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles,
                        std::span<const std::uint32_t> used) {
  const AlignedBox3d box = extents(mesh, used, Matrix3d::Identity());
  const double size = box.sizes().maxCoeff();
  if (!(size > 0) || !std::isfinite(size)) return Matrix3d::Identity();
  const auto scaled = [&](std::uint32_t v) -> Vector3d { return (mesh.vertices[v] - box.center()) / size; };
  Matrix3d second = Matrix3d::Zero();
  Vector3d first = Vector3d::Zero();
  double weight = 0.0;
  for (const std::uint32_t f : triangles) {
    const Triangle& t = mesh.triangles[f];
    const Vector3d p = scaled(t[0]);
    const Vector3d q = scaled(t[1]);
    const Vector3d r = scaled(t[2]);
    const double area = (q - p).cross(r - p).norm();
    const Vector3d sum = p + q + r;
    first += area / 3 * sum;
    second += area / 12 * (sum * sum.transpose() + p * p.transpose() + q * q.transpose() + r * r.transpose());
    weight += area;
  }
  if (!(weight > 0)) {
    second.setZero();
    first.setZero();
    for (const std::uint32_t v : used) {
      const Vector3d p = scaled(v);
      first += p;
      second += p * p.transpose();
    }
    weight = static_cast<double>(used.size());
  }
  const Vector3d mean = first / weight;
  const Matrix3d covariance = second / weight - mean * mean.transpose();
  return Eigen::SelfAdjointEigenSolver<Matrix3d>(covariance).eigenvectors();
}

// Along the longest edge of the triangle and its normal: as flat and narrow as a box can be.
Matrix3d triangle_axes(const TriangleMesh& mesh, std::uint32_t face, const Matrix3d& otherwise) {
  const Triangle& t = mesh.triangles[face];
  Vector3d longest = Vector3d::Zero();
  for (std::size_t k = 0; k < 3; ++k) {
    const Vector3d edge = mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]];
    if (edge.stableNorm() > longest.stableNorm()) longest = edge;
  }
  const Vector3d along = longest.stableNormalized();
  const Vector3d other = (mesh.vertices[t[2]] - mesh.vertices[t[0]]) + (mesh.vertices[t[1]] - mesh.vertices[t[0]]);
  const Vector3d aside = (other - other.dot(along) * along).stableNormalized();
  Matrix3d axes;
  axes << along, aside, along.cross(aside);
  return axes.allFinite() && orthonormality_error(axes) < 1e-12 ? axes : otherwise;
}

Matrix3d tightest_axes(const TriangleMesh& mesh, std::span<const std::uint32_t> used, const Matrix3d& principal) {
  constexpr int kSteps = 6;  // of 15 degrees: a quarter turn gives the same box
  Matrix3d best = Matrix3d::Identity();
  double least = area_of(extents(mesh, used, best));
  const auto offer = [&](const Matrix3d& axes) {
    const double area = area_of(extents(mesh, used, axes));
    if (!(area < least)) return;
    least = area;
    best = axes;
  };
  offer(principal);
  for (int axis = 0; axis < 3; ++axis)
    for (int step = 1; step < kSteps; ++step) {
      const double angle = 0.5 * std::numbers::pi * step / kSteps;
      offer(principal * matrix_of({Vector3d::Unit(axis), angle}));
    }
  return best;
}

// Q^T (v - c) is computed as axes^T (v - c). The difference of the matrices makes an error of axes_error |v - c|; the
// roundings, one in each difference and at most five in each sum of three products, less than 8 ulp of |v - c|.
void enclose(const TriangleMesh& mesh, std::span<const std::uint32_t> used, ObbNode& node) {
  Vector3d most = Vector3d::Zero();
  double farthest = 0.0;
  for (const std::uint32_t v : used) {
    most = most.cwiseMax((node.axes.transpose() * (mesh.vertices[v] - node.center)).cwiseAbs());
    farthest = std::max(farthest, distance_above(mesh.vertices[v], node.center));
  }
  const double error = (node.axes_error + 8 * rounding::kUlp) * farthest + rounding::kFloor;
  node.half = (most.array() + error) * (1 + 4 * rounding::kUlp);
  node.reach = (distance_above(node.center, Vector3d::Zero()) + node.half.stableNorm()) * (1 + 8 * rounding::kUlp) +
               rounding::kFloor;
}

}  // namespace

void fit_obb(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles, std::span<const std::uint32_t> used,
             ObbNode& node) {
  const Matrix3d principal = principal_axes(mesh, triangles, used);
  if (triangles.size() == 1)
    node.axes = triangle_axes(mesh, triangles[0], principal);
  else
    node.axes = tightest_axes(mesh, used, principal);
  node.axes_error = orthonormality_error(node.axes);
  if (!(node.axes_error < 1e-12)) {
    node.axes.setIdentity();
    node.axes_error = 0.0;
  }
  node.center = node.axes * extents(mesh, used, node.axes).center();
  enclose(mesh, used, node);
}

}  // namespace graze
