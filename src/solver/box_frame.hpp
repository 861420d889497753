// SPDX-License-Identifier: Apache-2.0
// Two bodies around one instant s, prepared for bounds on pairs of boxes: for each of the six axes of the two bodies,
// how box coordinates project on it and how that changes.
#pragma once

#include <array>

#include "solver/axis_bound.hpp"
#include "solver/pair_frame.hpp"

namespace graze {

class BoxFrame : public PairFrame {
 public:
  BoxFrame(const Motion& a, double radius_a, const Motion& b, double radius_b, double s, double span,
           const Vector3& origin);

  // For how long after s what is in the two boxes surely stays further apart than `need`, along the best of the axes:
  // negative if none separates them, span at most.
  double apart_for(const BoxNode& a, const BoxNode& b, double need) const;
  // How far what is in the two boxes is apart at s, at least, along the best of the axes; negative if none separates.
  double gap(const BoxNode& a, const BoxNode& b) const;

 private:
  static constexpr int kAxes = 6;
  static constexpr int kGroups = (kAxes + kLanes - 1) / kLanes;
  void set_axis(int index, const Vector3& n);

  std::array<AxisBound<Pack>, kGroups> axes_;  // the last repeated to fill the lanes
};

}  // namespace graze
