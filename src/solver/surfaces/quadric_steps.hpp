// SPDX-License-Identifier: Apache-2.0
// How long two pieces stay apart across quadrics: for pairs that no plane tells apart at the size of their patches.
#pragma once

#include "solver/surfaces/patch_pair.hpp"
#include "solver/surfaces/relative_path.hpp"

namespace graze {

// Two pieces at a time: their distance is above the separation by more than `spare`, and above the separation until
// then: infinity if to the end of the window. If the spare is not positive, nothing is proved.
struct QuadricStep {
  double spare = 0.0;
  double until = -std::numeric_limits<double>::infinity();
  // About where one of them is closest to the other, in its body's coordinates: if they may be within the tolerance.
  Vector3 closest = Vector3::Zero();
  bool closest_on_a = false;
  // Across the other one there, from it to this one, in the other body's coordinates; zero if that is not known.
  Vector3 across = Vector3::Zero();
  bool bent = false;  // the bend of the paths ended the step: smaller patches could go further
  double side = 1.0;  // of the other one that it is on
};

class QuadricSteps {
 public:
  QuadricSteps(const Body& a, PatchBody& patches_a, const Body& b, PatchBody& patches_b, const Query& query)
      : a_(patches_a),
        b_(patches_b),
        query_(query),
        a_as_b_sees_(a.motion, b.motion),
        b_as_a_sees_(b.motion, a.motion) {}

  // Nothing also if the bound is not clearly tighter than what it leaves out. The direction of the best plane helps
  // where a piece is flat.
  QuadricStep from(std::uint32_t node_a, std::uint32_t node_b, double time, const Separation& at,
                   const LinearizedPair& frame, std::uint64_t& tests);

 private:
  // A patch, as it moves seen from the other body.
  struct Moving {
    const CurvedPiece& piece;
    RelativePath& path;
    bool is_a;
  };
  QuadricStep across_planes(PatchBody& flat, std::uint32_t node, const Moving& patch, const Vector3& direction,
                            double time, std::uint64_t& tests);
  QuadricStep across_patches(const CurvedPiece& fixed, const Moving& moving, double time, std::uint64_t& tests);
  static void set_closest(const QuadricGap& gap, const PatchQuadric& fixed, const Moving& moving,
                          const MotionEnclosure& now, QuadricStep& result);
  QuadricStep step(const PieceQuadric& fixed, double size, const Moving& moving, double time);
  double step_length(const MotionEnclosure& now, const CurvedPiece& moving, double size, double rest) const;

  PatchBody& a_;
  PatchBody& b_;
  const Query& query_;
  RelativePath a_as_b_sees_, b_as_a_sees_;
};

}  // namespace graze
