// SPDX-License-Identifier: Apache-2.0
#include "world/manifold/mesh_stars.hpp"

#include "world/tuning.hpp"

namespace graze {
namespace {

template <class Range>
std::vector<std::uint32_t> grouped(const std::vector<std::pair<std::uint32_t, std::uint32_t>>& members,
                                   std::vector<Range>& ranges) {
  for (const auto& [owner, member] : members) ++ranges[owner].end;
  std::uint32_t begin = 0;
  for (Range& range : ranges) {
    const std::uint32_t count = range.end;
    range = {begin, begin};
    begin += count;
  }
  std::vector<std::uint32_t> result(members.size());
  for (const auto& [owner, member] : members) result[ranges[owner].end++] = member;
  return result;
}

}  // namespace

MeshStars::MeshStars(const MeshShape& shape) : shape_(shape), vertex_ranges_(shape.mesh().vertices.size()) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> of_vertices, of_edges;
  std::uint32_t edges = 0;
  for (std::uint32_t f = 0; f < shape.mesh().triangles.size(); ++f) {
    const Triangle& triangle = shape.face(f);
    for (std::size_t k = 0; k < 3; ++k) {
      of_vertices.emplace_back(triangle[k], triangle[(k + 1) % 3]);
      of_vertices.emplace_back(triangle[k], triangle[(k + 2) % 3]);
      of_edges.emplace_back(shape.face_edges(f)[k], triangle[(k + 2) % 3]);
      edges = std::max(edges, shape.face_edges(f)[k] + 1);
    }
  }
  edge_ranges_.resize(edges);
  around_vertices_ = grouped(of_vertices, vertex_ranges_);
  around_edges_ = grouped(of_edges, edge_ranges_);
  share_out();
}

// To the first that has it.
void MeshStars::share_out() {
  std::vector<bool> given_vertices(vertex_ranges_.size(), false);
  std::vector<bool> given_edges(edge_ranges_.size(), false);
  for (std::uint32_t f = 0; f < shape_.mesh().triangles.size(); ++f) {
    unsigned own = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = shape_.face(f)[k];
      const std::uint32_t edge = shape_.face_edges(f)[k];
      if (!given_vertices[vertex]) own |= 1U << k;
      if (!given_edges[edge]) own |= 8U << k;
      given_vertices[vertex] = given_edges[edge] = true;
    }
    owned_.push_back(static_cast<std::uint8_t>(own));
  }
}

bool MeshStars::all_behind(const Range& range, const std::vector<std::uint32_t>& around, const Vector3& point,
                           const Vector3& normal) const {
  for (std::uint32_t i = range.begin; i < range.end; ++i) {
    const Vector3 to = shape_.vertex(around[i]) - point;
    if (to.dot(normal) > tuning::kFlatRise * to.norm()) return false;
  }
  return true;
}

Vector3 MeshStars::flattened(std::uint32_t vertex, const Vector3& direction) const {
  const Vector3& point = shape_.vertex(vertex);
  for (std::uint32_t i = vertex_ranges_[vertex].begin; i < vertex_ranges_[vertex].end; i += 2) {
    const Vector3 across =
        (shape_.vertex(around_vertices_[i]) - point).cross(shape_.vertex(around_vertices_[i + 1]) - point);
    const double along = across.dot(direction);
    const double length = across.norm();
    if (direction.cross(across).norm() <= 2 * tuning::kFlatRise * length && length > 0)
      return (along < 0 ? -1.0 : 1.0) / length * across;
  }
  return direction;
}

bool MeshStars::vertex_faces(std::uint32_t vertex, const Vector3& normal) const {
  return all_behind(vertex_ranges_[vertex], around_vertices_, shape_.vertex(vertex), normal);
}

bool MeshStars::edge_faces(std::uint32_t edge, const Vector3& normal) const {
  return all_behind(edge_ranges_[edge], around_edges_, shape_.vertex(shape_.edge(edge)[0]), normal);
}

}  // namespace graze
