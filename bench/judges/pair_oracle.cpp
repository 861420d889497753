// SPDX-License-Identifier: Apache-2.0
#include "judges/pair_oracle.hpp"

#include <limits>

#include "judges/triangle_distance.hpp"

namespace graze::bench {

PointTriangle PairOracle::triangle_of_a(std::uint32_t index) const {
  const Triangle& triangle = a_.mesh.triangles[index];
  PointTriangle result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = a_.mesh.vertices[triangle[i]].cast<Real>();
  return result;
}

PointTriangle PairOracle::triangle_of_b(std::uint32_t index, const RealPose& b_in_a) const {
  const Triangle& triangle = b_.mesh.triangles[index];
  PointTriangle result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = b_in_a * b_.mesh.vertices[triangle[i]].cast<Real>();
  return result;
}

double PairOracle::distance(const RealPose& b_in_a) const {
  return PeerMesh::distance(a_.peer, b_.peer, b_in_a.rounded());
}

double PairOracle::refined_distance(const RealPose& b_in_a, double estimate) const {
  Real least = std::numeric_limits<Real>::infinity();
  const double margin = estimate * (1.0 + 1e-6) + 1e-12;
  TriangleTree::near_pairs(a_.tree, b_.tree, b_in_a.rounded(), margin, [&](std::uint32_t i, std::uint32_t j) {
    least = std::min(least, triangle_distance(triangle_of_a(i), triangle_of_b(j, b_in_a)));
    return true;
  });
  return static_cast<double>(least);
}

bool PairOracle::intersect(const RealPose& b_in_a) const {
  bool found = false;
  TriangleTree::near_pairs(a_.tree, b_.tree, b_in_a.rounded(), 0.0, [&](std::uint32_t i, std::uint32_t j) {
    found = triangles_intersect(triangle_of_a(i), triangle_of_b(j, b_in_a));
    return !found;
  });
  return found;
}

}  // namespace graze::bench
