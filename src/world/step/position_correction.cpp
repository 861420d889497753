// SPDX-License-Identifier: Apache-2.0
#include "world/step/position_correction.hpp"

#include <algorithm>

namespace graze {
namespace {

// Speed of the contact's points along its normal, when the motion starts.
double planned_speed(const IslandState& state, const IslandContact& contact, const std::vector<BodyPlan>& plans) {
  const auto speed = [&](std::size_t i, const Vector3& point) {
    return contact.solver.normal.dot(plans[i].velocity +
                                     plans[i].angular_velocity.cross(point - state.bodies[i].state.position));
  };
  return speed(contact.solver.b, contact.solver.point_b) - speed(contact.solver.a, contact.solver.point_a);
}

std::vector<BodyState> ends_of(const IslandState& state, const std::vector<BodyPlan>& plans, double h) {
  std::vector<BodyState> ends;
  ends.reserve(state.bodies.size());
  for (std::size_t i = 0; i < state.bodies.size(); ++i)
    ends.push_back(plans[i].moves ? moved(state.bodies[i].state, plans[i].velocity, plans[i].angular_velocity, h)
                                  : state.bodies[i].state);
  return ends;
}

// Distance at the end. Bodies closer than the gap come back to it. More room than that is kept, but not made: between
// two walls there may be none.
double distance_wanted(const IslandState& state, const IslandContact& contact) {
  const double now = contact.point.gap;
  if (now < state.setting.gap) return state.setting.gap - tuning::kCorrectedPart * (state.setting.gap - now);
  return std::min(now, contact.room);
}

}  // namespace

void correct_positions(IslandState& state, double h, bool again, const std::vector<SolverBody>& solved,
                       std::vector<BodyPlan>& plans) {
  std::vector<SolverBody> corrected = solved;
  for (int k = 0; k < tuning::kCorrectionRounds; ++k) {
    std::vector<SolverContact> contacts;
    bool needed = false;
    const std::vector<BodyState> ends = ends_of(state, plans, h);
    for (const IslandContact& contact : state.contacts) {
      if (!contact.resting) continue;
      SolverContact c = contact.solver;
      // Paths that bend away leave room at the end, but none to come closer before; and bodies that are too close part
      // from the start on, the faster the faster they slide: along each other they are hard to follow.
      const double wanted = distance_wanted(state, contact);
      const double going_straight = contact.point.gap + h * planned_speed(state, contact, plans);
      const double straight_on = contact.point.gap < tuning::kPartAtOnceGap * state.setting.gap ? contact.room : wanted;
      const double at_end =
          gap_after(contact.point, state.bodies[c.a].state, ends[c.a], state.bodies[c.b].state, ends[c.b]);
      const double missing = std::max(wanted - at_end, straight_on - going_straight);
      needed = needed || missing > tuning::kCorrectionTolerance * state.setting.gap;
      c.least_speed = missing / h;
      c.friction = 0.0;
      c.normal_impulse = k == 0 ? contact.correction : 0.0;
      c.tangent_impulse = Vector3::Zero();
      contacts.push_back(c);
    }
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
      corrected[i].velocity = plans[i].velocity;
      corrected[i].angular_velocity = plans[i].angular_velocity;
    }
    std::vector<SolverJointRow> rows = state.joint_rows(h, corrected, 1.0 - tuning::kCorrectedPart);
    for (SolverJointRow& row : rows) {
      row.speed -= relative_speed(corrected, row);
      row.impulse = 0.0;
      needed = needed || std::abs(row.speed) * h > tuning::kCorrectionTolerance * state.setting.gap;
    }
    if (!needed) return;
    for (SolverBody& body : corrected) body.velocity = body.angular_velocity = Vector3::Zero();
    solve_contacts(corrected, contacts, rows, state.effort_for(contacts.size() + rows.size(), again),
                   tuning::kCorrectionAccuracy * state.setting.gap / h);
    std::size_t next = 0;
    for (IslandContact& contact : state.contacts)
      if (contact.resting) contact.correction = contacts[next++].normal_impulse + (k == 0 ? 0.0 : contact.correction);
    for (std::size_t i = 0; i < state.bodies.size(); ++i) {
      if (!state.bodies[i].is_dynamic() || state.bodies[i].is_still()) continue;
      plans[i].corrected =
          plans[i].corrected || !corrected[i].velocity.isZero(0.0) || !corrected[i].angular_velocity.isZero(0.0);
      plans[i].velocity += corrected[i].velocity;
      plans[i].angular_velocity += corrected[i].angular_velocity;
    }
  }
}

}  // namespace graze
