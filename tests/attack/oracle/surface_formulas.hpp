// SPDX-License-Identifier: Apache-2.0
// The formulas of bodies in the oracle's own words, in doubles or quads: a function that is negative inside, and
// points.
#pragma once

#include <algorithm>

#include "attack/questions/question.hpp"

namespace graze::attack {

// x to the power 2^k.
template <class T>
T to_power_of_two(T x, int k) {
  for (; k > 0; --k) x *= x;
  for (; k < 0; ++k) x = root(x);
  return x;
}

inline int binary_exponent(double x) { return static_cast<int>(std::lround(std::log2(x))); }

// (|x/a|^(2/e) + |y/b|^(2/e))^(e/n) + |z/c|^(2/n).
template <class T>
T superquadric_sum(const ShapeNumbers& s, const Vec<T>& p) {
  const int e = binary_exponent(s.sizes[3]);
  const int n = binary_exponent(s.sizes[4]);
  const T x = to_power_of_two(magnitude(p.x / T(s.sizes[0])), 1 - e);
  const T y = to_power_of_two(magnitude(p.y / T(s.sizes[1])), 1 - e);
  const T z = to_power_of_two(magnitude(p.z / T(s.sizes[2])), 1 - n);
  return to_power_of_two(x + y, e - n) + z;
}

// Of a solid known by how far out a point is across and along: outside the distance, inside the depth.
template <class T>
T corner_distance(T across, T along) {
  const T x = std::max(T(0), across);
  const T y = std::max(T(0), along);
  return x > 0 || y > 0 ? root(x * x + y * y) : std::max(across, along);
}

template <class T>
T box_distance(const ShapeNumbers& s, const Vec<T>& p) {
  Vec<T> out;
  T most = -T(1e300);
  for (int i = 0; i < 3; ++i) {
    const T d = magnitude(p[i]) - T(s.sizes[static_cast<std::size_t>(i)]) / 2;
    out[i] = std::max(T(0), d);
    most = std::max(most, d);
  }
  return most > 0 ? length(out) : most;
}

// The convex solid inside a box or a tetrahedron given as a mesh: beyond which plane a point is most.
template <class T>
T inside_planes(const ShapeNumbers& s, const Vec<T>& p) {
  Vec<T> middle;
  for (const Point& q : s.points) middle = middle + T(1) / T(s.points.size()) * Vec<T>(q);
  T most = -T(1e300);
  for (const Corners& t : s.triangles) {
    const Vec<T> a(s.points[t[0]]);
    Vec<T> normal = cross(Vec<T>(s.points[t[1]]) - a, Vec<T>(s.points[t[2]]) - a);
    normal = (dot(normal, a - middle) < 0 ? T(-1) : T(1)) / length(normal) * normal;
    most = std::max(most, dot(normal, p - a));
  }
  return most;
}

template <class T>
T metaballs_value(const ShapeNumbers& s, const Vec<T>& p) {
  T sum = s.sizes.back();
  for (std::size_t i = 0; i < s.points.size(); ++i) {
    const Vec<T> way = p - Vec<T>(s.points[i]);
    const T r = s.sizes[2 * i];
    const T left = std::max(T(0), 1 - dot(way, way) / (r * r));
    sum -= T(s.sizes[2 * i + 1]) * left * left * left;
  }
  return sum;
}

// Negative inside, positive outside, a length or about one.
template <class T>
T value_of(const ShapeNumbers& s, const Vec<T>& p) {
  const auto size = [&](std::size_t i) { return T(s.sizes[i]); };
  const T across = root(p.x * p.x + p.y * p.y);
  switch (s.form) {
    case Form::Sphere:
      return length(p) - size(0);
    case Form::Capsule: {
      const T half = size(1) / 2;
      return length(Vec<T>(p.x, p.y, p.z - std::clamp(p.z, -half, half))) - size(0);
    }
    case Form::Box:
      return box_distance(s, p);
    case Form::Cylinder:
      return corner_distance(across - size(0), magnitude(p.z) - size(1) / 2);
    case Form::Cone:
      return std::max(-(p.z + size(1) / 2), across - size(0) * (T(0.5) - p.z / size(1)));
    case Form::HalfSpace:
      return dot(Vec<T>(s.points[0]), p) / length(Vec<T>(s.points[0])) - size(0);
    case Form::Mesh:
      return inside_planes(s, p);
    case Form::Ellipsoid: {
      if (s.sizes[0] == s.sizes[1] && s.sizes[1] == s.sizes[2]) return length(p) - size(0);
      const Vec<T> q(p.x / size(0), p.y / size(1), p.z / size(2));
      return (dot(q, q) - 1) * std::min({size(0), size(1), size(2)});
    }
    case Form::Torus:
      return root((across - size(0)) * (across - size(0)) + p.z * p.z) - size(1);
    case Form::Superquadric:
      return (superquadric_sum(s, p) - 1) * std::min({size(0), size(1), size(2)});
    case Form::Metaballs:
      return metaballs_value(s, p) * size(0);
    default: {
      const T a = value_of(s.children[0], p - Vec<T>(s.places[0].position));
      const T b = value_of(s.children[1], p - Vec<T>(s.places[1].position));
      if (s.form == Form::Union) return std::min(a, b);
      return s.form == Form::Intersection ? std::max(a, b) : std::max(a, -b);
    }
  }
}

// Has it got such a function? Patches have not, nor have meshes of more than a few faces.
inline bool has_value(const ShapeNumbers& s) {
  if (s.form == Form::Mesh) return s.triangles.size() <= 12;
  return s.form != Form::Bezier && s.form != Form::Spline && s.form != Form::Revolution;
}
// Is it the distance of points outside?
inline bool is_distance(const ShapeNumbers& s) {
  if (s.form == Form::Ellipsoid) return s.sizes[0] == s.sizes[1] && s.sizes[1] == s.sizes[2];
  return s.form == Form::Sphere || s.form == Form::Capsule || s.form == Form::Box || s.form == Form::Cylinder ||
         s.form == Form::HalfSpace || s.form == Form::Torus;
}
inline bool is_solid(const ShapeNumbers& s) { return s.form != Form::Mesh && !is_curved(s); }

// A place on a body: one of its charts, and parameters in [-1, 1].
struct Spot {
  int chart = 0;
  double u = 0, v = 0;
};
int charts_of(const ShapeNumbers& s);  // none of a half-space
template <class T>
Vec<T> point_of(const ShapeNumbers& s, const Spot& spot);
extern template Vec<double> point_of(const ShapeNumbers& s, const Spot& spot);
extern template Vec<Quad> point_of(const ShapeNumbers& s, const Spot& spot);

}  // namespace graze::attack
