// SPDX-License-Identifier: Apache-2.0
// What keeps bodies off each other, and joints together, although paths bend and solutions are not exact.
#include <algorithm>

#include "world/step/island.hpp"

namespace graze {
namespace {

constexpr double kPart = 0.5;  // of what is missing at the start is made up for in a stretch

}  // namespace

// Of the contact's points, along its normal, when the motion starts.
double Island::planned_speed(const Touch& touch, const std::vector<Plan>& plans) const {
  const auto speed = [&](std::size_t i, const Vector3& point) {
    return touch.contact.normal.dot(plans[i].velocity +
                                    plans[i].angular_velocity.cross(point - bodies_[i].state.position));
  };
  return speed(touch.contact.b, touch.contact.point_b) - speed(touch.contact.a, touch.contact.point_a);
}

std::vector<BodyState> Island::ends_of(const std::vector<Plan>& plans, double h) const {
  std::vector<BodyState> ends;
  ends.reserve(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    ends.push_back(plans[i].moves ? moved(bodies_[i].state, plans[i].velocity, plans[i].angular_velocity, h)
                                  : bodies_[i].state);
  return ends;
}

// At the end. Bodies that are closer than the gap come back to it; more room than that is kept, but not made: where two
// walls are on two sides of a body there may be none.
double Island::distance_wanted(const Touch& touch) const {
  const double now = touch.place.gap;
  if (now < setting_.gap) return setting_.gap - kPart * (setting_.gap - now);
  return std::min(now, touch.room);
}

// Where bodies would end closer than the gap, because they are so already or because paths bend as bodies turn, their
// motion, but not their velocity, gets what keeps them off.
void Island::push_apart(double h, bool again, const std::vector<SolverBody>& solved, std::vector<Plan>& plans) {
  constexpr double kTolerance = 0.05;  // of the gap
  constexpr int kCorrections = 3;
  constexpr double kTooNear = 0.1;  // of the gap
  std::vector<SolverBody> pushed = solved;
  for (int k = 0; k < kCorrections; ++k) {
    std::vector<SolverContact> contacts;
    bool needed = false;
    const std::vector<BodyState> ends = ends_of(plans, h);
    for (const Touch& touch : touches_) {
      if (!touch.resting) continue;
      SolverContact c = touch.contact;
      // Paths that bend away leave room at the end, but none to come closer before; and bodies that are too close part
      // from the start on, the faster the faster they slide: along each other they are hard to follow.
      const double wanted = distance_wanted(touch);
      const double going_straight = touch.place.gap + h * planned_speed(touch, plans);
      const double straight_on = touch.place.gap < kTooNear * setting_.gap ? touch.room : wanted;
      const double at_end = gap_after(touch.place, bodies_[c.a].state, ends[c.a], bodies_[c.b].state, ends[c.b]);
      const double missing = std::max(wanted - at_end, straight_on - going_straight);
      needed = needed || missing > kTolerance * setting_.gap;
      c.least_speed = missing / h;
      c.friction = 0.0;
      c.normal_impulse = k == 0 ? touch.push : 0.0;
      c.tangent_impulse = Vector3::Zero();
      contacts.push_back(c);
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      pushed[i].velocity = plans[i].velocity;
      pushed[i].angular_velocity = plans[i].angular_velocity;
    }
    std::vector<SolverJointRow> rows = joint_rows(h, pushed, 1.0 - kPart);
    for (SolverJointRow& row : rows) {
      row.speed -= relative_speed(pushed, row);
      row.impulse = 0.0;
      needed = needed || std::abs(row.speed) * h > kTolerance * setting_.gap;
    }
    if (!needed) return;
    for (SolverBody& body : pushed) body.velocity = body.angular_velocity = Vector3::Zero();
    solve_contacts(pushed, contacts, rows, effort_for(contacts.size() + rows.size(), again), 2e-2 * setting_.gap / h);
    std::size_t next = 0;
    for (Touch& touch : touches_)
      if (touch.resting) touch.push = contacts[next++].normal_impulse + (k == 0 ? 0.0 : touch.push);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!bodies_[i].is_dynamic() || bodies_[i].is_still()) continue;
      plans[i].pushed = plans[i].pushed || !pushed[i].velocity.isZero(0.0) || !pushed[i].angular_velocity.isZero(0.0);
      plans[i].velocity += pushed[i].velocity;
      plans[i].angular_velocity += pushed[i].angular_velocity;
    }
  }
}

}  // namespace graze
