// SPDX-License-Identifier: Apache-2.0
// Bodies that may meet in a step, and no others, on a clock of their own. A step is a sequence of stretches: contacts
// are found, velocities solved for, the motions that follow certified, and the bodies moved as far as that reaches; an
// impact that ends a stretch is resolved there.
#pragma once

#include <optional>
#include <set>
#include <span>

#include "world/certify/certify.hpp"
#include "world/contact_solver/contact_solver.hpp"
#include "world/joint.hpp"
#include "world/manifold/manifold.hpp"
#include "world/rigid_body.hpp"

namespace graze {

// Of contacts, by the pair and the features that meet: normal, and tangential as a vector.
using WarmImpulses = std::map<std::pair<std::pair<std::size_t, std::size_t>, std::uint64_t>, std::array<double, 4>>;

// What the islands of a step have in common. None of them changes it, but for the caches of its own bodies.
struct StepSetting {
  const WorldOptions& options;
  double gap;            // kept at rest
  double start, length;  // of the step
  Allowed collide;       // by the ids of the world
  const ManifoldFinder& manifolds;
  const WarmImpulses& warm;  // of the last step
  PairCaches& caches;

  double resting_speed() const { return 2 * options.gravity.norm() * length; }  // slower approaches do not bounce
  double reach() const { return 20 * gap; }                                     // bodies closer than this touch
};

// What happened to an island, by the ids of the world.
struct IslandLog {
  // A part of a body's way; the velocities are those of the motion.
  struct Flight {
    double start = 0.0, end = 0.0;
    double length = 0.0;  // the difference, without the rounding of times
    BodyState state;
  };
  std::vector<std::vector<Flight>> flights;  // of each member, one after the other
  std::vector<WorldContact> contacts;        // at the start
  std::vector<WorldImpact> impacts;
  std::vector<double> events;     // when impacts ended a stretch, what the budget is for
  std::set<std::size_t> stalled;  // bodies that had to wait
};

// Numbers of bodies and joints, in order. The bodies of the joints are among the bodies.
struct IslandMembers {
  std::vector<std::size_t> bodies, joints;
};

class Island {
 public:
  Island(const StepSetting& setting, const IslandMembers& members, const std::vector<RigidBody>& bodies,
         const std::vector<BodyJoint>& joints);
  Island(const Island&) = delete;
  Island& operator=(const Island&) = delete;
  ~Island() = default;

  // The whole step, with no more than so many impacts. Once.
  void run(std::size_t budget);

  const std::vector<std::size_t>& ids() const { return ids_; }
  const IslandLog& log() const { return log_; }
  // What it leaves behind.
  const std::vector<RigidBody>& members() const { return bodies_; }
  const WarmImpulses& warm() const { return warm_; }
  void give_back_joints(std::vector<BodyJoint>& joints) const;

 private:
  // Two bodies' place of contact, and what the solver is to do there.
  struct Touch {
    SolverContact contact;
    ManifoldPoint place;
    bool resting;                         // else an impact is awaited
    double room = 0.0;                    // the gap to be kept
    double push = 0.0;                    // impulse that keeps them off in the motion of the last plan
    std::optional<WorldImpact> foreseen;  // if they only come into touch in this stretch; its time is from the start
  };
  // How a body will move, and what its velocity becomes over a stretch of length h.
  struct Plan {
    Vector3 velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();        // of the motion
    Vector3 velocity_change = Vector3::Zero(), momentum_change = Vector3::Zero();  // angular, in h
    double spin_energy = 0.0;  // of bodies supported by contacts: what these leave
    bool moves = false;
    bool supported = false;  // by contacts, in what is solved for
    bool pushed = false;     // off others, in the motion only
  };
  // Plans for a length of time, and how far each body follows its own. All of them end with the first impact, if there
  // is one.
  struct Stretch {
    double planned = 0.0;
    bool impacts_allowed = true;
    double parts = 1.0;  // more if it had better be gone through in so many
    double length = 0.0;
    std::vector<Plan> plans;
    std::vector<double> stops;
    std::optional<Meeting> impact;
  };
  using Pair = std::pair<std::size_t, std::size_t>;

  bool collide(std::size_t a, std::size_t b) const { return setting_.collide(ids_[a], ids_[b]); }
  std::vector<Traveller> travellers(const std::vector<Plan>* plans) const;
  void find_touches(double length);
  std::vector<ManifoldPoint> places(const BodyIds& ids, const BodyState& there_a, const BodyState& there_b,
                                    double reach, double left);
  void add_foreseen(const BodyIds& ids, const PlacedShape& a, const PlacedShape& b,
                    std::vector<ManifoldPoint>& points) const;
  void wake_neighbours(const BodyIds& ids);
  void add_touch(const BodyIds& ids, const ManifoldPoint& place);
  bool expect(const Meeting& meeting, const Plan& plan_a, const Plan& plan_b, double length);
  bool may_be_foreseen(const Meeting& meeting, const Stretch& stretch) const;
  bool foresee(std::span<const Meeting> meetings, const Stretch& stretch);
  Stretch plan_stretch(double left, bool impacts_allowed);
  std::vector<Meeting> make_way(Stretch& stretch);
  std::span<const Meeting> until_impact(std::span<const Meeting> meetings, const Stretch& stretch) const;
  double parts_to_foresee(std::span<const Meeting> meetings, const Stretch& stretch) const;
  bool would_stop(std::span<const Meeting> meetings) const;
  void end_stretch(Stretch& stretch, const std::vector<Meeting>& meetings);
  bool is_impact(const Meeting& meeting) const;
  bool is_too_close(const ManifoldPoint& place) const { return place.gap < kTooClose * setting_.gap; }
  bool is_slow(const Meeting& meeting) const;
  bool is_far(const Meeting& meeting, double h) const;
  static double turn_of(const Meeting& meeting, const std::vector<Plan>& plans, double h);
  void note_contacts();
  void note_flights(const Stretch& stretch, double at, double end);
  void note_foreseen(double from);
  SolverBody solver_body(std::size_t i) const;
  std::vector<SolverBody> solver_bodies() const;
  std::vector<Plan> make_plans(double h, bool again);
  Plan free_flight(const RigidBody& body, double h) const;
  std::vector<bool> solve_touches(double h, bool again, std::vector<SolverBody>& solved);
  std::vector<SolverJointRow> joint_rows(double h, const std::vector<SolverBody>& moving, double left) const;
  void project_on_joints();
  SolverEffort effort_for(std::size_t rows, bool again) const;
  void push_apart(double h, bool again, const std::vector<SolverBody>& solved, std::vector<Plan>& plans);
  double room_for(const Touch& touch, double h) const;
  double planned_speed(const Touch& touch, const std::vector<Plan>& plans) const;
  double distance_wanted(const Touch& touch) const;
  std::vector<BodyState> ends_of(const std::vector<Plan>& plans, double h) const;
  void commit(const Stretch& stretch);
  void take_back(const std::vector<double>& gains);
  void resolve(const BodyIds& ids, const Contact& contact, double at);
  double restitution(std::size_t a, std::size_t b) const;
  double friction(std::size_t a, std::size_t b) const;
  bool keeps_meeting(std::size_t a, std::size_t b) const;
  void remember_impulses();
  void put_to_sleep();

  static constexpr double kAccuracy = 1e-9;  // of the contact solver, relative to the speeds
  static constexpr double kTooClose = 1e-3;  // gaps; closer bodies do not bounce
  static constexpr double kMostTurn = 0.5;   // radians in a stretch, of bodies whose meeting is foreseen

  const StepSetting& setting_;
  std::vector<std::size_t> ids_;
  std::vector<RigidBody> bodies_;
  std::vector<std::size_t> joint_ids_;
  std::vector<BodyJoint> joints_;  // between members
  std::vector<bool> jointed_;      // bodies
  std::vector<Touch> touches_;
  std::map<Pair, int> met_;  // impacts in this step
  WarmImpulses warm_;        // of the last stretch
  const WarmImpulses* last_;
  double pace_;               // no stretch is longer
  bool trying_hard_ = false;  // in this stretch: bodies would stop for want of accuracy
  Certifier certifier_;
  IslandLog log_;
};

}  // namespace graze
