// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/closed_form.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"
#include "shape/shape_data.hpp"
#include "solver/answer.hpp"

namespace graze {
namespace {

constexpr double kAimOfBalls = 0.5;  // the gap aimed at, as a part of the tolerance

Interval dot(const IntervalVector3& x, const IntervalVector3& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
IntervalVector3 cross(const IntervalVector3& x, const IntervalVector3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}
IntervalVector3 interval_of(const Vector3& x) { return {Interval(x[0]), Interval(x[1]), Interval(x[2])}; }
Vector3 middle_of(const IntervalVector3& x) { return {x[0].mid(), x[1].mid(), x[2].mid()}; }

// The body's origin goes straight at constant velocity.
bool goes_straight(const Body& body, const Interval& window) {
  return body.motion.acceleration_bound(window).origin == 0;
}

bool is_centered_ball(const Body& body) {
  const std::optional<ConvexShape>& convex = body.shape.data().convex;
  return convex && convex->is_ball() && convex->points()[0].isZero(0.0);
}

// What both equations have in common: a gap that falls until some time, less than the separation asked for later.
struct Approach {
  const Body& a;
  const Body& b;
  const Query& query;

  IntervalVector3 offset(double time) const {
    // Seen from a's place, where differences are small.
    const Vector3 origin = a.motion.pose(time).translation();
    return b.motion.enclose(Interval(time), origin).position - a.motion.enclose(Interval(time), origin).position;
  }
  IntervalVector3 velocity() const {
    const Vector3 origin = Vector3::Zero();
    return b.motion.enclose(query.window, origin).velocity - a.motion.enclose(query.window, origin).velocity;
  }
  Toi free() const { return free_answer(query); }
  // Provably apart, and no more than the tolerance.
  bool is_answer(const Interval& gap) const {
    return gap.lo() > query.separation && gap.hi() <= query.separation + query.tolerance;
  }
  Toi impact(double time, const Interval& gap, double approach_speed, Contact contact) const {
    contact.feature_a.kind = contact.feature_b.kind = FeatureKind::Surface;
    contact.approach_speed = approach_speed;
    Toi toi = impact_at(query, time, gap, contact);
    if (query.all_contacts) toi.patch = {toi.contact};
    return toi;
  }
};

// |p + v s| = radii + separation. While p . v < 0 the distance falls, so what is apart at such a time was apart before.
std::optional<Toi> two_balls(const Approach& pair) {
  const Query& query = pair.query;
  const double radius_a = pair.a.shape.data().convex->rounding_radius();
  const double radius_b = pair.b.shape.data().convex->rounding_radius();
  const Interval radii = Interval(radius_a) + Interval(radius_b);
  const Interval apart = radii + Interval(query.separation);
  const IntervalVector3 start = pair.offset(query.window.lo());
  const IntervalVector3 velocity = pair.velocity();
  if (!(norm(start).lo() > apart.hi())) return {};
  const Interval duration = Interval(query.window.hi()) - Interval(query.window.lo());
  if (norm(start).lo() > (apart + norm(velocity) * duration).hi()) return pair.free();  // too slow to get there
  if (dot(start, velocity).lo() >= 0) return pair.free();
  // The line of motion passes at |p x v| / |v|.
  if (norm(cross(start, velocity)).lo() > (apart * norm(velocity)).hi()) return pair.free();
  const IntervalVector3 last = pair.offset(query.window.hi());
  if (norm(last).lo() > apart.hi() && dot(last, velocity).hi() <= 0) return pair.free();

  const Vector3 p = middle_of(start);
  const Vector3 v = middle_of(velocity);
  const double aim = apart.mid() + kAimOfBalls * query.tolerance;
  const double discriminant = v.squaredNorm() * aim * aim - p.cross(v).squaredNorm();
  if (!(discriminant >= 0)) return {};
  const double step = (p.norm() - aim) * (p.norm() + aim) / (std::sqrt(discriminant) - p.dot(v));
  const double time = query.window.lo() + step;
  if (!(time > query.window.lo() && time < query.window.hi())) return {};
  const IntervalVector3 here = pair.offset(time);
  const Interval gap = norm(here) - radii;
  if (!pair.is_answer(gap) || !(dot(here, velocity).hi() < 0)) return {};
  Contact contact;
  contact.normal = unit_of(middle_of(here));
  contact.point_a = pair.a.motion.pose(time).translation() + radius_a * contact.normal;
  contact.point_b = contact.point_a + gap.mid() * contact.normal;
  return pair.impact(time, gap, -v.dot(contact.normal), contact);
}

// n . p + n . v s = offset + radius + separation, the half-space being a. A gap that is linear in time is least at an
// end.
std::optional<Toi> ball_and_half_space(const Approach& pair) {
  const Query& query = pair.query;
  if (pair.a.motion.speed_bound(query.window).per_radius != 0) return {};
  const HalfSpace& wall = *pair.a.shape.data().half_space;
  const IntervalMatrix3 turn = pair.a.motion.enclose(Interval(query.window.lo()), Vector3::Zero()).rotation;
  const Interval length = norm(interval_of(wall.normal));
  const IntervalVector3 normal = turn * interval_of(wall.normal);
  const Interval radius(pair.b.shape.data().convex->rounding_radius());
  const auto gap_at = [&](double time) {
    return (dot(normal, pair.offset(time)) - Interval(wall.offset)) / length - radius;  // intervals
  };
  const Interval first = gap_at(query.window.lo());
  const Interval last = gap_at(query.window.hi());
  if (!(first.lo() > query.separation)) return {};
  if (last.lo() > query.separation) return pair.free();
  const double speed = -dot(normal, pair.velocity()).mid() / length.mid();  // only where to look first
  const double aim = query.separation + kAimOfBalls * query.tolerance;
  const double time = query.window.lo() + (first.mid() - aim) / speed;
  if (!(time > query.window.lo() && time < query.window.hi())) return {};
  const Interval gap = gap_at(time);
  if (!pair.is_answer(gap)) return {};
  Contact contact;
  contact.normal = unit_of(middle_of(normal));
  contact.point_b = pair.b.motion.pose(time).translation() - radius.mid() * contact.normal;
  contact.point_a = contact.point_b - gap.mid() * contact.normal;
  return pair.impact(time, gap, speed, contact);
}

}  // namespace

std::optional<Toi> closed_form(const Body& a, const Body& b, const Query& query) {
  if (!is_centered_ball(b) || !(is_centered_ball(a) || a.shape.data().half_space)) return {};
  if (!goes_straight(a, query.window) || !goes_straight(b, query.window)) return {};
  const Approach pair{a, b, query};
  return a.shape.data().half_space ? ball_and_half_space(pair) : two_balls(pair);
}

}  // namespace graze
