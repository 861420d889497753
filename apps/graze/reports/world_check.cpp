// SPDX-License-Identifier: Apache-2.0
#include "reports/world_check.hpp"

#include <algorithm>
#include <array>

#include "judges/reference_pose.hpp"
#include "judges/triangle_tree.hpp"
#include "shape/shape_data.hpp"
#include "view/view_geometry.hpp"

namespace graze {

using bench::Flight;
using bench::Point;
using bench::PointTriangle;
using bench::Real;
using bench::RealPose;

struct WorldCheck::Model {
  explicit Model(const TriangleMesh& surface) : mesh(surface), tree(surface) {
    for (const Eigen::Vector3d& v : mesh.vertices) radius = std::max(radius, v.norm());
  }

  TriangleMesh mesh;
  bench::TriangleTree tree;
  double radius = 0.0;
};

namespace {

Flight at_rest(const BodyState& state) { return {state.position, state.orientation}; }

PointTriangle triangle_of(const TriangleMesh& mesh, std::uint32_t index, const RealPose& pose) {
  PointTriangle result;
  for (std::size_t k = 0; k < 3; ++k) result[k] = pose * Point(mesh.vertices[mesh.triangles[index][k]].cast<Real>());
  return result;
}

using Corners = std::array<Vector3, 3>;

Corners corners_of(const TriangleMesh& mesh, std::uint32_t index, const Pose& pose) {
  const Triangle& t = mesh.triangles[index];
  return {pose * mesh.vertices[t[0]], pose * mesh.vertices[t[1]], pose * mesh.vertices[t[2]]};
}

// Most triangles need no exact test. Whatever the axis, they are apart if their shadows on it are: by more than
// roundings, which are some 1e-15 of the axis and of the largest coordinate.
bool clearly_apart(const Corners& a, const Corners& b) {
  constexpr double kRoom = 1e-12;
  double size = 0.0;
  for (std::size_t k = 0; k < 3; ++k) size = std::max({size, a[k].norm(), b[k].norm()});
  const auto apart_along = [&](const Vector3& axis) {
    const auto [low_a, high_a] = std::minmax({axis.dot(a[0]), axis.dot(a[1]), axis.dot(a[2])});
    const auto [low_b, high_b] = std::minmax({axis.dot(b[0]), axis.dot(b[1]), axis.dot(b[2])});
    return std::max(low_b - high_a, low_a - high_b) > kRoom * size * axis.norm();
  };
  const std::array<Vector3, 3> edges_a{a[1] - a[0], a[2] - a[1], a[0] - a[2]};
  const std::array<Vector3, 3> edges_b{b[1] - b[0], b[2] - b[1], b[0] - b[2]};
  if (apart_along(edges_a[0].cross(edges_a[1])) || apart_along(edges_b[0].cross(edges_b[1]))) return true;
  for (const Vector3& edge_a : edges_a)
    for (const Vector3& edge_b : edges_b)
      if (apart_along(edge_a.cross(edge_b))) return true;
  return false;
}

bool reaches(const HalfSpace& half, const RealPose& other_in_half, const TriangleMesh& mesh) {
  for (const Eigen::Vector3d& v : mesh.vertices)
    if (half.normal.cast<Real>().dot(other_in_half * Point(v.cast<Real>())) <= half.offset) return true;
  return false;
}

}  // namespace

WorldCheck::WorldCheck(const World& world) {
  std::map<const ShapeData*, std::shared_ptr<const Model>> known;
  for (std::size_t i = 0; i < world.size(); ++i) {
    auto& model = known[&world.shape(i).data()];
    if (const auto geometry = view_geometry(world.shape(i)); !model && geometry)
      model = std::make_shared<const Model>(geometry->mesh);
    models_.push_back(model);
  }
}

WorldCheck::~WorldCheck() = default;

std::optional<WorldCheck::Pair> WorldCheck::intersecting(const World& world) const {
  for (std::size_t a = 0; a < world.size(); ++a) {
    for (std::size_t b = a + 1; b < world.size(); ++b) {
      if (!world.can_collide(a, b) || (!models_[a] && !models_[b])) continue;
      const double apart = (world.body(a).position - world.body(b).position).norm();
      if (models_[a] && models_[b] && apart > (models_[a]->radius + models_[b]->radius) * (1 + 1e-9)) continue;
      const RealPose b_in_a = relative_pose(at_rest(world.body(a)), at_rest(world.body(b)), 0.0);
      if (!models_[a] || !models_[b]) {
        const bool half_a = !models_[a];
        const RealPose other = half_a ? b_in_a : relative_pose(at_rest(world.body(b)), at_rest(world.body(a)), 0.0);
        if (reaches(*world.shape(half_a ? a : b).data().half_space, other, models_[half_a ? b : a]->mesh))
          return Pair{a, b};
        continue;
      }
      bool found = false;
      const Pose rounded = b_in_a.rounded();
      bench::TriangleTree::near_pairs(models_[a]->tree, models_[b]->tree, rounded, 0.0,
                                      [&](std::uint32_t i, std::uint32_t j) {
                                        if (clearly_apart(corners_of(models_[a]->mesh, i, Pose::Identity()),
                                                          corners_of(models_[b]->mesh, j, rounded)))
                                          return true;
                                        found = bench::triangles_intersect(triangle_of(models_[a]->mesh, i, RealPose{}),
                                                                           triangle_of(models_[b]->mesh, j, b_in_a));
                                        return !found;
                                      });
      if (found) return Pair{a, b};
    }
  }
  return std::nullopt;
}

}  // namespace graze
