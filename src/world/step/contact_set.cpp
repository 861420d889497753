// SPDX-License-Identifier: Apache-2.0
// Where bodies are in touch at the start of a stretch, and where they will come into touch during it.
#include <algorithm>
#include <cmath>

#include "world/certify/witness.hpp"
#include "world/manifold/speculative_place.hpp"
#include "world/step/island.hpp"

namespace graze {
namespace {

constexpr double kSeparation = 0.05;  // gaps; certified at all times

}  // namespace

void Island::find_touches(double length) {
  touches_.clear();
  for (const BodyJoint& joint : joints_) wake_neighbours({joint.a(), joint.b()});
  Touching touching;
  const double reach = setting_.reach();
  const std::vector<Traveller> at_rest = travellers(nullptr);
  for (const BodyIds& ids : close_pairs(at_rest, 0.0, reach, [&](auto a, auto b) { return collide(a, b); })) {
    if (widest_axis(at_rest[ids.a], at_rest[ids.b]).gap > reach) continue;
    const RigidBody& a = bodies_[ids.a];
    const RigidBody& b = bodies_[ids.b];
    std::vector<ManifoldPoint> points = places(ids, a.state, b.state, reach, length);
    add_foreseen(ids, {a.shape, a.pose()}, {b.shape, b.pose()}, points);
    if (!points.empty()) wake_neighbours(ids);
    for (const ManifoldPoint& point : points) {
      add_touch(ids, point);
      const auto at = touching.try_emplace({ids.a, ids.b}, point).first;
      if (point.gap < at->second.gap) at->second = point;
    }
  }
  certifier_.begin(kSeparation * setting_.gap, length, std::move(touching));
}

// Where two bodies face each other if they are there when so much time is left.
std::vector<ManifoldPoint> Island::places(const BodyIds& ids, const BodyState& there_a, const BodyState& there_b,
                                          double reach, double left) {
  const RigidBody& a = bodies_[ids.a];
  const RigidBody& b = bodies_[ids.b];
  const PlacedShape placed_a{a.shape, pose_of(there_a)};
  const PlacedShape placed_b{b.shape, pose_of(there_b)};
  if (a.shape.kind() != ShapeKind::Mesh || b.shape.kind() != ShapeKind::Mesh)
    return setting_.manifolds.find(placed_a, placed_b, reach);
  const Traveller at_a(a, there_a, false);
  const Traveller at_b(b, there_b, false);
  return setting_.manifolds.find_among(certifier_.nodes_within(reach, at_a, at_b, ids, left), placed_a, placed_b,
                                       reach);
}

// Places that were foreseen in the last stretch and held the two apart.
void Island::add_foreseen(const BodyIds& ids, const PlacedShape& a, const PlacedShape& b,
                          std::vector<ManifoldPoint>& points) const {
  const Pair pair{ids_[ids.a], ids_[ids.b]};
  const std::size_t found = points.size();
  for (auto last = last_->lower_bound({pair, kForeseen}); last != last_->end() && last->first.first == pair; ++last) {
    const auto place = foreseen_place(a, b, last->first.second, setting_.reach());
    if (!place) continue;
    const auto same = [&](const ManifoldPoint& other) {
      return (place->point_a - other.point_a).norm() <= setting_.gap && place->normal.dot(other.normal) > 0.999;
    };
    if (std::none_of(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(found), same))
      points.push_back(*place);
  }
}

void Island::wake_neighbours(const BodyIds& ids) {
  for (const auto& [one, other] : {std::pair(ids.a, ids.b), std::pair(ids.b, ids.a)})
    if (bodies_[one].is_asleep() && !bodies_[other].is_still() && bodies_[other].rest_time == 0.0)
      bodies_[one].rest_time = 0.0;
}

void Island::add_touch(const BodyIds& ids, const ManifoldPoint& place) {
  Touch touch;
  SolverContact& c = touch.contact;
  c.a = static_cast<std::uint32_t>(ids.a);
  c.b = static_cast<std::uint32_t>(ids.b);
  c.point_a = place.point_a;
  c.point_b = place.point_b;
  c.normal = place.normal;
  c.friction = friction(ids.a, ids.b);
  if (const auto warm = last_->find({{ids_[ids.a], ids_[ids.b]}, place.features}); warm != last_->end()) {
    const Vector3 last(warm->second[1], warm->second[2], warm->second[3]);
    c.normal_impulse = warm->second[0];
    c.tangent_impulse = last - last.dot(c.normal) * c.normal;
  }
  touch.place = place;
  touch.resting = true;
  touches_.push_back(touch);
}

bool Island::is_slow(const Meeting& meeting) const {
  return !meeting.stuck && (restitution(meeting.ids.a, meeting.ids.b) == 0.0 ||
                            meeting.contact.approach_speed <= setting_.resting_speed());
}

// In a stretch of length h.
bool Island::is_far(const Meeting& meeting, double h) const {
  constexpr double kFar = 0.25;  // of the smaller body's radius
  const double size = std::min(bodies_[meeting.ids.a].shape.radius(), bodies_[meeting.ids.b].shape.radius());
  return std::abs(meeting.contact.approach_speed) * h > kFar * size;
}

// Of both bodies together.
double Island::turn_of(const Meeting& meeting, const std::vector<Plan>& plans, double h) {
  return h * (plans[meeting.ids.a].angular_velocity.norm() + plans[meeting.ids.b].angular_velocity.norm());
}

// Meetings that will not bounce and are not far off need no event: the two are made to arrive in touch at the end of
// the stretch.
bool Island::may_be_foreseen(const Meeting& meeting, const Stretch& stretch) const {
  if (!is_slow(meeting)) return false;
  return keeps_meeting(meeting.ids.a, meeting.ids.b) ||
         !(is_far(meeting, stretch.planned) || turn_of(meeting, stretch.plans, stretch.planned) > kMostTurn);
}

// True if there are such that were not known before.
bool Island::foresee(std::span<const Meeting> meetings, const Stretch& stretch) {
  bool found = false;
  for (const Meeting& meeting : meetings)
    if (may_be_foreseen(meeting, stretch) &&
        expect(meeting, stretch.plans[meeting.ids.a], stretch.plans[meeting.ids.b], stretch.planned))
      found = true;
  return found;
}

// All places at which the two face each other where they would meet: faces that land on faces do so with all corners.
// Where there is none, or all are known, the place of the meeting itself. True if one was not known.
bool Island::expect(const Meeting& meeting, const Plan& plan_a, const Plan& plan_b, double length) {
  const RigidBody& a = bodies_[meeting.ids.a];
  const RigidBody& b = bodies_[meeting.ids.b];
  const BodyState there_a = moved(a.state, plan_a.velocity, plan_a.angular_velocity, meeting.until);
  const BodyState there_b = moved(b.state, plan_b.velocity, plan_b.angular_velocity, meeting.until);
  const Contact& contact = meeting.contact;
  const auto back = [](const Vector3& point, const BodyState& there, const BodyState& now) {
    return Vector3(now.position + now.orientation * (there.orientation.conjugate() * (point - there.position)));
  };
  const auto add = [&](ManifoldPoint place) {
    const Vector3 round_a = place.round_a * place.normal;
    const Vector3 round_b = place.round_b * place.normal;
    place.point_a = back(place.point_a - round_a, there_a, a.state) + round_a;
    place.point_b = back(place.point_b + round_b, there_b, b.state) - round_b;
    place.gap = place.normal.dot(place.point_b - place.point_a);
    place.turns = ManifoldPoint::Turns::Not;
    // Edges and round shapes that are nearly in line meet at places far from each other.
    const auto same = [&](const Touch& t) {
      return t.contact.a == meeting.ids.a && t.contact.b == meeting.ids.b && t.place.features == place.features &&
             (t.place.point_a - place.point_a).norm() <= setting_.reach();
    };
    if (std::any_of(touches_.begin(), touches_.end(), same)) return false;
    add_touch(meeting.ids, place);
    touches_.back().foreseen =
        WorldImpact{meeting.until, meeting.ids.a,         meeting.ids.b, 0.5 * (contact.point_a + contact.point_b),
                    place.normal,  contact.approach_speed};
    return true;
  };
  bool found = false;
  for (const ManifoldPoint& place : places(meeting.ids, there_a, there_b, setting_.gap, length - meeting.until))
    found = add(place) || found;
  if (!found) {
    ManifoldPoint place{contact.point_a, contact.point_b, contact.normal};
    place.features = foreseen_code(contact.feature_a, contact.feature_b);
    place.round_a = rounding_radius(a.shape);
    place.round_b = rounding_radius(b.shape);
    found = add(place);
  }
  if (found) wake_neighbours(meeting.ids);
  return found;
}

// One for each pair that was not in touch before.
void Island::note_foreseen(double from) {
  Pair last{0, 0};
  for (const Touch& touch : touches_) {
    const Pair pair{touch.contact.a, touch.contact.b};
    if (!touch.foreseen || pair == last || certifier_.touching().contains(pair) || !(touch.contact.normal_impulse > 0))
      continue;
    last = pair;
    WorldImpact impact = *touch.foreseen;
    impact.time += from;
    impact.a = ids_[impact.a];
    impact.b = ids_[impact.b];
    log_.impacts.push_back(impact);
  }
}

void Island::note_contacts() {
  for (const Touch& touch : touches_)
    log_.contacts.push_back({ids_[touch.contact.a], ids_[touch.contact.b], touch.place.point_b, touch.contact.normal,
                             touch.place.gap, touch.contact.normal_impulse});
}

}  // namespace graze
