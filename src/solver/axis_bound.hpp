// SPDX-License-Identifier: Apache-2.0
// Directions along which two bodies may be apart around one instant s, prepared for pairs of boxes: one direction
// (Number = double), or one in each lane (Number = Pack). The same formulas, so the same bits.
#pragma once

#include <array>

#include "bvh/box_tree.hpp"
#include "numeric/pack.hpp"

namespace graze {

// With boxes at centres c, the distance of their centres along the direction at s is
// offset + c_b . on_b - c_a . on_a, and it changes by drift + c_b . turn_b - c_a . turn_a.
template <class Number>
struct AxisBound {
  using Three = std::array<Number, 3>;

  Three on_a, on_b, turn_a, turn_b;
  Three size_on_a, size_on_b, size_turn_a, size_turn_b;  // absolute values
  Number offset, drift, acceleration;

  // For how long after s what is in the two boxes surely stays apart by `margin` along the direction: -1 if it is not
  // at s, span if for ever. `error_rate` bounds the error of the rates.
  //
  // The gap at s + t is at least gap - t closing - t^2 acceleration / 2: the reach of a box along a direction that
  // turns linearly is at most its reach along the start plus t times that along the change (reaches are sublinear).
  // That stays positive until t = 2 gap / (closing + sqrt(closing^2 + 2 acceleration gap)). The factor on the gap
  // covers the rounding of this quotient.
  Number apart_for(const BoxNode& a, const BoxNode& b, double margin, double error_rate, double span) const {
    const Number never = drift * 0 - 1.0;
    const Number centers = between(a, b);
    const Number gap = beyond(centers, a, b, margin);
    const auto apart = gap > 0.0;
    if (none_of(apart)) return never;
    const Number rate = drift + dot(b.center, turn_b) - dot(a.center, turn_a);
    const Number turning = dot(a.half, size_turn_a) + dot(b.half, size_turn_b);
    const Number closing = chosen(centers > 0.0, Number(-rate), rate) + turning + error_rate;
    const Number root = square_root(Number(closing * closing + 2.0 * acceleration * gap));
    // The form without cancellation; parting at a constant speed, for ever.
    const Number parting =
        chosen(acceleration > 0.0, Number((root - closing) / acceleration), Number(drift * 0 + span));
    const Number time = chosen(closing > 0.0, Number(2.0 * gap / (closing + root)), parting);
    return chosen(apart, time, never);
  }

  // How much further than `margin` the boxes are apart at s.
  Number gap(const BoxNode& a, const BoxNode& b, double margin) const { return beyond(between(a, b), a, b, margin); }

 private:
  Number between(const BoxNode& a, const BoxNode& b) const {
    return offset + dot(b.center, on_b) - dot(a.center, on_a);
  }
  // The factor errs on the side of nearer for gaps that are positive; others do not separate.
  Number beyond(const Number& centers, const BoxNode& a, const BoxNode& b, double margin) const {
    const Number reach = dot(a.half, size_on_a) + dot(b.half, size_on_b);
    return (magnitude(centers) - reach - margin) * (1 - 1e-9);
  }
  static Number dot(const Eigen::Vector3d& x, const Three& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
};

}  // namespace graze
