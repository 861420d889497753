// SPDX-License-Identifier: Apache-2.0
// Directions along which two bodies may be apart around one instant s, prepared for pairs of boxes: one direction
// (Number = double), or one in each lane (Number = a pack). The same formulas, so the same bits.
#pragma once

#include "bvh/node_extent.hpp"
#include "solver/linearization/linearized_pair.hpp"

namespace graze {

// With body points x, their distance along the direction at s is offset + x_b . on_b - x_a . on_a, and it changes by
// drift + x_b . turn_b - x_a . turn_a.
template <class Number>
struct AxisBound {
  Three<Number> on_a, on_b, turn_a, turn_b;
  Three<TimesUnit<Number>> size_on_a, size_on_b, size_turn_a, size_turn_b;  // for the bodies' boxes
  Number offset, drift;

  // Of directions in the world that are no longer than one.
  GRAZE_INLINE static AxisBound along(const LinearizedPair& frame, TreeUnit unit_a, TreeUnit unit_b,
                                      const Three<Number>& u) {
    AxisBound axis;
    axis.on_a = seen(frame.a().rotation, u);
    axis.on_b = seen(frame.b().rotation, u);
    axis.turn_a = seen(frame.a().rate, u);
    axis.turn_b = seen(frame.b().rate, u);
    axis.size_on_a = unit_sizes(axis.on_a, unit_a);
    axis.size_on_b = unit_sizes(axis.on_b, unit_b);
    axis.size_turn_a = unit_sizes(axis.turn_a, unit_a);
    axis.size_turn_b = unit_sizes(axis.turn_b, unit_b);
    axis.offset = dot<Number>(frame.b().position - frame.a().position, u);
    axis.drift = dot<Number>(frame.b().velocity - frame.a().velocity, u);
    return axis;
  }

  // The same, in lanes of another instruction set.
  template <class Other>
  GRAZE_INLINE AxisBound<Other> in() const {
    using Size = TimesUnit<Other>;
    return {lanes_as<Other>(on_a),
            lanes_as<Other>(on_b),
            lanes_as<Other>(turn_a),
            lanes_as<Other>(turn_b),
            lanes_as<Size>(size_on_a),
            lanes_as<Size>(size_on_b),
            lanes_as<Size>(size_turn_a),
            lanes_as<Size>(size_turn_b),
            Other(offset),
            Other(drift)};
  }

  // The same directions at s + t.
  GRAZE_INLINE AxisBound after(double t, TreeUnit unit_a, TreeUnit unit_b) const {
    AxisBound axis = *this;
    for (std::size_t k = 0; k < 3; ++k) {
      axis.on_a[k] += t * turn_a[k];
      axis.on_b[k] += t * turn_b[k];
    }
    axis.size_on_a = unit_sizes(axis.on_a, unit_a);
    axis.size_on_b = unit_sizes(axis.on_b, unit_b);
    axis.offset += t * drift;
    return axis;
  }

  // How much further than `margin` bodies with these extents are apart at s. The factor errs on the side of nearer for
  // gaps that are positive; others do not separate.
  GRAZE_INLINE Number gap(const Extent<Number>& a, const Extent<Number>& b, double margin) const {
    return (magnitude(between(a, b)) - (a.reach + b.reach) - margin) * (1 - 1e-9);
  }

  // For how long after s what is in the two nodes, of these extents, surely stays apart by `margin` along the
  // direction: -1 if it is not at s, span if for ever. `acceleration` bounds that of any two points along the
  // direction, `error_rate` the error of the rates.
  //
  // The gap at s + t is at least gap - t closing - t^2 acceleration / 2: the reach along a direction that turns
  // linearly is at most that along the start plus t times that along the change (reaches are sublinear); that of the
  // box, along the change. That stays positive until t = 2 gap / (closing + sqrt(closing^2 + 2 acceleration gap)).
  // The factor on the gap covers the rounding of this quotient. Sets `bent` where that would be more than about four
  // times as long if nothing accelerated.
  GRAZE_INLINE Number apart_for(const BoxNode& a, const Extent<Number>& extent_a, const BoxNode& b,
                                const Extent<Number>& extent_b, double margin, double error_rate,
                                const Number& acceleration, double span, bool* bent = nullptr) const {
    const Number never = drift * 0 - 1.0;
    const Number apart_by = gap(extent_a, extent_b, margin);
    const auto apart = apart_by > 0.0;
    if (none_of(apart)) return never;
    const Number rate = drift + dot(b.center, turn_b) - dot(a.center, turn_a);
    const Number turning = dot(a.half, size_turn_a) + dot(b.half, size_turn_b);
    const Number closing = chosen(between(extent_a, extent_b) > 0.0, Number(-rate), rate) + turning + error_rate;
    const Number root = square_root(Number(closing * closing + 2.0 * acceleration * apart_by));
    if (bent != nullptr)
      *bent = *bent || !none_of(both(apart, acceleration * apart_by > 24.0 * closing * magnitude(closing)));
    // The form without cancellation; parting at a constant speed, for ever.
    const Number parting =
        chosen(acceleration > 0.0, Number((root - closing) / acceleration), Number(drift * 0 + span));
    const Number time = chosen(closing > 0.0, Number(2.0 * apart_by / (closing + root)), parting);
    return chosen(apart, time, never);
  }

  // From the middle of a to that of b.
  GRAZE_INLINE Number between(const Extent<Number>& a, const Extent<Number>& b) const {
    return offset + b.middle - a.middle;
  }

 private:
  // A direction as the body sees it.
  GRAZE_INLINE static Three<Number> seen(const Eigen::Matrix3d& m, const Three<Number>& u) {
    return {dot<Number>(m.col(0), u), dot<Number>(m.col(1), u), dot<Number>(m.col(2), u)};
  }
};

}  // namespace graze
