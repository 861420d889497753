// SPDX-License-Identifier: Apache-2.0
#include "particles/wall_time.hpp"

#include <algorithm>

namespace graze::particles {
namespace {

template <int D>
Vec<D> difference(const Vec<D>& x, const Vec<D>& y) {
  Vec<D> z;
  for (int d = 0; d < D; ++d) z[d] = x[d] - y[d];
  return z;
}

template <int D>
double length(const Vec<D>& x) {
  return std::sqrt(dot<D>(x, x));
}

// From the closest point of a wall to a center, and that distance.
template <int D>
struct Offset {
  Vec<D> away;  // a unit vector
  double distance;
};

template <int D>
Offset<D> from_point(const Vec<D>& r, const Vec<D>& closest) {
  Vec<D> away = difference<D>(r, closest);
  const double distance = length<D>(away);
  if (distance > 0.0)
    for (double& x : away) x /= distance;
  return {away, distance};
}

template <int D>
Offset<D> offset(const Vec<D>& r, const FixedSegment& segment) {
  const Vec<D> start = planar<D>(segment.start);
  const Vec<D> along = difference<D>(planar<D>(segment.end), start);
  const double share = std::clamp(dot<D>(difference<D>(r, start), along) / dot<D>(along, along), 0.0, 1.0);
  Vec<D> closest;
  for (int d = 0; d < D; ++d) closest[d] = start[d] + share * along[d];
  return from_point<D>(r, closest);
}

template <int D>
Offset<D> offset(const Vec<D>& r, const FixedPlane& plane) {
  Vec<D> normal = planar<D>(plane.normal);
  const double size = length<D>(normal);
  for (double& x : normal) x /= size;
  return {normal, dot<D>(normal, r) - plane.offset / size};
}

template <int D>
Offset<D> offset(const Vec<D>& r, const FixedBox& box) {
  Vec<D> closest;
  bool inside = true;
  for (int d = 0; d < D; ++d) {
    closest[d] = std::clamp(r[d], box.lower[d], box.upper[d]);
    inside = inside && closest[d] == r[d];
  }
  if (!inside) return from_point<D>(r, closest);
  // A center inside, from a scene that check() refuses, or a radius of no size: out by the nearest face.
  Offset<D> best{{}, -kInfinity};
  for (int d = 0; d < D; ++d)
    for (const bool up : {false, true}) {
      const double depth = up ? r[d] - box.upper[d] : box.lower[d] - r[d];
      if (depth <= best.distance) continue;
      best = {{}, depth};
      best.away[d] = up ? 1.0 : -1.0;
    }
  return best;
}

template <int D>
Offset<D> offset(const Vec<D>& r, const FixedSphere& sphere) {
  const Vec<D> center = planar<D>(sphere.center);
  Offset<D> from = from_point<D>(r, center);
  if (from.distance >= sphere.radius) return {from.away, from.distance - sphere.radius};
  for (double& x : from.away) x = -x;
  return {from.away, sphere.radius - from.distance};
}

template <int D>
Offset<D> offset(const Vec<D>& r, const Wall& wall) {
  return std::visit([&](const auto& shape) { return offset<D>(r, shape); }, wall.shape);
}

// As for pairs: rounding must not pass for an approach.
constexpr double kNoise = 0x1p-46;

template <int D>
double acceleration_bound(const Moving<D>& m, const Flight& flight) {
  double square = 0.0;
  for (int d = 0; d < D; ++d) {
    const double along = flight.gravity[d] - flight.drag * m.v[d];
    square += along * along;
  }
  return std::sqrt(square);
}

template <int D>
Moving<D> at(const Record<D>& p, const Flight& flight, double t) {
  const Vec<D> r = place_of<D>(p.r, flight);
  if (t == 0.0) return {r, p.v};
  if (!flight.straight) return curved_flight<D>(r, p.v, flight, t);
  Moving<D> m{r, p.v};
  for (int d = 0; d < D; ++d) m.r[d] += m.v[d] * t;
  return m;
}

// The distance to a convex body is a convex function of position, so along a path it falls short of its tangent by at
// most the bound on the acceleration times t^2 / 2: steps to where that parabola arrives are never late. The bound
// holds for all time to come: drag makes the acceleration decay.
template <int D, class Shape>
double time_to_convex(const Record<D>& p, const Shape& shape, const Flight& flight) {
  double t = 0.0;
  for (int k = 0; k < 200; ++k) {
    const Moving<D> m = at(p, flight, t);
    const Offset<D> from = offset<D>(m.r, shape);
    const double gap = from.distance - p.radius;
    double speed = -dot<D>(from.away, m.v);
    if (gap <= 0.0 && std::abs(speed) <= kNoise * length<D>(m.v)) speed = 0.0;
    const double bound = flight.straight ? 0.0 : acceleration_bound<D>(m, flight);
    const double step = time_to_travel(gap, speed, bound);
    if (step == kInfinity) return kInfinity;
    t += step;
    if (step <= 0.25 * flight.tick || t > kHorizon * flight.tick) break;
  }
  return t;
}

// Inside a shell of radius R about the origin, f = R^2 - |x|^2 (R less the particle's radius) has f'' = -2 |v|^2 - 2
// x.a, at least -2 V^2 - 2 R A while speeds are at most V and accelerations at most A. In straight flight V = |v| and A
// = 0 make the parabola f itself.
template <int D>
double time_inside(const Record<D>& p, const FixedSphere& sphere, const Flight& flight) {
  const Vec<D> center = planar<D>(sphere.center);
  const double reach = sphere.radius - p.radius;
  double t = 0.0;
  for (int k = 0; k < 400; ++k) {
    const Moving<D> m = at(p, flight, t);
    const Vec<D> x = difference<D>(m.r, center);
    const double bound = flight.straight ? 0.0 : acceleration_bound<D>(m, flight);
    double fastest = length<D>(m.v);
    double longest = kInfinity;
    if (bound > 0.0) {
      fastest = 2.0 * std::max(fastest, std::sqrt(2.0 * bound * reach));
      longest = fastest / (2.0 * bound);
    }
    const double gap = (reach - length<D>(x)) * (reach + length<D>(x));
    double speed = 2.0 * dot<D>(x, m.v);
    if (gap <= 0.0 && std::abs(speed) <= kNoise * reach * length<D>(m.v)) speed = 0.0;
    const double step = time_to_travel(gap, speed, 2.0 * fastest * fastest + 2.0 * reach * bound);
    if (step == kInfinity) return kInfinity;
    t += std::min(step, longest);
    if (step <= 0.25 * flight.tick || (flight.straight && step <= longest) || t > kHorizon * flight.tick) break;
  }
  return t;
}

template <int D>
double time_to_plane(const Record<D>& p, const FixedPlane& plane, const Flight& flight) {
  const Offset<D> from = offset<D>(place_of<D>(p.r, flight), plane);
  const double gap = from.distance - p.radius;
  double speed = -dot<D>(from.away, p.v);
  if (gap <= 0.0 && std::abs(speed) <= kNoise * length<D>(p.v)) speed = 0.0;
  double g = 0.0;
  for (int d = 0; d < D; ++d) g -= from.away[d] * flight.gravity[d];
  return time_to_travel(gap, speed, g, flight);
}

}  // namespace

template <int D>
Ticks face_time(const Record<D>& p, int axis, int side, std::int64_t face, double margin, const Flight& flight) {
  const std::int64_t grains = side == 1 ? face - p.r[axis] : p.r[axis] - face;
  const double gap = static_cast<double>(grains) * flight.grain - margin;
  const double sign = side == 1 ? 1.0 : -1.0;
  return flight.after(p.clock, time_to_travel(gap, sign * p.v[axis], sign * flight.gravity[axis], flight));
}

template <int D>
Ticks wall_time(const Record<D>& p, const Wall& wall, const Flight& flight) {
  if (const auto* plane = std::get_if<FixedPlane>(&wall.shape))
    return flight.after(p.clock, time_to_plane<D>(p, *plane, flight));
  if (inside_shell<D>(place_of<D>(p.r, flight), wall))
    return flight.after(p.clock, time_inside<D>(p, std::get<FixedSphere>(wall.shape), flight));
  return flight.after(p.clock, std::visit([&](const auto& s) { return time_to_convex<D>(p, s, flight); }, wall.shape));
}

template <int D>
Vec<D> wall_normal(const Vec<D>& r, const Wall& wall) {
  return offset<D>(r, wall).away;
}

template <int D>
double wall_distance(const Vec<D>& r, const Wall& wall) {
  return offset<D>(r, wall).distance;
}

template <int D>
bool inside_shell(const Vec<D>& r, const Wall& wall) {
  const auto* sphere = std::get_if<FixedSphere>(&wall.shape);
  return sphere != nullptr && length<D>(difference<D>(r, planar<D>(sphere->center))) < sphere->radius;
}

template Ticks face_time<2>(const Record<2>&, int, int, std::int64_t, double, const Flight&);
template Ticks face_time<3>(const Record<3>&, int, int, std::int64_t, double, const Flight&);
template Ticks wall_time<2>(const Record<2>&, const Wall&, const Flight&);
template Ticks wall_time<3>(const Record<3>&, const Wall&, const Flight&);
template Vec<2> wall_normal<2>(const Vec<2>&, const Wall&);
template Vec<3> wall_normal<3>(const Vec<3>&, const Wall&);
template double wall_distance<2>(const Vec<2>&, const Wall&);
template double wall_distance<3>(const Vec<3>&, const Wall&);
template bool inside_shell<2>(const Vec<2>&, const Wall&);
template bool inside_shell<3>(const Vec<3>&, const Wall&);

}  // namespace graze::particles
