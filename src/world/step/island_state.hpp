// SPDX-License-Identifier: Apache-2.0
// The data of one island during a step. The parts of the step share it: contact set, motion planner, substep planner,
// commit, impacts and sleep.
#pragma once

#include <optional>
#include <set>

#include "world/certify/certify.hpp"
#include "world/contact_solver/contact_solver.hpp"
#include "world/joint.hpp"
#include "world/manifold/manifold.hpp"
#include "world/rigid_body.hpp"
#include "world/tuning.hpp"

namespace graze {

// Impulses of contacts, by the pair and the features that meet: normal, and tangential as a vector.
using WarmImpulses = std::map<std::pair<std::pair<std::size_t, std::size_t>, std::uint64_t>, std::array<double, 4>>;

// Data that all islands of a step share. An island changes only the caches of its own bodies.
struct StepSetting {
  const WorldOptions& options;
  double gap;            // kept at rest
  double start, length;  // of the step
  Allowed collide;       // by the ids of the world
  const ManifoldFinder& manifolds;
  const WarmImpulses& warm;  // of the last step
  PairCaches& caches;

  // Slower approaches do not bounce.
  double resting_speed() const { return tuning::kRestingSteps * options.gravity.norm() * length; }
  // Bodies closer than this are in contact.
  double reach() const { return tuning::kContactReach * gap; }
};

// What happened to an island, by the ids of the world.
struct IslandLog {
  // A body's path between two changes of its velocities; the velocities are those of the motion.
  struct Flight {
    double start = 0.0, end = 0.0;
    double length = 0.0;  // the difference, without the rounding of times
    BodyState state;
  };
  std::vector<std::vector<Flight>> flights;  // of each member, one after the other
  std::vector<WorldContact> contacts;        // at the start
  std::vector<WorldImpact> impacts;
  std::vector<double> events;     // times of impacts that ended a substep; the budget counts these
  std::set<std::size_t> stalled;  // bodies
};

// Numbers of bodies and joints, in order. The bodies of the joints are among the bodies.
struct IslandMembers {
  std::vector<std::size_t> bodies, joints;
};

// A contact of two bodies, with its instructions to the solver.
struct IslandContact {
  SolverContact solver;
  ManifoldPoint point;
  bool resting;             // else an impact is awaited
  double room = 0.0;        // the gap to be kept
  double correction = 0.0;  // impulse of the position correction of the last plan
  // Of a speculative contact: the impact that it replaces. Its time counts from the start of the substep.
  std::optional<WorldImpact> speculative;
};

// How a body will move, and how its velocity changes over a substep of length h.
struct BodyPlan {
  Vector3 velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();        // of the motion
  Vector3 velocity_change = Vector3::Zero(), momentum_change = Vector3::Zero();  // angular, in h
  double spin_energy = 0.0;  // of supported bodies: the energy that contacts leave
  bool moves = false;
  bool supported = false;  // by contacts or joints, as solved
  bool corrected = false;  // by the position correction: in the motion only
};

// Plans for a length of time, and how far each body follows its own. All of them end with the first impact, if there
// is one.
struct Substep {
  double planned = 0.0;  // length
  bool impacts_allowed = true;
  double cut_into = 1.0;  // more if it must be planned again as so many substeps
  double length = 0.0;    // up to the impact
  std::vector<BodyPlan> plans;
  std::vector<double> stops;  // time up to which each body moves
  std::optional<BlockedPair> impact;
};

using IslandPair = std::pair<std::size_t, std::size_t>;

struct IslandState {
  IslandState(const StepSetting& step_setting, const IslandMembers& members, const std::vector<RigidBody>& all_bodies,
              const std::vector<BodyJoint>& all_joints);

  const StepSetting& setting;
  std::vector<std::size_t> ids;  // of the bodies, in the world
  std::vector<RigidBody> bodies;
  std::vector<std::size_t> joint_ids;
  std::vector<BodyJoint> joints;        // between members
  std::vector<bool> jointed;            // bodies
  std::vector<IslandContact> contacts;  // of this substep
  std::map<IslandPair, int> met;        // impacts in this step
  WarmImpulses warm;                    // of the last substep
  const WarmImpulses* last;             // `warm`, or that of the last step
  bool trying_hard = false;             // in this substep: bodies would stall for lack of accuracy
  IslandLog log;

  bool collide(std::size_t a, std::size_t b) const { return setting.collide(ids[a], ids[b]); }
  bool is_too_close(const ManifoldPoint& point) const { return point.gap < tuning::kNoBounceGap * setting.gap; }

  // The bodies as the certifier takes them: along their plans, or at rest without plans.
  std::vector<Traveller> travellers(const std::vector<BodyPlan>* plans) const;
  // The bodies as the contact solver takes them.
  SolverBody solver_body(std::size_t i) const;
  std::vector<SolverBody> solver_bodies() const;
  // Rows after which joint errors at the end of h are at most `left` times what they are now. The bend of the paths is
  // that of the velocities of `moving`; the speed along the row makes up for it. With the projection after the substep,
  // and left = 1, that is the RATTLE scheme.
  std::vector<SolverJointRow> joint_rows(double h, const std::vector<SolverBody>& moving, double left) const;
  // Work that the contact solver may spend. `again`: the substep was solved before.
  SolverEffort effort_for(std::size_t rows, bool again) const;
};

}  // namespace graze
