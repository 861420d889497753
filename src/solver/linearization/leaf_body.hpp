// SPDX-License-Identifier: Apache-2.0
// A body as a tree of boxes over convex leaves: the triangles of a mesh, or one convex solid.
#pragma once

#include <array>
#include <optional>
#include <span>

#include <graze/time_of_impact.hpp>

#include "bvh/box_tree.hpp"
#include "shape/shape_data.hpp"

namespace graze {

class LeafBody {
 public:
  explicit LeafBody(const Shape& shape);
  LeafBody(const LeafBody&) = delete;
  LeafBody& operator=(const LeafBody&) = delete;

  // Around the leaves without their rounding radius.
  std::span<const BoxNode> boxes() const { return boxes_->nodes; }
  TreeUnit unit() const { return boxes_->unit; }
  double length(const BoxNode& box) const { return box.length_in(unit()); }
  bool is_solid() const { return solid_ != nullptr; }
  double radius() const { return radius_; }  // of the whole body, rounding included
  double rounding_radius() const { return solid_ != nullptr ? solid_->rounding_radius() : 0.0; }
  double support_error() const { return support_error_; }
  // Of a triangle; the body is no solid.
  std::array<Vector3, 3> corners(std::uint32_t leaf) const;
  // The edges of a triangle, one after the other; nothing if the body is a solid.
  std::optional<std::array<Vector3, 3>> edges(std::uint32_t leaf) const;
  // Of a leaf's core.
  ConvexShape::Support support(std::uint32_t leaf, const Vector3& direction) const;
  // What the vertices of a simplex on a leaf are.
  Feature feature(std::uint32_t leaf, std::span<const std::uint32_t> vertices) const;

 private:
  const MeshShape* mesh_ = nullptr;
  const ConvexShape* solid_ = nullptr;
  BoxTree own_box_;  // of a solid
  const BoxTree* boxes_ = nullptr;
  double radius_ = 0.0, support_error_ = 0.0;
};

}  // namespace graze
