// SPDX-License-Identifier: Apache-2.0
#include "motion/turning.hpp"

#include <stdexcept>

#include "motion/travel.hpp"
#include "numeric/axis_angle.hpp"
#include "numeric/elementary/elementary.hpp"
#include "numeric/elementary/sine_cosine.hpp"
#include "numeric/error_free.hpp"
#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// x 2^exponent for x >= 0: exact, unless it underflows.
Interval scaled_by_two(const Interval& x, int exponent) {
  const Interval scaled(std::ldexp(x.lo(), exponent), std::ldexp(x.hi(), exponent));
  return scaled.lo() >= rounding::kFloor ? scaled : Interval(0.0, std::max(scaled.hi(), rounding::kFloor));
}

Interval length_of(const IntervalVector3& v) { return sqrt(sqr(v[0]) + sqr(v[1]) + sqr(v[2])); }

// No entry of a unit vector leaves [-1, 1].
Interval unit_entry(const Interval& x) { return {std::clamp(x.lo(), -1.0, 1.0), std::clamp(x.hi(), -1.0, 1.0)}; }

}  // namespace

Quaternion balanced(const Quaternion& q) {
  const double largest = q.coeffs().cwiseAbs().maxCoeff();
  if (!q.coeffs().allFinite() || largest == 0.0)
    throw std::invalid_argument("motion: orientation must be finite and not zero");
  const int exponent = std::ilogb(largest);
  Quaternion result = q;
  for (double& entry : result.coeffs()) entry = std::ldexp(entry, -exponent);
  return result;
}

IntervalMatrix3 rotation_of(const Quaternion& q) {
  const Interval x(q.x()), y(q.y()), z(q.z()), w(q.w());
  return rotation_of(x, y, z, w, Interval(sqr(x) + sqr(y) + sqr(z) + sqr(w)));
}

IntervalMatrix3 cross_matrix(const IntervalVector3& k) {
  const Interval zero;
  IntervalMatrix3 m;
  m << zero, -k[2], k[1], k[2], zero, -k[0], -k[1], k[0], zero;
  return m;
}

IntervalVector3 axial_part(const IntervalMatrix3& m) {
  const Interval half(0.5);
  return {half * (m(2, 1) - m(1, 2)), half * (m(0, 2) - m(2, 0)), half * (m(1, 0) - m(0, 1))};
}

// Of an error E, the part that changes sign when transposed is a vector no longer than ||E||_F / sqrt(2), so than 2 |E|
// in the spectral norm. Products of the rotation with the rate round three times: less than 8 ulp of the rate.
AngularVelocity angular_velocity_of(const MotionInstant& at, double acceleration) {
  const Eigen::Matrix3d m = at.rotation.transpose() * at.rate;
  const double rate_size = at.rate.norm() * (1 + 16 * rounding::kUlp) + at.rate_error;
  AngularVelocity result;
  result.value = 0.5 * Vector3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
  result.error = 2 * (at.rate_error * (1 + at.rotation_error) + rate_size * (at.rotation_error + 8 * rounding::kUlp)) +
                 rounding::kFloor;
  result.acceleration = acceleration;
  return result;
}

Direction direction_of(const Vector3& v) {
  // Scaled by a power of two, so that squares neither overflow nor vanish.
  const int exponent = std::ilogb(v.cwiseAbs().maxCoeff());
  IntervalVector3 scaled;
  for (int i = 0; i < 3; ++i) scaled[i] = Interval(std::ldexp(v[i], -exponent));
  const Interval length = length_of(scaled);
  return {scaled / length, scaled_by_two(length, exponent)};
}

// Values are summed in doubles and their rests, 2^-53 of them, in intervals. A rest that underflows is below the floor
// that interval sums add.
Interval dot(const Quaternion& x, const Quaternion& y) {
  Exact sum{0.0, 0.0};
  Interval rest;
  for (int i = 0; i < 4; ++i) {
    const Exact product = two_product(x.coeffs()[i], y.coeffs()[i]);
    sum = two_sum(sum.value, product.value);
    rest += Interval(sum.rest) + Interval(product.rest);
  }
  return Interval(sum.value) + rest;
}

// The product to * conjugate(from) = |from| |to| (axis sin(angle / 2), cos(angle / 2)), entry by entry. Its sign is
// free, and decides which way round. When the turn is too small for its axis to be known, the bounds on the entries
// of a unit vector are still right; a matching error in the path is as small as the angle.
Direction turn_between(const Quaternion& from, const Quaternion& to) {
  const Quaternion& f = from;
  Interval cosine = dot(to, f);
  IntervalVector3 sine(dot(to, Quaternion(-f.x(), f.w(), -f.z(), f.y())),
                       dot(to, Quaternion(-f.y(), f.z(), f.w(), -f.x())),
                       dot(to, Quaternion(-f.z(), -f.y(), f.x(), f.w())));
  if (cosine.mid() < 0.0) {
    cosine = -cosine;
    sine = -sine;
  }
  const Interval length = length_of(sine);
  Direction turn{sine / length, Interval(2.0) * angle_of(cosine, length)};
  for (Interval& entry : turn.unit) entry = unit_entry(entry);
  return turn;
}

Turn::Turn(const Interval& rate, const Interval& time) {
  const Interval angle = rate * time;
  Interval cosine;
  sin_cos(angle, sine, cosine);
  versine = Interval(1.0) - cosine;
  sine_rate = rate * cosine;
  versine_rate = rate * sine;
  sine_acceleration = rate * versine_rate;
  versine_acceleration = rate * sine_rate;
}

Spin::Spin(const Quaternion& orientation)
    : orientation_(orientation), turns_(false), rotation_(rotation_of(orientation)) {
  spread_ = split(rotation_.start, start_);
}

Spin::Spin(const Quaternion& orientation, const IntervalVector3& axis, const Interval& rate)
    : orientation_(orientation),
      turns_(rate != Interval(0.0)),
      rate_(rate),
      rotation_(cross_matrix(axis), rotation_of(orientation)) {
  for (int i = 0; i < 3; ++i) axis_[i] = axis[i].mid();
  axis_ = unit_of(axis_);
  // Three products of entries up to one, each entry rounded three times, are off by less than 16 ulp together.
  axis_error_ = norm_bound(IntervalVector3(axis - axis_.cast<Interval>())) * (1 + 1e-9) + 16 * rounding::kUlp;
  spread_ = split(rotation_.start, start_) + split(rotation_.across, across_) + 2 * split(rotation_.inward, inward_);
  const IntervalVector3 in_body = rotation_.start.transpose() * axis;
  angular_velocity_.error = split(IntervalVector3(in_body * rate), angular_velocity_.value);
}

Spin Spin::with_velocity(const Quaternion& orientation, const Vector3& angular_velocity) {
  if (angular_velocity.isZero(0.0)) return Spin(orientation);
  const Direction spin = direction_of(angular_velocity);
  return {orientation, spin.unit, spin.length};
}

void Spin::enclose(const Turn& turn, MotionEnclosure& result) const {
  if (!turns_) {
    result.rotation = rotation_.start;
    return;
  }
  result.rotation = rotation_.value(turn);
  result.rotation_rate = rotation_.first(turn);
  result.rotation_acceleration = rotation_.second(turn);
}

// Matrices of Frobenius norm sqrt(3), sqrt(2) and sqrt(2) with factors of at most 1, 1 and 2 make up the rotation and,
// as a rate per radian, without the first of them: three roundings of each entry are less than 10 ulp together. Sine
// and cosine are within an ulp of those of the angle as rounded; another angle turns everything by the difference.
void Spin::set(double time, MotionInstant& result) const {
  if (!turns_) {
    result.rotation = start_;
    result.rotation_error = spread_;
    return;
  }
  const Interval angle = rate_ * Interval(time);
  const auto [sine, cosine] = portable::sin_cos(angle.mid());
  const double error = spread_ + angle.width() + 32 * rounding::kUlp;
  result.rotation = start_ + sine * across_ + (1 - cosine) * inward_;
  result.rotation_error = error;
  result.rate = rate_.mid() * (cosine * across_ + sine * inward_);
  result.rate_error = rate_.magnitude() * (error + 8 * rounding::kUlp) + rate_.width();
}

Eigen::Matrix3d Spin::at(double time) const {
  const Eigen::Matrix3d rotation = orientation_.normalized().toRotationMatrix();
  return turns_ ? Eigen::Matrix3d(matrix_of({axis_, rate_.mid() * time}) * rotation) : rotation;
}

}  // namespace graze
