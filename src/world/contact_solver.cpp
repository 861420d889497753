// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver.hpp"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {

// What one contact needs in every round.
struct Prepared {
  Vector3 arm_a, arm_b;
  Vector3 tangents[2];
  double normal_mass = 0.0;
  double tangent_mass[2] = {0.0, 0.0};
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

class Rounds {
 public:
  Rounds(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts) : bodies_(bodies), contacts_(contacts) {
    prepared_.reserve(contacts.size());
    for (const SolverContact& c : contacts) {
      Prepared p;
      const SolverBody& a = bodies[c.a];
      const SolverBody& b = bodies[c.b];
      p.arm_a = c.point - a.position;
      p.arm_b = c.point - b.position;
      p.tangents[0] = c.normal.unitOrthogonal();
      p.tangents[1] = c.normal.cross(p.tangents[0]);
      p.normal_mass = inverse(response(a, p.arm_a, c.normal) + response(b, p.arm_b, c.normal));
      for (int k = 0; k < 2; ++k)
        p.tangent_mass[k] = inverse(response(a, p.arm_a, p.tangents[k]) + response(b, p.arm_b, p.tangents[k]));
      prepared_.push_back(p);
      push(c, p, c.normal_impulse * c.normal + c.tangent_impulse);
    }
  }

  // The largest change of a speed.
  double round() {
    double change = 0.0;
    for (std::size_t i = 0; i < contacts_.size(); ++i) change = std::max(change, visit(contacts_[i], prepared_[i]));
    return change;
  }

 private:
  static double inverse(double x) { return x > 0 ? 1.0 / x : 0.0; }

  Vector3 relative(const SolverContact& c, const Prepared& p) const {
    const SolverBody& a = bodies_[c.a];
    const SolverBody& b = bodies_[c.b];
    return b.velocity + b.angular_velocity.cross(p.arm_b) - a.velocity - a.angular_velocity.cross(p.arm_a);
  }

  void push(const SolverContact& c, const Prepared& p, const Vector3& impulse) {
    apply(bodies_[c.a], p.arm_a, -impulse);
    apply(bodies_[c.b], p.arm_b, impulse);
  }

  double visit(SolverContact& c, const Prepared& p) {
    const double wanted = c.normal_impulse - p.normal_mass * (relative(c, p).dot(c.normal) - c.least_speed);
    const double normal = std::max(0.0, wanted);
    const double more = normal - c.normal_impulse;
    c.normal_impulse = normal;
    if (more != 0.0) push(c, p, more * c.normal);
    double change = p.normal_mass > 0 ? std::abs(more) / p.normal_mass : 0.0;
    if (c.friction > 0) change = std::max(change, rub(c, p));
    return change;
  }

  // Coulomb: as much as it takes to stop the sliding, within the cone.
  double rub(SolverContact& c, const Prepared& p) {
    const Vector3 sliding = relative(c, p);
    Vector3 wanted = c.tangent_impulse;
    for (int k = 0; k < 2; ++k) wanted -= p.tangent_mass[k] * sliding.dot(p.tangents[k]) * p.tangents[k];
    const double most = c.friction * c.normal_impulse;
    const double length = wanted.norm();
    if (length > most) wanted *= most / length;
    const Vector3 more = wanted - c.tangent_impulse;
    c.tangent_impulse = wanted;
    push(c, p, more);
    const double mass = std::min(p.tangent_mass[0], p.tangent_mass[1]);
    return mass > 0 ? more.norm() / mass : 0.0;
  }

  std::vector<SolverBody>& bodies_;
  std::vector<SolverContact>& contacts_;
  std::vector<Prepared> prepared_;
};

}  // namespace

void solve_contacts(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts, int rounds,
                    double accuracy) {
  Rounds solver(bodies, contacts);
  for (int i = 0; i < rounds; ++i)
    if (solver.round() < accuracy) return;
}

double relative_speed(const std::vector<SolverBody>& bodies, const SolverContact& contact) {
  return (bodies[contact.b].velocity_at(contact.point) - bodies[contact.a].velocity_at(contact.point))
      .dot(contact.normal);
}

}  // namespace graze
