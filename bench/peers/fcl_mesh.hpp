// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <fcl/geometry/bvh/BVH_model.h>

#include <graze/mesh.hpp>

namespace graze::bench {

// The mesh with FCL's tree of these bounding volumes.
template <class Volume>
fcl::BVHModel<Volume> fcl_mesh(const TriangleMesh& mesh) {
  std::vector<fcl::Triangle> triangles;
  triangles.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) triangles.emplace_back(t[0], t[1], t[2]);
  fcl::BVHModel<Volume> model;
  model.beginModel(static_cast<int>(triangles.size()), static_cast<int>(mesh.vertices.size()));
  model.addSubModel(mesh.vertices, triangles);
  model.endModel();
  return model;
}

}  // namespace graze::bench
