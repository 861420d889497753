// SPDX-License-Identifier: Apache-2.0
#include "world/step/schedule.hpp"

#include <algorithm>

#include "broadphase/broad_phase.hpp"
#include "numeric/parallel.hpp"

namespace graze {
namespace {

bool is_static(const RigidBody& body) { return body.scene->kind == BodyKind::Static; }

}  // namespace

Schedule::Schedule(const StepSetting& setting, const std::vector<RigidBody>& bodies,
                   const std::vector<BodyJoint>& joints)
    : setting_(setting), bodies_(bodies), joints_(joints), group_of_(bodies.size(), 0) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (is_static(bodies[i])) continue;
    group_of_[i] = groups_.size();
    groups_.emplace_back().bodies = {i};
    roll_back(groups_.back());
  }
  add_joints();
  assume();
}

void Schedule::add_joints() {
  for (std::size_t k = 0; k < joints_.size(); ++k) {
    const std::size_t a = joints_[k].a();
    const std::size_t b = joints_[k].b();
    join(a, b);
    groups_[group_of_[is_static(bodies_[a]) ? b : a]].joints.push_back(k);
  }
}

// If it is not disturbed.
Traveller Schedule::expected(const RigidBody& body) const {
  BodyState state = body.state;
  if (body.is_dynamic() && !body.is_asleep())
    state.velocity += 0.5 * setting_.length * (setting_.options.gravity + body.scene->force / body.mass);
  return {body, state, !is_static(body)};
}

// Bodies that are asleep may have to be woken by others that are: they count as moving.
void Schedule::assume() {
  std::vector<Traveller> travellers;
  travellers.reserve(bodies_.size());
  for (const RigidBody& body : bodies_) travellers.push_back(expected(body));
  for (const BodyIds& ids :
       close_pairs(travellers, setting_.length, tuning::kIslandReach * setting_.reach(), setting_.collide))
    join(ids.a, ids.b);
  assume_thrown(travellers);
}

// A body that meets others may be thrown off its path: room for that on every side saves most rollbacks.
void Schedule::assume_thrown(const std::vector<Traveller>& travellers) {
  std::vector<double> room(bodies_.size(), setting_.reach());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (is_static(bodies_[i]) || !has_others(groups_[group_of_[i]])) continue;
    const BodyState& state = travellers[i].state;
    const double speed = state.velocity.norm() + state.angular_velocity.norm() * bodies_[i].shape.radius();
    room[i] += tuning::kThrownRoom * setting_.length * speed;
  }
  for (const BodyIds& ids : close_pairs(travellers, setting_.length, room, setting_.collide)) join(ids.a, ids.b);
}

bool Schedule::has_others(const Group& group) { return group.bodies.size() > 1 || !group.obstacles.empty(); }

// The two get into one island, if they are not. True if that changes something.
bool Schedule::join(std::size_t a, std::size_t b) {
  if (is_static(bodies_[a])) std::swap(a, b);
  Group& to = groups_[group_of_[a]];
  if (is_static(bodies_[b])) {
    if (!to.obstacles.insert(b).second) return false;
    roll_back(to);
    return true;
  }
  if (group_of_[a] == group_of_[b]) return false;
  Group& from = groups_[group_of_[b]];
  if (from.bodies.size() > to.bodies.size()) return join(b, a);
  roll_back(from);
  roll_back(to);
  for (const std::size_t i : from.bodies) group_of_[i] = group_of_[a];
  to.bodies.insert(to.bodies.end(), from.bodies.begin(), from.bodies.end());
  to.joints.insert(to.joints.end(), from.joints.begin(), from.joints.end());
  to.obstacles.merge(from.obstacles);
  from = {};
  return true;
}

void Schedule::roll_back(Group& group) {
  if (group.island) ++rollbacks_;
  group.island.reset();
  group.budget = static_cast<std::size_t>(std::max(0, setting_.options.events_per_step));
}

void Schedule::run() {
  do {
    do advance();
    while (join_islands());
  } while (keep_to_budget());
}

bool Schedule::is_asleep(const Group& group) const {
  return std::all_of(group.bodies.begin(), group.bodies.end(), [&](std::size_t i) { return bodies_[i].is_asleep(); });
}

IslandMembers Schedule::members(const Group& group) const {
  IslandMembers result{group.bodies, group.joints};
  result.bodies.insert(result.bodies.end(), group.obstacles.begin(), group.obstacles.end());
  std::sort(result.bodies.begin(), result.bodies.end());
  std::sort(result.joints.begin(), result.joints.end());
  return result;
}

void Schedule::advance() {
  std::vector<Group*> pending;
  for (Group& group : groups_)
    if (!group.island && !is_asleep(group)) pending.push_back(&group);
  for_each_index_here(pending.size(), setting_.options.threads, [&](std::size_t k) {
    Group& group = *pending[k];
    group.island = std::make_unique<Island>(setting_, members(group), bodies_, joints_);
    group.island->run(group.budget);
  });
}

// Boxes around all bodies at all times, with half of the reach on every side. None for unbounded bodies: they are in
// every island from the start.
std::vector<std::vector<Schedule::TimedBox>> Schedule::swept_boxes() const {
  const double margin = 0.5 * setting_.reach();
  std::vector<std::vector<TimedBox>> result(bodies_.size());
  for (const Island* island : islands())
    for (std::size_t k = 0; k < island->ids().size(); ++k) {
      const RigidBody& body = bodies_[island->ids()[k]];
      if (!body.bound.bounded) continue;
      for (const IslandLog::Flight& flight : island->log().flights[k])
        result[island->ids()[k]].push_back(
            {flight.start, flight.end, swept_box({body, flight.state, true}, flight.length, margin)});
    }
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (result[i].empty() && bodies_[i].bound.bounded)
      result[i] = {{setting_.start, setting_.start + setting_.length,
                    swept_box({bodies_[i], bodies_[i].state, false}, setting_.length, margin)}};
  return result;
}

// The clocks of two islands agree to within some roundings.
bool Schedule::may_meet(const std::vector<TimedBox>& a, const std::vector<TimedBox>& b) const {
  const double slack = 64 * rounding::kUlp * (std::abs(setting_.start) + setting_.length);
  return std::any_of(a.begin(), a.end(), [&](const TimedBox& x) {
    return std::any_of(b.begin(), b.end(), [&](const TimedBox& y) {
      return x.start <= y.end + slack && y.start <= x.end + slack && x.box.overlaps(y.box);
    });
  });
}

// True if islands were wrong about the bodies that they meet. If not, all of them are apart, at all times, by more than
// any of them keeps between its own bodies.
bool Schedule::join_islands() {
  const std::vector<std::vector<TimedBox>> all = swept_boxes();
  std::vector<SweptBox> boxes;
  std::vector<std::size_t> owners;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].empty()) continue;
    SweptBox whole = all[i].front().box;
    for (const TimedBox& timed : all[i]) {
      whole.lower = whole.lower.cwiseMin(timed.box.lower);
      whole.upper = whole.upper.cwiseMax(timed.box.upper);
    }
    boxes.push_back(whole);
    owners.push_back(i);
  }
  bool joined = false;
  for (const BoxPair& pair : overlapping_pairs(BroadPhase::SweepAndPrune, boxes)) {
    const std::size_t a = owners[pair.first];
    const std::size_t b = owners[pair.second];
    if (!setting_.collide(a, b) || !may_meet(all[a], all[b])) continue;
    joined = join(a, b) || joined;
  }
  return joined;
}

// Of all impacts of the step the first ones count, as many as there may be. Islands with later ones go through the step
// again, without those: up to then they do the same. True if there are such.
bool Schedule::keep_to_budget() {
  std::vector<std::pair<double, std::size_t>> events;
  for (const Group& group : groups_)
    if (group.island)
      for (const double time : group.island->log().events) events.emplace_back(time, group.bodies.front());
  const auto most = static_cast<std::size_t>(std::max(0, setting_.options.events_per_step));
  if (events.size() <= most) return false;
  std::sort(events.begin(), events.end());
  std::vector<std::size_t> allowed(groups_.size(), 0);
  for (std::size_t k = 0; k < most; ++k) ++allowed[group_of_[events[k].second]];
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    if (!groups_[k].island || groups_[k].island->log().events.size() <= allowed[k]) continue;
    roll_back(groups_[k]);
    groups_[k].budget = allowed[k];
  }
  return true;
}

std::vector<const Island*> Schedule::islands() const {
  std::vector<const Island*> result;
  for (const Group& group : groups_)
    if (group.island) result.push_back(group.island.get());
  return result;
}

}  // namespace graze
