// SPDX-License-Identifier: Apache-2.0
#include "oracle/case_generator.hpp"

#include <cmath>

#include "oracle/small_meshes.hpp"

namespace graze::testing {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

double radius_of(const TriangleMesh& mesh) {
  double radius = 0.0;
  for (const Vector3d& v : mesh.vertices) radius = std::max(radius, v.norm());
  return radius;
}

// Moves the time origin: what was at t = 0 is now at t = start, up to rounding.
void start_at(RigidMotion& motion, double start) {
  if (start == 0) return;
  motion.position -= start * motion.velocity;
  const double angle = motion.angular_velocity.norm() * start;
  if (angle == 0) return;
  motion.orientation =
      Quaterniond(Eigen::AngleAxisd(-angle, motion.angular_velocity.normalized())) * motion.orientation;
}

void shift_window(TestCase& test, Random& random) {
  if (random.chance(0.6)) return;
  const double start = random.sign() * random.magnitude(0.1, 1e3);
  start_at(test.a.motion, start);
  start_at(test.b.motion, start);
  test.query.window = {start, start + test.query.window.hi()};
}

Quaterniond grid_orientation(Random& random) {
  constexpr double kTurns[][4] = {{1, 0, 0, 0}, {1, 1, 0, 0}, {1, 0, 1, 0}, {1, 0, 0, 1}, {1, 1, 1, 1}, {0, 1, 1, 0}};
  const double* q = kTurns[random.below(6)];
  return {q[0], q[1], q[2], q[3]};
}

Vector3d random_spin(Random& random, double window) {
  switch (random.below(6)) {
    case 0:
      return Vector3d::Zero();
    case 1:
      return random.direction() * random.magnitude(1e-3, 0.5) / window;
    case 2:
      return random.direction() * std::min(100.0, 2000.0 / window);  // more turns only take more time
    case 3:
      return Vector3d::Unit(random.below(3)) * random.uniform(-5.0, 5.0) / window;
    default:
      return random.direction() * random.magnitude(0.5, 30.0) / window;
  }
}

// Two bodies aimed at each other, at any scale and speed.
TestCase aimed(Random& random) {
  TestCase test{"aimed", {}, {}, {}};
  const double scale = random.chance(0.4) ? 1.0 : random.magnitude(1e-3, 1e3);
  test.a.mesh = scaled(random_mesh(random, false), scale);
  test.b.mesh = scaled(random_mesh(random, false), scale);
  const double size = radius_of(test.a.mesh) + radius_of(test.b.mesh);
  const double speed = random.magnitude(0.1, 1000.0) * (random.chance(0.5) ? scale : 1.0);
  const double window = random.chance(0.3) ? 1.0 : size / speed * random.magnitude(0.5, 30.0);
  test.query.window = {0.0, window};
  const double meeting = random.uniform(0.0, 1.2) * window;
  const Vector3d relative = random.direction() * speed;
  const Vector3d shared = random.chance(0.5) ? Vector3d(Vector3d::Zero()) : Vector3d(random.direction() * speed);
  test.a.motion = {random.vector(scale), random.quaternion(), shared, random_spin(random, window)};
  test.b.motion = {test.a.motion.position + random.direction() * size * random.uniform(0.0, 1.1) - relative * meeting,
                   random.quaternion(), shared + relative, random_spin(random, window)};
  if (random.chance(0.15)) test.query.separation = size * random.magnitude(1e-6, 0.3);
  if (random.chance(0.15)) test.query.tolerance = scale * random.magnitude(1e-12, 1e-3);
  shift_window(test, random);
  return test;
}

// Coordinates, velocities and window on a grid: exact ties, parallel edges, coplanar faces, contact at round times.
TestCase on_grid(Random& random) {
  TestCase test{"on_grid", {}, {}, {}};
  test.a.mesh = random_mesh(random, true);
  test.b.mesh = random_mesh(random, true);
  test.query.window = {0.0, static_cast<double>(1 + random.below(4))};
  test.a.motion = {grid_point(random, 8), grid_orientation(random), Vector3d::Zero(), Vector3d::Zero()};
  test.b.motion = {grid_point(random, 16), grid_orientation(random), Vector3d::Zero(), Vector3d::Zero()};
  if (random.chance(0.9)) {
    const Vector3d towards = test.a.motion.position - test.b.motion.position + grid_point(random, 3);
    test.b.motion.velocity = towards * (0.25 * (1 + random.below(8)));
  }
  if (random.chance(0.3)) test.a.motion.velocity = grid_point(random);
  if (random.chance(0.2)) test.b.motion.angular_velocity = Vector3d::Unit(random.below(3)) * random.sign();
  if (random.chance(0.1)) test.query.separation = 0.25;
  if (random.chance(0.1)) test.query.window = {-2.0, test.query.window.hi()};
  return test;
}

// Boxes with coplanar faces sliding past, or at each other, with an exact or a tiny gap.
TestCase boxes(Random& random) {
  TestCase test{"boxes", {}, {}, {}};
  constexpr double kGaps[] = {0, 0, 0, 1e-9, 1e-10, 1e-11, 1e-12, 3e-10, 5e-11, -1e-9, -1e-11, 1e-6};
  const double gap = kGaps[random.below(12)];
  test.a.mesh = box_mesh(1, 1, 1);
  test.b.mesh = random.chance(0.7) ? box_mesh(1, 1, 1) : soup_of(box_mesh(1, 1, 1));
  const int side = random.below(3);
  const int along = (side + 1 + random.below(2)) % 3;
  Vector3d start = Vector3d::Zero();
  start[along] = 2.0 + 0.5 * random.below(3);
  start[side] = 1.0 + gap;
  if (random.chance(0.5)) start[3 - side - along] = 0.25 * random.below(5);
  test.b.motion.position = start;
  test.b.motion.velocity[along] = -1.0 - random.below(3);
  if (random.chance(0.3)) test.b.motion.velocity[side] = -0.25;
  if (random.chance(0.2)) test.b.motion.angular_velocity = Vector3d::Unit(side) * random.uniform(-3, 3);
  test.query.window = {0.0, 1.0 + random.below(3)};
  return test;
}

// Something turning in place beside a wall that it just touches, just misses, or just hits.
TestCase spinner(Random& random) {
  TestCase test{"spinner", {}, {}, {}};
  constexpr double kGaps[] = {0, 1e-9, 1e-10, 1e-11, -1e-9, -1e-10, -1e-11, 1e-3, -1e-3, 2e-10, -1e-13, 1e-13};
  test.a.mesh = random.chance(0.5) ? box_mesh(1, 1, 1) : box_mesh(2, random.magnitude(1e-3, 1.0), 0.5);
  test.b.mesh = random.chance(0.5) ? triangle_mesh({-5, 0, -5}, {5, 0, -5}, {0, 0, 9}) : box_mesh(4, 0.5, 4);
  const Vector3d corner = test.a.mesh.vertices[7];
  const double wall = test.b.mesh.triangles.size() == 1 ? 0.0 : 0.25;
  const double reach = std::hypot(corner.x(), corner.y());
  test.b.motion.position = Vector3d(0, reach + wall + kGaps[random.below(12)], 0);
  const double speed = random.chance(0.3) ? 100.0 : random.magnitude(0.3, 10.0);
  test.a.motion.angular_velocity = Vector3d(0, 0, random.sign() * speed);
  if (random.chance(0.3)) test.b.motion.velocity = Vector3d(random.uniform(-0.5, 0.5), 0, 0);
  if (random.chance(0.2)) test.b.motion.angular_velocity = Vector3d(0, random.uniform(-3.0, 3.0), 0);
  if (random.chance(0.2)) test.a.motion.orientation = Quaterniond(1, 0, 0, 1);
  test.query.window = {0.0, random.chance(0.5) ? 1.0 : 8.0 / speed};
  return test;
}

// Flat things that stay in their common plane.
TestCase in_plane(Random& random) {
  TestCase test{"in_plane", {}, {}, {}};
  const auto corner = [&] {
    const double x = random.chance(0.5) ? 0.25 * (random.below(9) - 4) : random.uniform(-1, 1);
    return Vector3d(x, random.chance(0.5) ? 0.25 * (random.below(9) - 4) : random.uniform(-1, 1), 0);
  };
  const auto flat = [&] {
    const Vector3d a = corner(), b = corner();
    return triangle_mesh(a, b, corner());
  };
  test.a.mesh = flat();
  test.b.mesh = flat();
  const double angle = random.uniform(0, 6);
  test.b.motion.position = 3.0 * Vector3d(std::cos(angle), std::sin(angle), 0);
  test.b.motion.velocity = -test.b.motion.position * random.uniform(0.3, 3.0) + 0.5 * corner();
  if (random.chance(0.4)) test.a.motion.angular_velocity = Vector3d(0, 0, random.uniform(-5, 5));
  if (random.chance(0.4)) test.b.motion.angular_velocity = Vector3d(0, 0, random.uniform(-5, 5));
  if (random.chance(0.2)) test.b.motion.position.z() = random.sign() * random.magnitude(1e-13, 1e-8);
  return test;
}

// A vertex, or a point of an edge, of one aimed at a vertex, or a point of an edge, of the other at a chosen time.
TestCase feature_to_feature(Random& random) {
  TestCase test{"feature_to_feature", {}, {}, {}};
  test.a.mesh = random_mesh(random, true);
  test.b.mesh = random_mesh(random, true);
  const auto target = [&](const TriangleMesh& mesh) -> Vector3d {
    const Triangle& t = mesh.triangles[static_cast<std::size_t>(random.below(static_cast<int>(mesh.triangles.size())))];
    const Vector3d& v = mesh.vertices[t[static_cast<std::size_t>(random.below(3))]];
    return random.chance(0.6) ? v : Vector3d(0.5 * (v + mesh.vertices[t[0]]));
  };
  const Vector3d point_a = target(test.a.mesh);
  const Vector3d point_b = target(test.b.mesh);
  const double meeting = 0.25 * (1 + random.below(4));
  const bool turning = random.chance(0.5);
  test.a.motion.orientation = turning ? random.quaternion() : grid_orientation(random);
  test.b.motion.orientation = turning ? random.quaternion() : grid_orientation(random);
  if (turning) test.a.motion.angular_velocity = random.vector(3.0);
  if (turning) test.b.motion.angular_velocity = random.vector(3.0);
  test.b.motion.velocity = random.chance(0.5) ? Vector3d(4.0 * grid_point(random, 8)) : random.vector(10.0);
  const Vec<Real> at_a = path_at(test.a.motion, Vec<Real>(point_a), Real(meeting)).position;
  const Vec<Real> at_b = path_at(test.b.motion, Vec<Real>(point_b), Real(meeting)).position;
  test.b.motion.position = to_double(at_a - at_b);
  if (random.chance(0.2)) test.b.motion.position += random.direction() * random.magnitude(1e-12, 1e-8);
  return test;
}

// A rod whose tip swings by a wall, moved so that it is nearest, by a chosen gap, at a chosen time.
TestCase grazing(Random& random) {
  TestCase test{"grazing", {}, {}, {}};
  const double thin = random.magnitude(1e-4, 0.1);
  test.a.mesh = random.chance(0.5) ? box_mesh(2, thin, thin) : TriangleMesh{{{-1, 0, 0}, {1, 0, 0}}, {{0, 1, 1}}};
  test.b.mesh = box_mesh(6, 1, 6);
  test.a.motion = {random.vector(0.1), random.quaternion(), Vector3d(random.uniform(-1, 1), 0, random.uniform(-1, 1)),
                   Vector3d(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(1, 9))};
  // The highest the rod gets: sampled, since the case only has to be close.
  double highest = -1e300;
  for (int k = 0; k <= 20'000; ++k)
    for (const Vector3d& v : test.a.mesh.vertices)
      highest = std::max(highest, path_at(test.a.motion, Vec<double>(v), k / 20'000.0).position.y);
  const double gap = random.sign() * random.magnitude(1e-12, 1e-5);
  test.b.motion.position = Vector3d(0, highest + 0.5 + gap, 0);
  return test;
}

// Meshes large enough for a tree of several levels.
TestCase trees(Random& random) {
  TestCase test{"trees", {}, {}, {}};
  const auto mesh = [&]() -> TriangleMesh {
    switch (random.below(4)) {
      case 0:
        return make_icosphere(1.0, 1);
      case 1:
        return make_torus(1.0, 0.3, 8, 5);
      case 2:
        return make_gear(1.0, 0.7, 0.3, 5);
      default:
        return random_mesh(random, false);
    }
  };
  test.a.mesh = mesh();
  test.b.mesh = mesh();
  const Vector3d relative = random.direction() * random.magnitude(0.5, 50.0);
  test.a.motion = {random.vector(1.0), random.quaternion(), random.vector(1.0), random_spin(random, 1.0)};
  test.b.motion = {
      test.a.motion.position + random.direction() * random.uniform(0.0, 2.0) - relative * random.uniform(0.0, 1.0),
      random.quaternion(), test.a.motion.velocity + relative, random_spin(random, 1.0)};
  return test;
}

// Nothing moves, or hardly; the window is short or a point.
TestCase hardly(Random& random) {
  TestCase test{"hardly", {}, {}, {}};
  const bool grid = random.chance(0.5);
  test.a.mesh = random_mesh(random, grid);
  test.b.mesh = random_mesh(random, grid);
  test.a.motion.orientation = grid ? grid_orientation(random) : random.quaternion();
  test.b.motion.position = grid ? grid_point(random, 8) : random.vector(2.0);
  const double slow = random.chance(0.4) ? 0.0 : random.magnitude(1e-12, 1e-2);
  test.b.motion.velocity = slow * random.direction();
  if (random.chance(0.5)) test.a.motion.angular_velocity = slow * random.direction();
  const double start = random.chance(0.5) ? 0.0 : random.uniform(-5, 5);
  test.query.window = {start, start + (random.chance(0.4) ? 0.0 : random.magnitude(1e-12, 10.0))};
  return test;
}

}  // namespace

TestCase random_case(std::uint64_t seed, std::uint64_t number) {
  Random random(seed * 1'000'003 + number);
  TestCase test = [&] {
    switch (random.below(17)) {
      case 0:
      case 1:
        return on_grid(random);
      case 2:
        return boxes(random);
      case 3:
        return spinner(random);
      case 4:
        return in_plane(random);
      case 5:
      case 6:
        return feature_to_feature(random);
      case 7:
        return grazing(random);
      case 8:
        return hardly(random);
      case 9:
        return trees(random);
      default:
        return aimed(random);
    }
  }();
  if (random.chance(0.5)) std::swap(test.a, test.b);
  test.name += ' ' + std::to_string(seed) + ' ' + std::to_string(number);
  return test;
}

}  // namespace graze::testing
