// SPDX-License-Identifier: Apache-2.0
#include "motion/exact_motions.hpp"

#include "motion/exact_articulated.hpp"
#include "motion/exact_spline.hpp"
#include "motion/exact_turning.hpp"

namespace graze::testing {
namespace {

// A length, speed or rate.
double size(Random& random, Range range) {
  if (range == Range::Moderate) return random.uniform(0.5, 2.0);
  if (range == Range::Extreme) return random.magnitude(1e-300, 1e40);
  return random.chance(0.1) ? 0.0 : random.magnitude(1e-6, 1e4);
}

Vector3 vector(Random& random, Range range) {
  if (range == Range::Wide && random.chance(0.2)) return Vector3::Unit(random.below(3)) * size(random, range);
  return random.direction() * size(random, range);
}

Quaternion orientation(Random& random, Range range) {
  Quaternion q = random.quaternion();
  if (range == Range::Wide && random.chance(0.1)) return Quaternion::Identity();
  if (range == Range::Wide && random.chance(0.1)) q.coeffs() *= random.magnitude(1e-200, 1e200);
  return q;
}

Placement placement(Random& random, Range range) { return {vector(random, range), orientation(random, range)}; }

// Another one; now and then with the same orientation, one of another length or sign, or one that differs in the last
// digits.
Placement placement_after(const Placement& last, Random& random, Range range) {
  Placement next = placement(random, range);
  if (range == Range::Moderate || random.chance(0.6)) return next;
  next.orientation = last.orientation;
  if (random.chance(0.3)) next.orientation.coeffs() *= -3.0;
  if (random.chance(0.3)) next.orientation.coeffs()[random.below(4)] *= 1 + random.magnitude(1e-16, 1e-3);
  if (random.chance(0.2)) next.position = last.position;
  return next;
}

PathPoint<Real> fixed(const Placement& at, const Vec<Real>& point) {
  return {Vec<Real>(at.position) + turned(point, at.orientation), {}, {}};
}

ExactMotion make_still(Random& random, Range range) {
  const Placement at = placement(random, range);
  return {Motion::still(at.position, at.orientation),
          [at](const Vec<Real>& point, const Real&) { return fixed(at, point); }};
}

ExactMotion make_constant_velocity(Random& random, Range range) {
  const RigidMotion m{vector(random, range), orientation(random, range), vector(random, range), vector(random, range)};
  return {m.motion(), [m](const Vec<Real>& point, const Real& t) { return path_at(m, point, t); }};
}

ExactMotion make_ballistic(Random& random, Range range) {
  const RigidMotion m{vector(random, range), orientation(random, range), vector(random, range), vector(random, range)};
  const Vector3 g = vector(random, range);
  return {Motion::ballistic({m.position, m.orientation}, m.velocity, g, m.angular_velocity),
          [m, g](const Vec<Real>& point, const Real& t) {
            PathPoint<Real> path = path_at(m, point, t);
            path.position = path.position + Real(t * t / 2) * Vec<Real>(g);
            path.velocity = path.velocity + t * Vec<Real>(g);
            path.acceleration = path.acceleration + Vec<Real>(g);
            return path;
          }};
}

ExactMotion make_screw(Random& random, Range range) {
  const Placement start = placement(random, range);
  const Axis axis{vector(random, range), random.direction() * random.magnitude(1e-100, 1e100)};
  const double angle_rate = random.sign() * size(random, range);
  const double advance_rate = random.sign() * size(random, range);
  // The change since the start is summed, not the place: an axis far away would take all digits of that.
  return {Motion::screw(start, axis, angle_rate, advance_rate), [=](const Vec<Real>& point, const Real& t) {
            const Vec<Real> along(axis.direction);
            const Vec<Real> k = Real(1 / norm(along)) * along;
            const Vec<Real> advance = Real(advance_rate) * k;
            const Vec<Real> from = fixed(start, point).position;
            const Vec<Real> side = cross(k, from - Vec<Real>(axis.point));
            const Real w = angle_rate;
            const Real half = sin(Real(w * t / 2));
            const Vec<Real> turned = sin(Real(w * t)) * side + Real(2 * half * half) * cross(k, side);
            const Vec<Real> round = side + cross(k, turned);
            return PathPoint<Real>{from + turned + t * advance, w * round + advance, Real(w * w) * cross(k, round)};
          }};
}

PathPoint<Real> between(const Placement& from, const Placement& to, double start, double end, const Vec<Real>& point,
                        const Real& t) {
  const Real rate = 1 / (Real(end) - Real(start));
  const Real s = (t - Real(start)) * rate;
  PathPoint<Real> path = turned_by(slerp(Quat(from.orientation), Quat(to.orientation), s, rate), point);
  const Vec<Real> way = Vec<Real>(to.position) - Vec<Real>(from.position);
  // Weighted, so that at either end the other's position is gone without a trace, however large it is.
  const Real rest = (Real(end) - t) * rate;
  path.position = path.position + rest * Vec<Real>(from.position) + s * Vec<Real>(to.position);
  path.velocity = path.velocity + rate * way;
  return path;
}

ExactMotion make_interpolated(Random& random, Range range) {
  const Placement from = placement(random, range);
  const Placement to = placement_after(from, random, range);
  const double start = random.uniform(-2.0, 2.0);
  const double end = start + random.magnitude(range == Range::Wide ? 1e-3 : 0.5, range == Range::Wide ? 1e3 : 2.0);
  return {Motion::interpolated(from, to, {start, end}), exact_interpolation(from, to, start, end)};
}

struct Route {
  std::vector<double> times;
  std::vector<Placement> placements;
};

Route route(Random& random, Range range) {
  Route result{{random.uniform(-2.0, 1.0)}, {placement(random, range)}};
  for (int k = 1 + random.below(5); k > 0; --k) {
    result.times.push_back(result.times.back() + (range == Range::Wide ? random.magnitude(1e-2, 1e2) : 1.0));
    result.placements.push_back(placement_after(result.placements.back(), random, range));
  }
  return result;
}

ExactMotion make_waypoints(Random& random, Range range) {
  const Route r = route(random, range);
  return {Motion::waypoints(r.times, r.placements), exact_waypoints(r.times, r.placements)};
}

// Seven splines: x, y, z of the position, then x, y, z, w of the orientation.
std::vector<ExactSpline> splines_of(const Route& r) {
  std::vector<ExactSpline> splines;
  for (int i = 0; i < 3; ++i) {
    std::vector<Real> values;
    for (const Placement& at : r.placements) values.emplace_back(at.position[i]);
    splines.emplace_back(r.times, values);
  }
  std::vector<Quat> units;
  for (const Placement& at : r.placements) {
    const Quat q = Quat(at.orientation).unit();
    units.push_back(!units.empty() && dot(units.back(), q) < 0 ? Real(-1) * q : q);
  }
  for (int i = 0; i < 4; ++i) {
    std::vector<Real> values;
    for (const Quat& q : units) values.push_back(i == 3 ? q.w : q.v[i]);
    splines.emplace_back(r.times, values);
  }
  return splines;
}

ExactMotion make_spline(Random& random, Range range) {
  for (;;) {
    const Route r = route(random, range);
    try {
      const Motion motion = Motion::spline(r.times, r.placements);
      const auto splines = std::make_shared<const std::vector<ExactSpline>>(splines_of(r));
      return {motion, [r, splines](const Vec<Real>& point, const Real& t) {
                if (t <= r.times.front()) return fixed(r.placements.front(), point);
                if (t >= r.times.back()) return fixed(r.placements.back(), point);
                std::array<std::array<Real, 3>, 7> s;
                for (std::size_t i = 0; i < 7; ++i) s[i] = (*splines)[i].at(t);
                const auto q = [&](int d) { return Quat(s[6][d], {s[3][d], s[4][d], s[5][d]}); };
                const auto p = [&](int d) { return Vec<Real>(s[0][d], s[1][d], s[2][d]); };
                PathPoint<Real> path = turned_by({q(0), q(1), q(2)}, point);
                path.position = path.position + p(0);
                path.velocity = path.velocity + p(1);
                path.acceleration = path.acceleration + p(2);
                return path;
              }};
    } catch (const std::invalid_argument&) {  // orientations too far apart: another route
    }
  }
}

}  // namespace

ExactPath exact_interpolation(const Placement& from, const Placement& to, double start, double end) {
  return [=](const Vec<Real>& point, const Real& t) { return between(from, to, start, end, point, t); };
}

ExactPath exact_waypoints(const std::vector<double>& times, const std::vector<Placement>& placements) {
  return [=](const Vec<Real>& point, const Real& t) {
    if (t <= times.front()) return fixed(placements.front(), point);
    if (t >= times.back()) return fixed(placements.back(), point);
    std::size_t k = 0;
    while (t > times[k + 1]) ++k;
    return between(placements[k], placements[k + 1], times[k], times[k + 1], point, t);
  };
}

const std::vector<MotionKind>& motion_kinds() {
  static const std::vector<MotionKind> kinds{{"still", make_still},
                                             {"constant_velocity", make_constant_velocity},
                                             {"screw", make_screw},
                                             {"ballistic", make_ballistic},
                                             {"interpolated", make_interpolated},
                                             {"waypoints", make_waypoints},
                                             {"spline", make_spline},
                                             {"articulated_rate", make_articulated_rate},
                                             {"articulated_linear", make_articulated_linear},
                                             {"articulated_waypoints", make_articulated_waypoints},
                                             {"articulated_spline", make_articulated_spline}};
  return kinds;
}

}  // namespace graze::testing
