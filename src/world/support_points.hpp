// SPDX-License-Identifier: Apache-2.0
// The points that say how far a shape reaches in any direction: its hull is that of the points, grown by a radius.
#pragma once

#include <memory>
#include <vector>

#include <graze/shape.hpp>

namespace graze {

class SupportPoints {
 public:
  // Null for shapes that are not of this kind, or have too many points for a look at all of them to be cheap.
  static std::shared_ptr<const SupportPoints> of(const Shape& shape);

  // Along a direction, in body coordinates, how far do the points p reach, and how far when each has gone on by
  // velocity . p + max(0, bend . p + slack)? Products as rounded; without the radius.
  struct Reach {
    double now, later;
  };
  Reach reach(const Vector3& direction, const Vector3& velocity, const Vector3& bend, double slack) const;
  double radius() const { return radius_; }

 private:
  SupportPoints(const std::vector<Vector3>& points, double radius);
  template <class Number>
  Reach reach_in(const Vector3& direction, const Vector3& velocity, const Vector3& bend, double slack) const;

  std::vector<double> x_, y_, z_;  // padded by copies to whole vectors of four
  double radius_;
};

}  // namespace graze
