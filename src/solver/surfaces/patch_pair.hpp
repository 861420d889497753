// SPDX-License-Identifier: Apache-2.0
// Two pieces of two bodies around one instant: how far apart they are along a direction, and for how long.
#pragma once

#include "solver/linearization/last_positive.hpp"
#include "solver/linearization/linearized_pair.hpp"
#include "solver/surfaces/patch_body.hpp"

namespace graze {

// What separates two pieces at an instant: the gap along a unit direction from a to b, less than the true one. Not
// positive: nothing is proved.
struct Separation {
  double gap = -std::numeric_limits<double>::infinity();
  Vector3 direction = Vector3::Zero();
};

class PatchPair {
 public:
  PatchPair(const PatchBody& a, std::uint32_t node_a, const PatchBody& b, std::uint32_t node_b,
            const LinearizedPair& frame)
      : a_(a), b_(b), node_a_(node_a), node_b_(node_b), frame_(frame), margins_(a.margin(node_a) + b.margin(node_b)) {}

  const PatchBody& a() const { return a_; }
  const PatchBody& b() const { return b_; }
  std::uint32_t node_a() const { return node_a_; }
  std::uint32_t node_b() const { return node_b_; }
  const LinearizedPair& frame() const { return frame_; }

  // The best of the normals of both pieces' faces and the line of their centers, at s + t.
  Separation along_faces(double t) const;
  // The best of all directions, by GJK.
  Separation along_any(double t, double separation) const;

 private:
  friend class PatchGap;
  SupportPair support(const Vector3& direction, double t) const;

  const PatchBody& a_;
  const PatchBody& b_;
  std::uint32_t node_a_, node_b_;
  const LinearizedPair& frame_;
  double margins_;
};

// A lower bound on the gap of two pieces along a unit direction at s + t: concave in t but for rounding, so positive
// between two times where it is.
class PatchGap {
 public:
  PatchGap(const PatchPair& pair, const Vector3& direction);

  // The same with the bend of the motion, which costs more: without, it is a bound at s only.
  PatchGap bent() const;
  Gap at(double t) const;

 private:
  const PatchPair& pair_;
  Vector3 direction_;
  Vector3 on_a_, on_b_, turn_a_, turn_b_;  // the direction as the bodies see it at s, and how that changes
  double offset_, drift_, acceleration_ = 0.0;
};

}  // namespace graze
