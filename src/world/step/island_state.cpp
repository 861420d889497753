// SPDX-License-Identifier: Apache-2.0
#include "world/step/island_state.hpp"

#include <algorithm>
#include <cmath>

namespace graze {

IslandState::IslandState(const StepSetting& step_setting, const IslandMembers& members,
                         const std::vector<RigidBody>& all_bodies, const std::vector<BodyJoint>& all_joints)
    : setting(step_setting), ids(members.bodies), joint_ids(members.joints), last(&step_setting.warm) {
  for (const std::size_t id : ids) bodies.push_back(all_bodies[id]);
  const auto place = [&](std::size_t id) {
    return static_cast<std::size_t>(std::lower_bound(ids.begin(), ids.end(), id) - ids.begin());
  };
  jointed.assign(ids.size(), false);
  for (const std::size_t k : joint_ids) {
    joints.push_back(all_joints[k].between(place(all_joints[k].a()), place(all_joints[k].b())));
    jointed[joints.back().a()] = jointed[joints.back().b()] = true;
  }
  log.flights.resize(ids.size());
}

std::vector<Traveller> IslandState::travellers(const std::vector<BodyPlan>* plans) const {
  std::vector<Traveller> result;
  result.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyState state = bodies[i].state;
    state.velocity = plans != nullptr ? (*plans)[i].velocity : Vector3::Zero();
    state.angular_velocity = plans != nullptr ? (*plans)[i].angular_velocity : Vector3::Zero();
    result.emplace_back(bodies[i], state, plans != nullptr ? (*plans)[i].moves : !bodies[i].is_still());
  }
  return result;
}

SolverBody IslandState::solver_body(std::size_t i) const {
  const RigidBody& body = bodies[i];
  SolverBody solver;
  solver.position = body.state.position;
  if (body.is_still()) return solver;
  solver.velocity = body.state.velocity;
  solver.angular_velocity = body.state.angular_velocity;
  solver.inverse_mass = body.inverse_mass;
  solver.inverse_inertia = body.inverse_inertia_at(body.state.orientation);
  return solver;
}

std::vector<SolverBody> IslandState::solver_bodies() const {
  std::vector<SolverBody> result;
  result.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) result.push_back(solver_body(i));
  return result;
}

std::vector<SolverJointRow> IslandState::joint_rows(double h, const std::vector<SolverBody>& moving,
                                                    double left) const {
  std::vector<SolverJointRow> result;
  for (const BodyJoint& joint : joints) {
    if (bodies[joint.a()].is_still() && bodies[joint.b()].is_still()) continue;
    const auto end = [&](std::size_t i) {
      return moved(bodies[i].state, moving[i].velocity, moving[i].angular_velocity, h);
    };
    std::vector<SolverJointRow> rows = joint.rows(bodies[joint.a()].state, bodies[joint.b()].state);
    const std::array<double, 6> now = joint.errors(rows, bodies[joint.a()].state, bodies[joint.b()].state);
    const std::array<double, 6> then = joint.errors(rows, end(joint.a()), end(joint.b()));
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k].speed = relative_speed(moving, rows[k]) - (then[k] - left * now[k]) / h;
      result.push_back(rows[k]);
    }
  }
  return result;
}

// Large heaps get fewer rounds of the solver, and go on in the next step. Plans that are made again start from the last
// solution, and differ by a few contacts; but along joints these changes reach far.
SolverEffort IslandState::effort_for(std::size_t rows, bool again) const {
  using namespace tuning;
  const double usual = std::clamp(kSolverWork / static_cast<double>(rows), kFewestRounds, kMostRounds);
  const double rounds = trying_hard ? kMostRounds : again && joints.empty() ? usual / kFewerRoundsAgain : usual;
  const double most = static_cast<double>(setting.options.solver_iterations);
  const std::size_t newton = trying_hard ? kHardNewton : joints.empty() ? 0 : kUsualNewton;
  return {static_cast<int>(std::ceil(std::min(rounds, most))), newton};
}

}  // namespace graze
