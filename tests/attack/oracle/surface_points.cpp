// SPDX-License-Identifier: Apache-2.0
#include "attack/oracle/surface_formulas.hpp"

namespace graze::attack {
namespace {

// A place on the cube [-1, 1]^3.
template <class T>
Vec<T> on_cube(const Spot& spot) {
  Vec<T> p;
  const int axis = spot.chart / 2;
  p[axis] = spot.chart % 2 == 0 ? 1 : -1;
  p[(axis + 1) % 3] = spot.u;
  p[(axis + 2) % 3] = spot.v;
  return p;
}

template <class T>
struct OnCircle {
  T x, y;
};
// Half the unit circle, the right one or the left one.
template <class T>
OnCircle<T> on_circle(double s, bool left) {
  const T t = s;
  const T below = 1 + t * t;
  return {(left ? -1 : 1) * (1 - t * t) / below, 2 * t / below};
}

// Weights of control points at t in [0, 1]: cubic, clamped, with `count` of them (four or five).
template <class T>
std::array<T, 5> spline_weights(std::size_t count, T t) {
  const std::array<double, 9> four{0, 0, 0, 0, 1, 1, 1, 1, 1};
  const std::array<double, 9> five{0, 0, 0, 0, 0.5, 1, 1, 1, 1};
  const std::array<double, 9>& knots = count == 4 ? four : five;
  std::array<T, 8> basis{};
  const bool second = count == 5 && t > T(0.5);
  basis[second ? 4 : 3] = 1;
  for (std::size_t degree = 1; degree <= 3; ++degree)
    for (std::size_t i = 0; i + degree + 1 < knots.size() && i + 1 < basis.size(); ++i) {
      const double rise = knots[i + degree] - knots[i];
      const double fall = knots[i + degree + 1] - knots[i + 1];
      T sum = 0;
      if (rise > 0) sum += (t - T(knots[i])) / T(rise) * basis[i];
      if (fall > 0) sum += (T(knots[i + degree + 1]) - t) / T(fall) * basis[i + 1];
      basis[i] = sum;
    }
  return {basis[0], basis[1], basis[2], basis[3], count == 5 ? basis[4] : T(0)};
}

// Bernstein's, of degree count - 1.
template <class T>
std::array<T, 5> bezier_weights(std::size_t count, T t) {
  std::array<T, 5> weights{1};
  for (std::size_t n = 1; n < count; ++n)
    for (std::size_t i = n + 1; i-- > 0;) weights[i] = (1 - t) * weights[i] + (i > 0 ? t * weights[i - 1] : T(0));
  return weights;
}

template <class T>
Vec<T> on_patch(const ShapeNumbers& s, const Spot& spot) {
  const auto count = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(s.points.size()))));
  const T u = (1 + T(spot.u)) / 2;
  const T v = (1 + T(spot.v)) / 2;
  const auto weights = s.form == Form::Bezier ? bezier_weights<T> : spline_weights<T>;
  const std::array<T, 5> by_row = weights(count, u);
  const std::array<T, 5> by_column = weights(count, v);
  Vec<T> sum;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) sum = sum + by_row[i] * by_column[j] * Vec<T>(s.points[i * count + j]);
  return sum;
}

template <class T>
Vec<T> on_revolution(const ShapeNumbers& s, const Spot& spot) {
  const std::array<T, 5> weights = spline_weights<T>(s.points.size(), (1 + T(spot.u)) / 2);
  Vec<T> sum;
  for (std::size_t i = 0; i < s.points.size(); ++i) sum = sum + weights[i] * Vec<T>(s.points[i]);
  const OnCircle<T> c = on_circle<T>(spot.v, spot.chart == 1);
  return {sum.x * c.x, sum.x * c.y, sum.y};
}

template <class T>
Vec<T> on_torus(const ShapeNumbers& s, const Spot& spot) {
  const OnCircle<T> around = on_circle<T>(spot.u, spot.chart % 2 == 1);
  const OnCircle<T> tube = on_circle<T>(spot.v, spot.chart >= 2);
  const T radius = T(s.sizes[0]) + T(s.sizes[1]) * tube.x;
  return {radius * around.x, radius * around.y, T(s.sizes[1]) * tube.y};
}

// Side, bottom, top; each in two halves.
template <class T>
Vec<T> on_round_solid(const ShapeNumbers& s, const Spot& spot) {
  const OnCircle<T> c = on_circle<T>(spot.u, spot.chart % 2 == 1);
  const T half = T(s.sizes[1]) / 2;
  const T up = spot.chart < 2 ? T(spot.v) : spot.chart < 4 ? T(-1) : T(1);
  T radius = s.sizes[0];
  if (s.form == Form::Cone) radius *= (1 - up) / 2;
  if (spot.chart >= 2) radius *= (1 + T(spot.v)) / 2;
  return {radius * c.x, radius * c.y, half * up};
}

// Where the way out from the origin of the first part ends.
template <class T>
Vec<T> on_implicit(const ShapeNumbers& s, const Spot& spot) {
  const Vec<T> cube = on_cube<T>(spot);
  const Vec<T> middle(s.form == Form::Metaballs    ? s.points[0]
                      : s.form == Form::Difference ? s.points[0]
                                                   : s.places[0].position);
  const T reach = 8 * T(s.form == Form::Metaballs ? s.sizes[0] : s.children[0].sizes[0]);
  const Vec<T> way = reach / length(cube) * cube;
  // Between a place inside and one outside: false position, halving the weight of an end that stays (Illinois).
  const auto value = [&](T part) { return value_of(s, middle + part * way); };
  const T enough = sizeof(T) > sizeof(double) ? T(1e-33) : T(1e-16);
  T inside = 0, outside = 1;
  T below = value(inside), above = value(outside);
  for (int round = 0, stays = 0; round < 200 && outside - inside > enough * outside; ++round) {
    T next = inside - below * (outside - inside) / (above - below);
    if (round % 3 == 2 || !(next > inside && next < outside)) next = (inside + outside) / 2;
    const T there = value(next);
    const bool in = there < 0;
    (in ? inside : outside) = next;
    (in ? below : above) = there;
    if (stays == (in ? 1 : -1)) (in ? above : below) /= 2;
    stays = in ? 1 : -1;
  }
  return middle + inside * way;
}

template <class T>
Vec<T> on_triangle(const ShapeNumbers& s, const Spot& spot) {
  const Corners& t = s.triangles[static_cast<std::size_t>(spot.chart)];
  const Vec<T> a(s.points[t[0]]), b(s.points[t[1]]), c(s.points[t[2]]);
  const T u = (1 + T(spot.u)) / 2;
  const T v = (1 + T(spot.v)) / 2;
  return a + u * ((b - a) + v * (c - b));
}

}  // namespace

int charts_of(const ShapeNumbers& s) {
  switch (s.form) {
    case Form::HalfSpace:
      return 0;
    case Form::Mesh:
      return static_cast<int>(s.triangles.size());
    case Form::Torus:
      return 4;
    case Form::Bezier:
    case Form::Spline:
      return 1;
    case Form::Revolution:
      return 2;
    default:
      return 6;
  }
}

template <class T>
Vec<T> point_of(const ShapeNumbers& s, const Spot& spot) {
  const auto size = [&](std::size_t i) { return T(s.sizes[i]); };
  const Vec<T> cube = charts_of(s) == 6 ? on_cube<T>(spot) : Vec<T>();
  switch (s.form) {
    case Form::Sphere:
      return size(0) / length(cube) * cube;
    case Form::Capsule: {
      Vec<T> p = size(0) / length(cube) * cube;
      p.z += (cube.z < 0 ? -1 : 1) * size(1) / 2;
      return p;
    }
    case Form::Box:
      return {cube.x * size(0) / 2, cube.y * size(1) / 2, cube.z * size(2) / 2};
    case Form::Cylinder:
    case Form::Cone:
      return on_round_solid<T>(s, spot);
    case Form::Ellipsoid: {
      const Vec<T> p = 1 / length(cube) * cube;
      return {p.x * size(0), p.y * size(1), p.z * size(2)};
    }
    case Form::Superquadric: {
      const Vec<T> p(cube.x * size(0), cube.y * size(1), cube.z * size(2));
      return 1 / to_power_of_two(superquadric_sum(s, p), binary_exponent(s.sizes[4]) - 1) * p;
    }
    case Form::Torus:
      return on_torus<T>(s, spot);
    case Form::Bezier:
    case Form::Spline:
      return on_patch<T>(s, spot);
    case Form::Revolution:
      return on_revolution<T>(s, spot);
    case Form::Mesh:
      return on_triangle<T>(s, spot);
    default:
      return on_implicit<T>(s, spot);
  }
}

template Vec<double> point_of(const ShapeNumbers& s, const Spot& spot);
template Vec<Quad> point_of(const ShapeNumbers& s, const Spot& spot);

}  // namespace graze::attack
