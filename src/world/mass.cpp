// SPDX-License-Identifier: Apache-2.0
#include <numbers>
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

// Of the tetrahedra between the faces and a point (with signs), or of the faces themselves.
Moments moments_of(const TriangleMesh& mesh, const Vector3& about, bool solid) {
  Moments sum;
  for (const Triangle& triangle : mesh.triangles) {
    const Vector3 a = mesh.vertices[triangle[0]] - about;
    const Vector3 b = mesh.vertices[triangle[1]] - about;
    const Vector3 c = mesh.vertices[triangle[2]] - about;
    const Vector3 s = a + b + c;
    const double content = solid ? a.dot(b.cross(c)) / 6.0 : 0.5 * (b - a).cross(c - a).norm();
    sum.mass += content;
    sum.first += content / (solid ? 4.0 : 3.0) * s;
    sum.second += content / (solid ? 20.0 : 12.0) *
                  (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
  }
  return sum;
}

MassProperties of_mesh(const TriangleMesh& mesh, double density) {
  const bool solid = inspect(mesh).closed;
  // Once about a vertex to find the centroid, then about that: what cancels is small.
  const Vector3 start = mesh.vertices[mesh.triangles[0][0]];
  const Moments rough = moments_of(mesh, start, solid);
  if (!(std::abs(rough.mass) > 0)) throw std::invalid_argument("the mesh encloses no volume: give a mass");
  const Vector3 centroid = start + rough.first / rough.mass;
  const Moments exact = moments_of(mesh, centroid, solid);
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
      const double r = std::hypot(rim.x(), rim.y());
      return of_solid(kPi * r * r * l / 3, density, 0.3 * r * r, 0.15 * r * r + 3.0 / 80.0 * l * l, -l / 4);
    }
    default:
      throw std::invalid_argument("the mass of a " + std::string(to_string(shape.kind())) + " must be given");
  }
}

}  // namespace graze
