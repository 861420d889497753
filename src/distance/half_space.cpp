// SPDX-License-Identifier: Apache-2.0
// Distances to a half-space: the height of the lowest point above its plane.
#include "distance/pair_distance.hpp"
#include "distance/placement.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using rounding::kUlp;

// The affine image of { n . x <= offset } is { m . y <= offset + m . p } with L^T m = n.
struct Plane {
  Vector3 normal;  // m, up to an error of ...
  double normal_error;
  double offset;                // of the plane from `origin`, along m
  Vector3 origin;               // p
  double length_lo, length_hi;  // of m

  explicit Plane(const PlacedHalfSpace& placed) : offset(placed.shape.offset), origin(placed.pose.translation()) {
    const FaceValuePose placement(placed.pose, origin);
    normal = placement.linear * placed.shape.normal;
    // L^T (m - normal) = n - L^T normal, so |m - normal| is at most that over the smallest stretch of L.
    const double residual = (placed.shape.normal - placement.linear.transpose() * normal).norm() * (1 + 1e-9) +
                            16 * kUlp * (1 + placement.norm * placement.norm);
    normal_error = residual / placement.smallest_stretch();
    const double length = normal.norm();
    length_lo = std::max(0.0, length * (1 - 8 * kUlp) - normal_error);
    length_hi = length * (1 + 8 * kUlp) + normal_error;
  }
};

// The lowest point of a body along the plane's normal, relative to the plane's origin.
struct Lowest {
  Vector3 point;
  double along;     // its product with the normal
  double error;     // of that against the true lowest
  double distance;  // bounds the distance of any point of the body from the plane's origin
};

DistanceBounds above(const Plane& plane, const Lowest& lowest) {
  const double height = lowest.along - plane.offset;
  const double error = lowest.error + plane.normal_error * lowest.distance * (1 + 1e-9) +
                       4 * kUlp * (std::abs(lowest.along) + std::abs(plane.offset)) + kVanishingLength;
  DistanceBounds result;
  const double at_least = (height - error) / plane.length_hi * (1 - 8 * kUlp);
  const double at_most = (height + error) / plane.length_lo * (1 + 8 * kUlp);
  result.lower = at_least > 0 ? at_least : 0.0;
  result.upper = std::isnan(at_most) ? std::numeric_limits<double>::infinity() : std::max(0.0, at_most);
  result.point_b = lowest.point + plane.origin;
  result.point_a = result.point_b - std::max(0.0, height) * plane.normal;
  return result;
}

// On both planes if they cross, below both if they face the same way. The normals are unit, nearly.
Vector3 common_point(const Plane& p, const Plane& q) {
  const double height_q = q.offset + q.normal.dot(q.origin - p.origin);
  const double cosine = p.normal.dot(q.normal);
  const double square = p.normal.cross(q.normal).squaredNorm();
  if (square < 1e-20) return p.origin + std::min(p.offset, height_q) * p.normal;
  const double along_p = (p.offset - cosine * height_q) / square;
  const double along_q = (height_q - cosine * p.offset) / square;
  return p.origin + along_p * p.normal + along_q * q.normal;
}

}  // namespace

DistanceBounds half_space_convex_distance(const PlacedHalfSpace& a, const PlacedConvex& b) {
  const Plane plane(a);
  const FaceValuePose placement(b.pose, plane.origin);
  const Vector3 direction = placement.into_body(-plane.normal);
  const Vector3 core = b.shape.support(direction).point;
  const double ball = b.shape.rounding_radius() * direction.norm();
  const double radius = b.shape.radius();
  // The normal is unit to within `normal_error`, tiny unless the pose is no pose; see FaceValuePose::error.
  const double error = (b.shape.support_error() * placement.norm + placement.error(radius)) * plane.length_hi;
  return above(plane, {placement.place(core) - b.shape.rounding_radius() * plane.normal,
                       plane.normal.dot(placement.offset) - core.dot(direction) - ball, error * (1 + 1e-9),
                       placement.norm * radius + placement.offset_size});
}

DistanceBounds half_space_mesh_distance(const PlacedHalfSpace& a, const PlacedMesh& b) {
  const Plane plane(a);
  const FaceValuePose placement(b.pose, plane.origin);
  const Vector3 direction = placement.into_body(plane.normal);
  double smallest = std::numeric_limits<double>::infinity();
  std::uint32_t lowest = 0;
  for (const Triangle& triangle : b.shape.mesh().triangles)
    for (const std::uint32_t v : triangle) {
      const double along = direction.dot(b.shape.vertex(v));
      if (!(along < smallest)) continue;
      smallest = along;
      lowest = v;
    }
  const double radius = b.shape.radius();
  return above(
      plane, {placement.place(b.shape.vertex(lowest)), plane.normal.dot(placement.offset) + smallest,
              placement.error(radius) * plane.length_hi * (1 + 1e-9), placement.norm * radius + placement.offset_size});
}

DistanceBounds half_space_half_space_distance(const PlacedHalfSpace& a, const PlacedHalfSpace& b) {
  const Plane p(a);
  const Plane q(b);
  // Two half-spaces meet unless their normals are exactly opposite. Turned by the same doubles, opposite ones are.
  const bool opposite = a.pose.linear() == b.pose.linear() && a.shape.normal == -b.shape.normal;
  const Vector3 between = q.origin - p.origin;
  const double sine = p.normal.cross(q.normal).norm();
  const double unsure = (p.normal_error + q.normal_error + 16 * kUlp) * 2;
  const bool may_be_apart = opposite || (sine <= unsure && p.normal.dot(q.normal) < 0);
  // The plane of b is this far along the normal of a; as b's normal points the other way, its offset is negative.
  const double along = p.normal.dot(between) - q.offset;
  if (may_be_apart) {
    const double distance = stable_norm(between) * (1 + 1e-9);
    const double error = 16 * kUlp * (distance + std::abs(q.offset)) + (opposite ? 0.0 : unsure * std::abs(q.offset));
    DistanceBounds result = above(p, {between - q.offset * p.normal, along, error, distance});
    if (!opposite) result.lower = 0.0;
    return result;
  }
  const Vector3 common = common_point(p, q);
  return {0.0, 0.0, common, common};
}

}  // namespace graze
