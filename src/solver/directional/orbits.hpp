// SPDX-License-Identifier: Apache-2.0
// Where the points of a mesh are in the half-plane of an axis: how far from it, and how far along it. A body that turns
// about the axis keeps that, however far it turns. So what is apart in the half-plane is apart all the time: no
// direction fixed in the world says so for more than a part of a turn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/linearization/leaf_body.hpp"

namespace graze {

// A direction in the half-plane, no longer than one: parts away from the axis and along it.
struct OrbitDirection {
  double away, along;
};

// From where to where something reaches.
struct OrbitRange {
  double lo, hi;
};

// A triangle as the axis sees it.
class OrbitTriangle {
 public:
  OrbitTriangle() = default;
  // Corners relative to a point of the axis, which has a unit direction.
  OrbitTriangle(const std::array<Vector3, 3>& corners, const Vector3& axis);

  // Of a corner: away from the axis and along it.
  Eigen::Vector2d corner(std::size_t k) const { return {away_[k], along_[k]}; }
  // How far the triangle reaches along the direction.
  OrbitRange along(const OrbitDirection& direction) const;

 private:
  std::array<double, 3> away_{}, along_{};  // of the corners
  // Of each corner, what it has along the shortest way from the axis to the triangle; zero if the axis meets it.
  std::array<double, 3> at_least_{};
};

struct OrbitNode {
  OrbitRange away, along;  // what is below
  OrbitDirection thin;     // a direction along which what is below is thin, and how far it reaches along that
  OrbitRange thickness;
  std::uint32_t left;  // children are left and left + 1; 0 for a leaf
  std::uint32_t leaf;  // of a leaf: the triangle

  bool is_leaf() const { return left == 0; }
};

// A tree over all triangles of a mesh, by where they are in the half-plane. The root first.
std::vector<OrbitNode> build_orbit_tree(std::span<const OrbitTriangle> triangles);

}  // namespace graze
