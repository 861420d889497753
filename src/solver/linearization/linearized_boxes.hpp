// SPDX-License-Identifier: Apache-2.0
// Two bodies around one instant s, prepared for bounds on pairs of their nodes: along the six axes of the two bodies,
// which all pairs share, and along the directions in which a pair is thin.
#pragma once

#include "solver/linearization/axis_bound.hpp"
#include "solver/linearization/leaf_body.hpp"

namespace graze {

// Of some directions those from the first on, one in each lane.
template <class Number = Pack, class Directions>
GRAZE_INLINE Three<Number> in_lanes(const Directions& directions, int first) {
  const auto along = [&](int k) GRAZE_INLINE_LAMBDA {
    return pack_of<Number>([&](int lane) GRAZE_INLINE_LAMBDA {
      return directions[static_cast<std::size_t>(first) + static_cast<std::size_t>(lane)][k];
    });
  };
  return {along(0), along(1), along(2)};
}

class LinearizedBoxes : public LinearizedPair {
 public:
  // Pairs of nodes are examined from times up to s + in_use.
  LinearizedBoxes(const Motion& motion_a, const LeafBody& a, const Motion& motion_b, const LeafBody& b, double s,
                  double span, const Vector3& origin, double in_use = 0.0);

  // For how long after s what is in the two nodes surely stays further apart than `need`, along the best of the
  // directions: negative if none separates them, span at most.
  double apart_for(const BoxNode& a, const BoxNode& b, double need) const;
  // Do nodes move far past each other while the linearization is in use? Then the direction that separates them now
  // is not the one that does later: one follows another. Elsewhere that costs a third more and finds nothing.
  bool pass(const BoxNode& a, const BoxNode& b) const;
  // Of nodes that pass, and are apart until s + t: until when, counted from s, they surely are, along one direction
  // after another. t if no direction separates them there, span at most.
  double passing_until(const BoxNode& a, const BoxNode& b, double need, double t) const;
  // How far what is in the two nodes is apart at s, at least, along the best of the directions; negative if none
  // separates.
  double gap(const BoxNode& a, const BoxNode& b) const;

 protected:
  static constexpr int kAxes = 6;
  static constexpr int kGroups = (kAxes + kLanes - 1) / kLanes;
  static constexpr int kOwn = 4;  // directions of a pair's own
  static constexpr int kOwnGroups = kOwn / kLanes;

  // The normals of the slabs, what is between them, and from one box to the other. None longer than one.
  std::array<Vector3, kOwn> own_directions(const BoxNode& a, const BoxNode& b) const;
  const LeafBody& body_a() const { return body_a_; }
  const LeafBody& body_b() const { return body_b_; }
  double rounding() const { return rounding_; }
  double own_error() const { return own_error_; }
  const std::array<AxisBound<Pack>, kGroups>& axes() const { return axes_; }

 private:
  // As apart_for, with bounds on accelerations along the directions: bend(group) for the axes, bend(directions) for the
  // pair's own.
  template <class Number, class Bends>
  double apart_for_in(const BoxNode& a, const BoxNode& b, double need, const Bends& bend, bool* bent) const;
  template <class Number>
  struct BendAlongAll;
  template <class Number>
  struct BendAlong;
  template <class Number>
  Approach<Number> approach_of_boxes(const AxisBound<Number>& axes, const BoxNode& a, const BoxNode& b,
                                     double margin) const;
  template <class Number>
  class Directions;
  template <class Number, class Bends>
  double passing_in(const BoxNode& a, const BoxNode& b, double need, double t, const Bends& bend, bool& bent) const;
  template <class Number>
  double gap_in(const BoxNode& a, const BoxNode& b) const;
  // Do bounds on accelerations depend on the direction? Works them out if need be.
  bool bends_differ() const;
  double apart_for_by_direction(const BoxNode& a, const BoxNode& b, double need) const;
  template <class Number>
  Number acceleration_along_each(const Three<Number>& directions) const;
  // Calls for each pack of a pair's own directions: visit(directions, axis, extent of a, extent of b).
  template <class Number, class Visit>
  void along_own(const BoxNode& a, const BoxNode& b, const Visit& visit) const;
  std::array<Vector3, kGroups * kLanes> axis_directions() const;

  const LeafBody& body_a_;
  const LeafBody& body_b_;
  double rounding_;                            // the radii that leaves are rounded by
  double own_error_;                           // of a gap along a pair's own direction
  double path_;                                // of one body as seen from the other, while in use
  std::array<AxisBound<Pack>, kGroups> axes_;  // the last repeated to fill the lanes
  // Bounds on the accelerations along the axes, when first asked for. A linearization belongs to one search.
  mutable std::optional<std::array<Pack, kGroups>> bends_;
};

}  // namespace graze
