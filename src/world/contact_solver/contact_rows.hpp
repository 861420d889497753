// SPDX-License-Identifier: Apache-2.0
// What a round of the contact solver goes through: directions of relative motion, with all it needs of them at hand.
#pragma once

#include <array>

#include "numeric/vector/pack.hpp"
#include "world/contact_solver/contact_solver.hpp"

namespace graze {

inline bool is_movable(const SolverBody& body) {
  return !body.inverse_mass.isZero(0.0) || !body.inverse_inertia.isZero(0.0);
}

// A vector of space, for the lanes of a pack; the fourth is zero.
struct alignas(32) Four {
  std::array<double, 4> of{};

  Four() = default;
  explicit Four(const Vector3& v) : of{v.x(), v.y(), v.z(), 0.0} {}
  Vector3 three() const { return {of[0], of[1], of[2]}; }

  template <class Number>
  GRAZE_INLINE Number in() const {
    Number lanes;
    lanes.load(of.data());
    return lanes;
  }
  template <class Number>
  GRAZE_INLINE void add(double factor, const Four& more) {
    (in<Number>() + factor * more.in<Number>()).store(of.data());
  }
};

struct RowVelocity {
  Four linear, angular;
};

// One direction of relative motion of two bodies, with all that a round needs of it.
struct ContactRow {
  Four linear, angular_a, angular_b;  // speed = linear . (v_b - v_a) + angular_b . w_b - angular_a . w_a
  Four push_a, push_b;                // what an impulse of minus one on a, and one on b, does to the velocities, ...
  Four turn_a, turn_b;                // ... and to the angular ones
  double mass = 0.0;                  // impulse for a change of speed by one
  std::uint32_t a = 0, b = 0;
  bool moves_a = false, moves_b = false;

  ContactRow() = default;
  ContactRow(const std::vector<SolverBody>& bodies, std::uint32_t first, std::uint32_t second, const Vector3& along,
             const Vector3& about_a, const Vector3& about_b)
      : linear(along), angular_a(about_a), angular_b(about_b), a(first), b(second) {
    const Vector3 pushed_a = bodies[a].inverse_mass.cwiseProduct(along);
    const Vector3 pushed_b = bodies[b].inverse_mass.cwiseProduct(along);
    const Vector3 turned_a = bodies[a].inverse_inertia * about_a;
    const Vector3 turned_b = bodies[b].inverse_inertia * about_b;
    const double yields = along.dot(pushed_a + pushed_b) + about_a.dot(turned_a) + about_b.dot(turned_b);
    mass = yields > 0 ? 1.0 / yields : 0.0;
    push_a = Four(-pushed_a);
    push_b = Four(pushed_b);
    turn_a = Four(-turned_a);
    turn_b = Four(turned_b);
    moves_a = is_movable(bodies[a]);
    moves_b = is_movable(bodies[b]);
  }

  template <class Number = Pack>
  GRAZE_INLINE double speed(const std::vector<RowVelocity>& at) const {
    const Number apart = linear.in<Number>() * (at[b].linear.in<Number>() - at[a].linear.in<Number>());
    const Number turning =
        angular_b.in<Number>() * at[b].angular.in<Number>() - angular_a.in<Number>() * at[a].angular.in<Number>();
    const Number each = apart + turning;
    return each[0] + each[1] + each[2];
  }
  template <class Number = Pack>
  GRAZE_INLINE void apply(std::vector<RowVelocity>& at, double impulse) const {
    if (moves_a) {
      at[a].linear.add<Number>(impulse, push_a);
      at[a].angular.add<Number>(impulse, turn_a);
    }
    if (moves_b) {
      at[b].linear.add<Number>(impulse, push_b);
      at[b].angular.add<Number>(impulse, turn_b);
    }
  }
};

// Contacts of two bodies with the same normal rub as one: at their middle, along the surface and about the normal. So
// they cannot waste friction against each other.
struct ContactPatch {
  ContactRow slide[2], turn;
  double sticking[2] = {0.0, 0.0};  // speeds of sliding that friction aims at
  Vector3 normal;
  double friction = 0.0;
  double radius = 0.0;  // mean distance of the contacts from the middle
  std::vector<std::uint32_t> contacts;
  std::uint32_t a = 0, b = 0;
};

}  // namespace graze
