// SPDX-License-Identifier: Apache-2.0
#include "world/step/contact_set.hpp"

#include <algorithm>
#include <cmath>

#include "world/certify/witness.hpp"
#include "world/manifold/speculative_place.hpp"
#include "world/step/impacts.hpp"

namespace graze {

void ContactSet::find(double length) {
  state_.contacts.clear();
  for (const BodyJoint& joint : state_.joints) wake_neighbours({joint.a(), joint.b()});
  Touching touching;
  const double reach = state_.setting.reach();
  const std::vector<Traveller> at_rest = state_.travellers(nullptr);
  for (const BodyIds& ids : close_pairs(at_rest, 0.0, reach, [&](auto a, auto b) { return state_.collide(a, b); })) {
    if (widest_axis(at_rest[ids.a], at_rest[ids.b]).gap > reach) continue;
    const RigidBody& a = state_.bodies[ids.a];
    const RigidBody& b = state_.bodies[ids.b];
    std::vector<ManifoldPoint> points = places(ids, a.state, b.state, reach, length);
    add_last_speculative(ids, {a.shape, a.pose()}, {b.shape, b.pose()}, points);
    if (!points.empty()) wake_neighbours(ids);
    for (const ManifoldPoint& point : points) {
      add(ids, point);
      const auto at = touching.try_emplace({ids.a, ids.b}, point).first;
      if (point.gap < at->second.gap) at->second = point;
    }
  }
  certifier_.begin(tuning::kCertifiedSeparation * state_.setting.gap, length, std::move(touching));
}

// Where two bodies face each other if they are there when so much time is left.
std::vector<ManifoldPoint> ContactSet::places(const BodyIds& ids, const BodyState& there_a, const BodyState& there_b,
                                              double reach, double left) {
  const RigidBody& a = state_.bodies[ids.a];
  const RigidBody& b = state_.bodies[ids.b];
  const PlacedShape placed_a{a.shape, pose_of(there_a)};
  const PlacedShape placed_b{b.shape, pose_of(there_b)};
  if (a.shape.kind() != ShapeKind::Mesh || b.shape.kind() != ShapeKind::Mesh)
    return state_.setting.manifolds.find(placed_a, placed_b, reach);
  const Traveller at_a(a, there_a, false);
  const Traveller at_b(b, there_b, false);
  return state_.setting.manifolds.find_among(certifier_.nodes_within(reach, at_a, at_b, ids, left), placed_a, placed_b,
                                             reach);
}

// Speculative contacts of the last substep that held the two apart.
void ContactSet::add_last_speculative(const BodyIds& ids, const PlacedShape& a, const PlacedShape& b,
                                      std::vector<ManifoldPoint>& points) const {
  const IslandPair pair{state_.ids[ids.a], state_.ids[ids.b]};
  const std::size_t found = points.size();
  for (auto last = state_.last->lower_bound({pair, kSpeculative});
       last != state_.last->end() && last->first.first == pair; ++last) {
    const auto place = speculative_place(a, b, last->first.second, state_.setting.reach());
    if (!place) continue;
    const auto same = [&](const ManifoldPoint& other) {
      return (place->point_a - other.point_a).norm() <= state_.setting.gap &&
             place->normal.dot(other.normal) > tuning::kSameNormal;
    };
    if (std::none_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(found), same))
      points.push_back(*place);
  }
}

void ContactSet::wake_neighbours(const BodyIds& ids) {
  for (const auto& [one, other] : {std::pair(ids.a, ids.b), std::pair(ids.b, ids.a)})
    if (state_.bodies[one].is_asleep() && !state_.bodies[other].is_still() && state_.bodies[other].rest_time == 0.0)
      state_.bodies[one].rest_time = 0.0;
}

void ContactSet::add(const BodyIds& ids, const ManifoldPoint& place) {
  IslandContact contact;
  SolverContact& c = contact.solver;
  c.a = static_cast<std::uint32_t>(ids.a);
  c.b = static_cast<std::uint32_t>(ids.b);
  c.point_a = place.point_a;
  c.point_b = place.point_b;
  c.normal = place.normal;
  c.friction = friction(state_, ids.a, ids.b);
  if (const auto warm = state_.last->find({{state_.ids[ids.a], state_.ids[ids.b]}, place.features});
      warm != state_.last->end()) {
    const Vector3 last(warm->second[1], warm->second[2], warm->second[3]);
    c.normal_impulse = warm->second[0];
    c.tangent_impulse = last - last.dot(c.normal) * c.normal;
  }
  contact.place = place;
  contact.resting = true;
  state_.contacts.push_back(contact);
}

bool ContactSet::add_speculative(std::span<const Meeting> meetings, const Substep& substep) {
  bool found = false;
  for (const Meeting& meeting : meetings)
    if (may_be_speculative(state_, meeting, substep) &&
        add_speculative(meeting, substep.plans[meeting.ids.a], substep.plans[meeting.ids.b], substep.planned))
      found = true;
  return found;
}

// All places at which the two face each other where they would meet: faces that land on faces do so with all corners.
// Where there is none, or all are known, the place of the meeting itself. True if one was not known.
bool ContactSet::add_speculative(const Meeting& meeting, const BodyPlan& plan_a, const BodyPlan& plan_b,
                                 double length) {
  const RigidBody& a = state_.bodies[meeting.ids.a];
  const RigidBody& b = state_.bodies[meeting.ids.b];
  const BodyState there_a = moved(a.state, plan_a.velocity, plan_a.angular_velocity, meeting.until);
  const BodyState there_b = moved(b.state, plan_b.velocity, plan_b.angular_velocity, meeting.until);
  const Contact& contact = meeting.contact;
  const auto back = [](const Vector3& point, const BodyState& there, const BodyState& now) {
    return Vector3(now.position + now.orientation * (there.orientation.conjugate() * (point - there.position)));
  };
  const auto add_back = [&](ManifoldPoint place) {
    const Vector3 round_a = place.round_a * place.normal;
    const Vector3 round_b = place.round_b * place.normal;
    place.point_a = back(place.point_a - round_a, there_a, a.state) + round_a;
    place.point_b = back(place.point_b + round_b, there_b, b.state) - round_b;
    place.gap = place.normal.dot(place.point_b - place.point_a);
    place.turns = ManifoldPoint::Turns::Not;
    // Edges and round shapes that are nearly in line meet at places far from each other.
    const auto same = [&](const IslandContact& other) {
      return other.solver.a == meeting.ids.a && other.solver.b == meeting.ids.b &&
             other.place.features == place.features &&
             (other.place.point_a - place.point_a).norm() <= state_.setting.reach();
    };
    if (std::any_of(state_.contacts.begin(), state_.contacts.end(), same)) return false;
    add(meeting.ids, place);
    state_.contacts.back().speculative =
        WorldImpact{meeting.until, meeting.ids.a,         meeting.ids.b, 0.5 * (contact.point_a + contact.point_b),
                    place.normal,  contact.approach_speed};
    return true;
  };
  bool found = false;
  for (const ManifoldPoint& place : places(meeting.ids, there_a, there_b, state_.setting.gap, length - meeting.until))
    found = add_back(place) || found;
  if (!found) {
    ManifoldPoint place{contact.point_a, contact.point_b, contact.normal};
    place.features = speculative_code(contact.feature_a, contact.feature_b);
    place.round_a = rounding_radius(a.shape);
    place.round_b = rounding_radius(b.shape);
    found = add_back(place);
  }
  if (found) wake_neighbours(meeting.ids);
  return found;
}

bool is_slow(const IslandState& state, const Meeting& meeting) {
  return !meeting.stuck && (restitution(state, meeting.ids.a, meeting.ids.b) == 0.0 ||
                            meeting.contact.approach_speed <= state.setting.resting_speed());
}

bool is_far(const IslandState& state, const Meeting& meeting, double h) {
  const double size = std::min(state.bodies[meeting.ids.a].shape.radius(), state.bodies[meeting.ids.b].shape.radius());
  return std::abs(meeting.contact.approach_speed) * h > tuning::kMostSpeculativeApproach * size;
}

double turn_of(const Meeting& meeting, const std::vector<BodyPlan>& plans, double h) {
  return h * (plans[meeting.ids.a].angular_velocity.norm() + plans[meeting.ids.b].angular_velocity.norm());
}

bool may_be_speculative(const IslandState& state, const Meeting& meeting, const Substep& substep) {
  if (!is_slow(state, meeting)) return false;
  return keeps_meeting(state, meeting.ids.a, meeting.ids.b) ||
         !(is_far(state, meeting, substep.planned) ||
           turn_of(meeting, substep.plans, substep.planned) > tuning::kMostSpeculativeTurn);
}

}  // namespace graze
