// SPDX-License-Identifier: Apache-2.0
// Rotations: of a quaternion of any length, and at a constant rate about a fixed axis.
#pragma once

#include <graze/motion.hpp>

namespace graze {

// The same rotation, scaled by a power of two so that the squares of its entries neither overflow nor vanish. Throws
// std::invalid_argument if it is zero or not finite.
Quaternion balanced(const Quaternion& q);

// The rotation matrix of q / |q|, whatever the length of q = (x, y, z, w).
template <class Scalar>
Eigen::Matrix<Scalar, 3, 3> rotation_of(const Scalar& x, const Scalar& y, const Scalar& z, const Scalar& w,
                                        const Scalar& squared_length) {
  const Scalar scale = Scalar(2.0) / squared_length;
  const Scalar one(1.0);
  Eigen::Matrix<Scalar, 3, 3> r;
  r << one - scale * (y * y + z * z), scale * (x * y - z * w), scale * (x * z + y * w),  //
      scale * (x * y + z * w), one - scale * (x * x + z * z), scale * (y * z - x * w),   //
      scale * (x * z - y * w), scale * (y * z + x * w), one - scale * (x * x + y * y);
  return r;
}
IntervalMatrix3 rotation_of(const Quaternion& q);

// A unit vector and a length, each enclosed.
struct Direction {
  IntervalVector3 unit;
  Interval length;
};
// Of a vector that is not zero.
Direction direction_of(const Vector3& v);
// The rotation that takes one balanced orientation to another, as its axis and angle: the shorter of the two ways, in
// [0, pi] (or a rounding error beyond, where both are as long). Without a turn the axis is any.
Direction turn_between(const Quaternion& from, const Quaternion& to);

// x . y of quaternions, as of vectors with four entries. What cancels leaves an error of 1e-31 |x| |y|, not 1e-16.
Interval dot(const Quaternion& x, const Quaternion& y);

// Sine and 1 - cosine of the angles rate * time, and what differentiating once and twice makes of them.
struct Turn {
  Interval sine, versine;
  Interval sine_rate, versine_rate;
  Interval sine_acceleration, versine_acceleration;

  Turn() = default;
  Turn(const Interval& rate, const Interval& time);
};

// Columns that turn about an axis, with K the cross-product matrix of its unit vector:
// X(t) = X0 + sin(angle) K X0 + (1 - cos(angle)) K^2 X0.
template <int Columns>
struct Turned {
  using Block = Eigen::Matrix<Interval, 3, Columns>;
  Block start, across, inward;

  explicit Turned(const Block& at_start) : start(at_start) {}
  Turned(const IntervalMatrix3& axis, const Block& at_start)
      : start(at_start), across(axis * start), inward(axis * across) {}

  Block value(const Turn& turn) const { return start + across * turn.sine + inward * turn.versine; }
  Block change(const Turn& turn) const { return across * turn.sine + inward * turn.versine; }
  Block first(const Turn& turn) const { return across * turn.sine_rate + inward * turn.versine_rate; }
  Block second(const Turn& turn) const { return inward * turn.versine_acceleration - across * turn.sine_acceleration; }
};

IntervalMatrix3 cross_matrix(const IntervalVector3& k);
// The vector k of a matrix [k] + S with S symmetric.
IntervalVector3 axial_part(const IntervalMatrix3& m);
// From the rotation and its rate at the start of a time interval, given a bound on the derivative over the interval.
AngularVelocity angular_velocity_of(const MotionInstant& at, double acceleration);

// The rotation of a body that turns at a constant rate.
class Spin {
 public:
  // At rest at a balanced orientation.
  explicit Spin(const Quaternion& orientation);
  // From that orientation on, at `rate` radians per unit of time about a unit axis in the world frame.
  Spin(const Quaternion& orientation, const IntervalVector3& axis, const Interval& rate);
  // The same with both in one vector; at rest if that is zero.
  static Spin with_velocity(const Quaternion& orientation, const Vector3& angular_velocity);

  bool turns() const { return turns_; }
  const Interval& rate() const { return rate_; }
  // Speed and acceleration of a point per distance from the body origin. A point at distance r from the axis has the
  // centripetal acceleration rate^2 r.
  double speed_per_radius() const { return rate_.magnitude(); }
  double acceleration_per_radius() const { return turns_ ? sqr(rate_).hi() : 0.0; }

  // The part of it along a unit direction n: the acceleration is rate^2 k x (k x r) for the axis k, so along n it is
  // rate^2 (n x k) . (k x r), at most rate^2 |n x k| |r|. For any vector a, |n x k| <= |n x a| + |k - a|, and it is at
  // most one. The axis of a tiny turn may be all but unknown: then |k - a| is large. The factors cover the roundings of
  // a length, and directions that are longer than one by as much.
  double acceleration_per_radius_along(const Vector3& n) const {
    if (!turns_) return 0.0;
    const double across = n.cross(axis_).norm() * (1 + 1e-9) + axis_error_;
    return (Interval(acceleration_per_radius()) * Interval(std::min(across, 1 + 1e-9))).hi();
  }

  Turn turn(const Interval& time) const { return turns_ ? Turn(rate_, time) : Turn(); }
  void enclose(const Turn& turn, MotionEnclosure& result) const;
  // Constant: in body coordinates the axis does not move either.
  const AngularVelocity& angular_velocity() const { return angular_velocity_; }
  // Rotation, rate and their errors.
  void set(double time, MotionInstant& result) const;
  // Nearest doubles.
  Eigen::Matrix3d at(double time) const;

 private:
  Quaternion orientation_;
  bool turns_;
  Vector3 axis_ = Vector3::UnitX();
  double axis_error_ = 0.0;  // how far the axis may be from that, and the roundings of a product with it
  Interval rate_;
  AngularVelocity angular_velocity_;
  Turned<3> rotation_;
  // The middles of the entries of that, and how far any member is from them: Frobenius norms, that of `inward` twice.
  Eigen::Matrix3d start_, across_ = Eigen::Matrix3d::Zero(), inward_ = Eigen::Matrix3d::Zero();
  double spread_ = 0.0;
};

}  // namespace graze
