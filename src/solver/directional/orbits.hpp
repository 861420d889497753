// SPDX-License-Identifier: Apache-2.0
// Where the points of a mesh are in the half-plane of an axis: how far from it, and how far along it. A body that turns
// about the axis keeps that, however far it turns. So what is apart in the half-plane is apart all the time: no
// direction fixed in the world says so for more than a part of a turn.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solver/linearization/leaf_body.hpp"
#include "solver/meter.hpp"

namespace graze {

// A direction in the half-plane, no longer than one: parts away from the axis and along it.
struct OrbitDirection {
  double away, along;
};

// From where to where something reaches.
struct OrbitRange {
  double lo, hi;
};

// What a body turns about. The axis drifts, across itself, by a part (0 to 1) of `drift`. With a pitch it stays, and
// `along` means the place along the axis less the pitch for each radian about it: that does not change on a thread.
struct OrbitAxis {
  Vector3 direction;  // about a unit vector
  Vector3 drift = Vector3::Zero();
  double pitch = 0.0;

  // Places along differ by any number of these; 0 without a pitch.
  double period() const;
};

// A triangle as the axis sees it.
class OrbitTriangle {
 public:
  OrbitTriangle() = default;
  // Corners relative to a point of the axis.
  OrbitTriangle(const std::array<Vector3, 3>& corners, const OrbitAxis& axis);

  // Of a corner: away from the axis and along it.
  Eigen::Vector2d corner(std::size_t k) const { return {away_[k], along_[k]}; }
  // How far the triangle reaches along the direction.
  OrbitRange along(const OrbitDirection& direction) const;

 private:
  void unwind(const std::array<Eigen::Vector2d, 3>& seen, const Eigen::Vector2d& closest, const OrbitAxis& axis);

  std::array<double, 3> away_{}, along_{};  // of the corners
  // Of each corner, what it has along the shortest way from the axis to the triangle; zero if the axis meets it.
  std::array<double, 3> at_least_{};
  double bulge_ = 0.0;  // places along that no corner has are further by this at most
};

struct OrbitNode {
  OrbitRange away, along;  // what is below
  OrbitDirection thin;     // a direction along which what is below is thin, and how far it reaches along that
  OrbitRange thickness;
  std::uint32_t left;  // children are left and left + 1; 0 for a leaf
  std::uint32_t leaf;  // of a leaf: the triangle

  bool is_leaf() const { return left == 0; }
};

// A tree over all triangles of a mesh, by where they are in the half-plane. The root first. Empty if the budget is
// spent.
std::vector<OrbitNode> build_orbit_tree(std::span<const OrbitTriangle> triangles, Meter& meter);

}  // namespace graze
