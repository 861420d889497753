// SPDX-License-Identifier: Apache-2.0
#include "world/step/island.hpp"

#include <algorithm>

namespace graze {

Island::Island(const StepSetting& setting, const IslandMembers& members, const std::vector<RigidBody>& bodies,
               const std::vector<BodyJoint>& joints)
    : setting_(setting),
      ids_(members.bodies),
      joint_ids_(members.joints),
      last_(&setting.warm),
      pace_(setting.length),
      certifier_(setting.caches, ids_) {
  for (const std::size_t id : ids_) bodies_.push_back(bodies[id]);
  const auto place = [&](std::size_t id) {
    return static_cast<std::size_t>(std::lower_bound(ids_.begin(), ids_.end(), id) - ids_.begin());
  };
  jointed_.assign(ids_.size(), false);
  for (const std::size_t k : joint_ids_) {
    joints_.push_back(joints[k].between(place(joints[k].a()), place(joints[k].b())));
    jointed_[joints_.back().a()] = jointed_[joints_.back().b()] = true;
  }
  log_.flights.resize(ids_.size());
}

void Island::run(std::size_t budget) {
  const auto time_with = [&](double left) { return setting_.start + (setting_.length - left); };
  for (double left = setting_.length; left > 0;) {
    const Stretch stretch = plan_stretch(left, log_.events.size() < budget);
    if (left == setting_.length) note_contacts();
    note_foreseen(time_with(left));
    note_flights(stretch, time_with(left), time_with(left - stretch.length));
    commit(stretch);
    for (std::size_t i = 0; i < ids_.size(); ++i)
      if (stretch.stops[i] < stretch.length) log_.stalled.insert(ids_[i]);
    left -= stretch.length;
    if (!stretch.impact) continue;
    log_.events.push_back(time_with(left));
    resolve(stretch.impact->ids, stretch.impact->contact, time_with(left));
  }
  put_to_sleep();
}

void Island::give_back_joints(std::vector<BodyJoint>& joints) const {
  for (std::size_t k = 0; k < joints_.size(); ++k) joints[joint_ids_[k]].impulses = joints_[k].impulses;
}

}  // namespace graze
