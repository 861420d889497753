// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

double inverse(double x) { return x > 0 ? 1.0 / x : 0.0; }

struct Velocity {
  Vector3 linear, angular;
};

// One direction of relative motion of two bodies, with all that a round needs of it.
struct Row {
  std::uint32_t a = 0, b = 0;
  Vector3 linear, angular_a, angular_b;  // speed = linear . (v_b - v_a) + angular_b . w_b - angular_a . w_a
  Vector3 push_a, push_b;                // what an impulse of one does to the velocities, ...
  Vector3 turn_a, turn_b;                // ... and to the angular ones; taken from a, given to b
  double mass = 0.0;                     // impulse for a change of speed by one

  Row() = default;
  Row(const std::vector<SolverBody>& bodies, std::uint32_t first, std::uint32_t second, const Vector3& along,
      const Vector3& about_a, const Vector3& about_b)
      : a(first), b(second), linear(along), angular_a(about_a), angular_b(about_b) {
    push_a = bodies[a].inverse_mass.cwiseProduct(linear);
    push_b = bodies[b].inverse_mass.cwiseProduct(linear);
    turn_a = bodies[a].inverse_inertia * angular_a;
    turn_b = bodies[b].inverse_inertia * angular_b;
    mass = inverse(linear.dot(push_a + push_b) + angular_a.dot(turn_a) + angular_b.dot(turn_b));
  }

  double speed(const std::vector<Velocity>& at) const {
    return linear.dot(at[b].linear - at[a].linear) + angular_b.dot(at[b].angular) - angular_a.dot(at[a].angular);
  }
  void apply(std::vector<Velocity>& at, double impulse) const {
    at[a].linear -= impulse * push_a;
    at[a].angular -= impulse * turn_a;
    at[b].linear += impulse * push_b;
    at[b].angular += impulse * turn_b;
  }
};

// Contacts of two bodies with the same normal rub as one: at their middle, along the surface and about the normal. So
// they cannot waste friction against each other.
struct Patch {
  std::uint32_t a = 0, b = 0;
  Vector3 normal;
  double friction = 0.0;
  std::vector<std::size_t> contacts;
  double radius = 0.0;  // mean distance of the contacts from the middle
  Row slide[2], turn;
};

class Rounds {
 public:
  Rounds(const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts,
         const std::vector<SolverJointRow>& joints) {
    for (const SolverBody& body : bodies) velocities_.push_back({body.velocity, body.angular_velocity});
    for (const SolverJointRow& joint : joints) {
      rows_.emplace_back(bodies, joint.a, joint.b, joint.linear, joint.angular_a, joint.angular_b);
      wanted_.push_back(joint.speed);
      impulses_.push_back(joint.impulse);
    }
    joints_ = rows_.size();
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const SolverContact& c = contacts[i];
      rows_.emplace_back(bodies, c.a, c.b, c.normal, (c.point_a - bodies[c.a].position).cross(c.normal),
                         (c.point_b - bodies[c.b].position).cross(c.normal));
      wanted_.push_back(c.least_speed);
      impulses_.push_back(c.normal_impulse);
      if (c.friction > 0) patch_of(c).contacts.push_back(i);
    }
    for (Patch& patch : patches_) prepare(patch, bodies, contacts);
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].apply(velocities_, impulses_[i]);
    std::size_t k = rows_.size();
    for (const Patch& patch : patches_) {
      for (const Row& row : patch.slide) row.apply(velocities_, impulses_[k++]);
      ++k;  // turning starts without
    }
  }

  // The largest change of a speed.
  double round() {
    double change = 0.0;
    for (std::size_t i = 0; i < rows_.size(); ++i) change = std::max(change, press(i));
    std::size_t k = rows_.size();
    for (const Patch& patch : patches_) {
      change = std::max(change, rub(patch, k));
      k += 3;
    }
    return change;
  }

  // A round, then a step further along the way of the rounds before (nonsmooth nonlinear conjugate gradients,
  // Silcowitz-Hansen et al. 2010): stacks need far fewer of them.
  double accelerated_round() {
    before_ = impulses_;
    const double change = round();
    double square = 0.0;
    for (std::size_t k = 0; k < impulses_.size(); ++k) {
      before_[k] = impulses_[k] - before_[k];
      square += before_[k] * before_[k];
    }
    const double ratio = square < last_square_ ? square / last_square_ : 0.0;
    last_square_ = square;
    way_.resize(impulses_.size(), 0.0);
    for (double& w : way_) w *= ratio;
    if (ratio > 0) add(way_);
    for (std::size_t k = 0; k < way_.size(); ++k) way_[k] += before_[k];
    return change;
  }

  void finish(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts,
              std::vector<SolverJointRow>& joints) const {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      bodies[i].velocity = velocities_[i].linear;
      bodies[i].angular_velocity = velocities_[i].angular;
    }
    for (std::size_t i = 0; i < joints.size(); ++i) joints[i].impulse = impulses_[i];
    for (std::size_t i = 0; i < contacts.size(); ++i) contacts[i].normal_impulse = impulses_[joints_ + i];
    // To each contact its part of the friction.
    std::size_t k = rows_.size();
    for (const Patch& patch : patches_) {
      const double sum = load(patch);
      const Vector3 friction = impulses_[k] * patch.slide[0].linear + impulses_[k + 1] * patch.slide[1].linear;
      for (const std::size_t i : patch.contacts)
        contacts[i].tangent_impulse =
            sum > 0 ? Vector3(contacts[i].normal_impulse / sum * friction) : Vector3(Vector3::Zero());
      k += 3;
    }
  }

 private:
  Patch& patch_of(const SolverContact& c) {
    constexpr double kSame = 0.99;
    for (auto patch = patches_.rbegin(); patch != patches_.rend() && patch->a == c.a && patch->b == c.b; ++patch)
      if (patch->normal.dot(c.normal) > kSame) return *patch;
    Patch& patch = patches_.emplace_back();
    patch.a = c.a;
    patch.b = c.b;
    patch.normal = c.normal;
    patch.friction = c.friction;
    return patch;
  }

  double load(const Patch& patch) const {
    double sum = 0.0;
    for (const std::size_t i : patch.contacts) sum += impulses_[joints_ + i];
    return sum;
  }

  void prepare(Patch& patch, const std::vector<SolverBody>& bodies, const std::vector<SolverContact>& contacts) {
    // Where the last load was, if there was one.
    const double sum = load(patch);
    const double count = static_cast<double>(patch.contacts.size());
    Vector3 middle_a = Vector3::Zero();
    Vector3 middle_b = Vector3::Zero();
    Vector3 impulse = Vector3::Zero();
    for (const std::size_t i : patch.contacts) {
      const double weight = sum > 0 ? contacts[i].normal_impulse / sum : 1.0 / count;
      middle_a += weight * contacts[i].point_a;
      middle_b += weight * contacts[i].point_b;
      impulse += contacts[i].tangent_impulse;
    }
    for (const std::size_t i : patch.contacts) patch.radius += (contacts[i].point_b - middle_b).norm() / count;
    const Vector3 arm_a = middle_a - bodies[patch.a].position;
    const Vector3 arm_b = middle_b - bodies[patch.b].position;
    const Vector3 across = patch.normal.unitOrthogonal();
    const Vector3 tangents[2] = {across, patch.normal.cross(across)};
    for (int k = 0; k < 2; ++k) {
      patch.slide[k] = Row(bodies, patch.a, patch.b, tangents[k], arm_a.cross(tangents[k]), arm_b.cross(tangents[k]));
      impulses_.push_back(impulse.dot(tangents[k]));
    }
    patch.turn = Row(bodies, patch.a, patch.b, Vector3::Zero(), patch.normal, patch.normal);
    impulses_.push_back(0.0);
  }

  void add(const std::vector<double>& more) {
    for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].apply(velocities_, more[i]);
    std::size_t k = rows_.size();
    for (const Patch& patch : patches_) {
      patch.slide[0].apply(velocities_, more[k]);
      patch.slide[1].apply(velocities_, more[k + 1]);
      patch.turn.apply(velocities_, more[k + 2]);
      k += 3;
    }
    for (std::size_t i = 0; i < more.size(); ++i) impulses_[i] += more[i];
  }

  // Contacts only push, joints hold.
  double press(std::size_t i) {
    const Row& row = rows_[i];
    double impulse = impulses_[i] - row.mass * (row.speed(velocities_) - wanted_[i]);
    if (i >= joints_) impulse = std::max(0.0, impulse);
    const double more = impulse - impulses_[i];
    if (more == 0.0) return 0.0;
    impulses_[i] = impulse;
    row.apply(velocities_, more);
    return std::abs(more) / row.mass;
  }

  // Coulomb: as much as it takes to stop the sliding and the turning, within what the load allows. `k`: where the
  // impulses of the patch are.
  double rub(const Patch& patch, std::size_t k) {
    const double most = patch.friction * load(patch);
    double slide[2];
    for (std::size_t j = 0; j < 2; ++j)
      slide[j] = impulses_[k + j] - patch.slide[j].mass * patch.slide[j].speed(velocities_);
    if (const double length = std::sqrt(slide[0] * slide[0] + slide[1] * slide[1]); length > most)
      for (double& impulse : slide) impulse *= most / length;
    double change = 0.0;
    for (std::size_t j = 0; j < 2; ++j) {
      const double more = slide[j] - impulses_[k + j];
      if (more == 0.0) continue;
      impulses_[k + j] = slide[j];
      patch.slide[j].apply(velocities_, more);
      change = std::max(change, std::abs(more) / patch.slide[j].mass);
    }
    const double most_turn = most * patch.radius;
    const double turn =
        std::clamp(impulses_[k + 2] - patch.turn.mass * patch.turn.speed(velocities_), -most_turn, most_turn);
    const double more = turn - impulses_[k + 2];
    if (more == 0.0) return change;
    impulses_[k + 2] = turn;
    patch.turn.apply(velocities_, more);
    return std::max(change, std::abs(more) / patch.turn.mass * patch.radius);
  }

  std::vector<Velocity> velocities_;
  std::vector<Row> rows_;  // of joints, then of contacts
  std::size_t joints_ = 0;
  std::vector<double> wanted_;  // speeds of the rows: exactly, or at least
  std::vector<Patch> patches_;
  std::vector<double> impulses_;      // of the rows, then three of each patch
  std::vector<double> before_, way_;  // of the rounds so far
  double last_square_ = 0.0;
};

}  // namespace

void solve_contacts(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts,
                    std::vector<SolverJointRow>& joints, int rounds, double accuracy) {
  Rounds solver(bodies, contacts, joints);
  // The steps ahead may go too far: plain rounds come last.
  const int plain = 1 + rounds / 4;
  for (int i = plain; i < rounds && solver.accelerated_round() >= accuracy; ++i) {
  }
  for (int i = 0; i < plain && solver.round() >= accuracy; ++i) {
  }
  solver.finish(bodies, contacts, joints);
}

double relative_speed(const std::vector<SolverBody>& bodies, const SolverContact& contact) {
  return (bodies[contact.b].velocity_at(contact.point_b) - bodies[contact.a].velocity_at(contact.point_a))
      .dot(contact.normal);
}

double relative_speed(const std::vector<SolverBody>& bodies, const SolverJointRow& row) {
  return row.linear.dot(bodies[row.b].velocity - bodies[row.a].velocity) +
         row.angular_b.dot(bodies[row.b].angular_velocity) - row.angular_a.dot(bodies[row.a].angular_velocity);
}

}  // namespace graze
