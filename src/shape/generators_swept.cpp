// SPDX-License-Identifier: Apache-2.0
// Bodies swept along a curve: torus, torus knot, gear.
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>

#include <Eigen/Geometry>

#include <graze/mesh.hpp>

#include "numeric/elementary/elementary.hpp"
#include "numeric/stable_norm.hpp"
#include "shape/parameter_checks.hpp"

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;

constexpr int kMostSegments = 10000;
constexpr std::int64_t kMostQuads = 10'000'000;

double turn_fraction(int i, int n) { return 2.0 * std::numbers::pi * i / n; }

// A closed grid of rings x sides quads, wrapping both ways; ring i, side j is vertex i * sides + j.
std::vector<Triangle> wrapped_grid(int rings, int sides) {
  std::vector<Triangle> triangles;
  triangles.reserve(2 * static_cast<std::size_t>(rings) * static_cast<std::size_t>(sides));
  const auto vertex = [&](int i, int j) { return static_cast<std::uint32_t>((i % rings) * sides + j % sides); };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < sides; ++j) {
      triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  }
  return triangles;
}

// Two counts that are small enough each may be too many together for memory, and for the indices of vertices.
void require_grid(int rings, int sides, const char* names) {
  require(std::int64_t{rings} * sides <= kMostQuads,
          std::string(names) + ", multiplied, must be at most " + std::to_string(kMostQuads));
}

// Unit normal of the torus at turn angle u (about z) and tube angle v.
Vector3 torus_normal(double u, double v) {
  return {portable::cos(v) * portable::cos(u), portable::cos(v) * portable::sin(u), portable::sin(v)};
}

void require_torus(double major_radius, double minor_radius) {
  require_size(major_radius, "major_radius");
  require_size(minor_radius, "minor_radius");
  require(minor_radius < major_radius, "minor_radius must be less than major_radius");
}

}  // namespace

TriangleMesh make_torus(double major_radius, double minor_radius, int major_segments, int minor_segments) {
  require_torus(major_radius, minor_radius);
  require_count(major_segments, 3, kMostSegments, "major_segments");
  require_count(minor_segments, 3, kMostSegments, "minor_segments");
  require_grid(major_segments, minor_segments, "major_segments and minor_segments");
  TriangleMesh mesh;
  for (int i = 0; i < major_segments; ++i) {
    const double u = turn_fraction(i, major_segments);
    const Vector3 center = major_radius * torus_normal(u, 0.0);
    for (int j = 0; j < minor_segments; ++j) {
      mesh.vertices.emplace_back(center + minor_radius * torus_normal(u, turn_fraction(j, minor_segments)));
    }
  }
  mesh.triangles = wrapped_grid(major_segments, minor_segments);
  return mesh;
}

TriangleMesh make_torus_knot(int p, int q, double major_radius, double minor_radius, double tube_radius, int segments,
                             int sides) {
  require_count(p, 1, 1000, "p");
  require_count(q, 1, 1000, "q");
  require(std::gcd(p, q) == 1, "p and q must have no common divisor");
  require_torus(major_radius, minor_radius);
  require_size(tube_radius, "tube_radius");
  require_count(segments, 3, 100 * kMostSegments, "segments");
  require_count(sides, 3, kMostSegments, "sides");
  require_grid(segments, sides, "segments and sides");
  TriangleMesh mesh;
  for (int i = 0; i < segments; ++i) {
    const double u = p * turn_fraction(i, segments);
    const double v = q * turn_fraction(i, segments);
    const double around = major_radius + minor_radius * portable::cos(v);
    // The curve lies on the torus, so the torus normal is across it everywhere and closes up after a full turn:
    // a frame without the twist that curvature-based ones need to undo.
    const Vector3 normal = torus_normal(u, v);
    const Vector3 center = around * torus_normal(u, 0.0) + Vector3(0.0, 0.0, minor_radius * portable::sin(v));
    const Vector3 along =
        p * around * Vector3(-portable::sin(u), portable::cos(u), 0.0) +
        q * minor_radius *
            Vector3(-portable::sin(v) * portable::cos(u), -portable::sin(v) * portable::sin(u), portable::cos(v));
    const Vector3 side = normal.cross(unit_of(along));
    for (int j = 0; j < sides; ++j) {
      const double w = turn_fraction(j, sides);
      mesh.vertices.emplace_back(center + tube_radius * (portable::cos(w) * normal + portable::sin(w) * side));
    }
  }
  mesh.triangles = wrapped_grid(segments, sides);
  return mesh;
}

TriangleMesh make_gear(double outer_radius, double inner_radius, double thickness, int teeth) {
  require_size(outer_radius, "outer_radius");
  require_size(inner_radius, "inner_radius");
  require_size(thickness, "thickness");
  require(inner_radius < outer_radius, "inner_radius must be less than outer_radius");
  require_count(teeth, 3, kMostSegments, "teeth");
  struct Corner {
    double angle;  // in teeth
    double radius;
  };
  const Corner profile[] = {{0.0, inner_radius}, {0.4, inner_radius}, {0.5, outer_radius}, {0.9, outer_radius}};
  TriangleMesh mesh;
  mesh.vertices = {{0.0, 0.0, -0.5 * thickness}, {0.0, 0.0, 0.5 * thickness}};
  for (int tooth = 0; tooth < teeth; ++tooth) {
    for (const auto& [angle, radius] : profile) {
      const double u = 2.0 * std::numbers::pi * (tooth + angle) / teeth;
      for (const double z : {-0.5 * thickness, 0.5 * thickness}) {
        mesh.vertices.emplace_back(radius * portable::cos(u), radius * portable::sin(u), z);
      }
    }
  }
  const std::uint32_t corners = 4 * static_cast<std::uint32_t>(teeth);
  for (std::uint32_t i = 0; i < corners; ++i) {
    const std::uint32_t low = 2 + 2 * i;
    const std::uint32_t next = 2 + 2 * ((i + 1) % corners);
    mesh.triangles.insert(mesh.triangles.end(),
                          {{low, next, next + 1}, {low, next + 1, low + 1}, {0, next, low}, {1, low + 1, next + 1}});
  }
  return mesh;
}

}  // namespace graze
