// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/leaf_body.hpp"

namespace graze {
namespace {

// A box around a solid's core: supports along the coordinate axes, widened by their error.
BoxTree box_of(const ConvexShape& solid) {
  std::array<Vector3, 2> corners;
  const double margin = solid.support_error() * 2;
  for (int i = 0; i < 3; ++i) {
    corners[0][i] = solid.support(-Vector3::Unit(i)).point[i] - margin;
    corners[1][i] = solid.support(Vector3::Unit(i)).point[i] + margin;
  }
  return box_around(corners);
}

}  // namespace

LeafBody::LeafBody(const Shape& shape) {
  const ShapeData& data = shape.data();
  radius_ = data.radius;
  if (data.convex) {
    solid_ = &*data.convex;
    own_box_ = box_of(*solid_);
    boxes_ = &own_box_;
    support_error_ = solid_->support_error();
  } else {
    mesh_ = &*data.surface;
    boxes_ = &mesh_->boxes();
    support_error_ = 16 * rounding::kUlp * radius_;  // five roundings in each of two products
  }
}

ConvexShape::Support LeafBody::support(std::uint32_t leaf, const Vector3& direction) const {
  if (solid_ != nullptr) return solid_->support(direction);
  const Triangle& triangle = mesh_->face(leaf);
  std::uint32_t best = triangle[0];
  double furthest = mesh_->vertex(best).dot(direction);
  for (int k = 1; k < 3; ++k) {
    const double reach = mesh_->vertex(triangle[k]).dot(direction);
    if (reach <= furthest) continue;
    furthest = reach;
    best = triangle[k];
  }
  return {mesh_->vertex(best), best};
}

std::array<Vector3, 3> LeafBody::corners(std::uint32_t leaf) const {
  const auto& [i, j, k] = mesh_->face(leaf);
  return {mesh_->vertex(i), mesh_->vertex(j), mesh_->vertex(k)};
}

std::optional<std::array<Vector3, 3>> LeafBody::edges(std::uint32_t leaf) const {
  if (mesh_ == nullptr) return std::nullopt;
  const auto [p, q, r] = corners(leaf);
  return std::array<Vector3, 3>{q - p, r - q, p - r};
}

Feature LeafBody::feature(std::uint32_t leaf, std::span<const std::uint32_t> vertices) const {
  if (vertices.empty()) return {FeatureKind::Surface, 0, {}};
  if (vertices.size() == 1) return {FeatureKind::Vertex, vertices[0], {vertices[0], 0, 0}};
  if (mesh_ == nullptr)
    return {static_cast<FeatureKind>(vertices.size() - 1),
            0,
            {vertices[0], vertices[1], vertices.size() > 2 ? vertices[2] : 0}};
  if (vertices.size() == 3) return {FeatureKind::Face, leaf, mesh_->face(leaf)};
  for (const std::uint32_t e : mesh_->face_edges(leaf)) {
    const Edge& edge = mesh_->edge(e);
    if (edge[0] == std::min(vertices[0], vertices[1]) && edge[1] == std::max(vertices[0], vertices[1]))
      return {FeatureKind::Edge, e, {edge[0], edge[1], 0}};
  }
  return {FeatureKind::Face, leaf, mesh_->face(leaf)};
}

}  // namespace graze
