// SPDX-License-Identifier: Apache-2.0
#include "attack/questions/range.hpp"

#include <algorithm>

#include <graze/limits.hpp>

#include "attack/oracle/quad_motion.hpp"

namespace graze::attack {
namespace {

constexpr double kNear = 1e3;       // as close to a limit as this factor is at the end of the range
constexpr double kFewTicks = 1024;  // of the clock, between two knots of a spline
constexpr double kShortTurn = 0.6;  // shortest quaternion of a spline that surely counts as one that does not vanish

double largest_of(const Point& p) { return std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}); }

// The least and the most of the numbers that have a limit, as given; and of what follows from them, roughly.
class Extremes {
 public:
  void size(double x) { least_ = std::min(least_, x); }
  void given(double x) { given_ = std::max(given_, std::fabs(x)); }
  void follows(double x) { follows_ = std::max(follows_, x); }

  Range range() const {
    if (least_ < limits::kSmallestSize || given_ > limits::kLargestLength) return Range::Outside;
    const bool small = least_ < limits::kSmallestSize * kNear;
    const bool large = std::max(given_, follows_) > limits::kLargestLength / kNear;
    return small || large ? Range::AtTheEnds : Range::Inside;
  }

 private:
  double least_ = 1, given_ = 0, follows_ = 0;
};

// The longest side of the points' bounding box.
double extent_of(const std::vector<Point>& points) {
  double longest = 0;
  for (const auto axis : {&Point::x, &Point::y, &Point::z}) {
    const auto less = [axis](const Point& p, const Point& q) { return p.*axis < q.*axis; };
    const auto [low, high] = std::minmax_element(points.begin(), points.end(), less);
    if (low != points.end()) longest = std::max(longest, *high.*axis - *low.*axis);
  }
  return longest;
}

// How many of the shape's sizes are lengths that must be positive.
std::size_t lengths_in(const ShapeNumbers& shape) {
  if (shape.form == Form::HalfSpace || shape.form == Form::Metaballs) return 0;
  return shape.form == Form::Superquadric ? 3 : shape.form == Form::Sphere ? 1 : shape.sizes.size();
}

// Adds a shape's numbers. Returns how far it reaches from its origin, at most.
double add_shape(const ShapeNumbers& shape, Extremes& extremes) {
  double reach = 0;
  for (std::size_t i = 0; i < shape.sizes.size(); ++i) {
    extremes.given(shape.sizes[i]);
    if (i < lengths_in(shape)) extremes.size(shape.sizes[i]);
    reach += std::fabs(shape.sizes[i]);
  }
  if (shape.form == Form::Metaballs)
    for (std::size_t i = 0; i < shape.points.size(); ++i) extremes.size(shape.sizes[2 * i]);
  double furthest = 0;
  for (const Point& p : shape.points) {
    extremes.given(largest_of(p));
    furthest = std::max(furthest, length(p));
  }
  const bool is_extent = shape.form == Form::Hull || shape.form == Form::Mesh || shape.form == Form::Bezier ||
                         shape.form == Form::Spline || shape.form == Form::Revolution;
  const double extent = is_extent ? extent_of(shape.points) : 0;
  if (extent > 0) extremes.size(extent);
  for (const Place& place : shape.places) reach += length(place.position);
  for (const ShapeNumbers& child : shape.children) reach += add_shape(child, extremes);
  return reach + furthest;
}

double shortest_step(const std::vector<double>& times) {
  double shortest = 1e300;
  for (std::size_t k = 0; k + 1 < times.size(); ++k) shortest = std::min(shortest, times[k + 1] - times[k]);
  return shortest;
}

// Whether the quaternion of a spline may vanish between its knots: nearly, or as far as can be told from the few
// doubles between them.
bool may_vanish(const MotionNumbers& motion) {
  if (motion.path != Path::Spline) return false;
  const double latest = std::max(std::fabs(motion.times.front()), std::fabs(motion.times.back()));
  return QuadMotion(motion).shortest_turn() < kShortTurn || shortest_step(motion.times) < kFewTicks * 0x1p-52 * latest;
}

// How far a body's points are from its origin: those of a half-space, from which others are measured, may be anywhere
// near the other bodies.
double reach_among(const std::vector<OtherBody>& bodies, const OtherBody& body, Extremes& extremes) {
  double reach = add_shape(body.shape, extremes);
  if (body.shape.form != Form::HalfSpace) return reach;
  for (const OtherBody& other : bodies)
    for (const Place& place : other.motion.places) reach += length(place.position);
  return reach;
}

// Adds a motion's numbers and rough bounds on place, speed and acceleration of a body that reaches this far.
void add_motion(const MotionNumbers& m, double reach, double latest, Extremes& extremes) {
  double way = reach, turn_rate = length(m.spin) + std::fabs(m.angle_rate);
  for (const Place& place : m.places) {
    extremes.given(largest_of(place.position));
    way += length(place.position);
  }
  for (const Point& p : {m.velocity, m.spin, m.acceleration}) extremes.given(largest_of(p));
  if (m.path == Path::Screw) extremes.given(largest_of(m.axis_point));
  for (const Point& p : m.end) extremes.given(largest_of(p));
  for (const Point& p : m.end) way = std::max(way, length(p));
  way += length(m.axis_point);
  double speed = length(m.velocity) + length(m.acceleration) * latest + std::fabs(m.advance_rate);
  double acceleration = length(m.acceleration);
  for (const ChainJoint& joint : m.joints)
    way += length(joint.origin.position) + (joint.slides ? std::fabs(joint.from) + std::fabs(joint.to) : 0);
  if (m.times.size() > 1) {
    const double step = shortest_step(m.times);
    const bool goes_on = m.path == Path::Interpolated || m.path == Path::Chain;
    if (goes_on) way *= 1 + (latest + std::fabs(m.times[0])) / step;
    turn_rate += 10 * static_cast<double>(1 + m.joints.size()) / step;
    speed += 10 * way / step;
    acceleration += 100 * way / step / step;
  }
  speed += way * turn_rate;
  acceleration += speed * turn_rate;
  for (const double x : {way + speed * latest, speed, acceleration, turn_rate, turn_rate * turn_rate})
    extremes.follows(x);
}

}  // namespace

Range range_of(const Question& question) {
  Extremes extremes;
  const double latest = std::max(std::fabs(question.start), std::fabs(question.end));
  for (const double x : {latest, question.separation, question.tolerance}) extremes.given(x);
  bool vanishes = question.tolerance < limits::kSmallestTolerance * kNear;
  const auto bodies = bodies_of(question);
  for (const OtherBody& body : bodies) {
    add_motion(body.motion, reach_among(bodies, body, extremes), latest, extremes);
    vanishes = vanishes || may_vanish(body.motion);
  }
  const Range range = extremes.range();
  return vanishes && range == Range::Inside ? Range::AtTheEnds : range;
}

}  // namespace graze::attack
