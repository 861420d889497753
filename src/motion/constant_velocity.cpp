// SPDX-License-Identifier: Apache-2.0
#include "motion/constant_velocity.hpp"

#include <stdexcept>
#include <string>

#include "numeric/error_free.hpp"

namespace graze {
namespace {

const Vector3& finite(const Vector3& v, const char* what) {
  if (!v.allFinite()) throw std::invalid_argument(std::string("motion: ") + what + " must be finite");
  return v;
}

// The same rotation, scaled by a power of two so that the squares of its entries neither overflow nor vanish.
Quaternion balanced(const Quaternion& q) {
  const double largest = q.coeffs().cwiseAbs().maxCoeff();
  if (!q.coeffs().allFinite() || largest == 0.0)
    throw std::invalid_argument("motion: orientation must be finite and not zero");
  const int exponent = std::ilogb(largest);
  Quaternion result = q;
  for (double& entry : result.coeffs()) entry = std::ldexp(entry, -exponent);
  return result;
}

// The rotation matrix of q / |q|, whatever the length of q.
IntervalMatrix3 rotation_of(const Quaternion& q) {
  const Interval x(q.x()), y(q.y()), z(q.z()), w(q.w());
  const Interval scale = Interval(2.0) / (sqr(x) + sqr(y) + sqr(z) + sqr(w));
  const Interval one(1.0);
  IntervalMatrix3 r;
  r << one - scale * (sqr(y) + sqr(z)), scale * (x * y - z * w), scale * (x * z + y * w),  //
      scale * (x * y + z * w), one - scale * (sqr(x) + sqr(z)), scale * (y * z - x * w),   //
      scale * (x * z - y * w), scale * (y * z + x * w), one - scale * (sqr(x) + sqr(y));
  return r;
}

IntervalMatrix3 cross_matrix(const IntervalVector3& k) {
  const Interval zero;
  IntervalMatrix3 m;
  m << zero, -k[2], k[1], k[2], zero, -k[0], -k[1], k[0], zero;
  return m;
}

// x 2^exponent for x >= 0: exact, unless it underflows.
Interval scaled_by_two(const Interval& x, int exponent) {
  const Interval scaled(std::ldexp(x.lo(), exponent), std::ldexp(x.hi(), exponent));
  return scaled.lo() >= rounding::kFloor ? scaled : Interval(0.0, std::max(scaled.hi(), rounding::kFloor));
}

double norm_bound(const Vector3& v) {
  return sqrt(sqr(Interval(v[0])) + sqr(Interval(v[1])) + sqr(Interval(v[2]))).hi();
}

// p - origin + v t at one instant. The rests of the product and the sums are carried along, so large terms that
// cancel leave only the error of the last addition.
Interval moved(double position, double origin, double velocity, double time) {
  const Exact offset = two_sum(position, -origin);
  const Exact travel = two_product(velocity, time);
  const Exact sum = two_sum(offset.value, travel.value);
  return Interval(sum.value) + (Interval(sum.rest) + Interval(offset.rest) + Interval(travel.rest));
}

}  // namespace

ConstantVelocity::ConstantVelocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                                   const Vector3& angular_velocity)
    : position_(finite(position, "position")),
      velocity_(finite(velocity, "velocity")),
      angular_velocity_(finite(angular_velocity, "angular velocity")),
      orientation_(balanced(orientation)),
      moves_(!velocity.isZero(0.0)),
      spins_(!angular_velocity.isZero(0.0)),
      speed_bound_(moves_ ? norm_bound(velocity) : 0.0),
      rotation_(rotation_of(orientation_)) {
  if (!spins_) return;
  // Scaled by a power of two, so that squares neither overflow nor vanish.
  const int exponent = std::ilogb(angular_velocity.cwiseAbs().maxCoeff());
  IntervalVector3 w;
  for (int i = 0; i < 3; ++i) w[i] = Interval(std::ldexp(angular_velocity[i], -exponent));
  const Interval length = sqrt(sqr(w[0]) + sqr(w[1]) + sqr(w[2]));
  angular_speed_ = scaled_by_two(length, exponent);
  const IntervalMatrix3 axis = cross_matrix(w / length);
  axis_rotation_ = axis * rotation_;
  axis_squared_rotation_ = axis * axis_rotation_;
}

IntervalVector3 ConstantVelocity::position_at(const Interval& time, const Vector3& origin) const {
  IntervalVector3 result;
  for (int i = 0; i < 3; ++i) {
    const Interval first = moved(position_[i], origin[i], velocity_[i], time.lo());
    result[i] = time.is_point() ? first : hull(first, moved(position_[i], origin[i], velocity_[i], time.hi()));
  }
  return result;
}

MotionEnclosure ConstantVelocity::enclose(const Interval& time, const Vector3& origin) const {
  MotionEnclosure result;
  result.position = position_at(time, origin);
  result.velocity = velocity_.cast<Interval>();
  if (!spins_) {
    result.rotation = rotation_;
    return result;
  }
  const Interval angle = angular_speed_ * time;
  const Interval sine = sin(angle);
  const Interval cosine = cos(angle);
  const Interval rate_sine = angular_speed_ * sine;
  const Interval rate_cosine = angular_speed_ * cosine;
  const Interval versine = Interval(1.0) - cosine;
  result.rotation = rotation_ + axis_rotation_ * sine + axis_squared_rotation_ * versine;
  result.rotation_rate = axis_rotation_ * rate_cosine + axis_squared_rotation_ * rate_sine;
  result.rotation_acceleration =
      axis_squared_rotation_ * (angular_speed_ * rate_cosine) - axis_rotation_ * (angular_speed_ * rate_sine);
  return result;
}

Pose ConstantVelocity::pose(double time) const {
  Pose result = Pose::Identity();
  Eigen::Matrix3d rotation = orientation_.normalized().toRotationMatrix();
  if (spins_) {
    const double speed = angular_speed_.mid();
    rotation = Eigen::AngleAxisd(speed * time, angular_velocity_.normalized()) * rotation;
  }
  result.linear() = rotation;
  for (int i = 0; i < 3; ++i) result.translation()[i] = moved(position_[i], 0.0, velocity_[i], time).mid();
  return result;
}

RateBound ConstantVelocity::speed_bound(const Interval&) const { return {speed_bound_, angular_speed_.hi()}; }

// A point at distance r from the axis through the origin turns with centripetal acceleration |w|^2 r.
RateBound ConstantVelocity::acceleration_bound(const Interval&) const { return {0.0, sqr(angular_speed_).hi()}; }

std::string_view ConstantVelocity::name() const { return moves_ || spins_ ? "constant_velocity" : "still"; }

}  // namespace graze
