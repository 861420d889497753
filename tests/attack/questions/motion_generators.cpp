// SPDX-License-Identifier: Apache-2.0
#include "attack/questions/motion_generators.hpp"

#include "attack/oracle/quad_motion.hpp"

namespace graze::attack {
namespace {

Point random_velocity(Random& random, const Stage& stage) {
  if (stage.tidy) {
    Point v;
    v[random.below(3)] = random.sign() * stage.size * (0.5 + 0.5 * random.below(4)) / stage.period;
    return v;
  }
  if (random.chance(0.1)) return {};
  const double way = random.chance(0.1) ? random.magnitude(1e-6, 1e4) : random.uniform(0.3, 6.0);
  return way * stage.size / stage.period * random_direction(random);
}

Point random_spin(Random& random, const Stage& stage) {
  if (stage.tidy || random.chance(0.3)) return {};
  double angle = random.uniform(0.0, 3.0);
  if (random.chance(0.1)) angle = random.magnitude(1e-15, 1e-3);
  if (random.chance(0.1)) angle = random.uniform(5.0, 40.0);
  Point axis = random_direction(random);
  if (random.chance(0.2)) axis = {0, 0, 1};
  return angle / stage.period * axis;
}

Place random_place(Random& random, const Stage& stage) {
  const double far = random.chance(0.1) ? random.magnitude(1.0, 1e6) : random.uniform(0.0, 3.0);
  if (stage.tidy) return {};
  return {far * stage.size * random_direction(random), random_turn(random)};
}

// Another place, not far, turned a little.
Place place_near(Random& random, const Stage& stage, const Place& from, double turn) {
  Place to = from;
  to.position = to.position + random.uniform(0.0, 3.0) * stage.size * random_direction(random);
  const double size = std::sqrt(from.turn.x * from.turn.x + from.turn.y * from.turn.y + from.turn.z * from.turn.z +
                                from.turn.w * from.turn.w);
  to.turn.x += turn * size * random.uniform(-1.0, 1.0);
  to.turn.y += turn * size * random.uniform(-1.0, 1.0);
  to.turn.z += turn * size * random.uniform(-1.0, 1.0);
  return to;
}

void fill_route(Random& random, const Stage& stage, MotionNumbers& m) {
  const int count = m.path == Path::Interpolated ? 2 : 2 + random.below(4);
  const double turn = m.path == Path::Spline ? 0.3 : random.chance(0.2) ? 2.0 : 0.7;
  double t = stage.start - random.uniform(0.0, 0.3) * stage.period;
  for (int i = 0; i < count; ++i) {
    if (i > 0) m.places.push_back(place_near(random, stage, m.places.back(), turn));
    m.times.push_back(t);
    const double next = t + stage.period * random.uniform(0.3, 1.5) / (count > 2 ? 2 : 1);
    t = next > t ? next : std::nextafter(t, 1e300);
  }
}

void fill_chain(Random& random, const Stage& stage, MotionNumbers& m) {
  m.times = {stage.start, stage.start + stage.period};
  if (!(m.times[1] > m.times[0])) m.times[1] = std::nextafter(m.times[0], 1e300);
  const int count = 1 + random.below(4);
  for (int i = 0; i < count; ++i) {
    ChainJoint joint;
    joint.slides = random.chance(0.3);
    joint.origin = {random.uniform(0.0, 1.5) * stage.size * random_direction(random), random_turn(random)};
    joint.axis = random.chance(0.5) ? Point(0, 0, 1) : random_direction(random);
    const double scale = joint.slides ? stage.size : 1.0;
    joint.from = random.uniform(-1.5, 1.5) * scale;
    joint.to = joint.from + random.uniform(-2.0, 2.0) * scale;
    m.joints.push_back(joint);
  }
}

}  // namespace

MotionNumbers random_motion(Random& random, const Stage& stage) {
  MotionNumbers m;
  const int kind = random.below(12);
  m.path = kind < 5 ? Path::ConstantVelocity : static_cast<Path>(kind - 4);
  if (kind == 0 || stage.tidy) m.path = random.chance(0.3) ? Path::Still : Path::ConstantVelocity;
  m.places = {random_place(random, stage)};
  if (m.path == Path::ConstantVelocity || m.path == Path::Ballistic) {
    m.velocity = random_velocity(random, stage);
    m.spin = random_spin(random, stage);
  }
  if (m.path == Path::Ballistic)
    m.acceleration = random.uniform(0.0, 8.0) * stage.size / stage.period / stage.period * random_direction(random);
  if (m.path == Path::Screw) {
    m.axis_point = m.places[0].position + random.uniform(0.0, 2.0) * stage.size * random_direction(random);
    m.axis_direction = random.magnitude(0.1, 10.0) * random_direction(random);
    m.angle_rate = random.uniform(-4.0, 4.0) / stage.period;
    m.advance_rate = random.uniform(-3.0, 3.0) * stage.size / stage.period;
  }
  if (m.path == Path::Interpolated || m.path == Path::Waypoints || m.path == Path::Spline) fill_route(random, stage, m);
  if (m.path == Path::Chain) fill_chain(random, stage, m);
  return m;
}

void bring_to(MotionNumbers& motion, double time, const Vec<Quad>& target) {
  const Point way(target - QuadMotion(motion).at(time).position);
  if (motion.path == Path::Chain) {
    motion.joints[0].origin.position = motion.joints[0].origin.position + way;
    return;
  }
  for (Place& place : motion.places) place.position = place.position + way;
  motion.axis_point = motion.axis_point + way;
}

}  // namespace graze::attack
