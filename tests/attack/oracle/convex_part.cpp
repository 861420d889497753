// SPDX-License-Identifier: Apache-2.0
#include "attack/oracle/convex_part.hpp"

namespace graze::attack {
namespace {

Core points_core(std::vector<Point> points) { return {Core::Kind::Points, std::move(points), 0, 0}; }

std::vector<Point> box_corners(const std::vector<double>& sizes) {
  std::vector<Point> corners;
  for (int i = 0; i < 8; ++i)
    corners.emplace_back((i & 1 ? 0.5 : -0.5) * sizes[0], (i & 2 ? 0.5 : -0.5) * sizes[1],
                         (i & 4 ? 0.5 : -0.5) * sizes[2]);
  return corners;
}

void add_cores(const ShapeNumbers& shape, ConvexPart& part) {
  const auto size = [&](std::size_t i) { return shape.sizes[i]; };
  switch (shape.form) {
    case Form::Sphere:
      part.cores.push_back(points_core({Point()}));
      part.radii.push_back(size(0));
      return;
    case Form::Capsule:
      part.cores.push_back(points_core({Point(0, 0, -size(1) / 2), Point(0, 0, size(1) / 2)}));
      part.radii.push_back(size(0));
      return;
    case Form::Box:
      part.cores.push_back(points_core(box_corners(shape.sizes)));
      return;
    case Form::Cylinder:
    case Form::Cone:
      part.cores.push_back(
          {shape.form == Form::Cone ? Core::Kind::Cone : Core::Kind::Cylinder, {}, size(0), size(1) / 2});
      return;
    case Form::Hull:
      part.cores.push_back(points_core(shape.points));
      return;
    default:  // rounded, and sums
      for (const ShapeNumbers& child : shape.children) add_cores(child, part);
      if (shape.form == Form::Rounded) part.radii.push_back(size(0));
  }
}

// A ball about the middle of what the cores' points are around.
void measure(ConvexPart& part) {
  for (const Core& core : part.cores) {
    if (core.kind != Core::Kind::Points) {
      part.reach += std::hypot(core.radius, core.half);
      continue;
    }
    Point sum;
    for (const Point& p : core.points) sum = sum + 1.0 / static_cast<double>(core.points.size()) * p;
    double reach = 0;
    for (const Point& p : core.points) reach = std::max(reach, length(p - sum));
    part.middle = part.middle + sum;
    part.reach += reach;
  }
  for (const double r : part.radii) part.reach += r;
  part.reach *= 1 + 1e-12;
}

void add_parts(const ShapeNumbers& shape, const Frame<Quad>& place, std::vector<ConvexPart>& parts) {
  if (shape.form == Form::Compound) {
    for (std::size_t i = 0; i < shape.children.size(); ++i)
      add_parts(shape.children[i],
                place * Frame<Quad>{rotation_of(shape.places[i].turn), Vec<Quad>(shape.places[i].position)}, parts);
    return;
  }
  const auto add = [&](ConvexPart part) {
    part.place = place;
    measure(part);
    parts.push_back(std::move(part));
  };
  if (shape.form != Form::Mesh) {
    ConvexPart part;
    add_cores(shape, part);
    add(std::move(part));
    return;
  }
  for (const Corners& t : shape.triangles) {
    ConvexPart part;
    part.cores.push_back(points_core({shape.points[t[0]], shape.points[t[1]], shape.points[t[2]]}));
    add(std::move(part));
  }
}

}  // namespace

std::vector<ConvexPart> parts_of(const ShapeNumbers& shape) {
  std::vector<ConvexPart> parts;
  add_parts(shape, Frame<Quad>(), parts);
  return parts;
}

}  // namespace graze::attack
