// SPDX-License-Identifier: Apache-2.0
#include "judges/exact_triangles.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <boost/multiprecision/cpp_int.hpp>

namespace graze::bench {

namespace {

using Rational = boost::multiprecision::cpp_rational;

template <class Scalar>
int sign_of(const Scalar& x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}

template <class Scalar>
using Triple = std::array<Scalar, 3>;

template <class Scalar>
Triple<Scalar> difference(const Point& p, const Point& q) {
  return {Scalar(p[0]) - Scalar(q[0]), Scalar(p[1]) - Scalar(q[1]), Scalar(p[2]) - Scalar(q[2])};
}

template <class Scalar>
Scalar determinant(const Triple<Scalar>& u, const Triple<Scalar>& v, const Triple<Scalar>& w) {
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}

// Bounds the roundings of determinant() and of the differences it is fed: 8 in a chain at most, on a sum of terms
// that the same sum of absolute values bounds.
Real rounding_bound(const Triple<Real>& u, const Triple<Real>& v, const Triple<Real>& w) {
  const auto term = [](Real a, Real b, Real c) { return std::abs(a) * (std::abs(b) + std::abs(c)); };
  const Real permanent = term(u[0], v[1] * w[2], v[2] * w[1]) + term(u[1], v[2] * w[0], v[0] * w[2]) +
                         term(u[2], v[0] * w[1], v[1] * w[0]);
  return 16 * std::numeric_limits<Real>::epsilon() * permanent;
}

// The coordinates of a projection along one axis.
struct Plane {
  int x, y;
};
constexpr std::array<Plane, 3> kPlanes = {{{1, 2}, {2, 0}, {0, 1}}};

int turn(const Point& a, const Point& b, const Point& c, Plane plane) {
  const Real left = (b[plane.x] - a[plane.x]) * (c[plane.y] - a[plane.y]);
  const Real right = (b[plane.y] - a[plane.y]) * (c[plane.x] - a[plane.x]);
  const Real bound = 16 * std::numeric_limits<Real>::epsilon() * (std::abs(left) + std::abs(right));
  if (std::abs(left - right) > bound) return sign_of(left - right);
  const auto at = [](const Point& p, int axis) { return Rational(p[axis]); };
  const Rational exact = (at(b, plane.x) - at(a, plane.x)) * (at(c, plane.y) - at(a, plane.y)) -
                         (at(b, plane.y) - at(a, plane.y)) * (at(c, plane.x) - at(a, plane.x));
  return sign_of(exact);
}

// c is known to be on the line a, b.
bool within_box(const Point& a, const Point& b, const Point& c, Plane plane) {
  const auto between = [&](int axis) {
    return std::min(a[axis], b[axis]) <= c[axis] && c[axis] <= std::max(a[axis], b[axis]);
  };
  return between(plane.x) && between(plane.y);
}

bool segments_meet(const Point& a, const Point& b, const Point& c, const Point& d, Plane plane) {
  const int c_side = turn(a, b, c, plane);
  const int d_side = turn(a, b, d, plane);
  const int a_side = turn(c, d, a, plane);
  const int b_side = turn(c, d, b, plane);
  if (c_side * d_side < 0 && a_side * b_side < 0) return true;
  return (c_side == 0 && within_box(a, b, c, plane)) || (d_side == 0 && within_box(a, b, d, plane)) ||
         (a_side == 0 && within_box(c, d, a, plane)) || (b_side == 0 && within_box(c, d, b, plane));
}

bool triangle_holds(const PointTriangle& t, const Point& p, Plane plane) {
  const int s0 = turn(t[0], t[1], p, plane);
  const int s1 = turn(t[1], t[2], p, plane);
  const int s2 = turn(t[2], t[0], p, plane);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

bool segment_meets_triangle(const Point& p, const Point& q, const PointTriangle& t, Plane plane) {
  const bool flat = turn(t[0], t[1], t[2], plane) == 0;
  if (!flat && triangle_holds(t, p, plane)) return true;
  for (int i = 0; i < 3; ++i) {
    if (segments_meet(p, q, t[i], t[(i + 1) % 3], plane)) return true;
  }
  return false;
}

// Sets in one plane are disjoint when the projection that keeps the plane's points apart shows it, and then only;
// the others never separate sets that meet. So all three are asked, and none has to be chosen.
template <class Test>
bool in_every_projection(Test test) {
  return std::all_of(kPlanes.begin(), kPlanes.end(), test);
}

bool segment_hits_face(const Point& p, const Point& q, const PointTriangle& face) {
  const int p_side = orientation(face[0], face[1], face[2], p);
  const int q_side = orientation(face[0], face[1], face[2], q);
  if (p_side * q_side > 0) return false;
  if (p_side == 0 && q_side == 0) {
    return in_every_projection([&](Plane plane) { return segment_meets_triangle(p, q, face, plane); });
  }
  const int s0 = orientation(p, q, face[0], face[1]);
  const int s1 = orientation(p, q, face[1], face[2]);
  const int s2 = orientation(p, q, face[2], face[0]);
  return (s0 >= 0 && s1 >= 0 && s2 >= 0) || (s0 <= 0 && s1 <= 0 && s2 <= 0);
}

bool segments_intersect(const Point& a, const Point& b, const Point& c, const Point& d) {
  return orientation(a, b, c, d) == 0 &&
         in_every_projection([&](Plane plane) { return segments_meet(a, b, c, d, plane); });
}

bool is_degenerate(const PointTriangle& t) {
  return in_every_projection([&](Plane plane) { return turn(t[0], t[1], t[2], plane) == 0; });
}

bool edges_hit_face(const PointTriangle& edges, const PointTriangle& face) {
  for (int i = 0; i < 3; ++i) {
    if (segment_hits_face(edges[i], edges[(i + 1) % 3], face)) return true;
  }
  return false;
}

// A degenerate triangle is the union of its edges.
bool edges_hit_edges(const PointTriangle& a, const PointTriangle& b) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (segments_intersect(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3])) return true;
    }
  }
  return false;
}

}  // namespace

int orientation(const Point& a, const Point& b, const Point& c, const Point& d) {
  const auto u = difference<Real>(b, a);
  const auto v = difference<Real>(c, a);
  const auto w = difference<Real>(d, a);
  const Real estimate = determinant(u, v, w);
  if (std::abs(estimate) > rounding_bound(u, v, w)) return sign_of(estimate);
  return sign_of(determinant(difference<Rational>(b, a), difference<Rational>(c, a), difference<Rational>(d, a)));
}

bool triangles_intersect(const PointTriangle& a, const PointTriangle& b) {
  const bool flat_a = is_degenerate(a);
  const bool flat_b = is_degenerate(b);
  if (flat_a && flat_b) return edges_hit_edges(a, b);
  if (!flat_b && edges_hit_face(a, b)) return true;
  return !flat_a && edges_hit_face(b, a);
}

}  // namespace graze::bench
