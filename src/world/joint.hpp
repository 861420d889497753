// SPDX-License-Identifier: Apache-2.0
// Joints: what of the relative motion of two bodies is not free, as rows of the solver.
#pragma once

#include <array>

#include "world/contact_solver/contact_solver.hpp"
#include "world/rigid_body.hpp"

namespace graze {

class BodyJoint {
 public:
  // As the bodies are in the scene. Throws std::invalid_argument.
  BodyJoint(const WorldJoint& joint, const std::vector<RigidBody>& bodies);

  // The same between bodies of other numbers.
  BodyJoint between(std::size_t a, std::size_t b) const;
  std::size_t a() const { return a_; }
  std::size_t b() const { return b_; }

  // The directions that are not free where the bodies are, three for the anchor and up to three for the orientation,
  // with the impulses of the last step. The speeds are zero.
  std::vector<SolverJointRow> rows(const BodyState& at_a, const BodyState& at_b) const;
  // Their number.
  std::size_t remember(const SolverJointRow* rows);
  // How far off the joint is along each of the rows, which may be of a moment before.
  std::array<double, 6> errors(const std::vector<SolverJointRow>& rows, const BodyState& at_a,
                               const BodyState& at_b) const;

  std::array<double, 6> impulses{};  // to start the next step from

 private:
  Vector3 turned_by(const BodyState& at_a, const BodyState& at_b) const;

  JointKind kind_;
  std::size_t a_, b_;
  Vector3 anchor_a_, anchor_b_;  // from the centers of mass, in the bodies' frames
  Vector3 axis_a_, axis_b_;
  Quaternion b_in_a_;
};

}  // namespace graze
