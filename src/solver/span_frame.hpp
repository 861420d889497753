// SPDX-License-Identifier: Apache-2.0
// A frame that is looked at from both ends of its span: what is apart there along one direction is so in between. To
// tell that two nodes stay apart takes a third of the time that it takes to tell for how long.
#pragma once

#include "solver/box_frame.hpp"

namespace graze {

class SpanFrame : public BoxFrame {
 public:
  SpanFrame(const Motion& motion_a, const LeafBody& a, const Motion& motion_b, const LeafBody& b, double s, double span,
            const Vector3& origin);

  // Does what is in the two nodes surely stay further apart than `need` all the span, along an axis of one of the
  // bodies or the normal of one of the slabs?
  bool stays_apart(const BoxNode& a, const BoxNode& b, double need) const;
  // Do the triangles of two leaves, of meshes, along one of the directions of their own?
  bool triangles_stay_apart(const BoxNode& a, const BoxNode& b, double need) const;

 private:
  // The start and the end of the span, two lanes each.
  struct Ends {
    std::array<Three<Pack>, 3> rotation_a, rotation_b;  // by column, and what they become at the end
    Three<Pack> apart;                                  // from the origin of a to that of b
    Pack errors;                                        // of gaps along directions of a pair's own

    Ends() = default;
    Ends(const PairFrame& frame, int group, double error_now, double error_then);
  };
  static constexpr std::size_t kEnds = 4 / kLanes;

  bool slabs_stay_apart(const BoxNode& a, const BoxNode& b, double need) const;

  double bend_;                                // of paths until the end of the span
  std::array<AxisBound<Pack>, kGroups> ends_;  // the axes at the end of the span
  std::array<Ends, kEnds> own_ends_;
};

}  // namespace graze
