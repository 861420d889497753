// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver/contact_system.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/vector/instruction_set.hpp"
#include "world/tuning.hpp"

namespace graze {
namespace {

// Things between two bodies each, in another order: those that share a body that moves stay in turn, and next to each
// other are such that share none. One after the other they do the same as before, but the machine need not wait for
// the one to begin the next.
template <class Pairs>
std::vector<std::uint32_t> side_by_side(const Pairs& pairs, const std::vector<SolverBody>& bodies) {
  std::vector<std::uint32_t> turn_of_body(bodies.size(), 0);
  std::vector<std::uint32_t> turns;
  std::vector<std::uint32_t> starts(1, 0);
  for (const auto& pair : pairs) {
    const bool moves_a = is_movable(bodies[pair.a]);
    const bool moves_b = is_movable(bodies[pair.b]);
    const std::uint32_t turn = std::max(moves_a ? turn_of_body[pair.a] : 0, moves_b ? turn_of_body[pair.b] : 0);
    if (moves_a) turn_of_body[pair.a] = turn + 1;
    if (moves_b) turn_of_body[pair.b] = turn + 1;
    turns.push_back(turn);
    if (starts.size() < turn + 2) starts.resize(turn + 2, 0);
    ++starts[turn + 1];
  }
  for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
  std::vector<std::uint32_t> order(turns.size());
  for (std::uint32_t i = 0; i < turns.size(); ++i) order[starts[turns[i]]++] = i;
  return order;
}

ContactPatch& patch_of(const SolverContact& c, std::vector<ContactPatch>& patches) {
  for (auto patch = patches.rbegin(); patch != patches.rend() && patch->a == c.a && patch->b == c.b; ++patch)
    if (patch->normal.dot(c.normal) > tuning::kSamePatch) return *patch;
  ContactPatch& patch = patches.emplace_back();
  patch.a = c.a;
  patch.b = c.b;
  patch.normal = c.normal;
  patch.friction = c.friction;
  return patch;
}

}  // namespace

ContactSystem::ContactSystem(const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts,
                             const std::vector<SolverJointRow>& joints) {
  velocities_ = velocities_of(bodies);
  rows_.reserve(joints.size() + contacts.size());
  for (const SolverJointRow& joint : joints) {
    rows_.emplace_back(bodies, joint.a, joint.b, joint.linear, joint.angular_a, joint.angular_b);
    wanted_.push_back(joint.speed);
    impulses_.push_back(joint.impulse);
  }
  joints_ = rows_.size();
  row_of_.resize(contacts.size());
  for (const std::uint32_t i : side_by_side(contacts, bodies)) {
    const SolverContact& c = contacts[i];
    row_of_[i] = static_cast<std::uint32_t>(rows_.size());
    rows_.emplace_back(bodies, c.a, c.b, c.normal, (c.point_a - bodies[c.a].position).cross(c.normal),
                       (c.point_b - bodies[c.b].position).cross(c.normal));
    wanted_.push_back(c.least_speed);
    impulses_.push_back(c.normal_impulse);
  }
  add_patches(bodies, contacts);
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].apply(velocities_, impulses_[i]);
  std::size_t k = rows_.size();
  for (const ContactPatch& patch : patches_) {
    for (const ContactRow& row : patch.slide) row.apply(velocities_, impulses_[k++]);
    ++k;  // turning starts without
  }
}

void ContactSystem::add_patches(const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts) {
  std::vector<ContactPatch> patches;
  for (std::uint32_t i = 0; i < contacts.size(); ++i)
    if (contacts[i].friction > 0) patch_of(contacts[i], patches).contacts.push_back(i);
  patches_.reserve(patches.size());
  for (const std::uint32_t k : side_by_side(patches, bodies)) {
    patches_.push_back(std::move(patches[k]));
    prepare(patches_.back(), bodies, contacts);
  }
}

void ContactSystem::prepare(ContactPatch& patch, const std::vector<SolverBody>& bodies,
                            const std::vector<SolverContact>& contacts) {
  // Where the last load was, if there was one.
  const double sum = load(patch);
  const double count = static_cast<double>(patch.contacts.size());
  Vector3 middle_a = Vector3::Zero();
  Vector3 middle_b = Vector3::Zero();
  Vector3 impulse = Vector3::Zero();
  Vector3 sticking = Vector3::Zero();
  for (const std::uint32_t i : patch.contacts) {
    const double weight = sum > 0 ? contacts[i].normal_impulse / sum : 1.0 / count;
    middle_a += weight * contacts[i].point_a;
    middle_b += weight * contacts[i].point_b;
    impulse += contacts[i].tangent_impulse;
    sticking += weight * contacts[i].sticking_velocity;
  }
  for (const std::uint32_t i : patch.contacts) patch.radius += (contacts[i].point_b - middle_b).norm() / count;
  const Vector3 arm_a = middle_a - bodies[patch.a].position;
  const Vector3 arm_b = middle_b - bodies[patch.b].position;
  const Vector3 across = patch.normal.unitOrthogonal();
  const Vector3 tangents[2] = {across, patch.normal.cross(across)};
  for (int k = 0; k < 2; ++k) {
    patch.slide[k] =
        ContactRow(bodies, patch.a, patch.b, tangents[k], arm_a.cross(tangents[k]), arm_b.cross(tangents[k]));
    patch.sticking[k] = sticking.dot(tangents[k]);
    impulses_.push_back(impulse.dot(tangents[k]));
  }
  patch.turn = ContactRow(bodies, patch.a, patch.b, Vector3::Zero(), patch.normal, patch.normal);
  impulses_.push_back(0.0);
}

double ContactSystem::load(const ContactPatch& patch) const {
  double sum = 0.0;
  for (const std::uint32_t i : patch.contacts) sum += impulses_[row_of_[i]];
  return sum;
}

std::vector<RowVelocity> ContactSystem::velocities_of(const std::vector<SolverBody>& bodies) {
  std::vector<RowVelocity> result;
  result.reserve(bodies.size());
  for (const SolverBody& body : bodies) result.push_back({Four(body.velocity), Four(body.angular_velocity)});
  return result;
}

double ContactSystem::cost(const std::vector<SolverBody>& bodies) const {
  const std::vector<RowVelocity> before = velocities_of(bodies);
  const auto of = [&](const ContactRow& row, double impulse, double wanted) {
    return impulse * (0.5 * (row.speed(before) + row.speed(velocities_)) - wanted);
  };
  double sum = 0.0;
  for (std::size_t i = 0; i < rows_.size(); ++i) sum += of(rows_[i], impulses_[i], wanted_[i]);
  std::size_t k = rows_.size();
  for (const ContactPatch& patch : patches_) {
    for (std::size_t j = 0; j < 2; ++j) sum += of(patch.slide[j], impulses_[k++], patch.sticking[j]);
    sum += of(patch.turn, impulses_[k++], 0.0);
  }
  return sum;
}

void ContactSystem::start_again(const std::vector<SolverBody>& bodies) {
  velocities_ = velocities_of(bodies);
  std::fill(impulses_.begin(), impulses_.end(), 0.0);
}

// Contacts only push, joints hold.
template <class Number>
GRAZE_INLINE double ContactSystem::press(std::size_t i) {
  const ContactRow& row = rows_[i];
  double impulse = impulses_[i] - row.mass * (row.speed<Number>(velocities_) - wanted_[i]);
  if (!is_joint(i)) impulse = std::max(0.0, impulse);
  const double more = impulse - impulses_[i];
  if (more == 0.0) return 0.0;
  impulses_[i] = impulse;
  row.apply<Number>(velocities_, more);
  return std::abs(more) / row.mass;
}

// Coulomb: as much as it takes to stop the sliding and the turning, within what the load allows. `k`: where the
// impulses of the patch are.
template <class Number>
GRAZE_INLINE double ContactSystem::rub(const ContactPatch& patch, std::size_t k) {
  const double most = patch.friction * load(patch);
  double slide[2];
  for (std::size_t j = 0; j < 2; ++j)
    slide[j] = impulses_[k + j] - patch.slide[j].mass * (patch.slide[j].speed<Number>(velocities_) - patch.sticking[j]);
  if (const double length = std::sqrt(slide[0] * slide[0] + slide[1] * slide[1]); length > most)
    for (double& impulse : slide) impulse *= most / length;
  double change = 0.0;
  for (std::size_t j = 0; j < 2; ++j) {
    const double more = slide[j] - impulses_[k + j];
    if (more == 0.0) continue;
    impulses_[k + j] = slide[j];
    patch.slide[j].apply<Number>(velocities_, more);
    change = std::max(change, std::abs(more) / patch.slide[j].mass);
  }
  const double most_turn = most * patch.radius;
  const double turn =
      std::clamp(impulses_[k + 2] - patch.turn.mass * patch.turn.speed<Number>(velocities_), -most_turn, most_turn);
  const double more = turn - impulses_[k + 2];
  if (more == 0.0) return change;
  impulses_[k + 2] = turn;
  patch.turn.apply<Number>(velocities_, more);
  return std::max(change, std::abs(more) / patch.turn.mass * patch.radius);
}

template <class Number>
GRAZE_INLINE double ContactSystem::round_in() {
  double change = 0.0;
  for (std::size_t i = 0; i < rows_.size(); ++i) change = std::max(change, press<Number>(i));
  std::size_t k = rows_.size();
  for (const ContactPatch& patch : patches_) {
    change = std::max(change, rub<Number>(patch, k));
    k += 3;
  }
  return change;
}

double ContactSystem::round() {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return round_in<Number>(); });
}

double ContactSystem::accelerated_round() {
  before_ = impulses_;
  const double change = round();
  double square = 0.0;
  for (std::size_t k = 0; k < impulses_.size(); ++k) {
    before_[k] = impulses_[k] - before_[k];
    square += before_[k] * before_[k];
  }
  const double ratio = square < last_square_ ? square / last_square_ : 0.0;
  last_square_ = square;
  direction_.resize(impulses_.size(), 0.0);
  for (double& d : direction_) d *= ratio;
  if (ratio > 0) add(direction_);
  for (std::size_t k = 0; k < direction_.size(); ++k) direction_[k] += before_[k];
  return change;
}

template <class Number>
GRAZE_INLINE void ContactSystem::add_in(const std::vector<double>& more) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].apply<Number>(velocities_, more[i]);
  std::size_t k = rows_.size();
  for (const ContactPatch& patch : patches_) {
    patch.slide[0].apply<Number>(velocities_, more[k]);
    patch.slide[1].apply<Number>(velocities_, more[k + 1]);
    patch.turn.apply<Number>(velocities_, more[k + 2]);
    k += 3;
  }
  for (std::size_t i = 0; i < more.size(); ++i) impulses_[i] += more[i];
}

void ContactSystem::add(const std::vector<double>& more) {
  run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { add_in<Number>(more); });
}

void ContactSystem::finish(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts,
                           std::vector<SolverJointRow>& joints) const {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].velocity = velocities_[i].linear.three();
    bodies[i].angular_velocity = velocities_[i].angular.three();
  }
  for (std::size_t i = 0; i < joints.size(); ++i) joints[i].impulse = impulses_[i];
  for (std::size_t i = 0; i < contacts.size(); ++i) contacts[i].normal_impulse = impulses_[row_of_[i]];
  // To each contact its part of the friction.
  std::size_t k = rows_.size();
  for (const ContactPatch& patch : patches_) {
    const double sum = load(patch);
    const Vector3 friction =
        impulses_[k] * patch.slide[0].linear.three() + impulses_[k + 1] * patch.slide[1].linear.three();
    for (const std::uint32_t i : patch.contacts)
      contacts[i].tangent_impulse =
          sum > 0 ? Vector3(contacts[i].normal_impulse / sum * friction) : Vector3(Vector3::Zero());
    k += 3;
  }
}

}  // namespace graze
