// SPDX-License-Identifier: Apache-2.0
#include "world/core.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace graze {
namespace {

constexpr double kGap = 5e-5;  // of the smallest dynamic body's radius
// In units of the gap kept at rest.
constexpr double kSeparation = 0.05;  // certified at all times
constexpr double kTooClose = 1e-3;    // closer bodies that meet again wait for the next step
constexpr double kReach = 20.0;       // bodies closer than this touch
// In gaps per unit of time: slower is at rest.
constexpr double kRestSpeed = 100.0;
constexpr double kTimeToSleep = 0.5;
constexpr int kForesights = 8;      // rounds of them in a stretch
constexpr double kMostParts = 64;   // of a step, because bodies spin
constexpr double kAccuracy = 1e-9;  // of the contact solver, relative to the speeds

double friction_of(const WorldBody& a, const WorldBody& b) { return std::sqrt(a.friction * b.friction); }

}  // namespace

World::Core::Core(const WorldScene& scene) : options_(scene.options) {
  double smallest = std::numeric_limits<double>::infinity();
  RecentredShapes recentred;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    try {
      bodies.emplace_back(scene.bodies[i], recentred);
    } catch (const std::invalid_argument& fault) {
      throw std::invalid_argument("body " + std::to_string(i) + " (" + scene.bodies[i].name + "): " + fault.what());
    }
    if (bodies.back().is_dynamic()) smallest = std::min(smallest, bodies.back().shape.radius());
  }
  gap_ = options_.gap > 0 ? options_.gap : std::isfinite(smallest) ? kGap * smallest : kGap;
  for (const BodyIds& ids : scene.ignored) ignored_.insert({std::min(ids.a, ids.b), std::max(ids.a, ids.b)});
  held_.assign(bodies.size(), false);
  separate_overlaps();
}

bool World::Core::collide(std::size_t a, std::size_t b) const {
  const WorldBody& x = bodies[a].scene;
  const WorldBody& y = bodies[b].scene;
  if (a == b || (x.kind != BodyKind::Dynamic && y.kind != BodyKind::Dynamic)) return false;
  if (ignored_.contains({std::min(a, b), std::max(a, b)})) return false;
  return x.group < 0 || x.group != y.group;
}

// Bounces that follow one another in a step could go on for ever.
bool World::Core::keeps_meeting(std::size_t a, std::size_t b) const {
  constexpr int kMostBounces = 3;
  const auto met = met_.find({a, b});
  return met != met_.end() && met->second >= kMostBounces;
}

double World::Core::restitution(std::size_t a, std::size_t b) const {
  return keeps_meeting(a, b) ? 0.0 : std::max(bodies[a].scene.restitution, bodies[b].scene.restitution);
}

bool World::Core::is_still(std::size_t i) const {
  const RigidBody& body = bodies[i];
  return body.scene.kind == BodyKind::Static || body.is_asleep() || held_[i];
}

// Along their plans, or where they are.
std::vector<Traveller> World::Core::travellers(const std::vector<Plan>* plans) const {
  std::vector<Traveller> result;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = bodies[i];
    const Plan plan = plans != nullptr ? (*plans)[i] : Plan{};
    result.push_back({{body.shape, Motion::constant_velocity(body.state.position, body.state.orientation, plan.velocity,
                                                             plan.angular_velocity)},
                      &body.bound,
                      plans != nullptr ? plan.moves : !is_still(i)});
  }
  return result;
}

void World::Core::wake_neighbours(const BodyIds& ids) {
  for (const auto& [one, other] : {std::pair(ids.a, ids.b), std::pair(ids.b, ids.a)})
    if (bodies[one].is_asleep() && !is_still(other) && bodies[other].rest_time == 0.0) bodies[one].rest_time = 0.0;
}

void World::Core::find_touches() {
  touches_.clear();
  gaps_.clear();
  const double reach = kReach * gap_;
  const std::vector<Traveller> at_rest = travellers(nullptr);
  for (const BodyIds& ids : close_pairs(at_rest, 0.0, reach, [&](auto a, auto b) { return collide(a, b); })) {
    const RigidBody& a = bodies[ids.a];
    const RigidBody& b = bodies[ids.b];
    const Pose pose_a = a.pose();
    const Pose pose_b = b.pose();
    const auto points = manifolds_.find({a.shape, pose_a}, {b.shape, pose_b}, reach);
    if (!points.empty()) wake_neighbours(ids);
    for (const ManifoldPoint& point : points) {
      add_touch(ids, point);
      const auto [at, added] = gaps_.try_emplace({ids.a, ids.b}, point.gap);
      if (!added) at->second = std::min(at->second, point.gap);
    }
  }
}

void World::Core::add_touch(const BodyIds& ids, const ManifoldPoint& place) {
  Touch touch;
  SolverContact& c = touch.contact;
  c.a = static_cast<std::uint32_t>(ids.a);
  c.b = static_cast<std::uint32_t>(ids.b);
  c.point_a = place.point_a;
  c.point_b = place.point_b;
  c.normal = place.normal;
  c.friction = friction_of(bodies[ids.a].scene, bodies[ids.b].scene);
  if (const auto warm = warm_.find({{ids.a, ids.b}, place.features}); warm != warm_.end()) {
    const Vector3 last(warm->second[1], warm->second[2], warm->second[3]);
    c.normal_impulse = warm->second[0];
    c.tangent_impulse = last - last.dot(c.normal) * c.normal;
  }
  touch.place = place;
  touch.resting = true;
  touches_.push_back(touch);
}

// Meetings that will not bounce and are not far off need no event: the two are made to arrive in touch at the end of
// the stretch. True if there are such that were not known before.
bool World::Core::foresee(const std::vector<Meeting>& meetings, const std::vector<Plan>& plans, double h) {
  constexpr double kFar = 0.25;   // of the smaller body's radius
  constexpr double kTurn = 0.25;  // radians
  bool found = false;
  for (const Meeting& meeting : meetings) {
    const RigidBody& a = bodies[meeting.ids.a];
    const RigidBody& b = bodies[meeting.ids.b];
    const Plan& plan_a = plans[meeting.ids.a];
    const Plan& plan_b = plans[meeting.ids.b];
    if (meeting.stuck) continue;
    if (restitution(meeting.ids.a, meeting.ids.b) > 0 && meeting.contact.approach_speed > resting_speed_) continue;
    const bool far = std::abs(meeting.contact.approach_speed) * h > kFar * std::min(a.shape.radius(), b.shape.radius());
    const bool turning = (plan_a.angular_velocity.norm() + plan_b.angular_velocity.norm()) * h > kTurn;
    if ((far || turning) && !keeps_meeting(meeting.ids.a, meeting.ids.b)) continue;
    // Where the two points are now.
    const auto back = [&](const Vector3& point, const BodyState& state, const Plan& plan) {
      const BodyState there = moved(state, plan.velocity, plan.angular_velocity, meeting.until);
      return Vector3(state.position + state.orientation * (there.orientation.conjugate() * (point - there.position)));
    };
    ManifoldPoint place;
    place.point_a = back(meeting.contact.point_a, a.state, plan_a);
    place.point_b = back(meeting.contact.point_b, b.state, plan_b);
    place.normal = meeting.contact.normal;
    place.gap = place.normal.dot(place.point_b - place.point_a);
    const Feature& x = meeting.contact.feature_a;
    const Feature& y = meeting.contact.feature_b;
    place.features = (std::uint64_t{1} << 63U) | static_cast<std::uint64_t>(x.kind) << 60U |
                     static_cast<std::uint64_t>(x.index) << 32U | static_cast<std::uint64_t>(y.kind) << 28U | y.index;
    const auto same = [&](const Touch& t) {
      return t.contact.a == meeting.ids.a && t.contact.b == meeting.ids.b && t.place.features == place.features;
    };
    if (std::any_of(touches_.begin(), touches_.end(), same)) continue;
    add_touch(meeting.ids, place);
    touches_.back().foreseen = WorldImpact{meeting.until, meeting.ids.a,
                                           meeting.ids.b, 0.5 * (meeting.contact.point_a + meeting.contact.point_b),
                                           place.normal,  meeting.contact.approach_speed};
    wake_neighbours(meeting.ids);
    found = true;
  }
  return found;
}

// One for each pair that was not in touch before.
void World::Core::report_foreseen(double from, StepReport& report, const World& callbacks) {
  Pair last{0, 0};
  for (const Touch& touch : touches_) {
    const Pair pair{touch.contact.a, touch.contact.b};
    if (!touch.foreseen || pair == last || gaps_.contains(pair) || !(touch.contact.normal_impulse > 0)) continue;
    last = pair;
    ++report.impacts;
    WorldImpact impact = *touch.foreseen;
    impact.time += from;
    if (callbacks.on_impact) callbacks.on_impact(impact);
  }
}

std::vector<SolverBody> World::Core::solver_bodies() const {
  std::vector<SolverBody> result;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = bodies[i];
    SolverBody solver;
    solver.position = body.state.position;
    if (!is_still(i)) {
      solver.velocity = body.state.velocity;
      solver.angular_velocity = body.state.angular_velocity;
      solver.inverse_mass = body.inverse_mass;
      solver.inverse_inertia = body.inverse_inertia_at(body.state.orientation);
    }
    result.push_back(solver);
  }
  return result;
}

// Free bodies take the chord of their flight. Those held up by contacts take the velocity they will have at the end,
// which the contacts have been solved for.
std::vector<World::Core::Plan> World::Core::make_plans(double h) {
  std::vector<SolverBody> solved = solver_bodies();
  std::vector<Plan> plans(bodies.size());
  std::vector<Vector3> momenta(bodies.size(), Vector3::Zero());  // angular, applied from outside
  for (Touch& touch : touches_) {
    const double e = restitution(touch.contact.a, touch.contact.b);
    touch.resting = e == 0.0 || relative_speed(solved, touch.contact) > -resting_speed_;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = bodies[i];
    plans[i].moves = !is_still(i);
    if (is_still(i)) continue;
    if (!body.is_dynamic()) {
      plans[i].velocity = body.state.velocity;
      plans[i].angular_velocity = body.state.angular_velocity;
      continue;
    }
    const WorldBody& scene = body.scene;
    Vector3 change = h * (options_.gravity + scene.force / body.mass);
    change += std::expm1(-scene.linear_damping * h) * body.state.velocity;
    for (int k = 0; k < 3; ++k)
      if (scene.fixed[static_cast<std::size_t>(k)]) change[k] = 0.0;
    const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
    momenta[i] = h * scene.torque + std::expm1(-scene.angular_damping * h) * momentum;
    plans[i].velocity = body.state.velocity + 0.5 * change;
    plans[i].angular_velocity = body.mean_angular_velocity(momentum + 0.5 * momenta[i], h);
    plans[i].velocity_change = change;
    plans[i].momentum_change = momenta[i];
    solved[i].velocity += change;
    solved[i].angular_velocity = plans[i].angular_velocity;
  }
  const std::vector<SolverBody> before = solved;
  std::vector<SolverContact> contacts;
  double speed = 0.0;
  for (Touch& touch : touches_) {
    SolverContact& c = touch.contact;
    if (!touch.resting) continue;
    c.least_speed = -std::max(0.0, touch.place.gap - gap_) / h;
    speed = std::max(speed, std::abs(relative_speed(solved, c)));
    contacts.push_back(c);
  }
  if (contacts.empty()) return plans;
  solve_contacts(solved, contacts, options_.solver_iterations, kAccuracy * speed);
  std::vector<bool> supported(bodies.size(), false);
  std::size_t next = 0;
  for (Touch& touch : touches_) {
    if (!touch.resting) continue;
    touch.contact = contacts[next++];
    if (touch.contact.normal_impulse > 0) supported[touch.contact.a] = supported[touch.contact.b] = true;
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!supported[i] || !bodies[i].is_dynamic() || is_still(i)) continue;
    plans[i].velocity = solved[i].velocity;
    plans[i].angular_velocity = solved[i].angular_velocity;
    plans[i].velocity_change = solved[i].velocity - bodies[i].state.velocity;
    plans[i].momentum_change = momenta[i] + bodies[i].inertia_at(bodies[i].state.orientation) *
                                                (solved[i].angular_velocity - before[i].angular_velocity);
  }
  push_apart(h, solved, plans);
  return plans;
}

double World::Core::gap_at_end(const Touch& touch, const std::vector<Plan>& plans, double h) const {
  const BodyState& a = bodies[touch.contact.a].state;
  const BodyState& b = bodies[touch.contact.b].state;
  const Plan& plan_a = plans[touch.contact.a];
  const Plan& plan_b = plans[touch.contact.b];
  return gap_after(touch.place, a, moved(a, plan_a.velocity, plan_a.angular_velocity, h), b,
                   moved(b, plan_b.velocity, plan_b.angular_velocity, h));
}

// Where bodies would end closer than the gap, because they are so already or because paths bend as bodies turn, their
// motion, but not their velocity, gets what keeps them off.
void World::Core::push_apart(double h, const std::vector<SolverBody>& solved, std::vector<Plan>& plans) const {
  constexpr double kPart = 0.5;        // of what is missing at the start
  constexpr double kTolerance = 0.05;  // of the gap
  constexpr int kRounds = 50, kCorrections = 4;
  std::vector<SolverBody> pushed = solved;
  for (int k = 0; k < kCorrections; ++k) {
    std::vector<SolverContact> contacts;
    bool needed = false;
    for (const Touch& touch : touches_) {
      if (!touch.resting) continue;
      SolverContact c = touch.contact;
      const double wanted = gap_ - kPart * std::max(0.0, gap_ - touch.place.gap);
      const double missing = wanted - gap_at_end(touch, plans, h);
      needed = needed || missing > kTolerance * gap_;
      c.least_speed = missing / h;
      c.friction = 0.0;
      c.normal_impulse = 0.0;
      c.tangent_impulse = Vector3::Zero();
      contacts.push_back(c);
    }
    if (!needed) return;
    for (SolverBody& body : pushed) body.velocity = body.angular_velocity = Vector3::Zero();
    solve_contacts(pushed, contacts, kRounds, 1e-3 * gap_ / h);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (!bodies[i].is_dynamic() || is_still(i)) continue;
      plans[i].velocity += pushed[i].velocity;
      plans[i].angular_velocity += pushed[i].angular_velocity;
    }
  }
}

void World::Core::commit(const std::vector<Plan>& plans, double h, double t) {
  const double part = t == h ? 1.0 : t / h;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Plan& plan = plans[i];
    RigidBody& body = bodies[i];
    if (!plan.moves) continue;
    const Vector3 momentum = body.inertia_at(body.state.orientation) * body.state.angular_velocity;
    body.state = moved(body.state, plan.velocity, plan.angular_velocity, t);
    if (!body.is_dynamic()) continue;
    body.state.velocity += part * plan.velocity_change;
    body.state.angular_velocity =
        body.inverse_inertia_at(body.state.orientation) * (momentum + part * plan.momentum_change);
  }
}

void World::Core::resolve(const BodyIds& ids, const Contact& contact, double at, const World& callbacks) {
  RigidBody& a = bodies[ids.a];
  RigidBody& b = bodies[ids.b];
  for (RigidBody* body : {&a, &b})
    if (body->is_asleep()) body->rest_time = 0.0;
  std::vector<SolverBody> pair = solver_bodies();
  pair = {pair[ids.a], pair[ids.b]};
  const Pose pose_a = a.pose();
  const Pose pose_b = b.pose();
  std::vector<ManifoldPoint> points = manifolds_.find({a.shape, pose_a}, {b.shape, pose_b}, gap_);
  if (points.empty()) points.push_back({contact.point_a, contact.point_b, contact.normal, 0.0, 0});
  const double e = restitution(ids.a, ids.b);
  ++met_[{ids.a, ids.b}];
  const auto solve = [&](double bounce) {
    std::vector<SolverBody> after = pair;
    std::vector<SolverContact> contacts;
    for (const ManifoldPoint& point : points) {
      SolverContact c;
      c.b = 1;
      c.point_a = point.point_a;
      c.point_b = point.point_b;
      c.normal = point.normal;
      c.friction = friction_of(a.scene, b.scene);
      const double speed = relative_speed(pair, c);
      c.least_speed = speed < -resting_speed_ ? -bounce * speed : 0.0;
      contacts.push_back(c);
    }
    double fastest = 0.0;
    for (const SolverContact& c : contacts) fastest = std::max(fastest, std::abs(relative_speed(pair, c)));
    solve_contacts(after, contacts, options_.solver_iterations, kAccuracy * fastest);
    return after;
  };
  const auto take = [&](const std::vector<SolverBody>& from) {
    double energy = 0.0;
    for (std::size_t k = 0; k < 2; ++k) {
      RigidBody& body = bodies[k == 0 ? ids.a : ids.b];
      if (!body.is_dynamic()) continue;
      body.state.velocity = from[k].velocity;
      body.state.angular_velocity = from[k].angular_velocity;
      energy += body.kinetic_energy();
    }
    return energy;
  };
  if (callbacks.on_impact) {
    SolverContact c;
    c.b = 1;
    c.point_a = contact.point_a;
    c.point_b = contact.point_b;
    c.normal = contact.normal;
    const Vector3 middle = 0.5 * (contact.point_a + contact.point_b);
    callbacks.on_impact({at, ids.a, ids.b, middle, c.normal, -relative_speed(pair, c)});
  }
  const double before = take(pair);
  const double after = take(solve(e));
  // Restitution at several places with friction may ask for more than there is.
  const bool driven = a.scene.kind == BodyKind::Kinematic || b.scene.kind == BodyKind::Kinematic;
  if (after > before && !driven) take(solve(0.0));
}

// A kinematic body waits alone at first: the other may still get out of its way.
void World::Core::hold(const BodyIds& ids, StepReport& report) {
  const auto waits = [&](std::size_t i) {
    if (bodies[i].scene.kind == BodyKind::Static || held_[i]) return false;
    held_[i] = true;
    report.held.push_back(i);
    return true;
  };
  for (const std::size_t i : {ids.a, ids.b})
    if (bodies[i].scene.kind == BodyKind::Kinematic && waits(i)) return;
  waits(ids.a);
  waits(ids.b);
}

void World::Core::remember_impulses() {
  warm_.clear();
  for (const Touch& touch : touches_) {
    const SolverContact& c = touch.contact;
    if (touch.resting && c.normal_impulse > 0)
      warm_[{{c.a, c.b}, touch.place.features}] = {c.normal_impulse, c.tangent_impulse.x(), c.tangent_impulse.y(),
                                                   c.tangent_impulse.z()};
  }
}

// Bodies that touch, directly or by others, fall asleep together.
void World::Core::put_to_sleep(double dt) {
  if (!options_.sleeping) return;
  std::vector<std::size_t> leader(bodies.size());
  std::iota(leader.begin(), leader.end(), std::size_t{0});
  const auto lead = [&](std::size_t i) {
    while (leader[i] != i) i = leader[i] = leader[leader[i]];
    return i;
  };
  std::vector<bool> touched(bodies.size(), false);
  for (const Touch& touch : touches_) {
    const std::size_t a = touch.contact.a;
    const std::size_t b = touch.contact.b;
    touched[a] = touched[b] = true;
    if (bodies[a].is_dynamic() && bodies[b].is_dynamic()) leader[lead(a)] = lead(b);
  }
  const double slow = kRestSpeed * gap_;
  std::vector<double> shortest(bodies.size(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    RigidBody& body = bodies[i];
    if (!body.is_dynamic() || body.is_asleep()) continue;
    const double speed = body.state.velocity.norm() + body.state.angular_velocity.norm() * body.shape.radius();
    body.rest_time = touched[i] && speed < slow ? body.rest_time + dt : 0.0;
    shortest[lead(i)] = std::min(shortest[lead(i)], body.rest_time);
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    RigidBody& body = bodies[i];
    if (!body.is_dynamic() || body.is_asleep() || shortest[lead(i)] < kTimeToSleep) continue;
    body.rest_time = std::numeric_limits<double>::infinity();
    body.state.velocity = body.state.angular_velocity = Vector3::Zero();
  }
}

// A path gives where to be after each step; the last place is kept.
void World::Core::steer_kinematic(double dt) {
  for (RigidBody& body : bodies) {
    if (body.scene.kind != BodyKind::Kinematic) continue;
    BodyState& state = body.state;
    if (!body.scene.path.empty()) {
      const Placement& next = body.scene.path[std::min<std::size_t>(steps_, body.scene.path.size() - 1)];
      const Quaternion turn = next.orientation.normalized() * state.orientation.conjugate();
      const Eigen::AngleAxisd shorter(turn.w() < 0 ? Quaternion(-turn.coeffs()) : turn);
      state.velocity = (next.position - state.position) / dt;
      state.angular_velocity = shorter.angle() / dt * shorter.axis();
    }
    if (time >= body.scene.moves_until) state.velocity = state.angular_velocity = Vector3::Zero();
  }
}

// Velocities are solved for, and what follows from them certified, until no slow meeting is left that was not foreseen.
World::Core::Stretch World::Core::plan_stretch(double left, double dt) {
  Stretch stretch;
  stretch.length = left;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!is_still(i)) stretch.length = std::min(stretch.length, std::max(bodies[i].longest_step(), dt / kMostParts));
  find_touches();
  stretch.plans = make_plans(stretch.length);
  const auto allowed = [&](std::size_t a, std::size_t b) { return collide(a, b); };
  for (int round = 0;; ++round) {
    stretch.meetings = certifier_.certify(travellers(&stretch.plans), stretch.length, kSeparation * gap_, gaps_,
                                          allowed, options_.threads);
    if (round == kForesights || !foresee(stretch.meetings, stretch.plans, stretch.length)) break;
    stretch.plans = make_plans(stretch.length);
  }
  remember_impulses();
  return stretch;
}

void World::Core::tell_contacts(StepReport& report, const World& callbacks) const {
  report.contacts = touches_.size();
  if (!callbacks.on_contact) return;
  for (const Touch& touch : touches_)
    callbacks.on_contact({touch.contact.a, touch.contact.b, touch.place.point_b, touch.contact.normal, touch.place.gap,
                          touch.contact.normal_impulse});
}

void World::Core::tell_piece(const Stretch& stretch, double at, double length, const World& callbacks) const {
  if (!callbacks.on_piece || !(length > 0)) return;
  WorldPiece piece{at, length, {}};
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    piece.bodies.push_back(bodies[i].state);
    piece.bodies.back().velocity = stretch.plans[i].velocity;
    piece.bodies.back().angular_velocity = stretch.plans[i].angular_velocity;
  }
  callbacks.on_piece(piece);
}

// Bodies too close to be let closer, or to be told apart, wait.
bool World::Core::must_wait(const Meeting& meeting) const {
  const auto close = gaps_.find({meeting.ids.a, meeting.ids.b});
  return meeting.stuck || (close != gaps_.end() && close->second < kTooClose * gap_);
}

StepReport World::Core::step(double dt, const World& callbacks) {
  if (!(dt > 0) || !std::isfinite(dt)) throw std::invalid_argument("a step must be positive and finite");
  StepReport report;
  const double start = time;
  resting_speed_ = 2 * options_.gravity.norm() * dt;
  held_.assign(bodies.size(), false);
  met_.clear();
  steer_kinematic(dt);
  int events = 0;
  for (double left = dt; left > 0;) {
    const Stretch stretch = plan_stretch(left, dt);
    const Meeting* const next = stretch.meetings.empty() ? nullptr : &stretch.meetings.front();
    const double at = start + (dt - left);
    if (left == dt) tell_contacts(report, callbacks);
    report_foreseen(at, report, callbacks);
    if (next != nullptr && must_wait(*next)) {
      hold(next->ids, report);
      continue;
    }
    const double length = next != nullptr ? next->until : stretch.length;
    tell_piece(stretch, at, length, callbacks);
    commit(stretch.plans, stretch.length, length);
    left -= length;
    if (next == nullptr) continue;
    if (events++ < options_.events_per_step) {
      ++report.impacts;
      resolve(next->ids, next->contact, start + (dt - left), callbacks);
    } else {
      hold(next->ids, report);
    }
  }
  time = start + dt;
  ++steps_;
  put_to_sleep(dt);
  return report;
}

double World::Core::energy() const {
  double sum = 0.0;
  for (const RigidBody& body : bodies)
    if (body.is_dynamic()) sum += body.kinetic_energy() - body.mass * options_.gravity.dot(body.state.position);
  return sum;
}

WorldState World::Core::state() const {
  WorldState result;
  result.time = time;
  result.steps = steps_;
  for (const RigidBody& body : bodies) {
    result.bodies.push_back(body.state);
    result.rest_time.push_back(body.rest_time);
  }
  for (const auto& [key, impulse] : warm_)
    result.warm.push_back({static_cast<std::uint32_t>(key.first.first), static_cast<std::uint32_t>(key.first.second),
                           key.second, impulse});
  return result;
}

void World::Core::restore(const WorldState& state) {
  if (state.bodies.size() != bodies.size() || state.rest_time.size() != bodies.size())
    throw std::invalid_argument("the state is of a world with " + std::to_string(state.bodies.size()) +
                                " bodies, this one has " + std::to_string(bodies.size()));
  time = state.time;
  steps_ = state.steps;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].state = state.bodies[i];
    bodies[i].rest_time = state.rest_time[i];
  }
  warm_.clear();
  for (const WorldState::Warm& warm : state.warm) warm_[{{warm.a, warm.b}, warm.features}] = warm.impulse;
  separated.clear();
}

}  // namespace graze
