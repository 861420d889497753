// SPDX-License-Identifier: Apache-2.0
#include "world/support_points.hpp"

#include <algorithm>

#include "numeric/vector/instruction_set.hpp"
#include "shape/shape_data.hpp"
#include "world/tuning.hpp"

namespace graze {

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
  if (points.empty() || points.size() > tuning::kMostSupportPoints) return nullptr;
  return std::shared_ptr<const SupportPoints>(new SupportPoints(points, radius));
}

template <class Number>
GRAZE_INLINE SupportPoints::Reach SupportPoints::reach_in(const Vector3& direction, const Vector3& velocity,
                                                          const Vector3& bend, double slack) const {
  const Number zero = 0.0;
  Number now = -std::numeric_limits<double>::infinity();
  Number later = now;
  const Vector3 end = direction + velocity;
  for (std::size_t i = 0; i < x_.size(); i += kLanes) {
    Number x, y, z;
    x.load(&x_[i]);
    y.load(&y_[i]);
    z.load(&z_[i]);
    const Number here = direction[0] * x + direction[1] * y + direction[2] * z;
    const Number bent = bend[0] * x + bend[1] * y + bend[2] * z + slack;
    const Number there = end[0] * x + end[1] * y + end[2] * z + larger(bent, zero);
    now = larger(here, now);
    later = larger(there, later);
  }
  return {largest_lane(now), largest_lane(later)};
}

SupportPoints::Reach SupportPoints::reach(const Vector3& direction, const Vector3& velocity, const Vector3& bend,
                                          double slack) const {
  return run_kernel([&]<class Number>()
                        GRAZE_INLINE_LAMBDA { return reach_in<Number>(direction, velocity, bend, slack); });
}

}  // namespace graze
