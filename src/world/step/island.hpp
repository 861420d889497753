// SPDX-License-Identifier: Apache-2.0
// Bodies that may meet in a step, and no others, on a clock of their own. A step is a sequence of substeps: find
// contacts, solve velocities, certify the motions, and move the bodies as far as that reaches. An impact that ends a
// substep is resolved there.
#pragma once

#include "world/step/contact_set.hpp"
#include "world/step/island_state.hpp"
#include "world/step/motion_planner.hpp"
#include "world/step/substep.hpp"

namespace graze {

class Island {
 public:
  Island(const StepSetting& setting, const IslandMembers& members, const std::vector<RigidBody>& bodies,
         const std::vector<BodyJoint>& joints);
  Island(const Island&) = delete;
  Island& operator=(const Island&) = delete;
  ~Island() = default;

  // The whole step, with no more than so many impacts. Once.
  void run(std::size_t budget);

  const std::vector<std::size_t>& ids() const { return state_.ids; }
  const IslandLog& log() const { return state_.log; }
  // The bodies, the impulses and the joints at the end of the step.
  const std::vector<RigidBody>& members() const { return state_.bodies; }
  const WarmImpulses& warm() const { return state_.warm; }
  void give_back_joints(std::vector<BodyJoint>& joints) const;

 private:
  IslandState state_;
  Certifier certifier_;
  ContactSet contacts_;
  MotionPlanner motions_;
  SubstepPlanner substeps_;
};

}  // namespace graze
