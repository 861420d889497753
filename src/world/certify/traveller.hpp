// SPDX-License-Identifier: Apache-2.0
// A body during a substep, which starts at 0, with constant velocities.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include <graze/scene.hpp>

#include "world/rigid_body.hpp"

namespace graze {

struct Traveller {
  const RigidBody* body;
  BodyState state;           // at the start; the velocities are those of the motion
  Eigen::Matrix3d rotation;  // of its orientation
  bool moves;

  Traveller(const RigidBody& rigid, const BodyState& start, bool is_moving)
      : body(&rigid), state(start), rotation(start.orientation.toRotationMatrix()), moves(is_moving) {
    if (!moves) state.velocity = state.angular_velocity = Vector3::Zero();
  }

  // As solvers take it.
  Body moving() const { return {body->shape, prepared_ ? *prepared_ : motion()}; }
  // For all that ask later, also of copies: making a motion takes its time. The state must not change from here on.
  void prepare() {
    if (!prepared_) prepared_ = motion();
  }

 private:
  Motion motion() const {
    return Motion::constant_velocity(state.position, state.orientation, state.velocity, state.angular_velocity);
  }

  std::optional<Motion> prepared_;
};

// A step, or a substep, ends in nearest doubles, a few roundings from where the motion does: less than this.
double rounding_of(const Traveller& traveller, double length);

// Contains all that a body with a bound sweeps, and `margin` more on every side. Rounding included.
SweptBox swept_box(const Traveller& traveller, double length, double margin);

// Pairs of positions that may come closer than the margin during the window, in order: a box around everything each
// body sweeps. Pairs that are not allowed, and of two that do not move, are left out.
using Allowed = std::function<bool(std::size_t, std::size_t)>;
std::vector<BodyIds> close_pairs(std::span<const Traveller> travellers, double length, double margin,
                                 const Allowed& allowed);
// The same with room of its own on every side of each.
std::vector<BodyIds> close_pairs(std::span<const Traveller> travellers, double length, std::span<const double> room,
                                 const Allowed& allowed);

}  // namespace graze
