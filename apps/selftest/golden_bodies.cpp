// SPDX-License-Identifier: Apache-2.0
#include "selftest/golden.hpp"

namespace graze::golden {
namespace {

// One after the other: the order in which arguments are computed is left open.
double signed_unit(Random& random) { return random.uniform(-1.0, 1.0); }

std::vector<Placement> stations(const Vector3& position, const Vector3& velocity, Random& random) {
  std::vector<Placement> result;
  Quaternion turn = random_turn(random);
  for (int k = 0; k < 4; ++k) {
    result.push_back({position + (k / 3.0) * velocity + random_vector(random, 0.05), turn});
    const Vector3 change = random_vector(random, 0.3);
    turn = Quaternion(1.0, change.x(), change.y(), change.z()) * turn;
  }
  return result;
}

}  // namespace

Vector3 random_vector(Random& random, double half_width) {
  const double x = half_width * signed_unit(random);
  const double y = half_width * signed_unit(random);
  const double z = half_width * signed_unit(random);
  return {x, y, z};
}

Quaternion random_turn(Random& random) {
  for (;;) {
    const Vector3 v = random_vector(random, 1.0);
    const Quaternion q(signed_unit(random), v.x(), v.y(), v.z());
    if (q.squaredNorm() > 0.01) return q;
  }
}

std::vector<Shape> meshes() {
  return {Shape::mesh(make_box(Vector3(1.0, 0.7, 0.5))),  Shape::mesh(make_icosphere(0.6, 2)),
          Shape::mesh(make_torus(0.6, 0.2, 16, 8)),       Shape::mesh(make_gear(0.7, 0.5, 0.3, 9)),
          Shape::mesh(make_bumpy_sphere(0.6, 0.2, 3, 2)), Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.1, 40, 5))};
}

std::vector<Shape> solids() {
  Random random(21);
  std::vector<Vector3> points;
  for (int k = 0; k < 30; ++k) points.push_back(random_vector(random, 0.6));
  const Shape hull = Shape::convex_hull(points);
  const Shape box = Shape::box(Vector3(0.8, 0.6, 0.4));
  return {Shape::sphere(0.5),
          Shape::capsule(0.25, 0.7),
          box,
          Shape::cylinder(0.4, 0.8),
          Shape::cone(0.5, 0.9),
          hull,
          Shape::rounded(box, 0.1),
          Shape::minkowski_sum(Shape::cone(0.3, 0.4), Shape::box(Vector3(0.3, 0.2, 0.4))),
          Shape::compound(
              {{box, Vector3(0.3, 0.0, 0.0)}, {hull, Vector3(-0.3, 0.2, 0.0), Quaternion(1.0, 0.2, 0.3, 0.1)}})};
}

std::vector<Shape> surfaces() {
  return {Shape::parametric(ParametricSurface::sphere(0.5)), Shape::parametric(ParametricSurface::torus(0.5, 0.2)),
          Shape::parametric(ParametricSurface::superquadric(Vector3(0.6, 0.5, 0.4), 0.7, 1.3)),
          Shape::implicit(ImplicitSurface::torus(0.5, 0.2)),
          Shape::implicit(ImplicitSurface::metaballs(
              {{Vector3(0.2, 0.0, 0.0), 0.7, 1.0}, {Vector3(-0.2, 0.1, 0.0), 0.6, 1.0}}, 0.4))};
}

Motion motion(int kind, const Vector3& position, const Vector3& velocity, Random& random) {
  const Quaternion turn = random_turn(random);
  const Vector3 spin = random_vector(random, 4.0);
  switch (kind) {
    case 0:
      return Motion::constant_velocity(position, turn, velocity, spin);
    case 1:
      return Motion::ballistic({position, turn}, velocity, random_vector(random, 2.0), spin);
    case 2:
      return Motion::screw({position, turn}, {position + random_vector(random, 0.5), velocity}, spin.x(),
                           velocity.norm());
    case 3:
      return Motion::interpolated({position, turn}, {position + velocity, random_turn(random)});
    case 4:
      return Motion::waypoints({0.0, 0.3, 0.6, 1.0}, stations(position, velocity, random));
    case 5:
      return Motion::spline({0.0, 0.3, 0.6, 1.0}, stations(position, velocity, random));
    default:
      return Motion::still(position, turn);
  }
}

}  // namespace graze::golden
