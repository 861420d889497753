// SPDX-License-Identifier: Apache-2.0
#include "motion/exact_articulated.hpp"

#include <graze/articulated.hpp>

#include "motion/exact_spline.hpp"

namespace graze::testing {
namespace {

// A number and its first two derivatives.
using Jet = std::array<Real, 3>;

// The variable of a joint at a time.
using JetFunction = std::function<Jet(const Real& time)>;

Vec<Real> axis_of(const Joint& joint) {
  const Vec<Real> along(joint.axis);
  return Real(1 / norm(along)) * along;
}

PathPoint<Real> times(const Jet& s, const PathPoint<Real>& x) {
  return {s[0] * x.position, s[1] * x.position + s[0] * x.velocity,
          s[2] * x.position + Real(2 * s[1]) * x.velocity + s[0] * x.acceleration};
}

PathPoint<Real> plus(const PathPoint<Real>& x, const PathPoint<Real>& y) {
  return {x.position + y.position, x.velocity + y.velocity, x.acceleration + y.acceleration};
}

template <class Map>
PathPoint<Real> mapped(const PathPoint<Real>& x, Map map) {
  return {map(x.position), map(x.velocity), map(x.acceleration)};
}

// cos(q) x + sin(q) k x x + (1 - cos(q)) (k . x) k.
PathPoint<Real> turned_about(const Vec<Real>& k, const Jet& q, const PathPoint<Real>& x) {
  const Real c = cos(q[0]);
  const Real s = sin(q[0]);
  const Jet cosine{c, -s * q[1], -s * q[2] - c * q[1] * q[1]};
  const Jet sine{s, c * q[1], c * q[2] - s * q[1] * q[1]};
  const Jet rest{1 - c, -cosine[1], -cosine[2]};
  const PathPoint<Real> across = mapped(x, [&](const Vec<Real>& v) { return cross(k, v); });
  const PathPoint<Real> along = mapped(x, [&](const Vec<Real>& v) { return dot(k, v) * k; });
  return plus(times(cosine, x), plus(times(sine, across), times(rest, along)));
}

PathPoint<Real> slid_along(const Vec<Real>& k, const Jet& q, const PathPoint<Real>& x) {
  return plus(x, {q[0] * k, q[1] * k, q[2] * k});
}

// The point moves by x in the frame of a body that moves itself: the sum of its columns, each times a coordinate.
PathPoint<Real> carried(const ExactPath& body, const PathPoint<Real>& x, const Real& t) {
  const PathPoint<Real> root = body({}, t);
  PathPoint<Real> sum = root;
  for (int j = 0; j < 3; ++j) {
    const PathPoint<Real> tip = body(Vec<Real>(Vector3::Unit(j)), t);
    const PathPoint<Real> column{tip.position - root.position, tip.velocity - root.velocity,
                                 tip.acceleration - root.acceleration};
    sum = plus(sum, times({x.position[j], x.velocity[j], x.acceleration[j]}, column));
  }
  return sum;
}

// A chain of joints with what moves them.
struct ExactChain {
  std::vector<Joint> joints;
  std::vector<JetFunction> variables;  // by joint; none for fixed and floating ones
  std::vector<ExactPath> free;         // by joint; for floating ones
  Placement offset;

  PathPoint<Real> path(const Vec<Real>& point, const Real& t) const {
    PathPoint<Real> x{Vec<Real>(offset.position) + turned(point, offset.orientation), {}, {}};
    for (std::size_t k = joints.size(); k-- > 0;) {
      const Joint& joint = joints[k];
      if (joint.type == JointType::Floating) x = carried(free[k], x, t);
      if (joint.type == JointType::Prismatic) x = slid_along(axis_of(joint), variables[k](t), x);
      if (joint.type == JointType::Revolute || joint.type == JointType::Continuous)
        x = turned_about(axis_of(joint), variables[k](t), x);
      x = mapped(x, [&](const Vec<Real>& v) { return turned(v, joint.origin.orientation); });
      x.position = Vec<Real>(joint.origin.position) + x.position;
    }
    return x;
  }
};

double size(Random& random, Range range) {
  if (range == Range::Moderate) return random.uniform(0.2, 1.0);
  if (range == Range::Extreme) return random.magnitude(1e-300, 1e40);
  return random.chance(0.1) ? 0.0 : random.magnitude(1e-6, 1e2);
}

double number(Random& random, Range range) {
  const double sign = random.sign();
  return sign * size(random, range);
}

Vector3 vector(Random& random, Range range) {
  const Vector3 direction = random.direction();
  return direction * size(random, range);
}

Placement placement(Random& random, Range range) {
  Placement result;
  result.position = vector(random, range);
  result.orientation = random.quaternion();
  return result;
}

// One floating joint at most, and never together with extreme numbers elsewhere: other tests look at those.
std::vector<Joint> random_joints(Random& random, Range range) {
  constexpr JointType kTypes[] = {JointType::Fixed, JointType::Revolute, JointType::Continuous, JointType::Prismatic,
                                  JointType::Revolute};
  std::vector<Joint> joints;
  const int count = 1 + random.below(3);
  for (int k = 0; k < count; ++k) {
    Joint joint;
    joint.type = kTypes[random.below(5)];
    if (k == 0 && range != Range::Extreme && random.chance(0.25)) joint.type = JointType::Floating;
    joint.parent = static_cast<std::size_t>(k);
    joint.origin = placement(random, range);
    joint.axis = random.direction();
    joint.axis *= random.magnitude(1e-100, 1e100);
    const bool may_follow = k > 0 && joint.type != JointType::Fixed && !joints.back().mimic &&
                            joints.back().type != JointType::Fixed && joints.back().type != JointType::Floating;
    if (may_follow && random.chance(0.3)) {
      const double multiplier = random.uniform(-2.0, 2.0);
      joint.mimic = Joint::Mimic{static_cast<std::size_t>(k - 1), multiplier, random.uniform(-1.0, 1.0)};
    }
    joints.push_back(joint);
  }
  return joints;
}

bool floats(const Linkage& linkage) {
  return !linkage.joints().empty() && linkage.joints()[0].type == JointType::Floating;
}

Configuration configuration(const Linkage& linkage, Random& random, Range range) {
  Configuration q(linkage.variables());
  for (double& value : q) value = number(random, range);
  if (floats(linkage)) {
    const Quaternion turn = random.quaternion();
    std::copy(turn.coeffs().begin(), turn.coeffs().end(), q.begin() + 3);
  }
  return q;
}

Placement free_placement(const Configuration& q) { return {{q[0], q[1], q[2]}, Quaternion(q[6], q[3], q[4], q[5])}; }

// The joints' own variables, by the number of the variable, made into what each joint does.
ExactMotion finished(const JointTrajectory& trajectory, Random& random, Range range,
                     const std::function<JetFunction(std::size_t)>& variable, const ExactPath& free) {
  const Linkage& linkage = trajectory.linkage();
  ExactChain chain;
  chain.joints.assign(linkage.joints().begin(), linkage.joints().end());
  chain.offset = placement(random, range);
  chain.free.assign(chain.joints.size(), free);
  for (std::size_t k = 0; k < chain.joints.size(); ++k) {
    const Joint& joint = chain.joints[k];
    if (joint.type == JointType::Fixed || joint.type == JointType::Floating) {
      chain.variables.emplace_back();
      continue;
    }
    const JetFunction own = variable(linkage.variable_of(k));
    const Joint::Mimic mimic = joint.mimic.value_or(Joint::Mimic{});
    chain.variables.emplace_back([own, mimic](const Real& t) {
      const Jet q = own(t);
      const Real m = mimic.multiplier;
      return Jet{m * q[0] + Real(mimic.offset), m * q[1], m * q[2]};
    });
  }
  return {link_motion(trajectory, chain.joints.size(), chain.offset),
          [chain](const Vec<Real>& point, const Real& t) { return chain.path(point, t); }};
}

// Weighted, so that at either end the other's value is gone without a trace, however large it is.
Jet between(double from, double to, double start, double end, const Real& t) {
  const Real rate = 1 / (Real(end) - Real(start));
  return {(Real(end) - t) * rate * Real(from) + (t - Real(start)) * rate * Real(to), (Real(to) - Real(from)) * rate, 0};
}

struct Route {
  std::vector<double> times;
  std::vector<Configuration> configurations;

  bool before(const Real& t) const { return t <= times.front(); }
  bool after(const Real& t) const { return t >= times.back(); }
  std::size_t span(const Real& t) const {
    std::size_t k = 0;
    while (t > times[k + 1]) ++k;
    return k;
  }
  std::vector<Placement> placements() const {
    std::vector<Placement> result;
    for (const Configuration& q : configurations) result.push_back(free_placement(q));
    return result;
  }
};

Route route(const Linkage& linkage, Random& random, Range range) {
  Route result{{random.uniform(-2.0, 1.0)}, {configuration(linkage, random, range)}};
  const int count = 1 + random.below(4);
  for (int k = 0; k < count; ++k) {
    const double step = range == Range::Wide ? random.magnitude(1e-2, 1e2) : 1.0;
    result.times.push_back(result.times.back() + step);
    Configuration next = configuration(linkage, random, range);
    if (random.chance(0.2) && !next.empty()) next[0] = result.configurations.back()[0];
    result.configurations.push_back(next);
  }
  return result;
}

}  // namespace

ExactMotion make_articulated_rate(Random& random, Range range) {
  const Linkage linkage(random_joints(random, range));
  const Configuration q = configuration(linkage, random, range);
  Configuration rates = configuration(linkage, random, range);
  ExactPath free;
  if (floats(linkage)) {
    rates[6] = 0.0;
    const Placement at = free_placement(q);
    const RigidMotion m{at.position, at.orientation, {rates[0], rates[1], rates[2]}, {rates[3], rates[4], rates[5]}};
    free = [m](const Vec<Real>& point, const Real& t) { return path_at(m, point, t); };
  }
  const auto variable = [=](std::size_t i) -> JetFunction {
    return [=](const Real& t) { return Jet{Real(q[i]) + Real(rates[i]) * t, rates[i], 0}; };
  };
  return finished(JointTrajectory::constant_rate(linkage, q, rates), random, range, variable, free);
}

ExactMotion make_articulated_linear(Random& random, Range range) {
  const Linkage linkage(random_joints(random, range));
  const Configuration from = configuration(linkage, random, range);
  const Configuration to = configuration(linkage, random, range);
  const double start = random.uniform(-2.0, 2.0);
  const double end = start + (range == Range::Wide ? random.magnitude(1e-3, 1e3) : 1.0);
  ExactPath free;
  if (floats(linkage)) free = exact_interpolation(free_placement(from), free_placement(to), start, end);
  const auto variable = [=](std::size_t i) -> JetFunction {
    return [=](const Real& t) { return between(from[i], to[i], start, end, t); };
  };
  return finished(JointTrajectory::linear(linkage, from, to, {start, end}), random, range, variable, free);
}

ExactMotion make_articulated_waypoints(Random& random, Range range) {
  const Linkage linkage(random_joints(random, range));
  const Route r = route(linkage, random, range);
  ExactPath free;
  if (floats(linkage)) free = exact_waypoints(r.times, r.placements());
  const auto variable = [=](std::size_t i) -> JetFunction {
    return [=](const Real& t) {
      if (r.before(t)) return Jet{r.configurations.front()[i], 0, 0};
      if (r.after(t)) return Jet{r.configurations.back()[i], 0, 0};
      const std::size_t k = r.span(t);
      return between(r.configurations[k][i], r.configurations[k + 1][i], r.times[k], r.times[k + 1], t);
    };
  };
  return finished(JointTrajectory::waypoints(linkage, r.times, r.configurations), random, range, variable, free);
}

ExactMotion make_articulated_spline(Random& random, Range range) {
  std::vector<Joint> joints = random_joints(random, range);
  if (joints[0].type == JointType::Floating) joints[0].type = JointType::Fixed;  // Motion::spline's own tests do it
  const Linkage linkage(joints);
  const Route r = route(linkage, random, range);
  const auto variable = [=](std::size_t i) -> JetFunction {
    std::vector<Real> values;
    for (const Configuration& q : r.configurations) values.emplace_back(q[i]);
    const auto spline = std::make_shared<const ExactSpline>(r.times, values);
    return [=](const Real& t) {
      if (r.before(t)) return Jet{r.configurations.front()[i], 0, 0};
      if (r.after(t)) return Jet{r.configurations.back()[i], 0, 0};
      return spline->at(t);
    };
  };
  return finished(JointTrajectory::spline(linkage, r.times, r.configurations), random, range, variable, {});
}

}  // namespace graze::testing
