// SPDX-License-Identifier: Apache-2.0
#include "attack/questions/shape_generators.hpp"

#include "attack/oracle/convex_part.hpp"

namespace graze::attack {
namespace {

// A length of a body of this size: mostly ordinary, now and then a sliver.
double part_of(Random& random, double size) {
  return size * (random.chance(0.1) ? random.magnitude(1e-7, 1e-1) : random.uniform(0.2, 1.0));
}

ShapeNumbers sized(Form form, std::vector<double> sizes) {
  ShapeNumbers s;
  s.form = form;
  s.sizes = std::move(sizes);
  return s;
}

Point random_point(Random& random, double size) {
  const Eigen::Vector3d v = random.vector(size);
  return {v.x(), v.y(), v.z()};
}

ShapeNumbers hull(Random& random, double size) {
  ShapeNumbers s;
  s.form = Form::Hull;
  const int kind = random.below(6);
  const int count = 1 + random.below(10);
  const Point base = random_point(random, size);
  for (int i = 0; i < count; ++i) {
    Point p = random_point(random, size);
    if (kind == 0) p.z = base.z;
    if (kind == 1) p = random.uniform(-1.0, 1.0) * base;
    s.points.push_back(p);
    if (kind == 2) s.points.push_back(p);
  }
  return s;
}

ShapeNumbers soup(Random& random, double size) {
  ShapeNumbers s;
  s.form = Form::Mesh;
  const int count = 1 + random.below(8);
  const bool flat = random.chance(0.1);
  for (int i = 0; i < count; ++i) {
    const Point middle = random_point(random, size);
    for (int k = 0; k < 3; ++k) {
      s.points.push_back(middle + random_point(random, 0.5 * size));
      if (flat) s.points.back().z = 0.25 * size;
    }
    const auto first = static_cast<std::uint32_t>(3 * i);
    s.triangles.push_back({first, first + 1, random.chance(0.1) ? first : first + 2});
  }
  return s;
}

// An octahedron, each face in four, pushed onto an ellipsoid.
ShapeNumbers ball_mesh(Random& random, double size) {
  ShapeNumbers s;
  s.form = Form::Mesh;
  const Point axes(part_of(random, size), part_of(random, size), part_of(random, size));
  const auto add = [&](Point p) {
    p = 1 / length(p) * p;
    s.points.emplace_back(p.x * axes.x, p.y * axes.y, p.z * axes.z);
    return static_cast<std::uint32_t>(s.points.size() - 1);
  };
  for (int i = 0; i < 8; ++i) {
    const Point a(i & 1 ? 1 : -1, 0, 0), b(0, i & 2 ? 1 : -1, 0), c(0, 0, i & 4 ? 1 : -1);
    const std::uint32_t ia = add(a), ib = add(b), ic = add(c), ab = add(a + b), bc = add(b + c), ca = add(c + a);
    for (const Corners& t : {Corners{ia, ab, ca}, Corners{ib, bc, ab}, Corners{ic, ca, bc}, Corners{ab, bc, ca}})
      s.triangles.push_back(t);
  }
  return s;
}

ShapeNumbers metaballs(Random& random, double size) {
  ShapeNumbers s = sized(Form::Metaballs, {});
  const double radius = 0.7 * size;
  s.points.emplace_back();
  s.points.push_back(random.uniform(0.0, 0.4) * radius * random_direction(random));
  for (int i = 0; i < 2; ++i) s.sizes.insert(s.sizes.end(), {radius, random.uniform(0.8, 1.5)});
  s.sizes.push_back(0.25);
  return s;
}

// Two balls that overlap: one within reach of the other's middle, so that what is left hangs together.
ShapeNumbers combined(Random& random, double size) {
  ShapeNumbers s;
  s.form = static_cast<Form>(static_cast<int>(Form::Union) + random.below(3));
  const double radius = 0.6 * size;
  for (int i = 0; i < 2; ++i) {
    ShapeNumbers ball = sized(Form::Ellipsoid, {radius, radius, radius});
    ball.implicit = true;
    s.children.push_back(ball);
    s.places.emplace_back();
  }
  const Point way = random_direction(random);
  s.places[1].position = random.uniform(0.3, 0.9) * radius * way;
  if (s.form == Form::Intersection) s.places[0].position = 0.4 * s.places[1].position;
  s.points.push_back(-0.9 * radius * way);  // in the first only
  return s;
}

ShapeNumbers patch(Random& random, double size) {
  ShapeNumbers s;
  s.form = random.chance(0.5) ? Form::Bezier : Form::Spline;
  const int side = s.form == Form::Spline ? 5 : 2 + random.below(3);
  for (int i = 0; i < side; ++i)
    for (int j = 0; j < side; ++j)
      s.points.push_back(Point(size * (2.0 * i / (side - 1) - 1), size * (2.0 * j / (side - 1) - 1), 0) +
                         random_point(random, 0.3 * size));
  return s;
}

}  // namespace

Point random_direction(Random& random) {
  const Eigen::Vector3d v = random.direction();
  return {v.x(), v.y(), v.z()};
}

Turn random_turn(Random& random) {
  if (random.chance(0.2)) return {};
  const Eigen::Quaterniond q = random.quaternion();
  return {q.x(), q.y(), q.z(), q.w()};
}

ShapeNumbers primitive(Random& random, double size) {
  const auto form = static_cast<Form>(random.below(5));
  if (form == Form::Sphere) return sized(form, {part_of(random, size)});
  if (form == Form::Box) return sized(form, {part_of(random, size), part_of(random, size), part_of(random, size)});
  return sized(form, {part_of(random, 0.6 * size), part_of(random, size)});
}

ShapeNumbers convex_shape(Random& random, double size) {
  const int kind = random.below(10);
  if (kind < 5) return primitive(random, size);
  if (kind < 8) return hull(random, size);
  ShapeNumbers s;
  s.form = kind == 8 ? Form::Rounded : Form::Sum;
  s.children.push_back(random.chance(0.5) ? hull(random, 0.6 * size) : primitive(random, 0.6 * size));
  if (s.form == Form::Rounded) s.sizes = {part_of(random, 0.4 * size)};
  if (s.form == Form::Sum) s.children.push_back(primitive(random, 0.5 * size));
  return s;
}

ShapeNumbers box_mesh(const Point& full_lengths) {
  ShapeNumbers s;
  s.form = Form::Mesh;
  for (int i = 0; i < 8; ++i)
    s.points.emplace_back((i & 1 ? 0.5 : -0.5) * full_lengths.x, (i & 2 ? 0.5 : -0.5) * full_lengths.y,
                          (i & 4 ? 0.5 : -0.5) * full_lengths.z);
  s.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return s;
}

ShapeNumbers closed_mesh(Random& random, double size) {
  if (random.chance(0.6)) return box_mesh({part_of(random, size), part_of(random, size), part_of(random, size)});
  ShapeNumbers s;
  s.form = Form::Mesh;
  const double h = random.uniform(0.4, 0.8) * size;
  s.points = {{h, h, h}, {h, -h, -h}, {-h, h, -h}, {-h, -h, random.uniform(0.5, 1.0) * h}};
  s.triangles = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  return s;
}

ShapeNumbers mesh_shape(Random& random, double size) {
  const int kind = random.below(4);
  if (kind == 0) return soup(random, size);
  if (kind == 1) return ball_mesh(random, size);
  return closed_mesh(random, size);
}

ShapeNumbers compound_shape(Random& random, double size) {
  ShapeNumbers s;
  s.form = Form::Compound;
  for (int i = 1 + random.below(3); i >= 0; --i) {
    s.children.push_back(random.chance(0.3) ? closed_mesh(random, 0.5 * size) : convex_shape(random, 0.5 * size));
    s.places.push_back({random_point(random, 0.7 * size), random_turn(random)});
  }
  return s;
}

ShapeNumbers half_space(Random& random, double size) {
  ShapeNumbers s;
  s.form = Form::HalfSpace;
  Point normal = random_direction(random);
  if (random.chance(0.6)) normal = {0, 0, random.sign()};
  s.points.push_back(normal);
  s.sizes.push_back(random.uniform(-1.0, 1.0) * size);
  return s;
}

ShapeNumbers curved_shape(Random& random, double size) {
  const double exponents[] = {2, 1, 0.5, 0.25};
  switch (random.below(9)) {
    case 0:
    case 1: {
      const double r = part_of(random, size);
      ShapeNumbers s = sized(Form::Ellipsoid, {r, r, r});
      s.implicit = random.chance(0.5);
      return s;
    }
    case 2: {
      ShapeNumbers s = sized(Form::Ellipsoid, {random.uniform(0.1, 1) * size, random.uniform(0.1, 1) * size,
                                               random.uniform(0.1, 1) * size});
      s.implicit = random.chance(0.5);
      s.quadric = s.implicit && random.chance(0.5);
      if (s.quadric)
        for (double& semi_axis : s.sizes) semi_axis = std::exp2(std::round(std::log2(semi_axis)));
      return s;
    }
    case 3: {
      const double major = random.uniform(0.3, 0.8) * size;
      ShapeNumbers s = sized(Form::Torus, {major, random.uniform(0.05, 0.9) * std::min(major, 0.5 * size)});
      s.implicit = random.chance(0.5);
      return s;
    }
    case 4:
      return sized(Form::Superquadric,
                   {random.uniform(0.3, 1) * size, random.uniform(0.3, 1) * size, random.uniform(0.3, 1) * size,
                    exponents[random.below(4)], exponents[random.below(4)]});
    case 5:
      return patch(random, size);
    case 6: {
      ShapeNumbers s = sized(Form::Revolution, {});
      for (int i = 0; i < 5; ++i) s.points.emplace_back(random.uniform(0.0, 1.0) * size, size * (0.5 * i - 1), 0);
      return s;
    }
    case 7:
      return metaballs(random, size);
    default:
      return combined(random, size);
  }
}

double reach_of(const ShapeNumbers& shape) {
  double reach = 0;
  if (!is_curved(shape) && shape.form != Form::HalfSpace) {
    for (const ConvexPart& part : parts_of(shape))
      reach = std::max(reach, part.reach + length(part.middle) + length(Point(part.place.position)));
    return reach;
  }
  for (const double s : shape.sizes) reach = std::max(reach, std::fabs(s));
  for (const Point& p : shape.points) reach = std::max(reach, length(p));
  for (const ShapeNumbers& child : shape.children) reach = std::max(reach, 2 * reach_of(child));
  return reach;
}

}  // namespace graze::attack
