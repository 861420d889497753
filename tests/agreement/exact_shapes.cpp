// SPDX-License-Identifier: Apache-2.0
#include "agreement/exact_shapes.hpp"

#include <algorithm>

namespace graze::testing {
namespace {

ExactSupport of_points(const std::vector<Vector3>& points) {
  std::vector<Vec<Real>> exact;
  for (const Vector3& p : points) exact.emplace_back(p);
  return [exact](const Vec<Real>& d) {
    const Vec<Real>* best = &exact.front();
    for (const Vec<Real>& p : exact)
      if (dot(p, d) > dot(*best, d)) best = &p;
    return *best;
  };
}

ExactSupport of_sphere(double radius) {
  return [radius](const Vec<Real>& d) { return Real(Real(radius) / norm(d)) * d; };
}

// A disc across z.
ExactSupport of_disc(double radius, double height) {
  return [radius, height](const Vec<Real>& d) {
    const Real aside = sqrt(Real(d.x * d.x + d.y * d.y));
    if (aside == 0) return Vec<Real>(Real(0), Real(0), Real(height));
    const Real scale = Real(radius) / aside;
    return Vec<Real>(scale * d.x, scale * d.y, Real(height));
  };
}

ExactSupport of_hull(const ExactSupport& p, const ExactSupport& q) {
  return [p, q](const Vec<Real>& d) {
    const Vec<Real> x = p(d);
    const Vec<Real> y = q(d);
    return dot(x, d) >= dot(y, d) ? x : y;
  };
}

ExactSupport of_sum(const ExactSupport& p, const ExactSupport& q) {
  return [p, q](const Vec<Real>& d) { return p(d) + q(d); };
}

ExactSupport placed(const ExactSupport& p, const Vector3& position) {
  return [p, position](const Vec<Real>& d) { return p(d) + Vec<Real>(position); };
}

ExactShape solid(const Shape& shape, const ExactSupport& support) { return {shape, {support}, {}}; }

double thickness(Random& random) { return random.uniform(0.05, 0.3); }
double extent(Random& random) { return random.uniform(0.1, 0.7); }

std::vector<Vector3> some_points(Random& random, int count) {
  std::vector<Vector3> points;
  const double size = extent(random);
  for (int i = 0; i < count; ++i) points.push_back(size * random.vector(1.0));
  return points;
}

std::vector<Vector3> corners_of(const Vector3& lengths) {
  std::vector<Vector3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(0.5 *
                      lengths.cwiseProduct(Vector3((i & 1) != 0 ? 1 : -1, (i & 2) != 0 ? 1 : -1, i > 3 ? 1 : -1)));
  return corners;
}

ExactShape make_sphere(Random& random) {
  const double r = thickness(random);
  return solid(Shape::sphere(r), of_sphere(r));
}

ExactShape make_capsule(Random& random) {
  const double r = thickness(random);
  const double l = extent(random);
  return solid(Shape::capsule(r, l), of_sum(of_points({{0, 0, -0.5 * l}, {0, 0, 0.5 * l}}), of_sphere(r)));
}

ExactShape make_box_solid(Random& random) {
  const double x = thickness(random);
  const double y = extent(random);
  const Vector3 lengths(x, y, extent(random));
  return solid(Shape::box(lengths), of_points(corners_of(lengths)));
}

ExactShape make_cylinder_solid(Random& random) {
  const double r = thickness(random);
  const double l = extent(random);
  return solid(Shape::cylinder(r, l), of_hull(of_disc(r, -0.5 * l), of_disc(r, 0.5 * l)));
}

ExactShape make_cone_solid(Random& random) {
  const double r = thickness(random);
  const double l = extent(random);
  return solid(Shape::cone(r, l), of_hull(of_disc(r, -0.5 * l), of_points({{0, 0, 0.5 * l}})));
}

ExactShape make_hull(Random& random) {
  const std::vector<Vector3> points = some_points(random, 4 + random.below(20));
  return solid(Shape::convex_hull(points), of_points(points));
}

ExactShape make_rounded(Random& random) {
  const std::vector<Vector3> points = some_points(random, 2 + random.below(6));
  const double r = thickness(random);
  return solid(Shape::rounded(Shape::convex_hull(points), r), of_sum(of_points(points), of_sphere(r)));
}

ExactShape make_sum(Random& random) {
  const ExactShape p = make_cylinder_solid(random);
  const ExactShape q = make_box_solid(random);
  return solid(Shape::minkowski_sum(p.shape, q.shape), of_sum(p.parts[0], q.parts[0]));
}

ExactShape make_half_space(Random& random) {
  const Vector3 normal = 3 * random.direction();
  const double offset = -random.uniform(1.0, 3.0);
  const Vec<Real> n(normal);
  return {Shape::half_space(normal, offset), {}, ExactHalfSpace{Real(1 / norm(n)) * n, Real(offset)}};
}

ExactShape make_compound(Random& random) {
  const ExactShape p = make_capsule(random);
  const ExactShape q = make_hull(random);
  const Vector3 at = random.vector(0.3);
  const Shape shape = Shape::compound({{p.shape, at}, {q.shape, -at}});
  return {shape, {placed(p.parts[0], at), placed(q.parts[0], -at)}, {}};
}

// A surface: the union of its triangles.
ExactShape make_mesh(Random& random) {
  TriangleMesh mesh;
  mesh.vertices = some_points(random, 8);
  std::vector<ExactSupport> parts;
  for (int i = 0; i < 6; ++i) {
    const auto corner = [&] { return static_cast<std::uint32_t>(random.below(8)); };
    const Triangle triangle{corner(), corner(), corner()};
    mesh.triangles.push_back(triangle);
    parts.push_back(of_points({mesh.vertices[triangle[0]], mesh.vertices[triangle[1]], mesh.vertices[triangle[2]]}));
  }
  return {Shape::mesh(mesh), parts, {}};
}

}  // namespace

const std::vector<ShapeMaker>& shape_makers() {
  static const std::vector<ShapeMaker> makers{
      {"sphere", make_sphere},           {"capsule", make_capsule},   {"box", make_box_solid},
      {"cylinder", make_cylinder_solid}, {"cone", make_cone_solid},   {"convex_hull", make_hull},
      {"rounded", make_rounded},         {"minkowski_sum", make_sum}, {"half_space", make_half_space},
      {"compound", make_compound},       {"mesh", make_mesh}};
  return makers;
}

}  // namespace graze::testing
