// SPDX-License-Identifier: Apache-2.0
#include <graze/shape.hpp>

#include "shape/mesh_shape.hpp"

namespace graze {

Shape::Shape(std::shared_ptr<const MeshShape> mesh) : mesh_(std::move(mesh)) {}

Shape Shape::mesh(TriangleMesh mesh, const MeshOptions& options) {
  return Shape(std::make_shared<const MeshShape>(std::move(mesh), options));
}

Shape Shape::box(const Vector3& full_lengths) { return mesh(make_box(full_lengths)); }

std::string_view Shape::kind() const { return "mesh"; }

double Shape::radius() const { return mesh_->radius(); }

const TriangleMesh& Shape::triangle_mesh() const { return mesh_->mesh(); }

std::vector<Sphere> Shape::bounding_spheres(int level) const {
  const std::vector<SphereNode>& nodes = mesh_->tree().nodes;
  std::vector<std::uint32_t> front{0};
  for (int i = 0; i < level; ++i) {
    std::vector<std::uint32_t> next;
    bool deeper = false;
    for (const std::uint32_t n : front) {
      if (nodes[n].is_leaf()) {
        next.push_back(n);
        continue;
      }
      deeper = true;
      next.insert(next.end(), {nodes[n].left, nodes[n].left + 1});
    }
    if (!deeper) return {};
    front = std::move(next);
  }
  std::vector<Sphere> spheres;
  spheres.reserve(front.size());
  for (const std::uint32_t n : front) spheres.push_back({nodes[n].center, nodes[n].radius});
  return spheres;
}

}  // namespace graze
