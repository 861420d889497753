// SPDX-License-Identifier: Apache-2.0
#include "world/step/contact_set.hpp"

#include <algorithm>
#include <cmath>

#include "world/certify/separating_axis.hpp"
#include "world/manifold/speculative_point.hpp"
#include "world/step/impacts.hpp"

namespace graze {

void ContactSet::find(double length) {
  state_.contacts.clear();
  for (const BodyJoint& joint : state_.joints) wake_neighbours({joint.a(), joint.b()});
  PairContacts at_start;
  const double reach = state_.setting.reach();
  const std::vector<Traveller> at_rest = state_.travellers(nullptr);
  for (const BodyIds& ids : close_pairs(at_rest, 0.0, reach, [&](auto a, auto b) { return state_.collide(a, b); })) {
    if (widest_axis(at_rest[ids.a], at_rest[ids.b]).gap > reach) continue;
    const RigidBody& a = state_.bodies[ids.a];
    const RigidBody& b = state_.bodies[ids.b];
    std::vector<ManifoldPoint> points = manifold(ids, a.state, b.state, reach, length);
    add_last_speculative(ids, {a.shape, a.pose()}, {b.shape, b.pose()}, points);
    if (!points.empty()) wake_neighbours(ids);
    for (const ManifoldPoint& point : points) {
      add(ids, point);
      const auto at = at_start.try_emplace({ids.a, ids.b}, point).first;
      if (point.gap < at->second.gap) at->second = point;
    }
  }
  certifier_.begin(tuning::kCertifiedSeparation * state_.setting.gap, length, std::move(at_start));
}

// Where two bodies face each other if they are there when so much time is left.
std::vector<ManifoldPoint> ContactSet::manifold(const BodyIds& ids, const BodyState& there_a, const BodyState& there_b,
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

// Speculative contacts of the last substep that kept the two apart.
void ContactSet::add_last_speculative(const BodyIds& ids, const PlacedShape& a, const PlacedShape& b,
                                      std::vector<ManifoldPoint>& points) const {
  const IslandPair pair{state_.ids[ids.a], state_.ids[ids.b]};
  const std::size_t found = points.size();
  for (auto last = state_.last->lower_bound({pair, kSpeculative});
       last != state_.last->end() && last->first.first == pair; ++last) {
    const auto point = speculative_point(a, b, last->first.second, state_.setting.reach());
    if (!point) continue;
    const auto same = [&](const ManifoldPoint& other) {
      return (point->point_a - other.point_a).norm() <= state_.setting.gap &&
             point->normal.dot(other.normal) > tuning::kSameNormal;
    };
    if (std::none_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(found), same))
      points.push_back(*point);
  }
}

void ContactSet::wake_neighbours(const BodyIds& ids) {
  for (const auto& [one, other] : {std::pair(ids.a, ids.b), std::pair(ids.b, ids.a)})
    if (state_.bodies[one].is_asleep() && !state_.bodies[other].is_still() && state_.bodies[other].rest_time == 0.0)
      state_.bodies[one].rest_time = 0.0;
}

void ContactSet::add(const BodyIds& ids, const ManifoldPoint& point) {
  IslandContact contact;
  SolverContact& c = contact.solver;
  c.a = static_cast<std::uint32_t>(ids.a);
  c.b = static_cast<std::uint32_t>(ids.b);
  c.point_a = point.point_a;
  c.point_b = point.point_b;
  c.normal = point.normal;
  c.friction = friction(state_, ids.a, ids.b);
  if (const auto warm = state_.last->find({{state_.ids[ids.a], state_.ids[ids.b]}, point.features});
      warm != state_.last->end()) {
    const Vector3 last(warm->second[1], warm->second[2], warm->second[3]);
    c.normal_impulse = warm->second[0];
    c.tangent_impulse = last - last.dot(c.normal) * c.normal;
  }
  contact.point = point;
  contact.resting = true;
  state_.contacts.push_back(contact);
}

bool ContactSet::add_speculative(std::span<const BlockedPair> blocked, const Substep& substep) {
  bool found = false;
  for (const BlockedPair& pair : blocked)
    if (may_be_speculative(state_, pair, substep) &&
        add_speculative(pair, substep.plans[pair.ids.a], substep.plans[pair.ids.b], substep.planned))
      found = true;
  return found;
}

// All points at which the two face each other where they would meet: faces that land on faces do so with all corners.
// Where there is none, or all are known, the point where they would meet itself. True if one was not known.
bool ContactSet::add_speculative(const BlockedPair& pair, const BodyPlan& plan_a, const BodyPlan& plan_b,
                                 double length) {
  const RigidBody& a = state_.bodies[pair.ids.a];
  const RigidBody& b = state_.bodies[pair.ids.b];
  const BodyState there_a = moved(a.state, plan_a.velocity, plan_a.angular_velocity, pair.until);
  const BodyState there_b = moved(b.state, plan_b.velocity, plan_b.angular_velocity, pair.until);
  const Contact& contact = pair.contact;
  const auto back = [](const Vector3& point, const BodyState& there, const BodyState& now) {
    return Vector3(now.position + now.orientation * (there.orientation.conjugate() * (point - there.position)));
  };
  const auto add_back = [&](ManifoldPoint point) {
    const Vector3 round_a = point.round_a * point.normal;
    const Vector3 round_b = point.round_b * point.normal;
    point.point_a = back(point.point_a - round_a, there_a, a.state) + round_a;
    point.point_b = back(point.point_b + round_b, there_b, b.state) - round_b;
    point.gap = point.normal.dot(point.point_b - point.point_a);
    point.turns = ManifoldPoint::Turns::Not;
    // Edges and round shapes that are nearly in line meet at points far from each other.
    const auto same = [&](const IslandContact& other) {
      return other.solver.a == pair.ids.a && other.solver.b == pair.ids.b && other.point.features == point.features &&
             (other.point.point_a - point.point_a).norm() <= state_.setting.reach();
    };
    if (std::any_of(state_.contacts.begin(), state_.contacts.end(), same)) return false;
    add(pair.ids, point);
    state_.contacts.back().speculative = WorldImpact{pair.until,   pair.ids.a,
                                                     pair.ids.b,   0.5 * (contact.point_a + contact.point_b),
                                                     point.normal, contact.approach_speed};
    return true;
  };
  bool found = false;
  for (const ManifoldPoint& point : manifold(pair.ids, there_a, there_b, state_.setting.gap, length - pair.until))
    found = add_back(point) || found;
  if (!found) {
    ManifoldPoint point{contact.point_a, contact.point_b, contact.normal};
    point.features = speculative_code(contact.feature_a, contact.feature_b);
    point.round_a = rounding_radius(a.shape);
    point.round_b = rounding_radius(b.shape);
    found = add_back(point);
  }
  if (found) wake_neighbours(pair.ids);
  return found;
}

bool is_slow(const IslandState& state, const BlockedPair& pair) {
  return !pair.stuck && (restitution(state, pair.ids.a, pair.ids.b) == 0.0 ||
                         pair.contact.approach_speed <= state.setting.resting_speed());
}

bool is_far(const IslandState& state, const BlockedPair& pair, double h) {
  const double size = std::min(state.bodies[pair.ids.a].shape.radius(), state.bodies[pair.ids.b].shape.radius());
  return std::abs(pair.contact.approach_speed) * h > tuning::kMostSpeculativeApproach * size;
}

double turn_of(const BlockedPair& pair, const std::vector<BodyPlan>& plans, double h) {
  return h * (plans[pair.ids.a].angular_velocity.norm() + plans[pair.ids.b].angular_velocity.norm());
}

bool may_be_speculative(const IslandState& state, const BlockedPair& pair, const Substep& substep) {
  if (!is_slow(state, pair)) return false;
  return bounces_no_more(state, pair.ids.a, pair.ids.b) ||
         !(is_far(state, pair, substep.planned) ||
           turn_of(pair, substep.plans, substep.planned) > tuning::kMostSpeculativeTurn);
}

}  // namespace graze
