// SPDX-License-Identifier: Apache-2.0
// A linearization that is examined from both ends of its span: what is apart there along one direction is so in
// between. To tell that two nodes stay apart takes a third of the time that it takes to tell for how long.
#pragma once

#include "solver/linearization/linearized_boxes.hpp"

namespace graze {

class LinearizedSpan : public LinearizedBoxes {
 public:
  LinearizedSpan(const Motion& motion_a, const LeafBody& a, const Motion& motion_b, const LeafBody& b, double s,
                 double span, const Vector3& origin);

  // From where to where the box of a node reaches along the axes of both bodies, at both ends of the span. What many
  // pairs share is worked out once.
  using BoxReach = std::array<Extent<Pack>, 12 / kLanes>;
  BoxReach reach_of_a(const BoxNode& node) const;
  BoxReach reach_of_b(const BoxNode& node) const;

  // How far what is in the two nodes surely stays apart all the span, along the best of these axes, if that is more
  // than `need`; negative if not. So no time is lost on what is not apart.
  double boxes_apart_by(const BoxReach& a, const BoxReach& b, double need) const;
  // Along the normals of the slabs.
  double slabs_apart_by(const BoxNode& a, const BoxNode& b, double need) const;
  // Along any of them?
  bool stays_apart(const BoxNode& a, const BoxNode& b, double need) const {
    return boxes_apart_by(reach_of_a(a), reach_of_b(b), need) > need || slabs_apart_by(a, b, need) > need;
  }
  // How far the triangles of two leaves, of meshes, surely stay apart along the best of the directions of their own;
  // negative if they do along none.
  double triangles_apart_by(const BoxNode& a, const BoxNode& b) const;

 private:
  // The start and the end of the span, two lanes each.
  struct Ends {
    std::array<Three<Pack>, 3> rotation_a, rotation_b;  // by column, and what they become at the end
    Three<Pack> apart;                                  // from the origin of a to that of b
    Pack errors;                                        // of gaps along directions of a pair's own

    Ends() = default;
    Ends(const LinearizedPair& linearized, double error_now, double error_then);
  };
  // The six axes at the start, then at the end.
  struct Axes {
    Three<Pack> on_a, on_b;  // as AxisBound has them
    Three<TimesUnit<Pack>> size_on_a, size_on_b;
    Pack offset, errors;
  };
  static constexpr std::size_t kAxisPacks = 12 / kLanes;

  // Along axes, or the normals of two slabs: from a node to the other, and how much is between them.
  template <class Number>
  struct Gaps {
    Number between, gap;
  };
  template <class Number, std::size_t packs>
  static double widest(const std::array<Gaps<Number>, packs>& gaps, int directions, double need);
  template <class Number>
  std::array<Gaps<Number>, kAxisPacks> box_gaps(const BoxReach& a, const BoxReach& b) const;
  template <class Number>
  std::array<Gaps<Number>, 1> slab_gaps(const BoxNode& na, const BoxNode& nb) const;
  template <class Number>
  double triangle_gaps(const BoxNode& na, const BoxNode& nb) const;
  Axes axes_in(std::size_t pack, const std::array<AxisBound<Pack>, kGroups>& then) const;

  double bend_;  // of paths until the end of the span
  std::array<Axes, kAxisPacks> box_axes_;
  Ends own_ends_;
};

}  // namespace graze
