// SPDX-License-Identifier: Apache-2.0
#include <graze/shape.hpp>

#include "numeric/stable_norm.hpp"
#include "shape/convex_hull.hpp"
#include "shape/curved_surface.hpp"
#include "shape/parameter_checks.hpp"
#include "shape/shape_data.hpp"

namespace graze {
namespace {

ShapeData convex_data(ShapeKind kind, ConvexShape convex) {
  ShapeData data(kind);
  data.radius = convex.radius();
  data.convex = std::move(convex);
  return data;
}

ShapeData polytope_data(ShapeKind kind, const ConvexHull& hull) {
  ShapeData data = convex_data(kind, ConvexShape::polytope(hull.points));
  if (!hull.surface.triangles.empty()) data.surface.emplace(hull.surface, MeshOptions{});
  return data;
}

ShapeData mesh_data(TriangleMesh mesh, const MeshOptions& options) {
  ShapeData data(ShapeKind::Mesh);
  data.surface.emplace(std::move(mesh), options);
  data.radius = data.surface->radius();
  return data;
}

void require_points(const std::vector<Vector3>& points, const char* what) {
  Vector3 lower = points.front();
  Vector3 upper = points.front();
  for (const Vector3& p : points) {
    if (!p.allFinite()) throw std::invalid_argument(std::string(what) + ": points must be finite");
    lower = lower.cwiseMin(p);
    upper = upper.cwiseMax(p);
  }
  require_extent(lower, upper, what);
}

// Sums and unions of shapes: their parts are in range, and so has to be the whole.
Shape within_range(Shape shape, const char* what) {
  if (std::isfinite(shape.radius()))
    require_at_most(shape.radius(), limits::kLargestReach, std::string(what) + ": its reach from the origin");
  return shape;
}

const ConvexShape& convex_of(const Shape& shape, const char* what) {
  require(shape.data().convex.has_value(),
          std::string(what) + " needs convex solids, got " + std::string(to_string(shape.kind())));
  return *shape.data().convex;
}

HalfSpace half_space_of(const Vector3& normal, double offset) {
  require(normal.allFinite() && !normal.isZero(0.0), "half_space: normal must be finite and not zero");
  require_length(offset, "half_space: offset");
  return {unit_of(normal), offset};
}

template <class Surface>
ShapeData curved_data(ShapeKind kind, const Surface& surface) {
  ShapeData data(kind);
  data.curved = std::make_shared<const CurvedSurface>(CurvedSurface{surface, SurfaceTree(patches_of(surface))});
  data.radius = data.curved->tree.radius();
  Vector3 lower;
  Vector3 upper;
  for (int i = 0; i < 3; ++i) {
    lower[i] = data.curved->tree.bounds()[static_cast<std::size_t>(i)].lo();
    upper[i] = data.curved->tree.bounds()[static_cast<std::size_t>(i)].hi();
  }
  require_extent(lower, upper, "surface", limits::kLargestReach);
  return data;
}

TriangleMesh placed(TriangleMesh mesh, const Eigen::Matrix3d& rotation, const Vector3& position) {
  for (Vector3& vertex : mesh.vertices) vertex = rotation * vertex + position;
  return mesh;
}

// A part of a compound, moved to its place there.
ShapeData placed(const Shape& shape, const Shape::Part& part, const Eigen::Matrix3d& rotation) {
  const ShapeData& from = shape.data();
  const Vector3& position = part.position;
  if (from.curved)
    return std::visit(
        [&](const auto& surface) {
          return curved_data(from.kind, surface.placed({part.position, part.orientation}));
        },
        from.curved->surface);
  ShapeData data(from.kind);
  if (from.convex) {
    data.convex = from.convex->placed(rotation, position);
    data.radius = data.convex->radius();
  }
  if (from.surface) {
    data.surface.emplace(placed(from.surface->mesh(), rotation, position), MeshOptions{});
    data.radius = std::max(data.radius, data.surface->radius());
  }
  if (from.half_space) {
    const Vector3 normal = rotation * from.half_space->normal;
    data.half_space = half_space_of(normal, from.half_space->offset + normal.dot(position));
    data.radius = from.radius;
  }
  return data;
}

}  // namespace

Shape::Shape(std::shared_ptr<const ShapeData> data) : data_(std::move(data)) {}

Shape Shape::mesh(TriangleMesh mesh, const MeshOptions& options) {
  return Shape(std::make_shared<const ShapeData>(mesh_data(std::move(mesh), options)));
}

Shape Shape::sphere(double radius) {
  require_size(radius, "sphere: radius");
  return Shape(std::make_shared<const ShapeData>(
      convex_data(ShapeKind::Sphere, ConvexShape::polytope({Vector3::Zero()}).rounded(radius))));
}

Shape Shape::capsule(double radius, double length) {
  require_size(radius, "capsule: radius");
  require_size(length, "capsule: length");
  const Vector3 end(0.0, 0.0, length / 2);
  return Shape(std::make_shared<const ShapeData>(
      convex_data(ShapeKind::Capsule, ConvexShape::polytope({-end, end}).rounded(radius))));
}

Shape Shape::box(const Vector3& full_lengths) {
  ConvexHull hull;
  hull.surface = make_box(full_lengths);
  hull.points = hull.surface.vertices;
  return Shape(std::make_shared<const ShapeData>(polytope_data(ShapeKind::Box, hull)));
}

Shape Shape::cylinder(double radius, double length) {
  require_size(radius, "cylinder: radius");
  require_size(length, "cylinder: length");
  return Shape(
      std::make_shared<const ShapeData>(convex_data(ShapeKind::Cylinder, ConvexShape::cylinder(radius, length / 2))));
}

Shape Shape::cone(double radius, double length) {
  require_size(radius, "cone: radius");
  require_size(length, "cone: length");
  return Shape(std::make_shared<const ShapeData>(convex_data(ShapeKind::Cone, ConvexShape::cone(radius, length / 2))));
}

Shape Shape::convex_hull(const std::vector<Vector3>& points) {
  require(!points.empty(), "convex_hull: at least one point is needed");
  require_points(points, "convex_hull");
  return Shape(std::make_shared<const ShapeData>(polytope_data(ShapeKind::ConvexHull, graze::convex_hull(points))));
}

Shape Shape::rounded(const Shape& convex, double radius) {
  require_size(radius, "rounded: radius");
  return within_range(Shape(std::make_shared<const ShapeData>(
                          convex_data(ShapeKind::Rounded, convex_of(convex, "rounded").rounded(radius)))),
                      "rounded");
}

Shape Shape::minkowski_sum(const Shape& a, const Shape& b) {
  return within_range(
      Shape(std::make_shared<const ShapeData>(convex_data(
          ShapeKind::MinkowskiSum, ConvexShape::sum(convex_of(a, "minkowski_sum"), convex_of(b, "minkowski_sum"))))),
      "minkowski_sum");
}

Shape Shape::half_space(const Vector3& normal, double offset) {
  ShapeData data(ShapeKind::HalfSpace);
  data.half_space = half_space_of(normal, offset);
  data.radius = std::numeric_limits<double>::infinity();
  return Shape(std::make_shared<const ShapeData>(std::move(data)));
}

Shape Shape::parametric(const ParametricSurface& surface) {
  return Shape(std::make_shared<const ShapeData>(curved_data(ShapeKind::Parametric, surface)));
}

Shape Shape::implicit(const ImplicitSurface& surface) {
  return Shape(std::make_shared<const ShapeData>(curved_data(ShapeKind::Implicit, surface)));
}

Shape Shape::compound(const std::vector<Part>& parts) {
  require(!parts.empty(), "compound: at least one part is needed");
  ShapeData data(ShapeKind::Compound);
  for (const Part& part : parts) {
    require_length(part.position, "compound: position");
    require(part.orientation.coeffs().allFinite() && !part.orientation.coeffs().isZero(0.0),
            "compound: orientation must be finite and not zero");
    const Quaternion scaled(part.orientation.coeffs() / part.orientation.coeffs().cwiseAbs().maxCoeff());
    const Eigen::Matrix3d rotation = scaled.normalized().toRotationMatrix();
    const std::vector<Shape>& inner = part.shape.data().parts;
    const std::size_t count = inner.empty() ? 1 : inner.size();
    for (std::size_t i = 0; i < count; ++i) {
      const Shape& shape = inner.empty() ? part.shape : inner[i];
      data.parts.push_back(Shape(std::make_shared<const ShapeData>(placed(shape, part, rotation))));
      data.radius = std::max(data.radius, data.parts.back().radius());
    }
  }
  return within_range(Shape(std::make_shared<const ShapeData>(std::move(data))), "compound");
}

void Shape::refuse_moved() { throw std::invalid_argument("shape: it was moved from"); }

ShapeKind Shape::kind() const { return data().kind; }

double Shape::radius() const { return data().radius; }

bool Shape::has_surface() const { return data().surface.has_value(); }

const MeshShape& Shape::mesh_shape() const {
  if (!has_surface())
    throw std::invalid_argument("shape: a " + std::string(to_string(kind())) + " has no surface of triangles");
  return *data_->surface;
}

const TriangleMesh& Shape::triangle_mesh() const { return mesh_shape().mesh(); }

std::vector<Sphere> Shape::bounding_spheres(int level) const {
  if (!has_surface() || level < 0) return {};
  const std::vector<SphereNode>& nodes = mesh_shape().tree().nodes;
  std::vector<std::uint32_t> front{0};
  for (int i = 0; i < level; ++i) {
    std::vector<std::uint32_t> next;
    bool deeper = false;
    for (const std::uint32_t n : front) {
      if (nodes[n].is_leaf()) {
        next.push_back(n);
        continue;
      }
      deeper = true;
      next.insert(next.end(), {nodes[n].left, nodes[n].left + 1});
    }
    if (!deeper) return {};
    front = std::move(next);
  }
  std::vector<Sphere> spheres;
  spheres.reserve(front.size());
  for (const std::uint32_t n : front) spheres.push_back({nodes[n].center, nodes[n].radius});
  return spheres;
}

std::string_view to_string(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Mesh:
      return "mesh";
    case ShapeKind::Sphere:
      return "sphere";
    case ShapeKind::Capsule:
      return "capsule";
    case ShapeKind::Box:
      return "box";
    case ShapeKind::Cylinder:
      return "cylinder";
    case ShapeKind::Cone:
      return "cone";
    case ShapeKind::ConvexHull:
      return "convex_hull";
    case ShapeKind::Rounded:
      return "rounded";
    case ShapeKind::MinkowskiSum:
      return "minkowski_sum";
    case ShapeKind::HalfSpace:
      return "half_space";
    case ShapeKind::Parametric:
      return "parametric";
    case ShapeKind::Implicit:
      return "implicit";
    case ShapeKind::Compound:
      break;
  }
  return "compound";
}

}  // namespace graze
