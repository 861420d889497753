// SPDX-License-Identifier: Apache-2.0
#include "world/rigid_body.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <Eigen/Eigenvalues>

#include <graze/limits.hpp>

#include "numeric/axis_angle.hpp"
#include "numeric/range_checks.hpp"
#include "numeric/require.hpp"
#include "shape/shape_data.hpp"
#include "world/tuning.hpp"

namespace graze {
namespace {

using Matrix3 = Eigen::Matrix3d;

bool has_curved(const ShapeData& data) {
  return data.curved ||
         std::any_of(data.parts.begin(), data.parts.end(), [](const Shape& part) { return has_curved(part.data()); });
}

// Products of three moments of inertia, each a mass times a length squared, neither overflow nor vanish.
bool is_mass(double mass) { return mass >= 1e-50 && mass <= 1e50; }

void check_size(const Shape& shape) {
  const double radius = shape.radius();
  if (!std::isfinite(radius) || radius < limits::kSmallestSize) return;  // half-spaces and points
  if (!(radius >= 1e-15 && radius <= 1e15))
    refuse_number("the shape's radius about its origin", "from 1e-15 to 1e15", radius);
}

void check(const WorldBody& body) {
  require_at_most(body.placement.position, kLargestInWorld, "the position");
  require(body.placement.orientation.coeffs().allFinite() && !body.placement.orientation.coeffs().isZero(0.0),
          "the orientation must be finite and not zero");
  check_size(body.shape);
  require(!has_curved(body.shape.data()), "curved surfaces are not simulated: give a mesh of it");
  require_at_most(body.velocity, kLargestInWorld, "the velocity");
  require_at_most(body.angular_velocity, kLargestInWorld, "the angular velocity");
  require(body.force.allFinite() && body.torque.allFinite(), "force and torque must be finite");
  require(is_mass(body.density), "the density must be positive, from 1e-50 to 1e50");
  for (const Placement& place : body.path) require_at_most(place.position, kLargestInWorld, "a position of the path");
  require(body.restitution >= 0 && body.restitution <= 1, "restitution must be from 0 to 1");
  require(body.friction >= 0 && std::isfinite(body.friction), "friction must not be negative");
  require(body.linear_damping >= 0 && body.angular_damping >= 0, "damping must not be negative");
}

Shape recentered_shape(const Shape& shape, const Vector3& centroid) {
  if (centroid.isZero(0.0)) return shape;
  const bool hull = shape.kind() == ShapeKind::ConvexHull && shape.has_surface();
  if (shape.kind() != ShapeKind::Mesh && !hull) return Shape::compound({{shape, -centroid, Quaternion::Identity()}});
  TriangleMesh mesh = shape.triangle_mesh();
  for (Eigen::Vector3d& vertex : mesh.vertices) vertex -= centroid;
  return hull ? Shape::convex_hull(mesh.vertices) : Shape::mesh(std::move(mesh));
}

// Straight wires and points have no inertia about some axes. Nor does it matter there, because none of their points is
// moved by turning about these: they get a little.
MassProperties mass_of(const WorldBody& body) {
  MassProperties properties = mass_properties(body.shape, body.density);
  const Eigen::SelfAdjointEigenSolver<Matrix3> principal(properties.inertia);
  const double largest = principal.eigenvalues().maxCoeff();
  if (!(principal.eigenvalues().minCoeff() <= tuning::kNoInertia * largest)) return properties;
  const double least = largest > 0 ? tuning::kLittleInertia * largest : properties.mass;
  const Matrix3& axes = principal.eigenvectors();
  properties.inertia = axes * principal.eigenvalues().cwiseMax(least).asDiagonal() * axes.transpose();
  return properties;
}

Quaternion turned(const Quaternion& from, const Vector3& angular_velocity, double t) {
  const double rate = angular_velocity.norm();
  if (rate == 0.0 || t == 0.0) return from;
  return (quaternion_of({angular_velocity / rate, rate * t}) * from).normalized();
}

}  // namespace

RigidBody::RigidBody(const WorldBody& body, SharedShapes& shapes)
    : scene(std::make_shared<const WorldBody>(body)), shape(body.shape) {
  check(body);
  const Quaternion orientation = body.placement.orientation.normalized();
  if (is_dynamic()) {
    const MassProperties properties = body.mass ? *body.mass : mass_of(body);
    require(is_mass(properties.mass), "the mass must be positive, from 1e-50 to 1e50");
    require(properties.inertia.allFinite() && properties.inertia.determinant() > 0, "the inertia must be positive");
    mass = properties.mass;
    inertia = properties.inertia;
    centroid = properties.centroid;
    const auto key = std::pair(&body.shape.data(), std::array{centroid.x(), centroid.y(), centroid.z()});
    const auto known = shapes.recentered.find(key);
    shape = known != shapes.recentered.end()
                ? known->second
                : shapes.recentered.emplace(key, recentered_shape(body.shape, centroid)).first->second;
    for (std::size_t k = 0; k < 3; ++k) inverse_mass[static_cast<int>(k)] = body.fixed[k] ? 0.0 : 1.0 / mass;
  }
  bound = bound_of(shape);
  if (const auto [at, added] = shapes.points.try_emplace(&shape.data()); added) at->second = SupportPoints::of(shape);
  points = shapes.points.at(&shape.data());
  require(bound.bounded || !is_dynamic(), "a half-space cannot be dynamic");
  state = {body.placement.position + orientation * centroid, orientation, body.velocity, body.angular_velocity};
  if (body.kind == BodyKind::Static) state.velocity = state.angular_velocity = Vector3::Zero();
  for (std::size_t k = 0; k < 3 && is_dynamic(); ++k) {
    if (body.fixed[k]) state.velocity[static_cast<int>(k)] = 0.0;
    if (body.fixed[k + 3]) state.angular_velocity[static_cast<int>(k)] = 0.0;
  }
}

Pose pose_of(const BodyState& state) {
  Pose result = Pose::Identity();
  result.linear() = state.orientation.toRotationMatrix();
  result.translation() = state.position;
  return result;
}

Matrix3 RigidBody::inertia_at(const Quaternion& orientation) const {
  const Matrix3 rotation = orientation.toRotationMatrix();
  return rotation * inertia * rotation.transpose();
}

// Fixed axes are left out of the matrix, and stay at zero in its inverse.
Matrix3 RigidBody::inverse_inertia_at(const Quaternion& orientation) const {
  if (!is_dynamic()) return Matrix3::Zero();
  Matrix3 reduced = inertia_at(orientation);
  Matrix3 free = Matrix3::Identity();
  for (int k = 0; k < 3; ++k) {
    if (!scene->fixed[static_cast<std::size_t>(k) + 3]) continue;
    reduced.row(k).setZero();
    reduced.col(k).setZero();
    reduced(k, k) = 1.0;
    free(k, k) = 0.0;
  }
  return free * reduced.inverse() * free;
}

// The midpoint rule will do if the energy of the last orientation is that of the first. For fast spins it would need
// thousands of steps: these take the classical rule of fourth order.
Vector3 RigidBody::mean_angular_velocity(const Vector3& angular_momentum, double h) const {
  Vector3 start = inverse_inertia_at(state.orientation) * angular_momentum;
  const double wander = (inverse_inertia_at(state.orientation) * start.cross(angular_momentum)).norm();
  if (!(wander > 0)) return start;
  const double energy = start.dot(angular_momentum);
  const auto is_right = [&](const Quaternion& orientation) {
    const Vector3 end = inverse_inertia_at(orientation) * angular_momentum;
    return std::abs(end.dot(angular_momentum) - energy) <= tuning::kFreeRotationAccuracy * energy;
  };
  double steps =
      std::clamp(std::ceil(wander * h / (tuning::kMostAxisWander * start.norm())), 1.0, tuning::kMostMidpointSteps);
  FreeRotation path = follow(angular_momentum, h, steps, &RigidBody::midpoint_velocity);
  if (steps == 1.0 && is_right(path.end)) return path.mean;
  if (!is_right(path.end)) {
    steps = std::clamp(std::ceil(start.norm() * h / tuning::kMostFourthOrderTurn), 1.0, tuning::kMostFourthOrderSteps);
    path = follow(angular_momentum, h, steps, &RigidBody::fourth_order_velocity);
    for (; steps < tuning::kMostFourthOrderSteps && !is_right(path.end); steps *= tuning::kMoreFourthOrderSteps)
      path = follow(angular_momentum, h, tuning::kMoreFourthOrderSteps * steps, &RigidBody::fourth_order_velocity);
  }
  // One turn from the first orientation to the last, of the whole turns in between.
  const AxisAngle whole = axis_angle_of(path.end * state.orientation.conjugate());
  const double turns = std::round((h * path.mean.dot(whole.axis) - whole.angle) / (2 * std::numbers::pi));
  return (whole.angle + 2 * std::numbers::pi * turns) / h * whole.axis;
}

RigidBody::FreeRotation RigidBody::follow(const Vector3& angular_momentum, double h, double steps, Rule rule) const {
  FreeRotation path{state.orientation, Vector3::Zero()};
  for (int k = 0; k < static_cast<int>(steps); ++k) {
    const Vector3 velocity = (this->*rule)(path.end, angular_momentum, h / steps);
    path.end = turned(path.end, velocity, h / steps);
    path.mean += velocity / steps;
  }
  return path;
}

// Of the rotation vector x since the start, whose rate is w + x cross w / 2 + x cross (x cross w) / 12 up to terms that
// do not matter to fourth order: the classical Runge-Kutta rule.
Vector3 RigidBody::fourth_order_velocity(const Quaternion& from, const Vector3& angular_momentum, double h) const {
  const auto rate = [&](const Vector3& x) -> Vector3 {
    const Vector3 w = inverse_inertia_at(turned(from, x, 1.0)) * angular_momentum;
    const Vector3 across = x.cross(w);
    return w - 0.5 * across + x.cross(across) / 12;
  };
  const Vector3 k1 = rate(Vector3::Zero());
  const Vector3 k2 = rate(0.5 * h * k1);
  const Vector3 k3 = rate(0.5 * h * k2);
  const Vector3 k4 = rate(h * k3);
  return (k1 + 2 * k2 + 2 * k3 + k4) / 6;
}

// That which the body has, by its angular momentum, halfway through.
Vector3 RigidBody::midpoint_velocity(const Quaternion& from, const Vector3& angular_momentum, double h) const {
  Vector3 velocity = inverse_inertia_at(from) * angular_momentum;
  for (int i = 0; i < tuning::kMostMidpointIterations; ++i) {
    const Vector3 last = velocity;
    velocity = inverse_inertia_at(turned(from, velocity, 0.5 * h)) * angular_momentum;
    if ((velocity - last).squaredNorm() <=
        tuning::kMidpointAccuracy * tuning::kMidpointAccuracy * velocity.squaredNorm())
      break;
  }
  return velocity;
}

double RigidBody::spin_energy(const Vector3& angular_velocity) const {
  return 0.5 * angular_velocity.dot(inertia_at(state.orientation) * angular_velocity);
}

void RigidBody::limit_spin(double most_energy) {
  const double energy = spin_energy();
  if (energy > most_energy) state.angular_velocity *= std::sqrt(most_energy / energy);
}

BodyState moved(const BodyState& from, const Vector3& velocity, const Vector3& angular_velocity, double t) {
  BodyState to = from;
  to.position += t * velocity;
  to.orientation = turned(from.orientation, angular_velocity, t);
  return to;
}

}  // namespace graze
