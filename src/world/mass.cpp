// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <numbers>
#include <span>
#include <stdexcept>

#include <graze/world.hpp>

#include "shape/shape_data.hpp"

namespace graze {
namespace {

using Matrix3 = Eigen::Matrix3d;

// Mass, first and second moments about a point.
struct Moments {
  double mass = 0.0;
  Vector3 first = Vector3::Zero();
  Matrix3 second = Matrix3::Zero();
};

Matrix3 inertia_of(const Matrix3& second) { return second.trace() * Matrix3::Identity() - second; }

// What is taken to fill a body: its inside, or else its faces, edges or vertices, those that have some content.
constexpr int kInside = 3, kFaces = 2, kEdges = 1, kVertices = 0;

// Of a simplex of this dimension whose corners are the first of these.
void add_simplex(Moments& sum, int dimension, double content, std::span<const Vector3> corners) {
  const double n = dimension + 1;
  Vector3 total = Vector3::Zero();
  Matrix3 squares = Matrix3::Zero();
  for (const Vector3& corner : corners.first(std::min<std::size_t>(corners.size(), static_cast<std::size_t>(n)))) {
    total += corner;
    squares += corner * corner.transpose();
  }
  sum.mass += content;
  sum.first += content / n * total;
  sum.second += content / (n * (n + 1)) * (squares + total * total.transpose());
}

// With tetrahedra between the faces and the point, which have signs. Triangles without area are edges, from one end of
// them to the other, or vertices.
Moments moments_of(const TriangleMesh& mesh, const Vector3& about, int dimension) {
  Moments sum;
  for (const Triangle& triangle : mesh.triangles) {
    std::array<Vector3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = mesh.vertices[triangle[k]] - about;
    if (dimension == kInside) {
      // Its fourth corner is the point.
      add_simplex(sum, dimension, p[0].dot(p[1].cross(p[2])) / 6.0, p);
    } else if (dimension == kFaces) {
      add_simplex(sum, dimension, 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm(), p);
    } else {
      if ((p[2] - p[0]).norm() > (p[1] - p[0]).norm()) std::swap(p[1], p[2]);
      add_simplex(sum, dimension, dimension == kEdges ? (p[1] - p[0]).norm() : 1.0, p);
    }
  }
  return sum;
}

// Edges and points beside faces weigh nothing, and are none of what closes a surface.
TriangleMesh faces_of(TriangleMesh mesh) {
  std::vector<Triangle> faces;
  for (const Triangle& t : mesh.triangles)
    if (t[0] != t[1] && t[1] != t[2] && t[2] != t[0]) faces.push_back(t);
  if (!faces.empty()) mesh.triangles = std::move(faces);
  return mesh;
}

MassProperties of_mesh(const TriangleMesh& all, double density) {
  const TriangleMesh mesh = faces_of(all);
  // Once about a vertex to find the centroid, then about that: what cancels is small.
  const Vector3 start = mesh.vertices[mesh.triangles[0][0]];
  int dimension = inspect(mesh).closed ? kInside : kFaces;
  Moments rough = moments_of(mesh, start, dimension);
  while (rough.mass == 0 && dimension > kVertices) rough = moments_of(mesh, start, --dimension);
  if (!(std::abs(rough.mass) > 0)) throw std::invalid_argument("the mesh has no finite mass: give a mass");
  const Vector3 centroid = start + rough.first / rough.mass;
  const Moments exact = moments_of(mesh, centroid, dimension);
  const double sign = exact.mass < 0 ? -density : density;  // faces may be turned inwards
  return {sign * exact.mass, centroid, sign * inertia_of(exact.second)};
}

MassProperties of_solid(double volume, double density, double zz, double xx, double centroid_z = 0.0) {
  const double mass = density * volume;
  return {mass, {0, 0, centroid_z}, mass * Vector3(xx, xx, zz).asDiagonal().toDenseMatrix()};
}

constexpr double kPi = std::numbers::pi;

}  // namespace

MassProperties mass_properties(const Shape& shape, double density) {
  const ShapeData& data = shape.data();
  if (data.surface) {
    MassProperties properties = of_mesh(data.surface->mesh(), density);
    if (shape.kind() == ShapeKind::Box) properties.centroid.setZero();  // but for rounding
    return properties;
  }
  const Vector3 up = Vector3::UnitZ();
  switch (shape.kind()) {
    case ShapeKind::Sphere: {
      const double r = shape.radius();
      return of_solid(4.0 / 3.0 * kPi * r * r * r, density, 0.4 * r * r, 0.4 * r * r);
    }
    case ShapeKind::Capsule: {
      const double r = data.convex->rounding_radius();
      const double l = 2 * data.convex->support(up).point.z();
      const double cylinder = kPi * r * r * l;
      const double ball = 4.0 / 3.0 * kPi * r * r * r;
      const double zz = cylinder * r * r / 2 + ball * 0.4 * r * r;
      const double xx = cylinder * (l * l / 12 + r * r / 4) + ball * (0.4 * r * r + l * l / 4 + 3.0 / 8.0 * l * r);
      return of_solid(cylinder + ball, density, zz / (cylinder + ball), xx / (cylinder + ball));
    }
    case ShapeKind::Cylinder: {
      const double r = data.convex->support(Vector3::UnitX()).point.x();
      const double l = 2 * data.convex->support(up).point.z();
      return of_solid(kPi * r * r * l, density, r * r / 2, l * l / 12 + r * r / 4);
    }
    case ShapeKind::Cone: {
      const double l = 2 * data.convex->support(up).point.z();
      const Vector3 rim = data.convex->support(Vector3::UnitX() - 1e-9 * up).point;
      const double r = std::sqrt(rim.x() * rim.x() + rim.y() * rim.y());
      return of_solid(kPi * r * r * l / 3, density, 0.3 * r * r, 0.15 * r * r + 3.0 / 80.0 * l * l, -l / 4);
    }
    default:
      throw std::invalid_argument("the mass of a " + std::string(to_string(shape.kind())) + " must be given");
  }
}

}  // namespace graze
