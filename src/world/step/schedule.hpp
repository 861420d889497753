// SPDX-License-Identifier: Apache-2.0
// The islands of a step, on several threads (after Jefferson's time warp). How bodies move at the start tells which of
// them may meet; each such island then goes through its impacts on its own clock, as if it were alone. Where one came
// near a body that is not its own, that was wrong: the islands concerned go back to the start of the step and through
// it again as one. What comes of it does not depend on the threads, nor on which island is done first.
#pragma once

#include "world/step/island.hpp"

namespace graze {

class Schedule {
 public:
  // As the bodies are at the start of the step. All are kept by reference, and not changed.
  Schedule(const StepSetting& setting, const std::vector<RigidBody>& bodies, const std::vector<BodyJoint>& joints);

  void run();

  // Of the bodies that were not left asleep.
  std::vector<const Island*> islands() const;
  std::uint64_t rollbacks() const { return rollbacks_; }  // island steps that were thrown away

 private:
  struct Group {
    std::vector<std::size_t> bodies, joints;
    std::set<std::size_t> obstacles;  // static bodies that may be met
    std::size_t budget = 0;
    std::unique_ptr<Island> island{};
  };
  // A body where it is during a time.
  struct TimedBox {
    double start = 0.0, end = 0.0;
    SweptBox box;
  };

  void assume();
  void assume_thrown(const std::vector<Traveller>& travellers);
  static bool has_others(const Group& group);
  void add_joints();
  Traveller expected(const RigidBody& body) const;
  bool join(std::size_t a, std::size_t b);
  void roll_back(Group& group);
  bool is_asleep(const Group& group) const;
  IslandMembers members(const Group& group) const;
  void advance();
  bool join_islands();
  std::vector<std::vector<TimedBox>> swept_boxes() const;
  bool may_meet(const std::vector<TimedBox>& a, const std::vector<TimedBox>& b) const;
  bool keep_to_budget();

  const StepSetting& setting_;
  const std::vector<RigidBody>& bodies_;
  const std::vector<BodyJoint>& joints_;
  std::vector<Group> groups_;          // those without bodies have become part of others
  std::vector<std::size_t> group_of_;  // each body that is not static
  std::uint64_t rollbacks_ = 0;
};

}  // namespace graze
