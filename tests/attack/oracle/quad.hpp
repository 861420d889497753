// SPDX-License-Identifier: Apache-2.0
// Vectors and turns of doubles or of numbers of 113 bits. Nothing here comes from the library.
#pragma once

#include <array>
#include <cstdint>

#include "support/quad.hpp"

namespace graze::attack {

using testing::Quad;
using testing::root;

inline constexpr double kQuadUlp = 0x1p-112;

template <class T>
T magnitude(T x) {
  return x < 0 ? -x : x;
}

struct SineCosine {
  Quad sine, cosine;
};
// Angles up to 1e15, to some 1e-33 of one or of the angle.
SineCosine sine_and_cosine(Quad angle);
// The angle of (cosine, sine), which need not be of length one.
Quad angle_of(Quad sine, Quad cosine);

template <class T>
struct Vec {
  T x{}, y{}, z{};

  Vec() = default;
  Vec(T x_in, T y_in, T z_in) : x(x_in), y(y_in), z(z_in) {}
  template <class U>
  explicit Vec(const Vec<U>& v) : x(static_cast<T>(v.x)), y(static_cast<T>(v.y)), z(static_cast<T>(v.z)) {}

  T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  friend Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec operator-(const Vec& a, const Vec& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec operator-(const Vec& a) { return {-a.x, -a.y, -a.z}; }
  friend Vec operator*(T s, const Vec& a) { return {s * a.x, s * a.y, s * a.z}; }
  friend T dot(const Vec& a, const Vec& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
  friend Vec cross(const Vec& a, const Vec& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend T length(const Vec& a) { return root(dot(a, a)); }
};

using Point = Vec<double>;

template <class T>
struct Rotation {
  std::array<Vec<T>, 3> rows{Vec<T>(1, 0, 0), Vec<T>(0, 1, 0), Vec<T>(0, 0, 1)};

  Rotation() = default;
  explicit Rotation(const std::array<Vec<T>, 3>& rows_in) : rows(rows_in) {}
  template <class U>
  explicit Rotation(const Rotation<U>& r) : rows{Vec<T>(r.rows[0]), Vec<T>(r.rows[1]), Vec<T>(r.rows[2])} {}

  Vec<T> operator*(const Vec<T>& v) const { return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)}; }
  Rotation transposed() const {
    Rotation result;
    for (int i = 0; i < 3; ++i) result.rows[static_cast<std::size_t>(i)] = {rows[0][i], rows[1][i], rows[2][i]};
    return result;
  }
  Rotation operator*(const Rotation& other) const {
    const Rotation columns = other.transposed();
    Rotation result;
    for (std::size_t i = 0; i < 3; ++i)
      result.rows[i] = {dot(rows[i], columns.rows[0]), dot(rows[i], columns.rows[1]), dot(rows[i], columns.rows[2])};
    return result;
  }
};

// x -> rotation x + position.
template <class T>
struct Frame {
  Rotation<T> rotation;
  Vec<T> position;

  Vec<T> operator*(const Vec<T>& v) const { return rotation * v + position; }
  Frame operator*(const Frame& other) const { return {rotation * other.rotation, *this * other.position}; }
  Frame inverse() const {
    const Rotation<T> back = rotation.transposed();
    return {back, -(back * position)};
  }
};

// A quaternion, w last; any length but zero.
struct Turn {
  double x = 0, y = 0, z = 0, w = 1;
};
struct QuadTurn {
  Quad x = 0, y = 0, z = 0, w = 1;
};
QuadTurn unit(const Turn& turn);
Quad dot(const QuadTurn& a, const QuadTurn& b);
// The turn b after undoing a.
QuadTurn between(const QuadTurn& a, const QuadTurn& b);
// Of a quaternion of any length but zero.
Rotation<Quad> rotation_of(const QuadTurn& turn);
inline Rotation<Quad> rotation_of(const Turn& turn) { return rotation_of(unit(turn)); }
// By an angle about a unit axis.
Rotation<Quad> rotation_about(const Vec<Quad>& axis, Quad angle);

}  // namespace graze::attack
