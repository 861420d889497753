// SPDX-License-Identifier: Apache-2.0
// The world's inside. A step is a sequence of stretches: contacts are found, velocities solved for, the motions that
// follow certified, and the bodies moved as far as that reaches; an impact that ends a stretch is resolved there.
#pragma once

#include <optional>
#include <set>

#include "world/certify.hpp"
#include "world/contact_solver.hpp"
#include "world/joint.hpp"
#include "world/manifold.hpp"
#include "world/rigid_body.hpp"

namespace graze {

class World::Core {
 public:
  explicit Core(const WorldScene& scene);

  StepReport step(double dt, const World& callbacks);

  bool collide(std::size_t a, std::size_t b) const;
  WorldState state() const;
  void restore(const WorldState& state);
  double energy() const;
  std::optional<CastHit> cast(const Shape& shape, const Placement& from, const Vector3& way,
                              const Wanted& wanted) const;
  double energy_of(const RigidBody& body) const;

  std::vector<RigidBody> bodies;
  double time = 0.0;
  std::vector<Separated> separated;

 private:
  // Two bodies' place of contact, and what the solver is to do there.
  struct Touch {
    SolverContact contact;
    ManifoldPoint place;
    bool resting;                         // else an impact is awaited
    double room = 0.0;                    // the gap to be kept
    std::optional<WorldImpact> foreseen;  // if they only come into touch in this stretch; its time is from the start
  };
  // How a body will move, and what its velocity becomes over a stretch of length h.
  struct Plan {
    Vector3 velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();        // of the motion
    Vector3 velocity_change = Vector3::Zero(), momentum_change = Vector3::Zero();  // angular, in h
    bool moves = false;
    bool supported = false;  // by contacts, in what is solved for
  };
  // Plans for a length of time, and how far each body follows its own. All of them end with the first impact, if there
  // is one.
  struct Stretch {
    double planned = 0.0;
    double length = 0.0;
    std::vector<Plan> plans;
    std::vector<double> stops;
    std::optional<Meeting> impact;
  };
  using Pair = std::pair<std::size_t, std::size_t>;

  void add_joints(const WorldScene& scene);
  void separate_overlaps();
  double escape(std::size_t mover, std::size_t other, Vector3& direction) const;
  double clearance(std::size_t a, const Vector3& shift, std::size_t b) const;

  bool is_still(std::size_t i) const;
  std::vector<Traveller> travellers(const std::vector<Plan>* plans) const;
  void steer_kinematic(double dt);
  void find_touches();
  void wake_neighbours(const BodyIds& ids);
  void add_touch(const BodyIds& ids, const ManifoldPoint& place);
  bool foresee(const std::vector<Meeting>& meetings, const std::vector<Plan>& plans, double h);
  Stretch plan_stretch(double length, bool impacts_allowed);
  void end_stretch(Stretch& stretch, const std::vector<Meeting>& meetings, bool impacts_allowed);
  bool is_impact(const Meeting& meeting) const;
  void tell_contacts(StepReport& report, const World& callbacks) const;
  void tell_pieces(const Stretch& stretch, double at, const World& callbacks) const;
  void report_foreseen(double from, StepReport& report, const World& callbacks);
  std::vector<SolverBody> solver_bodies() const;
  std::vector<Plan> make_plans(double h);
  Plan free_flight(const RigidBody& body, double h) const;
  std::vector<bool> solve_touches(double h, std::vector<SolverBody>& solved);
  std::vector<SolverJointRow> joint_rows(double h, const std::vector<SolverBody>& moving, double left) const;
  void project_on_joints();
  static int rounds_for(std::size_t rows, int most);
  void push_apart(double h, const std::vector<SolverBody>& solved, std::vector<Plan>& plans) const;
  double room_for(const Touch& touch, double h) const;
  double planned_speed(const Touch& touch, const std::vector<Plan>& plans) const;
  double gap_at_end(const Touch& touch, const std::vector<Plan>& plans, double h) const;
  void commit(const Stretch& stretch);
  void resolve(const BodyIds& ids, const Contact& contact, double at, const World& callbacks);
  double restitution(std::size_t a, std::size_t b) const;
  double friction(std::size_t a, std::size_t b) const;
  bool keeps_meeting(std::size_t a, std::size_t b) const;
  void remember_impulses();
  void put_to_sleep(double dt);

  static constexpr double kAccuracy = 1e-9;  // of the contact solver, relative to the speeds

  WorldOptions options_;
  double gap_ = 0.0;  // kept at rest
  std::uint64_t steps_ = 0;
  double resting_speed_ = 0.0;  // slower approaches do not bounce; set by each step
  std::vector<Touch> touches_;
  std::set<Pair> ignored_;
  std::vector<Joint> joints_;
  std::vector<bool> jointed_;  // bodies
  std::map<Pair, int> met_;    // impacts in this step
  std::map<std::pair<Pair, std::uint64_t>, std::array<double, 4>> warm_;
  ManifoldFinder manifolds_;
  Certifier certifier_;
};

}  // namespace graze
