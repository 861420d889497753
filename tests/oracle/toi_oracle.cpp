// SPDX-License-Identifier: Apache-2.0
#include "oracle/toi_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace graze::testing {
namespace {

// Relative to the magnitude: what doubles get wrong (with a large reserve), and from where on they are not asked.
constexpr double kDoubleError = 1e-12;
constexpr double kDoubleReach = 1e-8;
// What counts as contact at 200 bits, relative to the geometric mean of magnitude and size: at a distance d, the
// direction between the closest points is known to 1e-60 magnitude / d, and has to be known to d / size.
constexpr double kZero = 1e-27;
constexpr int kMostSteps = 2'000'000;

template <class T>
MovingTriangle<T> at(const MovingMesh& body, std::size_t triangle, const T& time) {
  MovingTriangle<T> result;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec<T> point(body.mesh.vertices[body.mesh.triangles[triangle][i]]);
    const PathPoint<T> path = path_at(body.motion, point, time);
    result.position[i] = path.position;
    result.velocity[i] = path.velocity;
    result.arm[i] = path.position - Vec<T>(body.motion.position) - time * Vec<T>(body.motion.velocity);
  }
  return result;
}

// The first x >= 0 at which gap + rate x - bend/2 x^2 is down to zero; gap > 0. Negative: never.
template <class T>
T reach(const T& gap, const T& rate, const T& bend) {
  using std::sqrt;
  if (bend == 0) return rate >= 0 ? T(-1) : T(-gap / rate);
  const T root = sqrt(T(rate * rate + 2 * bend * gap));
  return rate >= 0 ? T((rate + root) / bend) : T(2 * gap / (root - rate));
}

double radius_of(const TriangleMesh& mesh) {
  double radius = 0.0;
  for (const Triangle& t : mesh.triangles)
    for (const std::uint32_t v : t) radius = std::max(radius, mesh.vertices[v].norm());
  return radius;
}

double largest_coordinate(const MovingMesh& body, const Interval& window) {
  const double time = window.magnitude();
  const double radius = radius_of(body.mesh);
  return body.motion.position.norm() + body.motion.velocity.norm() * time +
         radius * (1.0 + body.motion.angular_velocity.norm() * time);
}

}  // namespace

// One look at a pair of triangles: how far apart, and no contact within `time` from now (negative: none ever).
struct ToiOracle::Step {
  Real gap;  // beyond the separation
  Real time;
};

ToiOracle::ToiOracle(const TestCase& test) : test_(test) {
  magnitude_ = largest_coordinate(test.a, test.query.window) + largest_coordinate(test.b, test.query.window) +
               test.query.separation;
  zero_ = kZero * std::sqrt(magnitude_) * std::sqrt(radius_of(test.a.mesh) + radius_of(test.b.mesh));
  speed_ = (test.a.motion.velocity - test.b.motion.velocity).norm() +
           test.a.motion.angular_velocity.norm() * radius_of(test.a.mesh) +
           test.b.motion.angular_velocity.norm() * radius_of(test.b.mesh);
  rate_magnitude_ = test.a.motion.velocity.norm() + test.b.motion.velocity.norm() +
                    (test.a.motion.angular_velocity.norm() + test.b.motion.angular_velocity.norm()) * magnitude_;
}

template <class T>
ClosestPair<T> ToiOracle::closest(std::size_t triangle_a, std::size_t triangle_b, const T& time) const {
  return closest_of_triangles(at(test_.a, triangle_a, time).position, at(test_.b, triangle_b, time).position);
}

template <class T>
ToiOracle::Step ToiOracle::step(std::size_t triangle_a, std::size_t triangle_b, const T& time, double margin) const {
  const MovingTriangle<T> a = at(test_.a, triangle_a, time);
  const MovingTriangle<T> b = at(test_.b, triangle_b, time);
  const ClosestPair<T> pair = closest_of_triangles(a.position, b.position);
  if (!(pair.squared > 0)) return {0, 0};
  // The direction between the closest points is the one; with nearly parallel edges a face's normal is better known.
  Step best = step_along(a, b, pair.b - pair.a, margin);
  if (best.gap > Real(0.5 * norm(pair.b - pair.a)) - test_.query.separation) return best;
  for (const Vec<T>& normal : {normal_of(a.position), normal_of(b.position)})
    for (const int sign : {1, -1}) {
      const Step other = step_along(a, b, T(sign) * normal, margin);
      if (other.gap > best.gap) best = other;
    }
  return best;
}

template <class T>
ToiOracle::Step ToiOracle::step_along(const MovingTriangle<T>& a, const MovingTriangle<T>& b, const Vec<T>& direction,
                                      double margin) const {
  const T length = norm(direction);
  if (!(length > 0)) return {-1, 0};
  const Vec<T> n = T(T(1) / length) * direction;
  const Vec<T> spin_a(test_.a.motion.angular_velocity);
  const Vec<T> spin_b(test_.b.motion.angular_velocity);
  const T turn_a = norm(cross(spin_a, n));
  const T turn_b = norm(cross(spin_b, n));
  T least_gap = 0;
  T least_time = -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const T bend_a = turn_a * norm(cross(spin_a, a.arm[i]));
    for (std::size_t j = 0; j < 3; ++j) {
      const T bend = bend_a + turn_b * norm(cross(spin_b, b.arm[j]));
      const T gap = dot(n, b.position[j] - a.position[i]) - T(test_.query.separation) - T(margin * magnitude_);
      const T rate = dot(n, b.velocity[j] - a.velocity[i]) - T(margin * rate_magnitude_);
      if (i + j == 0 || gap < least_gap) least_gap = gap;
      if (!(gap > 0)) return {Real(gap), 0};
      const T time_left = reach(gap, rate, T(bend * (1 + margin)));
      if (time_left >= 0 && (least_time < 0 || time_left < least_time)) least_time = time_left;
    }
  }
  return {Real(least_gap), least_time < 0 ? Real(-1) : Real(Real(least_time) * (1 - margin))};
}

std::optional<Real> ToiOracle::first_contact_of(std::size_t triangle_a, std::size_t triangle_b, Real from,
                                                const Real& to) const {
  for (int i = 0; i < kMostSteps; ++i) {
    const double early = std::nextafter(to_double(from), -std::numeric_limits<double>::infinity());
    const Step coarse = step<double>(triangle_a, triangle_b, early, kDoubleError);
    if (coarse.gap > kDoubleReach * magnitude_ && (coarse.time < 0 || early + coarse.time > from)) {
      if (coarse.time < 0 || early + coarse.time > to) return std::nullopt;
      from = early + coarse.time;
      continue;
    }
    const Step fine = step<Real>(triangle_a, triangle_b, from, 0.0);
    if (fine.gap <= zero_) {
      const Real distance = sqrt(closest<Real>(triangle_a, triangle_b, from).squared);
      if (distance - test_.query.separation <= 2 * zero_) return from;
      throw std::runtime_error("oracle: no separating direction at distance " + to_text(distance));
    }
    if (fine.time < 0 || from + fine.time > to) return std::nullopt;
    from += fine.time;
  }
  throw std::runtime_error("oracle: too many steps");
}

std::optional<Real> ToiOracle::first_contact(const Real& from, const Real& to) const {
  struct Pair {
    double squared;
    std::size_t a, b;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < test_.a.mesh.triangles.size(); ++i)
    for (std::size_t j = 0; j < test_.b.mesh.triangles.size(); ++j)
      pairs.push_back({closest<double>(i, j, to_double(to)).squared, i, j});
  // Those near at the end first: they are the likely ones, and an early contact spares the others the rest.
  std::sort(pairs.begin(), pairs.end(), [](const Pair& x, const Pair& y) { return x.squared < y.squared; });
  Real end = to;
  std::optional<Real> first;
  for (const Pair& pair : pairs) {
    const std::optional<Real> contact = first_contact_of(pair.a, pair.b, from, end);
    if (contact) first = end = *contact;
  }
  return first;
}

ToiOracle::Distance ToiOracle::distance_at(const Real& time) const {
  struct Pair {
    double distance;
    std::size_t a, b;
  };
  std::vector<Pair> pairs;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < test_.a.mesh.triangles.size(); ++i)
    for (std::size_t j = 0; j < test_.b.mesh.triangles.size(); ++j) {
      pairs.push_back({std::sqrt(closest<double>(i, j, to_double(time)).squared), i, j});
      nearest = std::min(nearest, pairs.back().distance);
    }
  ClosestPair<Real> best;
  for (const Pair& pair : pairs)
    if (pair.distance <= nearest + kDoubleReach * magnitude_) {
      const ClosestPair<Real> one = closest<Real>(pair.a, pair.b, time);
      best.offer(one.a, one.b);
    }
  Distance result{sqrt(best.squared), best.a, best.b, 0};
  if (best.squared == 0) return result;
  const auto velocity = [&time](const RigidMotion& m, const Vec<Real>& p) {
    const Vec<Real> v(m.velocity);
    return v + cross(Vec<Real>(m.angular_velocity), p - Vec<Real>(m.position) - time * v);
  };
  const Vec<Real> relative = velocity(test_.b.motion, best.b) - velocity(test_.a.motion, best.a);
  result.closing_speed = -dot(relative, best.b - best.a) / result.value;
  return result;
}

Real ToiOracle::feature_distance(const Feature& a, const Feature& b, const Real& time) const {
  // A vertex is a triangle of three equal corners, an edge one of two.
  const auto corners = [&time](const MovingMesh& body, const Feature& feature) {
    const std::size_t count = feature.kind == FeatureKind::Vertex ? 1 : feature.kind == FeatureKind::Edge ? 2 : 3;
    Corners<Real> result;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t vertex = feature.vertices[std::min(i, count - 1)];
      result[i] = path_at(body.motion, Vec<Real>(body.mesh.vertices[vertex]), time).position;
    }
    return result;
  };
  return sqrt(closest_of_triangles(corners(test_.a, a), corners(test_.b, b)).squared);
}

}  // namespace graze::testing
