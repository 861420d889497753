// SPDX-License-Identifier: Apache-2.0
// How bodies will move: forces, contacts and joints, and the motions that follow from them.
#include <algorithm>
#include <cmath>

#include "numeric/axis_angle.hpp"
#include "numeric/elementary/elementary.hpp"
#include "world/step/island.hpp"

namespace graze {
namespace {

constexpr double kCreep = 1e-3;  // gaps; what contacts may move in a stretch for want of accuracy
// Large heaps get fewer rounds of the solver: what is left to do, they do in the next step. Plans made again start from
// what was solved before, and differ by a few contacts; but along joints these have far to go.
constexpr double kWork = 2e4;                                   // rounds times rows
constexpr std::size_t kUsualNewton = 600, kHardNewton = 20000;  // products of blocks
constexpr double kFewestRounds = 20, kMostRounds = 500;
constexpr int kAgain = 3;               // times fewer
constexpr double kSpinAccuracy = 1e-5;  // of free rotation, in energy

// How much slower, on its way to where it ends, a point of a body that turns is than at the start.
Vector3 bend(const SolverBody& body, const Vector3& point, double h) {
  constexpr double kMostTurn = 0.5;  // radians; beyond, velocities at the start say little
  const Vector3 turn = h * body.angular_velocity;
  const double angle = turn.norm();
  if (!(angle > 0 && angle < kMostTurn)) return Vector3::Zero();
  const Vector3 arm = point - body.position;
  return (matrix_of({turn / angle, angle}) * arm - arm) / h - body.angular_velocity.cross(arm);
}

// Such that two points that stick together are together again at the end. Points that slide anyway are stopped as if
// paths were straight, or friction might give energy.
Vector3 sticking_velocity(const SolverBody& a, const SolverBody& b, const SolverContact& contact, double h) {
  constexpr double kSlides = 4.0;  // times as fast
  const Vector3 aim = bend(a, contact.point_a, h) - bend(b, contact.point_b, h);
  const Vector3 speed = b.velocity_at(contact.point_b) - a.velocity_at(contact.point_a);
  const Vector3 slide = speed - speed.dot(contact.normal) * contact.normal;
  return slide.squaredNorm() <= kSlides * kSlides * aim.squaredNorm() ? aim : Vector3(Vector3::Zero());
}

}  // namespace

SolverEffort Island::effort_for(std::size_t rows, bool again) const {
  const double usual = std::clamp(kWork / static_cast<double>(rows), kFewestRounds, kMostRounds);
  const double rounds = trying_hard_ ? kMostRounds : again && joints_.empty() ? usual / kAgain : usual;
  const double most = static_cast<double>(setting_.options.solver_iterations);
  const std::size_t newton = trying_hard_ ? kHardNewton : joints_.empty() ? 0 : kUsualNewton;
  return {static_cast<int>(std::ceil(std::min(rounds, most))), newton};
}

SolverBody Island::solver_body(std::size_t i) const {
  const RigidBody& body = bodies_[i];
  SolverBody solver;
  solver.position = body.state.position;
  if (body.is_still()) return solver;
  solver.velocity = body.state.velocity;
  solver.angular_velocity = body.state.angular_velocity;
  solver.inverse_mass = body.inverse_mass;
  solver.inverse_inertia = body.inverse_inertia_at(body.state.orientation);
  return solver;
}

std::vector<SolverBody> Island::solver_bodies() const {
  std::vector<SolverBody> result;
  result.reserve(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) result.push_back(solver_body(i));
  return result;
}

// Along the chord of its flight, if there were nothing but forces.
Island::Plan Island::free_flight(const RigidBody& body, double h) const {
  Plan plan;
  plan.moves = true;
  plan.velocity = body.state.velocity;
  plan.angular_velocity = body.state.angular_velocity;
  if (!body.is_dynamic()) return plan;
  const WorldBody& scene = *body.scene;
  Vector3 change = h * (setting_.options.gravity + scene.force / body.mass);
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

// Free bodies take the chord of their flight. Those held up by contacts take the velocity they will have at the end,
// which the contacts have been solved for. Those that only hang on joints take the chord with what the joints do.
std::vector<Island::Plan> Island::make_plans(double h, bool again) {
  std::vector<SolverBody> solved = solver_bodies();
  std::vector<Plan> plans(bodies_.size());
  std::vector<bool> touched(bodies_.size(), false);
  for (Touch& touch : touches_) {
    const double e = restitution(touch.contact.a, touch.contact.b);
    touch.resting =
        e == 0.0 || relative_speed(solved, touch.contact) > -setting_.resting_speed() || is_too_close(touch.place);
    touched[touch.contact.a] = touched[touch.contact.b] = true;
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i].is_still()) continue;
    plans[i] = free_flight(bodies_[i], h);
    if (!bodies_[i].is_dynamic()) continue;
    solved[i].velocity += (jointed_[i] && !touched[i] ? 0.5 : 1.0) * plans[i].velocity_change;
    solved[i].angular_velocity = plans[i].angular_velocity;
    // What takes a body where free rotation does may have more energy than that: none that contacts could give back.
    const double spin = bodies_[i].spin_energy();
    const double planned = bodies_[i].spin_energy(plans[i].angular_velocity);
    if (touched[i] && planned > spin && bodies_[i].scene->torque.isZero(0.0))
      solved[i].angular_velocity *= std::sqrt(spin / planned);
  }
  const std::vector<SolverBody> before = solved;
  const std::vector<bool> supported = solve_touches(h, again, solved);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!supported[i] || !bodies_[i].is_dynamic() || bodies_[i].is_still()) continue;
    Plan& plan = plans[i];
    const Vector3 rest = jointed_[i] && !touched[i] ? Vector3(0.5 * plan.velocity_change) : Vector3(Vector3::Zero());
    plan.supported = true;
    plan.velocity = solved[i].velocity;
    plan.angular_velocity = solved[i].angular_velocity;
    plan.spin_energy = bodies_[i].spin_energy(solved[i].angular_velocity);
    plan.velocity_change = solved[i].velocity - bodies_[i].state.velocity + rest;
    plan.momentum_change +=
        bodies_[i].inertia_at(bodies_[i].state.orientation) * (solved[i].angular_velocity - before[i].angular_velocity);
  }
  push_apart(h, again, solved, plans);
  return plans;
}

// Contacts and joints. Which bodies feel one of them?
std::vector<bool> Island::solve_touches(double h, bool again, std::vector<SolverBody>& solved) {
  std::vector<bool> supported(bodies_.size(), false);
  std::vector<SolverContact> contacts;
  double speed = 0.0;
  for (Touch& touch : touches_) {
    SolverContact& c = touch.contact;
    if (!touch.resting) continue;
    touch.room = room_for(touch, h);
    c.sticking_velocity = sticking_velocity(solved[c.a], solved[c.b], c, h);
    c.least_speed = -std::max(0.0, touch.place.gap - touch.room) / h;
    speed = std::max(speed, std::abs(relative_speed(solved, c)));
    contacts.push_back(c);
  }
  std::vector<SolverJointRow> rows = joint_rows(h, solved, 1.0);
  for (const SolverJointRow& row : rows) speed = std::max(speed, std::abs(row.speed));
  if (contacts.empty() && rows.empty()) return supported;
  SolverEffort effort = effort_for(contacts.size() + rows.size(), again);
  effort.newton = std::max(effort.newton, kUsualNewton);  // what is wrong here stays in the velocities
  solve_contacts(solved, contacts, rows, effort, std::max(kAccuracy * speed, kCreep * setting_.gap / h));
  std::size_t next = 0;
  for (Touch& touch : touches_) {
    if (!touch.resting) continue;
    touch.contact = contacts[next++];
    if (touch.contact.normal_impulse > 0) supported[touch.contact.a] = supported[touch.contact.b] = true;
  }
  next = 0;
  for (BodyJoint& joint : joints_) {
    if (bodies_[joint.a()].is_still() && bodies_[joint.b()].is_still()) continue;
    supported[joint.a()] = supported[joint.b()] = true;
    next += joint.remember(&rows[next]);
  }
  return supported;
}

// Such that the joints are off at the end by no more than `left` of what they are now, paths being bent as they are for
// the velocities so far: what is missing then is made up for by the speed along the row. With the projection after the
// stretch, and left = 1, that is the RATTLE scheme.
std::vector<SolverJointRow> Island::joint_rows(double h, const std::vector<SolverBody>& moving, double left) const {
  std::vector<SolverJointRow> result;
  for (const BodyJoint& joint : joints_) {
    if (bodies_[joint.a()].is_still() && bodies_[joint.b()].is_still()) continue;
    const auto end = [&](std::size_t i) {
      return moved(bodies_[i].state, moving[i].velocity, moving[i].angular_velocity, h);
    };
    std::vector<SolverJointRow> rows = joint.rows(bodies_[joint.a()].state, bodies_[joint.b()].state);
    const std::array<double, 6> now = joint.errors(rows, bodies_[joint.a()].state, bodies_[joint.b()].state);
    const std::array<double, 6> then = joint.errors(rows, end(joint.a()), end(joint.b()));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k].speed = relative_speed(moving, rows[k]) - (then[k] - left * now[k]) / h;
      result.push_back(rows[k]);
    }
  }
  return result;
}

// Where joints have taken the bodies, they hold back other velocities than before.
void Island::project_on_joints() {
  if (joints_.empty()) return;
  std::vector<SolverBody> moving = solver_bodies();
  std::vector<SolverJointRow> rows;
  double speed = 0.0;
  for (const BodyJoint& joint : joints_) {
    if (bodies_[joint.a()].is_still() && bodies_[joint.b()].is_still()) continue;
    for (SolverJointRow row : joint.rows(bodies_[joint.a()].state, bodies_[joint.b()].state)) {
      row.impulse = 0.0;
      speed = std::max(speed, std::abs(relative_speed(moving, row)));
      rows.push_back(row);
    }
  }
  if (rows.empty()) return;
  std::vector<SolverContact> none;
  solve_contacts(moving, none, rows, effort_for(rows.size(), false), kAccuracy * speed);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!jointed_[i] || !bodies_[i].is_dynamic() || bodies_[i].is_still()) continue;
    bodies_[i].state.velocity = moving[i].velocity;
    bodies_[i].state.angular_velocity = moving[i].angular_velocity;
  }
}

// The gap to be kept. Where bodies slide or turn on each other, what is solved for is less exact, and paths bend: there
// they keep some more off, as long as they do.
double Island::room_for(const Touch& touch, double h) const {
  constexpr double kMost = 8.0;    // gaps
  constexpr double kSlide = 0.01;  // of the way they go along each other
  const BodyState& a = bodies_[touch.contact.a].state;
  const BodyState& b = bodies_[touch.contact.b].state;
  const Vector3 arm_a = touch.contact.point_a - a.position;
  const Vector3 arm_b = touch.contact.point_b - b.position;
  const Vector3 slide = b.velocity + b.angular_velocity.cross(arm_b) - a.velocity - a.angular_velocity.cross(arm_a);
  const double bend =
      0.5 * h * h * (a.angular_velocity.squaredNorm() * arm_a.norm() + b.angular_velocity.squaredNorm() * arm_b.norm());
  return setting_.gap + std::min(kMost * setting_.gap, kSlide * h * slide.norm() + bend);
}

// A body that waits lives less: its velocity changes as much as the part of the time that it moves. But what holds it
// up acts in full, unless the body would have more energy for that. A body that is held up, kept off another, or
// halfway through its plan, is not turned as free rotation would have it: that must not make it spin faster.
void Island::commit(const Stretch& stretch) {
  std::vector<double> gains(bodies_.size(), 0.0);
  const bool waits = *std::min_element(stretch.stops.begin(), stretch.stops.end()) < stretch.length;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Plan& plan = stretch.plans[i];
    const double t = stretch.stops[i];
    const double part = t == stretch.planned ? 1.0 : t / stretch.planned;
    RigidBody& body = bodies_[i];
    if (!plan.moves) continue;
    const double energy_before = body.energy(setting_.options.gravity);
    const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
    const BodyState end = moved(body.state, plan.velocity, plan.angular_velocity, t);
    if (!body.is_dynamic()) {
      body.state = end;
      continue;
    }
    const auto change_by = [&](double amount) {
      body.state = end;
      body.state.velocity += amount * plan.velocity_change;
      body.state.angular_velocity =
          body.inverse_inertia_at(body.state.orientation) * (momentum + amount * plan.momentum_change);
    };
    const double spin_before = body.spin_energy();
    change_by(plan.supported ? 1.0 : part);
    if (plan.supported && part < 1 && body.energy(setting_.options.gravity) > energy_before) change_by(part);
    const double most = plan.supported ? plan.spin_energy : spin_before;
    if (body.scene->torque.isZero(0.0) && body.spin_energy() > (part < 1 ? 1.0 : 1.0 + kSpinAccuracy) * most)
      body.limit_spin(most);
    if (waits || ((plan.supported || plan.pushed) && !jointed_[i]))
      gains[i] = body.energy(setting_.options.gravity) - energy_before;
  }
  take_back(gains);
  project_on_joints();
}

// Bodies in touch may have more energy together than before: contacts are solved for as if bodies turned at one
// velocity, and what pushed a body may have had to wait, and kept its energy. It is taken from those that gained. (What
// flies or hangs on joints keeps its energy on average, not in every stretch.)
void Island::take_back(const std::vector<double>& gains) {
  double sum = 0.0;
  double gained = 0.0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const WorldBody& scene = *bodies_[i].scene;
    const bool driven = scene.kind == BodyKind::Kinematic || !scene.force.isZero(0.0) || !scene.torque.isZero(0.0);
    if (driven) return;
    sum += gains[i];
    gained += std::max(0.0, gains[i]);
  }
  if (!(sum > 0)) return;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!(gains[i] > 0)) continue;
    const double kinetic = bodies_[i].kinetic_energy();
    const double left = std::sqrt(std::max(0.0, 1 - sum * gains[i] / gained / kinetic));
    bodies_[i].state.velocity *= left;
    bodies_[i].state.angular_velocity *= left;
  }
}

}  // namespace graze
