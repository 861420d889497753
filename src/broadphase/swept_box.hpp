// SPDX-License-Identifier: Apache-2.0
// Boxes around all that a moving body sweeps during a time interval, rounding included.
#pragma once

#include <optional>

#include <graze/body.hpp>

namespace graze {

// Axis-aligned, in world coordinates, closed.
struct SweptBox {
  Vector3 lower = Vector3::Zero(), upper = Vector3::Zero();

  // Without shortcuts: guessing which of six comparisons fails first costs more than making them.
  bool overlaps(const SweptBox& other) const {
    const auto below = [](const Vector3& x, const Vector3& y) {
      return static_cast<unsigned>(x[0] <= y[0]) & static_cast<unsigned>(x[1] <= y[1]) &
             static_cast<unsigned>(x[2] <= y[2]);
    };
    return (below(lower, other.upper) & below(other.lower, upper)) != 0;
  }
};

// What the sweep of a body needs to know of its shape, in body coordinates: all of it lies in the box and in the sphere
// about the same center. Not bounded: a half-space, or a compound with one.
struct ShapeBound {
  Vector3 center = Vector3::Zero();
  Vector3 half = Vector3::Zero();
  double radius = 0.0;
  bool bounded = true;
};
ShapeBound bound_of(const Shape& shape);

// Where a body is during a time interval, at some time or other.
struct SweptBody {
  SweptBox box;            // if bounded: contains every point of the body
  IntervalVector3 center;  // of the shape's sphere; if it deforms, all of it
};
// `bound` is that of the body's shape. The box is made larger by `margin` on every side. Bodies that deform take times
// in [0, 1] only.
SweptBody sweep(const Body& body, const ShapeBound& bound, const Interval& time, double margin);

// Can the spheres of two bodies come as close as `distance`? Sweeps over the same interval.
bool spheres_may_meet(const SweptBody& a, const ShapeBound& bound_a, const SweptBody& b, const ShapeBound& bound_b,
                      double distance);

// Can a half-space and a bounded body come as close as `distance` during the interval? `other` is the body's sweep over
// the same interval.
bool may_meet(const Body& half_space, const SweptBody& other, const ShapeBound& other_bound, const Interval& time,
              double distance);

}  // namespace graze
