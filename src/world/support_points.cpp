// SPDX-License-Identifier: Apache-2.0
#include "world/support_points.hpp"

#include <algorithm>
#include <array>

#include "shape/shape_data.hpp"

namespace graze {
namespace {

constexpr std::size_t kMostPoints = 4096;
constexpr std::size_t kLanes = 4;

}  // namespace

SupportPoints::SupportPoints(const std::vector<Vector3>& points, double radius) : radius_(radius) {
  for (std::size_t i = 0; i < (points.size() + kLanes - 1) / kLanes * kLanes; ++i) {
    const Vector3& p = points[std::min(i, points.size() - 1)];
    x_.push_back(p.x());
    y_.push_back(p.y());
    z_.push_back(p.z());
  }
}

std::shared_ptr<const SupportPoints> SupportPoints::of(const Shape& shape) {
  const ShapeData& data = shape.data();
  std::vector<Vector3> points;
  double radius = 0.0;
  if (data.convex && data.convex->is_polytope()) {
    for (std::size_t i = 0; i < data.convex->points().size(); ++i) points.push_back(data.convex->points()[i]);
    radius = data.convex->rounding_radius();
  } else if (data.surface) {
    points = data.surface->mesh().vertices;
  }
  if (points.empty() || points.size() > kMostPoints) return nullptr;
  return std::shared_ptr<const SupportPoints>(new SupportPoints(points, radius));
}

// Four side by side, so that the loop runs on vectors.
SupportPoints::Reach SupportPoints::reach(const Vector3& direction, const Vector3& velocity, const Vector3& bend,
                                          double slack) const {
  std::array<double, kLanes> now, later;
  now.fill(-std::numeric_limits<double>::infinity());
  later.fill(-std::numeric_limits<double>::infinity());
  const Vector3 end = direction + velocity;
  for (std::size_t i = 0; i < x_.size(); i += kLanes)
    for (std::size_t k = 0; k < kLanes; ++k) {
      const double x = x_[i + k], y = y_[i + k], z = z_[i + k];
      const double here = direction[0] * x + direction[1] * y + direction[2] * z;
      const double bent = bend[0] * x + bend[1] * y + bend[2] * z + slack;
      const double there = end[0] * x + end[1] * y + end[2] * z + (bent > 0 ? bent : 0.0);
      now[k] = here > now[k] ? here : now[k];
      later[k] = there > later[k] ? there : later[k];
    }
  return {*std::max_element(now.begin(), now.end()), *std::max_element(later.begin(), later.end())};
}

}  // namespace graze
