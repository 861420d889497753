// SPDX-License-Identifier: Apache-2.0
#include "view/view_geometry.hpp"

#include "shape/curved_surface.hpp"
#include "shape/shape_data.hpp"

namespace graze {
namespace {

constexpr int kRoundness = 4;  // subdivisions of the icosahedron whose directions are sampled
// Curved surfaces are drawn within this part of their radius, by so many triangles at most.
constexpr double kFlatness = 5e-4;
constexpr std::size_t kMostTriangles = 60'000;
constexpr std::size_t kLargestLevel = 2048;  // volumes
constexpr int kDeepestLevel = 16;

// The hull of the furthest points in many directions.
TriangleMesh polytope_in(const ConvexShape& solid) {
  std::vector<Vector3> points;
  for (const Vector3& direction : make_icosphere(1.0, kRoundness).vertices) {
    points.emplace_back(solid.support(direction).point + solid.rounding_radius() * direction.normalized());
  }
  const Shape hull = Shape::convex_hull(points);
  return hull.has_surface() ? hull.triangle_mesh() : TriangleMesh{};
}

void append(TriangleMesh& mesh, const TriangleMesh& part) {
  const auto offset = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const Triangle& t : part.triangles) mesh.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
}

std::vector<double> sphere_numbers(const std::vector<Sphere>& spheres) {
  std::vector<double> numbers;
  for (const Sphere& sphere : spheres) {
    numbers.insert(numbers.end(), {sphere.center.x(), sphere.center.y(), sphere.center.z(), sphere.radius});
  }
  return numbers;
}

std::vector<double> box_numbers(const BoxTree& tree, const std::vector<std::uint32_t>& level) {
  std::vector<double> numbers;
  for (const std::uint32_t node : level) {
    const BoxNode& box = tree.nodes[node];
    numbers.insert(numbers.end(), box.center.begin(), box.center.end());
    for (const TreeLength half : box.half) numbers.push_back(half.in(tree.unit));
  }
  return numbers;
}

// Leaves above the level stay in it, as in Shape::bounding_spheres. Empty when all are leaves.
std::vector<std::uint32_t> level_below(const std::vector<BoxNode>& tree, const std::vector<std::uint32_t>& level) {
  std::vector<std::uint32_t> below;
  bool opened = false;
  for (const std::uint32_t node : level) {
    if (tree[node].is_leaf()) {
      below.push_back(node);
    } else {
      below.insert(below.end(), {tree[node].left, tree[node].left + 1});
      opened = true;
    }
  }
  return opened ? below : std::vector<std::uint32_t>{};
}

}  // namespace

std::optional<ViewGeometry> view_geometry(const Shape& shape) {
  const ShapeData& data = shape.data();
  if (data.half_space) return std::nullopt;
  if (shape.has_surface()) return ViewGeometry{shape.triangle_mesh(), true};
  ViewGeometry geometry;
  if (data.curved) geometry.mesh = tessellated(data.curved->tree.model(), kFlatness * shape.radius(), kMostTriangles);
  if (data.convex) geometry.mesh = polytope_in(*data.convex);
  for (const Shape& part : data.parts) {
    if (const auto drawn = view_geometry(part)) append(geometry.mesh, drawn->mesh);
  }
  return geometry;
}

ViewLevels view_levels(const Shape& shape) {
  ViewLevels levels;
  if (!shape.has_surface()) return levels;
  for (int depth = 0; depth <= kDeepestLevel; ++depth) {
    const std::vector<Sphere> spheres = shape.bounding_spheres(depth);
    if (spheres.empty() || spheres.size() > kLargestLevel) break;
    levels.spheres.push_back(sphere_numbers(spheres));
  }
  const BoxTree& tree = shape.mesh_shape().boxes();
  std::vector<std::uint32_t> level{0};
  for (int depth = 0; depth <= kDeepestLevel && !level.empty() && level.size() <= kLargestLevel; ++depth) {
    levels.boxes.push_back(box_numbers(tree, level));
    level = level_below(tree.nodes, level);
  }
  return levels;
}

}  // namespace graze
