// SPDX-License-Identifier: Apache-2.0
// A body of the world: its mass, its state, and how it moves by itself.
#pragma once

#include <limits>
#include <map>

#include <graze/world.hpp>

#include "broadphase/swept_box.hpp"
#include "world/support_points.hpp"

namespace graze {

// Positions, velocities, gravity and steps of a world.
inline constexpr double kLargestInWorld = 1e20;

// What bodies of the same shape share: the shape moved to its center of mass, and its points.
struct SharedShapes {
  std::map<std::pair<const ShapeData*, std::array<double, 3>>, Shape> recentered;
  std::map<const ShapeData*, std::shared_ptr<const SupportPoints>> points;
};

Pose pose_of(const BodyState& state);

struct RigidBody {
  std::shared_ptr<const WorldBody> scene;       // copies of a body share what does not change
  Shape shape;                                  // the center of mass at its origin
  ShapeBound bound;                             // of it
  std::shared_ptr<const SupportPoints> points;  // of it, or null
  Vector3 centroid = Vector3::Zero();           // in the scene's shape
  Vector3 inverse_mass = Vector3::Zero();
  double mass = 0.0;  // of dynamic bodies, whatever is fixed
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  BodyState state;
  double rest_time = 0.0;  // infinite: asleep

  // Throws std::invalid_argument.
  RigidBody(const WorldBody& body, SharedShapes& shapes);

  bool is_dynamic() const { return scene->kind == BodyKind::Dynamic; }
  bool is_still() const { return scene->kind == BodyKind::Static || is_asleep(); }
  bool is_asleep() const { return rest_time == std::numeric_limits<double>::infinity(); }
  Pose pose() const { return pose_of(state); }
  // World axes; what is fixed does not respond.
  Eigen::Matrix3d inertia_at(const Quaternion& orientation) const;
  Eigen::Matrix3d inverse_inertia_at(const Quaternion& orientation) const;

  // The constant angular velocity that takes the body where free rotation does in the next h: by short steps of the
  // implicit midpoint rule, which keep momentum exactly and energy on average.
  Vector3 mean_angular_velocity(const Vector3& angular_momentum, double h) const;

  double spin_energy() const { return spin_energy(state.angular_velocity); }
  double spin_energy(const Vector3& angular_velocity) const;
  double kinetic_energy() const { return 0.5 * mass * state.velocity.squaredNorm() + spin_energy(); }
  // Makes it spin slower, if it has more of that.
  void limit_spin(double most_energy);
  // And that of its place.
  double energy(const Vector3& gravity) const { return kinetic_energy() - mass * gravity.dot(state.position); }

 private:
  // Where free rotation ends, and the mean of the angular velocities of its short steps.
  struct FreeRotation {
    Quaternion end;
    Vector3 mean;
  };
  using Rule = Vector3 (RigidBody::*)(const Quaternion& from, const Vector3& angular_momentum, double h) const;
  FreeRotation follow(const Vector3& angular_momentum, double h, double steps, Rule rule) const;
  // The constant angular velocity of a short step.
  Vector3 midpoint_velocity(const Quaternion& from, const Vector3& angular_momentum, double h) const;
  Vector3 fourth_order_velocity(const Quaternion& from, const Vector3& angular_momentum, double h) const;
};

// Where the motion takes a body in a time t. Nearest doubles: off by a few roundings.
BodyState moved(const BodyState& from, const Vector3& velocity, const Vector3& angular_velocity, double t);

}  // namespace graze
