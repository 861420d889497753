// SPDX-License-Identifier: Apache-2.0
#include "attack/oracle/quad_motion.hpp"

#include <algorithm>

namespace graze::attack {
namespace {

Vec<Quad> quad(const Point& p) { return Vec<Quad>(p); }

Frame<Quad> frame_of(const Place& place) { return {rotation_of(place.turn), quad(place.position)}; }

// Turned by time * spin in the world's frame.
Rotation<Quad> spun(const Point& spin, Quad time, const Rotation<Quad>& start) {
  const Quad rate = length(quad(spin));
  if (!(rate > 0)) return start;
  return rotation_about(1 / rate * quad(spin), rate * time) * start;
}

Frame<Quad> screwed(const MotionNumbers& m, Quad time) {
  const Vec<Quad> along = quad(m.axis_direction);
  const Quad most = std::max({magnitude(along.x), magnitude(along.y), magnitude(along.z)});
  const Vec<Quad> scaled = 1 / most * along;
  const Vec<Quad> axis = 1 / length(scaled) * scaled;
  const Rotation<Quad> turn = rotation_about(axis, m.angle_rate * time);
  const Frame<Quad> start = frame_of(m.places[0]);
  const Vec<Quad> point = quad(m.axis_point);
  return {turn * start.rotation, turn * (start.position - point) + point + m.advance_rate * time * axis};
}

double size_of(const Point& p) { return std::fabs(p.x) + std::fabs(p.y) + std::fabs(p.z); }

}  // namespace

QuadMotion::QuadMotion(const MotionNumbers& numbers) : numbers_(numbers) {
  if (numbers_.path == Path::Spline) solve_splines();
}

Frame<Quad> QuadMotion::at(Quad time) const {
  const MotionNumbers& m = numbers_;
  const Frame<Quad> start = frame_of(m.places[0]);
  switch (m.path) {
    case Path::Still:
    case Path::Deforming:
      return start;
    case Path::ConstantVelocity:
    case Path::Ballistic:
      return {spun(m.spin, time, start.rotation),
              start.position + time * quad(m.velocity) + time * time / 2 * quad(m.acceleration)};
    case Path::Screw:
      return screwed(m, time);
    case Path::Interpolated:
      return between_places(0, time);
    case Path::Waypoints:
    case Path::Spline: {
      if (time <= m.times.front()) return start;
      if (time >= m.times.back()) return frame_of(m.places.back());
      if (m.path == Path::Spline) {
        const std::array<Quad, 7> s = on_spline(time);
        return {rotation_of(QuadTurn{s[3], s[4], s[5], s[6]}), Vec<Quad>(s[0], s[1], s[2])};
      }
      std::size_t k = 0;
      while (time > m.times[k + 1]) ++k;
      return between_places(k, time);
    }
    case Path::Chain:
      return on_chain(time);
  }
  return start;
}

Frame<Quad> QuadMotion::between_places(std::size_t k, Quad time) const {
  const Quad start = numbers_.times[k];
  const Quad end = numbers_.times[k + 1];
  const Quad part = (time - start) / (end - start);
  const Quad rest = (end - time) / (end - start);
  const Place& from = numbers_.places[k];
  const Place& to = numbers_.places[k + 1];
  QuadTurn way = between(unit(from.turn), unit(to.turn));
  if (way.w < 0) way = {-way.x, -way.y, -way.z, -way.w};
  const Vec<Quad> axis(way.x, way.y, way.z);
  const Quad sine = length(axis);
  Rotation<Quad> turned = rotation_of(from.turn);
  if (sine > 0) turned = rotation_about(1 / sine * axis, part * 2 * angle_of(sine, way.w)) * turned;
  return {turned, rest * quad(from.position) + part * quad(to.position)};
}

Frame<Quad> QuadMotion::on_chain(Quad time) const {
  const Quad part = (time - numbers_.times[0]) / (Quad(numbers_.times[1]) - numbers_.times[0]);
  Frame<Quad> frame;
  for (const ChainJoint& joint : numbers_.joints) {
    const Quad value = (1 - part) * joint.from + part * joint.to;
    const Vec<Quad> axis = 1 / length(quad(joint.axis)) * quad(joint.axis);
    Frame<Quad> moved;
    if (joint.slides) moved.position = value * axis;
    if (!joint.slides) moved.rotation = rotation_about(axis, value);
    frame = frame * frame_of(joint.origin) * moved;
  }
  return frame * frame_of(numbers_.places[0]);
}

// Second derivatives at the knots of the spline that starts and ends at rest: dense elimination, row by row.
void QuadMotion::solve_splines() {
  const std::size_t n = numbers_.times.size();
  QuadTurn last;
  for (std::size_t k = 0; k < n; ++k) {
    QuadTurn q = unit(numbers_.places[k].turn);
    if (k > 0 && dot(last, q) < 0) q = {-q.x, -q.y, -q.z, -q.w};
    last = q;
    const Point& p = numbers_.places[k].position;
    values_.push_back({p.x, p.y, p.z, q.x, q.y, q.z, q.w});
  }
  const auto step = [&](std::size_t k) { return Quad(numbers_.times[k + 1]) - numbers_.times[k]; };
  std::vector<Quad> diagonal(n), above(n, Quad(0));
  bends_.resize(n);
  for (std::size_t k = 0; k < n; ++k) {
    const Quad before = k > 0 ? step(k - 1) : Quad(0);
    const Quad after = k + 1 < n ? step(k) : Quad(0);
    diagonal[k] = 2 * (before + after);
    above[k] = after;
    for (std::size_t i = 0; i < 7; ++i) {
      bends_[k][i] = 0;
      if (k + 1 < n) bends_[k][i] += 6 * (values_[k + 1][i] - values_[k][i]) / after;
      if (k > 0) bends_[k][i] -= 6 * (values_[k][i] - values_[k - 1][i]) / before;
    }
    if (k == 0) continue;
    const Quad factor = before / diagonal[k - 1];
    diagonal[k] -= factor * above[k - 1];
    for (std::size_t i = 0; i < 7; ++i) bends_[k][i] -= factor * bends_[k - 1][i];
  }
  for (std::size_t k = n; k-- > 0;)
    for (std::size_t i = 0; i < 7; ++i) {
      if (k + 1 < n) bends_[k][i] -= above[k] * bends_[k + 1][i];
      bends_[k][i] /= diagonal[k];
    }
}

std::array<Quad, 7> QuadMotion::on_spline(Quad time) const {
  std::size_t k = 0;
  while (k + 2 < numbers_.times.size() && time > numbers_.times[k + 1]) ++k;
  const Quad h = Quad(numbers_.times[k + 1]) - numbers_.times[k];
  const Quad a = Quad(numbers_.times[k + 1]) - time;
  const Quad b = time - numbers_.times[k];
  std::array<Quad, 7> s;
  for (std::size_t i = 0; i < 7; ++i) {
    const Quad& m = bends_[k][i];
    const Quad& n = bends_[k + 1][i];
    s[i] = (m * a * a * a + n * b * b * b) / (6 * h) + (values_[k][i] / h - m * h / 6) * a +
           (values_[k + 1][i] / h - n * h / 6) * b;
  }
  return s;
}

double QuadMotion::shortest_turn() const {
  constexpr int kSamples = 16;
  Quad shortest = 1;
  for (std::size_t k = 0; k + 1 < numbers_.times.size(); ++k)
    for (int i = 0; i <= kSamples; ++i) {
      const Quad step = Quad(numbers_.times[k + 1]) - numbers_.times[k];
      const std::array<Quad, 7> s = on_spline(numbers_.times[k] + step * i / kSamples);
      shortest = std::min(shortest, s[3] * s[3] + s[4] * s[4] + s[5] * s[5] + s[6] * s[6]);
    }
  return std::sqrt(static_cast<double>(shortest));
}

double QuadMotion::error(double time, double radius) const {
  const MotionNumbers& m = numbers_;
  const double t = std::fabs(time);
  double way = 0, angle = 1;
  for (const Place& place : m.places) way += size_of(place.position);
  double part = 1;
  if (m.times.size() > 1 && (m.path == Path::Interpolated || m.path == Path::Chain))
    part += std::fabs(time - m.times[0]) / (m.times[1] - m.times[0]);
  way = way * part + size_of(m.velocity) * t + size_of(m.acceleration) * t * t + std::fabs(m.advance_rate) * t;
  way += size_of(m.axis_point);
  angle += size_of(m.spin) * t + std::fabs(m.angle_rate) * t + 4 * part;
  for (const ChainJoint& joint : m.joints) {
    way += size_of(joint.origin.position) + (joint.slides ? part * (std::fabs(joint.from) + std::fabs(joint.to)) : 0);
    angle += joint.slides ? 0 : part * (std::fabs(joint.from) + std::fabs(joint.to));
  }
  const double arm = m.path == Path::Chain ? way + radius : radius + (m.path == Path::Screw ? way : 0);
  return 256 * kQuadUlp * (way + arm * angle);
}

}  // namespace graze::attack
