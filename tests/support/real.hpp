// SPDX-License-Identifier: Apache-2.0
// Real: 200-bit numbers, with the few vector and rotation formulas the oracles need. Written for any scalar, so that
// an oracle can look from afar in doubles. Nothing here uses the library's formulas.
#pragma once

#include <boost/multiprecision/mpfr.hpp>

#include <array>
#include <cmath>
#include <string>

#include <Eigen/Geometry>

namespace graze::testing {

// 61 decimal digits: just above 200 bits.
using Real =
    boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<61, boost::multiprecision::allocate_stack>,
                                  boost::multiprecision::et_off>;

inline double to_double(double x) { return x; }
inline double to_double(const Real& x) { return x.convert_to<double>(); }

inline std::string to_text(const Real& x) {
  char text[64];
  mpfr_snprintf(text, sizeof text, "%.40Rg", x.backend().data());
  return text;
}

template <class T>
struct Vec {
  T x{0}, y{0}, z{0};

  Vec() = default;
  Vec(T x_in, T y_in, T z_in) : x(std::move(x_in)), y(std::move(y_in)), z(std::move(z_in)) {}
  explicit Vec(const Eigen::Vector3d& v) : x(v.x()), y(v.y()), z(v.z()) {}

  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

  friend Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec operator-(const Vec& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec operator*(const T& s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend T dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend T norm(const Vec& a) {
    using std::sqrt;
    return sqrt(dot(a, a));
  }
};

inline Eigen::Vector3d to_double(const Vec<Real>& v) { return {to_double(v.x), to_double(v.y), to_double(v.z)}; }

// Rodrigues: v turned by the rotation vector `turn` (its length is the angle).
template <class T>
Vec<T> turned(const Vec<T>& v, const Vec<T>& turn) {
  using std::cos;
  using std::sin;
  const T angle = norm(turn);
  if (angle == 0) return v;
  const Vec<T> k = T(T(1) / angle) * turn;
  const T s = sin(angle);
  const T c = cos(angle);
  return c * v + s * cross(k, v) + T((1 - c) * dot(k, v)) * k;
}

// v turned by a quaternion of any length: q v q* / |q|^2.
template <class T>
Vec<T> turned(const Vec<T>& v, const Eigen::Quaterniond& q) {
  const T w = q.w();
  const Vec<T> u(T(q.x()), T(q.y()), T(q.z()));
  const T length2 = w * w + dot(u, u);
  return T(T(1) / length2) * (T(w * w - dot(u, u)) * v + T(2 * dot(u, v)) * u + T(2 * w) * cross(u, v));
}

}  // namespace graze::testing
