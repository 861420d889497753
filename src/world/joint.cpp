// SPDX-License-Identifier: Apache-2.0
#include "world/joint.hpp"

#include "numeric/stable_norm.hpp"

#include <stdexcept>

namespace graze {

BodyJoint::BodyJoint(const WorldJoint& joint, const std::vector<RigidBody>& bodies)
    : kind_(joint.kind), a_(joint.a), b_(joint.b) {
  if (a_ >= bodies.size() || b_ >= bodies.size() || a_ == b_)
    throw std::invalid_argument("a joint needs two bodies of the scene");
  if (!bodies[a_].is_dynamic() && !bodies[b_].is_dynamic())
    throw std::invalid_argument("one of the bodies of a joint must be dynamic");
  if (!joint.anchor.allFinite() || !joint.axis.allFinite() || !(joint.axis.norm() > 0))
    throw std::invalid_argument("anchor and axis of a joint must be finite, and the axis not zero");
  const BodyState& at_a = bodies[a_].state;
  const BodyState& at_b = bodies[b_].state;
  anchor_a_ = at_a.orientation.conjugate() * (joint.anchor - at_a.position);
  anchor_b_ = at_b.orientation.conjugate() * (joint.anchor - at_b.position);
  axis_a_ = at_a.orientation.conjugate() * unit_of(joint.axis);
  axis_b_ = at_b.orientation.conjugate() * unit_of(joint.axis);
  b_in_a_ = at_a.orientation.conjugate() * at_b.orientation;
}

BodyJoint BodyJoint::between(std::size_t a, std::size_t b) const {
  BodyJoint joint = *this;
  joint.a_ = a;
  joint.b_ = b;
  return joint;
}

std::vector<SolverJointRow> BodyJoint::rows(const BodyState& at_a, const BodyState& at_b) const {
  std::vector<SolverJointRow> result;
  const auto add = [&](const Vector3& linear, const Vector3& about_a, const Vector3& about_b) {
    const double impulse = impulses[result.size()];
    result.push_back(
        {static_cast<std::uint32_t>(a_), static_cast<std::uint32_t>(b_), linear, about_a, about_b, 0.0, impulse});
  };
  const Vector3 arm_a = at_a.orientation * anchor_a_;
  const Vector3 arm_b = at_b.orientation * anchor_b_;
  for (int k = 0; k < 3; ++k) {
    const Vector3 e = Vector3::Unit(k);
    add(e, arm_a.cross(e), arm_b.cross(e));
  }
  if (kind_ == JointKind::Hinge) {
    // Across the axis, along directions that go with the body, so that the impulses of the last step still fit.
    const Vector3 first = at_a.orientation * axis_a_.unitOrthogonal();
    for (const Vector3& across : {first, Vector3((at_a.orientation * axis_a_).cross(first))})
      add(Vector3::Zero(), across, across);
  }
  if (kind_ == JointKind::Fixed)
    for (int k = 0; k < 3; ++k) add(Vector3::Zero(), Vector3::Unit(k), Vector3::Unit(k));
  return result;
}

std::size_t BodyJoint::remember(const SolverJointRow* rows) {
  const std::size_t count = kind_ == JointKind::Ball ? 3 : kind_ == JointKind::Hinge ? 5 : 6;
  for (std::size_t k = 0; k < count; ++k) impulses[k] = rows[k].impulse;
  return count;
}

// The turn of b, as a vector, away from where the joint wants it: that of its axis, or all of it.
Vector3 BodyJoint::turned_by(const BodyState& at_a, const BodyState& at_b) const {
  if (kind_ == JointKind::Hinge) return (at_a.orientation * axis_a_).cross(at_b.orientation * axis_b_);
  const Quaternion away = at_b.orientation * (at_a.orientation * b_in_a_).conjugate();
  return (away.w() < 0 ? -2.0 : 2.0) * away.vec();
}

std::array<double, 6> BodyJoint::errors(const std::vector<SolverJointRow>& rows, const BodyState& at_a,
                                        const BodyState& at_b) const {
  std::array<double, 6> result{};
  const Vector3 apart = at_b.position + at_b.orientation * anchor_b_ - at_a.position - at_a.orientation * anchor_a_;
  for (std::size_t k = 0; k < 3; ++k) result[k] = apart.dot(rows[k].linear);
  if (rows.size() == 3) return result;
  const Vector3 turn = turned_by(at_a, at_b);
  for (std::size_t k = 3; k < rows.size(); ++k) result[k] = turn.dot(rows[k].angular_b);
  return result;
}

}  // namespace graze
