// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// What one contact needs in every round.
struct Row {
  Vector3 arm_a, arm_b;
  double mass = 0.0;
};

// Contacts of two bodies with the same normal rub as one: at their middle, along the surface and about the normal. So
// they cannot waste friction against each other.
struct Patch {
  std::uint32_t a = 0, b = 0;
  std::vector<std::size_t> contacts;
  Vector3 normal;
  Vector3 tangents[2];
  Vector3 arm_a, arm_b;
  double tangent_mass[2] = {0.0, 0.0};
  double turn_mass = 0.0;
  double friction = 0.0;
  double radius = 0.0;  // mean distance of the contacts from the middle
  Vector3 impulse = Vector3::Zero();
  double turn_impulse = 0.0;
};

void apply(SolverBody& body, const Vector3& arm, const Vector3& impulse) {
  body.velocity += body.inverse_mass.cwiseProduct(impulse);
  body.angular_velocity += body.inverse_inertia * arm.cross(impulse);
}

// How much speed along d an impulse of one along d gives.
double response(const SolverBody& body, const Vector3& arm, const Vector3& d) {
  const Vector3 turn = arm.cross(d);
  return d.dot(body.inverse_mass.cwiseProduct(d)) + turn.dot(body.inverse_inertia * turn);
}

double inverse(double x) { return x > 0 ? 1.0 / x : 0.0; }

class Rounds {
 public:
  Rounds(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts) : bodies_(bodies), contacts_(contacts) {
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const SolverContact& c = contacts[i];
      const SolverBody& a = bodies[c.a];
      const SolverBody& b = bodies[c.b];
      Row row{c.point_a - a.position, c.point_b - b.position};
      row.mass = inverse(response(a, row.arm_a, c.normal) + response(b, row.arm_b, c.normal));
      rows_.push_back(row);
      push(c.a, c.b, row.arm_a, row.arm_b, c.normal_impulse * c.normal);
      if (c.friction > 0) patch_of(c).contacts.push_back(i);
    }
    for (Patch& patch : patches_) prepare(patch);
  }

  // The largest change of a speed.
  double round() {
    double change = 0.0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) change = std::max(change, press(contacts_[i], rows_[i]));
    for (Patch& patch : patches_) change = std::max(change, rub(patch));
    return change;
  }

  // A round, then a step further along the way of the rounds before (nonsmooth nonlinear conjugate gradients,
  // Silcowitz-Hansen et al. 2010): stacks need far fewer of them.
  double accelerated_round() {
    std::vector<double> step = impulses();
    const double change = round();
    const std::vector<double> after = impulses();
    double square = 0.0;
    for (std::size_t k = 0; k < step.size(); ++k) {
      step[k] = after[k] - step[k];
      square += step[k] * step[k];
    }
    const double ratio = square < last_square_ ? square / last_square_ : 0.0;
    last_square_ = square;
    way_.resize(step.size(), 0.0);
    for (double& w : way_) w *= ratio;
    if (ratio > 0) add(way_);
    for (std::size_t k = 0; k < step.size(); ++k) way_[k] += step[k];
    return change;
  }

  // To each contact its part of the friction.
  void share_out() {
    for (const Patch& patch : patches_) {
      const double sum = load(patch);
      for (const std::size_t i : patch.contacts)
        contacts_[i].tangent_impulse =
            sum > 0 ? Vector3(contacts_[i].normal_impulse / sum * patch.impulse) : Vector3(Vector3::Zero());
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
    for (const std::size_t i : patch.contacts) sum += contacts_[i].normal_impulse;
    return sum;
  }

  void prepare(Patch& patch) {
    const SolverBody& a = bodies_[patch.a];
    const SolverBody& b = bodies_[patch.b];
    // Where the last load was, if there was one.
    const double sum = load(patch);
    Vector3 middle_a = Vector3::Zero();
    Vector3 middle_b = Vector3::Zero();
    for (const std::size_t i : patch.contacts) {
      const double weight =
          sum > 0 ? contacts_[i].normal_impulse / sum : 1.0 / static_cast<double>(patch.contacts.size());
      middle_a += weight * contacts_[i].point_a;
      middle_b += weight * contacts_[i].point_b;
      patch.impulse += contacts_[i].tangent_impulse;
    }
    for (const std::size_t i : patch.contacts)
      patch.radius += (contacts_[i].point_b - middle_b).norm() / static_cast<double>(patch.contacts.size());
    patch.impulse -= patch.impulse.dot(patch.normal) * patch.normal;
    patch.tangents[0] = patch.normal.unitOrthogonal();
    patch.tangents[1] = patch.normal.cross(patch.tangents[0]);
    patch.arm_a = middle_a - a.position;
    patch.arm_b = middle_b - b.position;
    for (int k = 0; k < 2; ++k)
      patch.tangent_mass[k] =
          inverse(response(a, patch.arm_a, patch.tangents[k]) + response(b, patch.arm_b, patch.tangents[k]));
    patch.turn_mass = inverse(patch.normal.dot((a.inverse_inertia + b.inverse_inertia) * patch.normal));
    push(patch.a, patch.b, patch.arm_a, patch.arm_b, patch.impulse);
  }

  Vector3 relative(std::uint32_t a, std::uint32_t b, const Vector3& arm_a, const Vector3& arm_b) const {
    return bodies_[b].velocity + bodies_[b].angular_velocity.cross(arm_b) - bodies_[a].velocity -
           bodies_[a].angular_velocity.cross(arm_a);
  }

  void push(std::uint32_t a, std::uint32_t b, const Vector3& arm_a, const Vector3& arm_b, const Vector3& impulse) {
    apply(bodies_[a], arm_a, -impulse);
    apply(bodies_[b], arm_b, impulse);
  }

  void turn(const Patch& patch, double impulse) {
    SolverBody& a = bodies_[patch.a];
    SolverBody& b = bodies_[patch.b];
    a.angular_velocity -= impulse * (a.inverse_inertia * patch.normal);
    b.angular_velocity += impulse * (b.inverse_inertia * patch.normal);
  }

  std::vector<double> impulses() const {
    std::vector<double> result;
    result.reserve(contacts_.size() + 4 * patches_.size());
    for (const SolverContact& c : contacts_) result.push_back(c.normal_impulse);
    for (const Patch& patch : patches_)
      result.insert(result.end(), {patch.impulse.x(), patch.impulse.y(), patch.impulse.z(), patch.turn_impulse});
    return result;
  }

  void add(const std::vector<double>& more) {
    std::size_t k = 0;
    for (std::size_t i = 0; i < contacts_.size(); ++i, ++k) {
      SolverContact& c = contacts_[i];
      c.normal_impulse += more[k];
      push(c.a, c.b, rows_[i].arm_a, rows_[i].arm_b, more[k] * c.normal);
    }
    for (Patch& patch : patches_) {
      const Vector3 impulse(more[k], more[k + 1], more[k + 2]);
      patch.impulse += impulse;
      patch.turn_impulse += more[k + 3];
      push(patch.a, patch.b, patch.arm_a, patch.arm_b, impulse);
      turn(patch, more[k + 3]);
      k += 4;
    }
  }

  double press(SolverContact& c, const Row& row) {
    const double speed = relative(c.a, c.b, row.arm_a, row.arm_b).dot(c.normal);
    const double impulse = std::max(0.0, c.normal_impulse - row.mass * (speed - c.least_speed));
    const double more = impulse - c.normal_impulse;
    if (more == 0.0) return 0.0;
    c.normal_impulse = impulse;
    push(c.a, c.b, row.arm_a, row.arm_b, more * c.normal);
    return std::abs(more) / row.mass;
  }

  // Coulomb: as much as it takes to stop the sliding and the turning, within what the load allows.
  double rub(Patch& patch) {
    const double most = patch.friction * load(patch);
    const Vector3 sliding = relative(patch.a, patch.b, patch.arm_a, patch.arm_b);
    Vector3 wanted = patch.impulse;
    for (int k = 0; k < 2; ++k) wanted -= patch.tangent_mass[k] * sliding.dot(patch.tangents[k]) * patch.tangents[k];
    if (const double length = wanted.norm(); length > most) wanted *= most / length;
    const Vector3 more = wanted - patch.impulse;
    patch.impulse = wanted;
    push(patch.a, patch.b, patch.arm_a, patch.arm_b, more);

    const double turning = (bodies_[patch.b].angular_velocity - bodies_[patch.a].angular_velocity).dot(patch.normal);
    const double turned =
        std::clamp(patch.turn_impulse - patch.turn_mass * turning, -most * patch.radius, most * patch.radius);
    const double more_turn = turned - patch.turn_impulse;
    patch.turn_impulse = turned;
    turn(patch, more_turn);

    const double mass = std::min(patch.tangent_mass[0], patch.tangent_mass[1]);
    const double change = mass > 0 ? more.norm() / mass : 0.0;
    return patch.turn_mass > 0 ? std::max(change, std::abs(more_turn) / patch.turn_mass * patch.radius) : change;
  }

  std::vector<SolverBody>& bodies_;
  std::vector<SolverContact>& contacts_;
  std::vector<Row> rows_;
  std::vector<Patch> patches_;
  std::vector<double> way_;  // of the rounds so far
  double last_square_ = 0.0;
};

}  // namespace

void solve_contacts(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts, int rounds,
                    double accuracy) {
  Rounds solver(bodies, contacts);
  // The steps ahead may go too far: plain rounds come last.
  const int plain = 1 + rounds / 4;
  for (int i = plain; i < rounds && solver.accelerated_round() >= accuracy; ++i) {
  }
  for (int i = 0; i < plain && solver.round() >= accuracy; ++i) {
  }
  solver.share_out();
}

double relative_speed(const std::vector<SolverBody>& bodies, const SolverContact& contact) {
  return (bodies[contact.b].velocity_at(contact.point_b) - bodies[contact.a].velocity_at(contact.point_a))
      .dot(contact.normal);
}

}  // namespace graze
