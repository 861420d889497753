// SPDX-License-Identifier: Apache-2.0
#include "world/step/motion_planner.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/axis_angle.hpp"
#include "numeric/elementary/elementary.hpp"
#include "world/step/impacts.hpp"
#include "world/step/position_correction.hpp"

namespace graze {
namespace {

// Mean velocity of a point of a turning body over h, less its velocity at the start.
Vector3 bend(const SolverBody& body, const Vector3& point, double h) {
  const Vector3 turn = h * body.angular_velocity;
  const double angle = turn.norm();
  if (!(angle > 0 && angle < tuning::kMostBendTurn)) return Vector3::Zero();
  const Vector3 arm = point - body.position;
  return (matrix_of({turn / angle, angle}) * arm - arm) / h - body.angular_velocity.cross(arm);
}

// With this velocity, two points that stick together are together again at the end. Points that slide anyway are
// stopped as if paths were straight, or friction might add energy.
Vector3 sticking_velocity(const SolverBody& a, const SolverBody& b, const SolverContact& contact, double h) {
  const Vector3 aim = bend(a, contact.point_a, h) - bend(b, contact.point_b, h);
  const Vector3 speed = b.velocity_at(contact.point_b) - a.velocity_at(contact.point_a);
  const Vector3 slide = speed - speed.dot(contact.normal) * contact.normal;
  return slide.squaredNorm() <= tuning::kSlidingRatio * tuning::kSlidingRatio * aim.squaredNorm()
             ? aim
             : Vector3(Vector3::Zero());
}

}  // namespace

BodyPlan free_flight(const RigidBody& body, const Vector3& gravity, double h) {
  BodyPlan plan;
  plan.moves = true;
  plan.velocity = body.state.velocity;
  plan.angular_velocity = body.state.angular_velocity;
  if (!body.is_dynamic()) return plan;
  const WorldBody& scene = *body.scene;
  Vector3 change = h * (gravity + scene.force / body.mass);
  change += portable::expm1(-scene.linear_damping * h) * body.state.velocity;
  for (int k = 0; k < 3; ++k)
    if (scene.fixed[static_cast<std::size_t>(k)]) change[k] = 0.0;
  const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
  plan.momentum_change = h * scene.torque + portable::expm1(-scene.angular_damping * h) * momentum;
  plan.velocity += 0.5 * change;
  plan.angular_velocity = body.mean_angular_velocity(momentum + 0.5 * plan.momentum_change, h);
  plan.velocity_change = change;
  return plan;
}

// Free bodies take the chord of their flight. Bodies supported by contacts take the velocity they will have at the end,
// which the contacts were solved for. Bodies with joints only take the chord, with the impulses of the joints.
std::vector<BodyPlan> MotionPlanner::make_plans(double h, bool again) {
  std::vector<SolverBody> solved = state_.solver_bodies();
  std::vector<BodyPlan> plans(state_.bodies.size());
  std::vector<bool> touched(state_.bodies.size(), false);
  for (IslandContact& contact : state_.contacts) {
    const double e = restitution(state_, contact.solver.a, contact.solver.b);
    contact.resting = e == 0.0 || relative_speed(solved, contact.solver) > -state_.setting.resting_speed() ||
                      state_.is_too_close(contact.point);
    touched[contact.solver.a] = touched[contact.solver.b] = true;
  }
  for (std::size_t i = 0; i < state_.bodies.size(); ++i) {
    if (state_.bodies[i].is_still()) continue;
    plans[i] = free_flight(state_.bodies[i], state_.setting.options.gravity, h);
    if (!state_.bodies[i].is_dynamic()) continue;
    solved[i].velocity += (state_.jointed[i] && !touched[i] ? 0.5 : 1.0) * plans[i].velocity_change;
    solved[i].angular_velocity = plans[i].angular_velocity;
    // The constant velocity that ends where free rotation does may have more energy. Contacts must not give that back.
    const double spin = state_.bodies[i].spin_energy();
    const double planned = state_.bodies[i].spin_energy(plans[i].angular_velocity);
    if (touched[i] && planned > spin && state_.bodies[i].scene->torque.isZero(0.0))
      solved[i].angular_velocity *= std::sqrt(spin / planned);
  }
  const std::vector<SolverBody> before = solved;
  const std::vector<bool> supported = solve_velocities(h, again, solved);
  for (std::size_t i = 0; i < state_.bodies.size(); ++i) {
    if (!supported[i] || !state_.bodies[i].is_dynamic() || state_.bodies[i].is_still()) continue;
    BodyPlan& plan = plans[i];
    const Vector3 rest =
        state_.jointed[i] && !touched[i] ? Vector3(0.5 * plan.velocity_change) : Vector3(Vector3::Zero());
    plan.supported = true;
    plan.velocity = solved[i].velocity;
    plan.angular_velocity = solved[i].angular_velocity;
    plan.spin_energy = state_.bodies[i].spin_energy(solved[i].angular_velocity);
    plan.velocity_change = solved[i].velocity - state_.bodies[i].state.velocity + rest;
    plan.momentum_change += state_.bodies[i].inertia_at(state_.bodies[i].state.orientation) *
                            (solved[i].angular_velocity - before[i].angular_velocity);
  }
  correct_positions(state_, h, again, solved, plans);
  return plans;
}

// Solves contacts and joints. True for the bodies that feel one of them.
std::vector<bool> MotionPlanner::solve_velocities(double h, bool again, std::vector<SolverBody>& solved) {
  std::vector<bool> supported(state_.bodies.size(), false);
  std::vector<SolverContact> contacts;
  double speed = 0.0;
  for (IslandContact& contact : state_.contacts) {
    SolverContact& c = contact.solver;
    if (!contact.resting) continue;
    contact.room = room_for(contact, h);
    c.sticking_velocity = sticking_velocity(solved[c.a], solved[c.b], c, h);
    c.least_speed = -std::max(0.0, contact.point.gap - contact.room) / h;
    speed = std::max(speed, std::abs(relative_speed(solved, c)));
    contacts.push_back(c);
  }
  std::vector<SolverJointRow> rows = state_.joint_rows(h, solved, 1.0);
  for (const SolverJointRow& row : rows) speed = std::max(speed, std::abs(row.speed));
  if (contacts.empty() && rows.empty()) return supported;
  SolverEffort effort = state_.effort_for(contacts.size() + rows.size(), again);
  effort.newton = std::max(effort.newton, tuning::kUsualNewton);  // errors here stay in the velocities
  solve_contacts(solved, contacts, rows, effort,
                 std::max(tuning::kSolverAccuracy * speed, tuning::kSolverCreep * state_.setting.gap / h));
  std::size_t next = 0;
  for (IslandContact& contact : state_.contacts) {
    if (!contact.resting) continue;
    contact.solver = contacts[next++];
    if (contact.solver.normal_impulse > 0) supported[contact.solver.a] = supported[contact.solver.b] = true;
  }
  next = 0;
  for (BodyJoint& joint : state_.joints) {
    if (state_.bodies[joint.a()].is_still() && state_.bodies[joint.b()].is_still()) continue;
    supported[joint.a()] = supported[joint.b()] = true;
    next += joint.remember(&rows[next]);
  }
  return supported;
}

void MotionPlanner::project_on_joints() {
  if (state_.joints.empty()) return;
  std::vector<SolverBody> moving = state_.solver_bodies();
  std::vector<SolverJointRow> rows;
  double speed = 0.0;
  for (const BodyJoint& joint : state_.joints) {
    if (state_.bodies[joint.a()].is_still() && state_.bodies[joint.b()].is_still()) continue;
    for (SolverJointRow row : joint.rows(state_.bodies[joint.a()].state, state_.bodies[joint.b()].state)) {
      row.impulse = 0.0;
      speed = std::max(speed, std::abs(relative_speed(moving, row)));
      rows.push_back(row);
    }
  }
  if (rows.empty()) return;
  std::vector<SolverContact> none;
  solve_contacts(moving, none, rows, state_.effort_for(rows.size(), false), tuning::kSolverAccuracy * speed);
  for (std::size_t i = 0; i < state_.bodies.size(); ++i) {
    if (!state_.jointed[i] || !state_.bodies[i].is_dynamic() || state_.bodies[i].is_still()) continue;
    state_.bodies[i].state.velocity = moving[i].velocity;
    state_.bodies[i].state.angular_velocity = moving[i].angular_velocity;
  }
}

// The gap to be kept. Where bodies slide or turn on each other, solutions are less exact and paths bend: there bodies
// keep more room.
double MotionPlanner::room_for(const IslandContact& contact, double h) const {
  const BodyState& a = state_.bodies[contact.solver.a].state;
  const BodyState& b = state_.bodies[contact.solver.b].state;
  const Vector3 arm_a = contact.solver.point_a - a.position;
  const Vector3 arm_b = contact.solver.point_b - b.position;
  const Vector3 slide = b.velocity + b.angular_velocity.cross(arm_b) - a.velocity - a.angular_velocity.cross(arm_a);
  const double bend =
      0.5 * h * h * (a.angular_velocity.squaredNorm() * arm_a.norm() + b.angular_velocity.squaredNorm() * arm_b.norm());
  return state_.setting.gap +
         std::min(tuning::kMostSlidingRoom * state_.setting.gap, tuning::kSlidingRoom * h * slide.norm() + bend);
}

}  // namespace graze
