// SPDX-License-Identifier: Apache-2.0
/// @file
/// For planners of OMPL: motions that are proved free, where OMPL itself tests samples. Needs OMPL's headers and
/// library; no other header of Graze does.
#pragma once

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <utility>

#include <ompl/base/MotionValidator.h>
#include <ompl/base/SpaceInformation.h>
#include <ompl/base/spaces/RealVectorStateSpace.h>

#include <graze/robot.hpp>

namespace graze {

/// The variables of a state of a RealVectorStateSpace. The space must have one dimension for each variable of the
/// robot.
inline Configuration configuration_of(const Robot& robot, const ompl::base::State* state) {
  const double* const values = state->as<ompl::base::RealVectorStateSpace::StateType>()->values;
  return {values, values + robot.linkage().variables()};
}

/// Accepts a motion only if it is proved free, both ends included; Verdict::Undecided counts as invalid. The state
/// space is a RealVectorStateSpace with one dimension for each variable of the robot, in their order. Thread-safe.
class CertifiedMotionValidator final : public ompl::base::MotionValidator {
 public:
  /// The scene gives the obstacles and the query. Throws std::invalid_argument if the space is of another kind or
  /// dimension, the robot has floating joints, or there is no pair to check.
  CertifiedMotionValidator(const ompl::base::SpaceInformationPtr& space, Robot robot, Scene scene)
      : MotionValidator(space), robot_(std::move(robot)), scene_(std::move(scene)) {
    const auto* real = dynamic_cast<const ompl::base::RealVectorStateSpace*>(space->getStateSpace().get());
    if (real == nullptr || real->getDimension() != robot_.linkage().variables())
      throw std::invalid_argument("robot: the state space must be real, with a dimension for each variable");
    for (const Joint& joint : robot_.model().joints)
      if (joint.type == JointType::Floating)
        throw std::invalid_argument("robot: floating joints do not go straight in a real state space");
    robot_.check_motion(robot_.rest(), robot_.rest(), scene_);  // now, and not in the midst of planning
  }

  /// Is the robot proved free at this state?
  bool is_free(const ompl::base::State* state) const { return check(state, state).verdict() == Verdict::Free; }

  /// Is the straight motion between two states proved free? Counts valid and invalid motions, as OMPL expects.
  bool checkMotion(const ompl::base::State* from, const ompl::base::State* to) const override {
    return count(check(from, to).verdict() == Verdict::Free);
  }
  /// The same. If the motion is not free, last_valid becomes a state on it and its fraction of the motion. That state
  /// is proved free, so that planners can continue from it, unless it is `from` itself (fraction 0).
  bool checkMotion(const ompl::base::State* from, const ompl::base::State* to,
                   std::pair<ompl::base::State*, double>& last_valid) const override {
    const MotionCheck result = check(from, to);
    if (result.verdict() != Verdict::Free) go_back(from, to, last_valid);
    return count(result.verdict() == Verdict::Free);
  }

 private:
  MotionCheck check(const ompl::base::State* from, const ompl::base::State* to) const {
    return robot_.check_motion(configuration_of(robot_, from), configuration_of(robot_, to), scene_);
  }

  // Planners continue from the last valid state, so it must be free itself, not only short of contact. So the motion
  // ends where it would with a separation larger by twice the tolerance, which also covers the rounding of the state.
  // If the robot is not free there either, the motion ends where it starts.
  void go_back(const ompl::base::State* from, const ompl::base::State* to,
               std::pair<ompl::base::State*, double>& last_valid) const {
    Scene wide = scene_;
    wide.query.separation += 2 * wide.query.tolerance;
    last_valid.second =
        robot_.check_motion(configuration_of(robot_, from), configuration_of(robot_, to), wide).free_fraction;
    if (last_valid.first == nullptr) return;
    si_->getStateSpace()->interpolate(from, to, last_valid.second, last_valid.first);
    if (last_valid.second == 0.0 || is_free(last_valid.first)) return;
    last_valid.second = 0.0;
    si_->getStateSpace()->copyState(last_valid.first, from);
  }
  bool count(bool valid) const {
    std::atomic_ref<unsigned int>(valid ? valid_ : invalid_).fetch_add(1, std::memory_order_relaxed);
    return valid;
  }

  Robot robot_;
  Scene scene_;
};

}  // namespace graze
