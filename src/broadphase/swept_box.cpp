// SPDX-License-Identifier: Apache-2.0
#include "broadphase/swept_box.hpp"

#include "numeric/infinity.hpp"
#include "shape/curved_surface.hpp"
#include "shape/shape_data.hpp"

namespace graze {
namespace {

using Array3 = Eigen::Array3d;

// The corners of a box that grows around things.
struct Corners {
  Vector3 lower = Vector3::Constant(kInfinity);
  Vector3 upper = Vector3::Constant(-kInfinity);

  void add(const ConvexShape& convex) {
    for (int i = 0; i < 3; ++i) {
      const Interval beyond = Interval(convex.support_error()) + Interval(convex.rounding_radius());
      const double top = convex.support(Vector3::Unit(i)).point[i];
      const double bottom = convex.support(-Vector3::Unit(i)).point[i];
      upper[i] = std::max(upper[i], (Interval(top) + beyond).hi());
      lower[i] = std::min(lower[i], (Interval(bottom) - beyond).lo());
    }
  }
  void add(const BoxTree& tree) {
    lower = lower.cwiseMin(tree.lower);
    upper = upper.cwiseMax(tree.upper);
  }
  void add(const std::array<Interval, 3>& bounds) {
    for (int i = 0; i < 3; ++i) {
      upper[i] = std::max(upper[i], bounds[static_cast<std::size_t>(i)].hi());
      lower[i] = std::min(lower[i], bounds[static_cast<std::size_t>(i)].lo());
    }
  }
  void add(const ShapeData& data) {
    if (data.convex) add(*data.convex);
    if (data.surface) add(data.surface->boxes());
    if (data.curved) add(data.curved->tree.bounds());
    for (const Shape& part : data.parts) add(part.data());
  }
};

// The sphere around the box is one around the shape, and so is the shape's own about its origin, moved here: the
// smaller of the two. (Half the diagonal is too much for round bodies, the other for bodies off their origin.)
double radius_about(const Vector3& center, const Vector3& half, double radius_about_origin) {
  const auto length = [](const Vector3& v) {
    const IntervalVector3 x = v.cast<Interval>();
    return sqrt(sqr(x[0]) + sqr(x[1]) + sqr(x[2]));
  };
  return std::min(length(half).hi(), (length(center) + Interval(radius_about_origin)).hi());
}

// Vertices go straight, so the places at both ends of the interval bound those in between. A body without vertices,
// which no solver takes, gets a box that is not finite.
SweptBox sweep_deforming(const Body& body, const Interval& time) {
  SweptBox box{Vector3::Constant(kInfinity), Vector3::Constant(-kInfinity)};
  if (!body.shape.has_surface()) return box;
  const std::span<const Vector3> end = body.motion.end_vertices();
  const std::vector<Vector3>& start = body.shape.triangle_mesh().vertices;
  for (std::size_t v = 0; v < std::min(start.size(), end.size()); ++v) {
    for (int i = 0; i < 3; ++i) {
      for (const double t : {time.lo(), time.hi()}) {
        const Interval rest = Interval(1.0) - Interval(t);
        const Interval at = rest * Interval(start[v][i]) + Interval(t) * Interval(end[v][i]);
        box.lower[i] = std::min(box.lower[i], at.lo());
        box.upper[i] = std::max(box.upper[i], at.hi());
      }
    }
  }
  return box;
}

// These know where they are at an instant, in doubles, sooner than over an interval. Only speed depends on which they
// are: the bound below is one for every motion without corners.
bool has_quick_instants(const Motion& motion) {
  const std::string_view name = motion.name();
  return (name == "constant_velocity" || name == "still") && motion.pieces().empty();
}

// Not less than the length.
double length_bound(const Vector3& v) {
  if (v.isZero(0.0)) return 0.0;
  return std::sqrt(v.squaredNorm()) * (1 + 4 * rounding::kUlp) + 0x1p-480;  // below which squares vanish
}

// The same as below, to first order about the middle m of the interval: with p, v, R, Q the position, velocity,
// rotation and its rate at m, a the center, |d_j| <= half_j and |d| <= radius, the point a + d of the body is, for |s|
// <= h, at
//   p + R a + s (v + Q a)   but for h^2/2 times a bound on the acceleration of a,
//   + (R + s Q) d           but for h^2/2 times one on |R''| |d|.
// The acceleration of the point r is at most origin + per_radius |r| for all r, so |R''| <= per_radius: let r be long.
// The first line is linear in s, and |R_ij + s Q_ij| convex, so both are largest at the ends. To that come the errors
// of the instant. Then each of these numbers, none of them more than `size`, passes through fewer than 64 roundings.
//
// False if intervals are better: a body that turns far, unless it is a ball about its origin, or numbers too large.
bool sweep_about_middle(const Motion& motion, const ShapeBound& bound, const Interval& time, double margin,
                        SweptBody& swept) {
  constexpr double kLargestTurn = 0.25;  // in half of the interval
  constexpr double kRoundings = 32 * rounding::kUlp;
  const double middle = time.mid();
  const double h = rounding::up(std::max(time.hi() - middle, middle - time.lo()));
  const RateBound acceleration = motion.acceleration_bound(time);
  const double bend = 0.5 * h * h * acceleration.per_radius;
  const bool is_ball = bound.center.isZero(0.0) && bound.radius <= bound.half.minCoeff();
  if (!is_ball && !(2 * bend <= kLargestTurn * kLargestTurn)) return false;

  const MotionInstant at = motion.instant(middle, Vector3::Zero());
  const double turn_error = at.rotation_error + h * at.rate_error + bend;
  const double center_error = at.position_error + h * at.velocity_error + 0.5 * h * h * acceleration.origin +
                              turn_error * length_bound(bound.center);
  Array3 center = at.position;
  Array3 travel = h * at.velocity;
  Array3 size = center.abs() + travel.abs();
  Array3 ahead = Array3::Zero();
  Array3 behind = Array3::Zero();
  for (int j = 0; j < 3; ++j) {
    const Array3 rotation = at.rotation.col(j);
    const Array3 swing = h * at.rate.col(j);
    center += bound.center[j] * rotation;
    travel += bound.center[j] * swing;
    ahead += bound.half[j] * (rotation + swing).abs();
    behind += bound.half[j] * (rotation - swing).abs();
    size += (std::abs(bound.center[j]) + bound.half[j]) * (rotation.abs() + swing.abs());
  }
  travel = travel.abs() + center_error;
  const Array3 reach = (ahead.max(behind) + turn_error * bound.radius).min(bound.radius);
  const Array3 slack = kRoundings * (size + travel + (bound.radius + margin)) + rounding::kFloor;
  const Array3 around = travel + slack;
  const Array3 beyond = around + reach + margin;
  swept.box = {center - beyond, center + beyond};
  for (int i = 0; i < 3; ++i) swept.center[i] = {center[i] - around[i], center[i] + around[i]};
  return swept.box.lower.allFinite() && swept.box.upper.allFinite();
}

}  // namespace

ShapeBound bound_of(const Shape& shape) {
  ShapeBound bound;
  bound.bounded = std::isfinite(shape.radius());
  if (!bound.bounded) return bound;
  Corners corners;
  corners.add(shape.data());
  for (int i = 0; i < 3; ++i) {
    bound.center[i] = Interval(corners.lower[i], corners.upper[i]).mid();
    bound.half[i] = std::max((Interval(corners.upper[i]) - Interval(bound.center[i])).hi(),
                             (Interval(bound.center[i]) - Interval(corners.lower[i])).hi());
  }
  bound.radius = radius_about(bound.center, bound.half, shape.radius());
  return bound;
}

// A point of the body is at c(t) + R(t) d with |d_j| <= half_j and |d| <= radius. So along axis i it is within
// sum_j |R_ij| half_j of c_i, and within the radius; both hold at every time, and so does the smaller.
SweptBody sweep(const Body& body, const ShapeBound& bound, const Interval& time, double margin) {
  SweptBody swept;
  if (!body.motion.is_rigid()) {
    swept.box = sweep_deforming(body, time);
    for (int i = 0; i < 3; ++i) {
      swept.box.lower[i] = rounding::down(swept.box.lower[i] - margin);
      swept.box.upper[i] = rounding::up(swept.box.upper[i] + margin);
      swept.center[i] = {swept.box.lower[i], swept.box.upper[i]};
    }
    return swept;
  }
  if (has_quick_instants(body.motion) && sweep_about_middle(body.motion, bound, time, margin, swept)) return swept;
  const MotionEnclosure over = body.motion.enclose(time);
  swept.center = over.position + over.rotation * bound.center.cast<Interval>();
  for (int i = 0; i < 3; ++i) {
    Interval reach = 0.0;
    for (int j = 0; j < 3; ++j) reach += Interval(over.rotation(i, j).magnitude()) * Interval(bound.half[j]);
    const Interval beyond = Interval(std::min(reach.hi(), bound.radius)) + Interval(margin);
    swept.box.lower[i] = (swept.center[i] - beyond).lo();
    swept.box.upper[i] = (swept.center[i] + beyond).hi();
  }
  return swept;
}

// Where the bodies' own centers are cannot be closer than the nearest points of the boxes around both; rounded down.
bool spheres_may_meet(const SweptBody& a, const ShapeBound& bound_a, const SweptBody& b, const ShapeBound& bound_b,
                      double distance) {
  Interval apart = 0.0;
  for (int i = 0; i < 3; ++i) apart += sqr(a.center[i] - b.center[i]);
  const Interval reach = Interval(bound_a.radius) + Interval(bound_b.radius) + Interval(distance);
  return !(apart.lo() > sqr(reach).hi());
}

// The half-space is normal . x <= offset in its own frame, with a normal that is a unit vector to within rounding.
bool may_meet(const Body& half_space, const SweptBody& other, const ShapeBound& other_bound, const Interval& time,
              double distance) {
  const std::optional<HalfSpace>& plane = half_space.shape.data().half_space;
  if (!plane || !other_bound.bounded) return true;
  const MotionEnclosure over = half_space.motion.enclose(time);
  const IntervalVector3 normal = over.rotation * plane->normal.cast<Interval>();
  const IntervalVector3 between = other.center - over.position;
  const Interval height = normal[0] * between[0] + normal[1] * between[1] + normal[2] * between[2];
  const Interval reach = (Interval(other_bound.radius) + Interval(distance)) * Interval(1.0 + 1e-12);
  return !((height - Interval(plane->offset) - reach).lo() > 0.0);
}

}  // namespace graze
