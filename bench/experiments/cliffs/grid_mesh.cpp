// SPDX-License-Identifier: Apache-2.0
#include "experiments/cliffs/grid_mesh.hpp"

#include <cmath>
#include <numbers>

namespace graze::bench {

namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

void add_triangle(TriangleMesh& mesh, std::uint32_t i, std::uint32_t j, std::uint32_t k) {
  const Vector3& p = mesh.vertices[i];
  const Vector3& q = mesh.vertices[j];
  const Vector3& r = mesh.vertices[k];
  if (p == q || q == r || r == p) return;
  mesh.triangles.push_back({i, j, k});
}

std::vector<Eigen::Vector2d> straight(const Eigen::Vector2d& from, const Eigen::Vector2d& to, int parts) {
  std::vector<Eigen::Vector2d> points;
  for (int i = 0; i <= parts; ++i) points.emplace_back(from + (to - from) * (static_cast<double>(i) / parts));
  return points;
}

}  // namespace

TriangleMesh grid_mesh(int rows, int columns, bool round, const std::function<Vector3(int, int)>& point) {
  TriangleMesh mesh;
  const int across = round ? columns : columns + 1;
  for (int i = 0; i <= rows; ++i)
    for (int j = 0; j < across; ++j) mesh.vertices.push_back(point(i, j));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) {
      const auto here = static_cast<std::uint32_t>(i * across + j);
      const auto next = static_cast<std::uint32_t>(i * across + (j + 1) % across);
      const auto row = static_cast<std::uint32_t>(across);
      add_triangle(mesh, here, next, next + row);
      add_triangle(mesh, here, next + row, here + row);
    }
  return mesh;
}

TriangleMesh lathe(const std::vector<Eigen::Vector2d>& profile, int segments) {
  return grid_mesh(static_cast<int>(profile.size()) - 1, segments, true, [&](int i, int j) {
    const Eigen::Vector2d& at = profile[static_cast<std::size_t>(i)];
    const double angle = kTurn * j / segments;
    return Vector3(at.x() * std::cos(angle), at.x() * std::sin(angle), at.y());
  });
}

TriangleMesh peg_mesh(double radius, double length, int segments, int rings) {
  std::vector<Eigen::Vector2d> profile{{0.0, -length / 2}};
  for (const Eigen::Vector2d& at : straight({radius, -length / 2}, {radius, length / 2}, rings)) profile.push_back(at);
  profile.emplace_back(0.0, length / 2);
  return lathe(profile, segments);
}

TriangleMesh tube_mesh(double length, int segments, int rings) {
  std::vector<Eigen::Vector2d> profile = straight({1.0, -length / 2}, {1.0, length / 2}, rings);
  profile.emplace_back(1.2, length / 2);
  profile.emplace_back(1.2, -length / 2);
  profile.emplace_back(1.0, -length / 2);
  return lathe(profile, segments);
}

TriangleMesh thread_mesh(double radius, double depth, double length, int segments, int rings_per_turn) {
  const int rings = static_cast<int>(std::lround(length * rings_per_turn));
  return grid_mesh(rings, segments, true, [&](int i, int j) {
    const double height = length * (static_cast<double>(i) / rings - 0.5);
    const double angle = kTurn * j / segments;
    const double r = radius + depth * std::cos(kTurn * height - angle);
    return Vector3(r * std::cos(angle), r * std::sin(angle), height);
  });
}

TriangleMesh drawer_mesh(const Vector3& lengths, int levels) {
  TriangleMesh mesh = make_box(lengths);
  for (int i = 0; i < levels; ++i) mesh = subdivided(mesh);
  return mesh;
}

TriangleMesh frame_mesh(const Vector3& lengths, int levels) {
  TriangleMesh mesh = drawer_mesh(lengths, levels);
  const double front = lengths.z() / 2;
  std::erase_if(mesh.triangles, [&](const Triangle& triangle) {
    return mesh.vertices[triangle[0]].z() == front && mesh.vertices[triangle[1]].z() == front &&
           mesh.vertices[triangle[2]].z() == front;
  });
  return mesh;
}

std::vector<double> key_outline(Random& random, int corners) {
  std::vector<double> radii;
  for (int i = 0; i < corners; ++i) radii.push_back(random.uniform(0.6, 1.0));
  return radii;
}

TriangleMesh key_mesh(const std::vector<double>& outline, double scale, double length, int rings) {
  const int corners = static_cast<int>(outline.size());
  return grid_mesh(rings, corners, true, [&](int i, int j) {
    const double angle = kTurn * j / corners;
    const double r = scale * outline[static_cast<std::size_t>(j)];
    return Vector3(r * std::cos(angle), r * std::sin(angle), length * (static_cast<double>(i) / rings - 0.5));
  });
}

TriangleMesh plate_mesh(int side) {
  return grid_mesh(side, side, false,
                   [&](int i, int j) { return Vector3(2.0 * i / side - 1.0, 2.0 * j / side - 1.0, 0.0); });
}

TriangleMesh wave_gear_mesh(double radius, double depth, int teeth, double thickness) {
  constexpr int kPerTooth = 16;
  const int segments = kPerTooth * teeth;
  const double heights[] = {-0.5, -0.5, -0.25, 0.0, 0.25, 0.5, 0.5};
  return grid_mesh(6, segments, true, [&](int i, int j) {
    const double angle = kTurn * j / segments;
    const double r = i == 0 || i == 6 ? 0.0 : radius + depth * std::cos(kTurn * j / kPerTooth);
    return Vector3(r * std::cos(angle), r * std::sin(angle), thickness * heights[i]);
  });
}

TriangleMesh turned(TriangleMesh mesh, const Quaternion& by) {
  for (Vector3& vertex : mesh.vertices) vertex = by.normalized() * vertex;
  return mesh;
}

}  // namespace graze::bench
