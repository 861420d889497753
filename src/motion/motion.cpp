// SPDX-License-Identifier: Apache-2.0
#include <graze/motion.hpp>

#include <stdexcept>
#include <string>

#include "motion/constant_velocity.hpp"
#include "motion/travel.hpp"
#include "motion/turning.hpp"
#include "numeric/interval_vector.hpp"

namespace graze {

PathEnclosure path_of(const MotionEnclosure& motion, const Vector3& point) {
  const IntervalVector3 p = point.cast<Interval>();
  return {motion.position + motion.rotation * p, motion.velocity + motion.rotation_rate * p,
          motion.acceleration + motion.rotation_acceleration * p};
}

MotionInstant MotionModel::instant(double time, const Vector3& origin) const {
  const MotionEnclosure at = enclose(Interval(time), origin);
  MotionInstant result;
  result.position_error = split(at.position, result.position);
  result.velocity_error = split(at.velocity, result.velocity);
  result.rotation_error = split(at.rotation, result.rotation);
  result.rate_error = split(at.rotation_rate, result.rate);
  return result;
}

RateBound MotionModel::speed_bound(const Interval& time) const {
  const MotionEnclosure over = enclose(time, Vector3::Zero());
  return {norm_bound(over.velocity), norm_bound(over.rotation_rate)};
}

RateBound MotionModel::acceleration_bound(const Interval& time) const {
  const MotionEnclosure over = enclose(time, Vector3::Zero());
  return {norm_bound(over.acceleration), norm_bound(over.rotation_acceleration)};
}

// R'' = R ([w'] + [w]^2), and [w]^2 is symmetric. A vector is no longer than the matrix of its cross products, over
// sqrt(2), in the Frobenius norm.
AngularVelocity MotionModel::angular_velocity(const Interval& time) const {
  const MotionEnclosure over = enclose(time, Vector3::Zero());
  const IntervalMatrix3 turned = over.rotation.transpose() * over.rotation_acceleration;
  const double acceleration = norm_bound(axial_part(turned));
  return angular_velocity_of(instant(time.lo(), Vector3::Zero()),
                             std::min(acceleration, norm_bound(over.rotation_acceleration)));
}

CalmPoint MotionModel::calm_point(const Interval& time) const {
  return {Vector3::Zero(), acceleration_bound(time).at(0.0)};
}

double MotionModel::reach_bound(const Interval& time) const {
  return norm_bound(enclose(time, Vector3::Zero()).position);
}

std::span<const MotionPiece> MotionModel::pieces() const { return {}; }

RateBound MotionModel::acceleration_along(const Vector3& /*direction*/, const Interval& /*time*/,
                                          const RateBound& all) const {
  return all;
}

Motion::Motion() : Motion(still(Vector3::Zero())) {}

Motion::Motion(std::shared_ptr<const MotionModel> model) : model_(std::move(model)) {
  if (!model_) throw std::invalid_argument("motion: a model is needed");
}

void Motion::refuse_deforming() {
  throw std::invalid_argument("motion: a deforming mesh (vertex_linear) has no pose and no bounds on its rates");
}

Motion Motion::still(const Vector3& position, const Quaternion& orientation) {
  return Motion(std::make_shared<const ConstantVelocity>(position, orientation, Vector3::Zero(), Vector3::Zero()));
}

Motion Motion::constant_velocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                                 const Vector3& angular_velocity) {
  return Motion(std::make_shared<const ConstantVelocity>(position, orientation, velocity, angular_velocity));
}

Motion Motion::vertex_linear(std::vector<Vector3> end) {
  for (std::size_t i = 0; i < end.size(); ++i)
    if (!(end[i].cwiseAbs().maxCoeff() <= limits::kLargestLength) || !end[i].allFinite())
      throw std::invalid_argument("motion: end position of vertex " + std::to_string(i) +
                                  " must be finite and at most 1e40 in size");
  Motion motion;
  motion.model_ = nullptr;
  motion.end_vertices_ = std::make_shared<const std::vector<Vector3>>(std::move(end));
  return motion;
}

std::span<const MotionPiece> Motion::pieces() const {
  return model_ ? model_->pieces() : std::span<const MotionPiece>();
}

std::span<const Vector3> Motion::end_vertices() const {
  return end_vertices_ ? std::span<const Vector3>(*end_vertices_) : std::span<const Vector3>();
}

}  // namespace graze
