// SPDX-License-Identifier: Apache-2.0
// Quaternions at 200 bits, and the path of a point that a moving quaternion turns.
#pragma once

#include <array>

#include "support/exact_motion.hpp"

namespace graze::testing {

struct Quat {
  Real w{0};
  Vec<Real> v;

  Quat() = default;
  Quat(Real w_in, Vec<Real> v_in) : w(std::move(w_in)), v(std::move(v_in)) {}
  explicit Quat(const Eigen::Quaterniond& q) : w(q.w()), v(Real(q.x()), Real(q.y()), Real(q.z())) {}

  friend Quat operator+(const Quat& a, const Quat& b) { return {a.w + b.w, a.v + b.v}; }
  friend Quat operator-(const Quat& a, const Quat& b) { return {a.w - b.w, a.v - b.v}; }
  friend Quat operator*(const Real& s, const Quat& a) { return {s * a.w, s * a.v}; }
  friend Quat operator*(const Quat& a, const Quat& b) {
    return {a.w * b.w - dot(a.v, b.v), a.w * b.v + b.w * a.v + cross(a.v, b.v)};
  }
  friend Real dot(const Quat& a, const Quat& b) { return a.w * b.w + dot(a.v, b.v); }
  friend Real norm(const Quat& a) { return sqrt(dot(a, a)); }
  Quat conjugate() const { return {w, -v}; }
  Quat unit() const { return Real(1 / norm(*this)) * *this; }
};

// A quaternion of any length with its derivatives.
struct QuatPath {
  Quat value, first, second;
};

// q r q* / |q|^2 and its derivatives, by the product and quotient rules.
inline PathPoint<Real> turned_by(const QuatPath& q, const Vec<Real>& r) {
  const auto sandwich = [&r](const Quat& a, const Quat& b) { return (a * Quat(0, r) * b.conjugate()).v; };
  const Real d = dot(q.value, q.value);
  const Real d1 = 2 * dot(q.value, q.first);
  const Real d2 = 2 * (dot(q.first, q.first) + dot(q.value, q.second));
  const Vec<Real> n1 = sandwich(q.first, q.value) + sandwich(q.value, q.first);
  const Vec<Real> n2 = sandwich(q.second, q.value) + Real(2) * sandwich(q.first, q.first) + sandwich(q.value, q.second);
  const Real inverse = 1 / d;
  PathPoint<Real> x;
  x.position = inverse * sandwich(q.value, q.value);
  x.velocity = inverse * (n1 - d1 * x.position);
  x.acceleration = inverse * (n2 - Real(2 * d1) * x.velocity - d2 * x.position);
  return x;
}

// From a to b, the shorter way, as s goes from 0 to 1 at `rate` per unit of time: spherical linear interpolation.
inline QuatPath slerp(const Quat& from, const Quat& to, const Real& s, const Real& rate) {
  const Quat a = from.unit();
  const Quat b = dot(from, to) < 0 ? Real(-1) * to.unit() : to.unit();
  const Real angle = 2 * atan2(norm(b - a), norm(b + a));
  if (angle < 1e-50) return {a, {}, {}};
  const Real scale = 1 / sin(angle);
  const Real left = (1 - s) * angle;
  const Real right = s * angle;
  const Real turning = rate * angle;
  const Quat value = Real(scale * sin(left)) * a + Real(scale * sin(right)) * b;
  const Quat first = Real(-scale * turning * cos(left)) * a + Real(scale * turning * cos(right)) * b;
  return {value, first, Real(-turning * turning) * value};
}

}  // namespace graze::testing
