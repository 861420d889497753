// SPDX-License-Identifier: Apache-2.0
// Directions along which two bodies may be apart around one instant s, prepared for pairs of boxes: one direction
// (Number = double), or one in each lane (Number = a pack). The same formulas, so the same bits.
#pragma once

#include "bvh/node_extent.hpp"
#include "solver/linearization/linearized_pair.hpp"

namespace graze {

// Two nodes along directions. At s + t their middles are between + t rate apart; what is in them is apart by `margin`
// while that is more, on one side, than reach + margin + t (turning + error_rate) + t^2 K / 2. Here K bounds the
// acceleration of any two of their points along the directions. So the gap
//   g(t) = +-(between + t rate) - reach - margin - t (turning + error_rate) - t^2 K / 2
// is concave in t on either side. From t on it falls at the rate c = -g'(t), which grows by K a unit of time: g stays
// positive for another 2 g / (c + sqrt(c^2 + 2 K g)).
//
// Rounding: `margin` and `error_rate` count that of all that moves; a factor on t K counts that of all that bends; a
// factor on the gap, that of the quotient.
template <class Number>
struct Approach {
  Number between, reach, rate, turning;
  double margin, error_rate;

  GRAZE_INLINE Number gap() const { return (magnitude(between) - reach - margin) * (1 - 1e-9); }

  // For how long after s they surely stay apart: -1 if they are not at s, `span` or more if for ever. Sets `bent` where
  // that would be more than about four times as long if nothing accelerated.
  GRAZE_INLINE Number apart_for(const Number& acceleration, double span, bool* bent = nullptr) const {
    const Number apart_by = gap();
    const auto apart = apart_by > 0.0;
    if (none_of(apart)) return never();
    const Number closing = chosen(between > 0.0, Number(-rate), rate) + turning + error_rate;
    if (bent != nullptr)
      *bent = *bent || !none_of(both(apart, acceleration * apart_by > 24.0 * closing * magnitude(closing)));
    return chosen(apart, positive_for(apart_by, closing, acceleration, span), never());
  }

  // The same from s + t on: up to when, counted from s, they surely stay apart: -1 if they are not at s + t.
  GRAZE_INLINE Number apart_until(double t, const Number& acceleration, double span, bool* bent = nullptr) const {
    const Number now = between + t * rate;
    const Number gained = t * acceleration * (1 + 1e-9);
    const Number straight = magnitude(now) - reach - margin - t * (turning + error_rate);
    const Number apart_by = (straight - 0.5 * t * gained) * (1 - 1e-9);
    const auto apart = apart_by > 0.0;
    if (none_of(apart)) return never();
    const Number steady = chosen(now > 0.0, Number(-rate), rate) + turning + error_rate;
    if (bent != nullptr)
      *bent = *bent || !none_of(both(apart, acceleration * straight > 24.0 * steady * magnitude(steady)));
    const Number time = positive_for(apart_by, Number(steady + gained), acceleration, span);
    return chosen(apart, Number((t + time) * (1 - 2 * rounding::kUlp)), never());
  }

 private:
  GRAZE_INLINE Number never() const { return between * 0 - 1.0; }

  // For how long a gap > 0 stays positive that closes at this rate, which grows by the acceleration. Squares that
  // vanish make the root too small by up to 2^-537.
  GRAZE_INLINE static Number positive_for(const Number& gap, const Number& closing, const Number& acceleration,
                                          double span) {
    const Number root = square_root(Number(closing * closing + 2.0 * acceleration * gap));
    // The form without cancellation; parting at a constant speed, for ever.
    const Number parting = chosen(acceleration > 0.0, Number((root - closing) / acceleration), Number(gap * 0 + span));
    return chosen(closing > 0.0, Number(2.0 * gap / (closing + (root + 0x1p-536))), parting);
  }
};

// With body points x, their distance along the direction at s is offset + x_b . on_b - x_a . on_a, and it changes by
// drift + x_b . turn_b - x_a . turn_a.
template <class Number>
struct AxisBound {
  Three<Number> on_a, on_b, turn_a, turn_b;
  Three<TimesUnit<Number>> size_on_a, size_on_b, size_turn_a, size_turn_b;  // for the bodies' boxes
  Number offset, drift;

  // Of directions in the world that are no longer than one.
  GRAZE_INLINE static AxisBound along(const LinearizedPair& linearized, TreeUnit unit_a, TreeUnit unit_b,
                                      const Three<Number>& u) {
    AxisBound axis;
    axis.on_a = seen(linearized.a().rotation, u);
    axis.on_b = seen(linearized.b().rotation, u);
    axis.turn_a = seen(linearized.a().rate, u);
    axis.turn_b = seen(linearized.b().rate, u);
    axis.size_on_a = unit_sizes(axis.on_a, unit_a);
    axis.size_on_b = unit_sizes(axis.on_b, unit_b);
    axis.size_turn_a = unit_sizes(axis.turn_a, unit_a);
    axis.size_turn_b = unit_sizes(axis.turn_b, unit_b);
    axis.offset = dot<Number>(linearized.b().position - linearized.a().position, u);
    axis.drift = dot<Number>(linearized.b().velocity - linearized.a().velocity, u);
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

  // How what is in two nodes of these extents moves along the directions from s on, if it has to stay apart by
  // `margin`. `error_rate` bounds the error of the rates.
  //
  // The reach along a direction that turns linearly is at most that along its start plus t times that along its change
  // (reaches are sublinear); that of the box, along the change.
  GRAZE_INLINE Approach<Number> approach(const BoxNode& a, const Extent<Number>& extent_a, const BoxNode& b,
                                         const Extent<Number>& extent_b, double margin, double error_rate) const {
    return {between(extent_a, extent_b),
            extent_a.reach + extent_b.reach,
            drift + dot(b.center, turn_b) - dot(a.center, turn_a),
            dot(a.half, size_turn_a) + dot(b.half, size_turn_b),
            margin,
            error_rate};
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
