// SPDX-License-Identifier: Apache-2.0
#include "world/step/island.hpp"

#include "world/step/commit.hpp"
#include "world/step/impacts.hpp"
#include "world/step/sleep.hpp"

namespace graze {

Island::Island(const StepSetting& setting, const IslandMembers& members, const std::vector<RigidBody>& bodies,
               const std::vector<BodyJoint>& joints)
    : state_(setting, members, bodies, joints),
      certifier_(setting.caches, state_.ids),
      contacts_(state_, certifier_),
      motions_(state_),
      substeps_(state_, certifier_, contacts_, motions_) {}

void Island::run(std::size_t budget) {
  const StepSetting& setting = state_.setting;
  const auto time_with = [&](double left) { return setting.start + (setting.length - left); };
  for (double left = setting.length; left > 0;) {
    const Substep substep = substeps_.plan(left, state_.log.events.size() < budget);
    remember_impulses(state_);
    if (left == setting.length) log_contacts(state_);
    log_speculative(state_, certifier_.contacts(), time_with(left));
    log_flights(state_, substep, time_with(left), time_with(left - substep.length));
    commit(state_, substep);
    motions_.project_on_joints();
    left -= substep.length;
    if (!substep.impact) continue;
    state_.log.events.push_back(time_with(left));
    resolve(state_, *substep.impact, time_with(left));
    motions_.project_on_joints();
  }
  put_to_sleep(state_);
}

void Island::give_back_joints(std::vector<BodyJoint>& joints) const {
  for (std::size_t k = 0; k < state_.joints.size(); ++k)
    joints[state_.joint_ids[k]].impulses = state_.joints[k].impulses;
}

}  // namespace graze
