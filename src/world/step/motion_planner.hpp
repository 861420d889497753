// SPDX-License-Identifier: Apache-2.0
// How bodies will move in a substep: forces, contacts and joints, and the motions that follow from them.
#pragma once

#include "world/step/island_state.hpp"

namespace graze {

class MotionPlanner {
 public:
  // Kept by reference.
  explicit MotionPlanner(IslandState& state) : state_(state) {}

  // Plans of all bodies for a substep of length h, with the contacts of the state. `again`: not the first plans of the
  // substep; the solver starts from the impulses of the last ones.
  std::vector<BodyPlan> make_plans(double h, bool again);
  // After bodies moved or hit each other: takes from their velocities what the joints do not allow where they are now.
  void project_on_joints();

 private:
  std::vector<bool> solve_velocities(double h, bool again, std::vector<SolverBody>& solved);
  double room_for(const IslandContact& contact, double h) const;

  IslandState& state_;
};

// A body's motion over h if nothing but forces acted on it: along the chord of its flight.
BodyPlan free_flight(const RigidBody& body, const Vector3& gravity, double h);

}  // namespace graze
