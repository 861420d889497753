// SPDX-License-Identifier: Apache-2.0
// No leaves that are near each other are missed.
#include "bvh/near_nodes.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze::testing {
namespace {

using Vector3 = Eigen::Vector3d;

// A surface with waves: nodes have slabs.
TriangleMesh waves(Random& random) {
  constexpr std::uint32_t kSide = 9;
  const double height = random.uniform(0.0, 0.5);
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < kSide; ++i)
    for (std::uint32_t j = 0; j < kSide; ++j)
      mesh.vertices.emplace_back(0.25 * i - 1, 0.25 * j - 1, height * std::sin(i) * std::cos(j));
  for (std::uint32_t i = 0; i + 1 < kSide; ++i)
    for (std::uint32_t j = 0; j + 1 < kSide; ++j) {
      const std::uint32_t v = i * kSide + j;
      mesh.triangles.push_back({v, v + kSide, v + 1});
      mesh.triangles.push_back({v + 1, v + kSide, v + kSide + 1});
    }
  return mesh;
}

TEST(NearNodes, FindLeavesWithCornersThatAreNear) {
  Random random(20);
  std::size_t near = 0, given = 0, all = 0;
  for (int i = 0; i < 100; ++i) {
    const TriangleMesh mesh_a = waves(random);
    const TriangleMesh mesh_b = waves(random);
    const BoxTree a = build_box_tree(mesh_a);
    const BoxTree b = build_box_tree(mesh_b);
    Eigen::Isometry3d a_in_b = Eigen::Isometry3d::Identity();
    a_in_b.linear() = random.quaternion().normalized().toRotationMatrix();
    a_in_b.translation() = random.vector(0.8);
    const double reach = random.uniform(0.01, 0.2);
    std::set<std::pair<std::uint32_t, std::uint32_t>> found;
    NearNodes(a, b, a_in_b).each({{0, 0}}, reach * (1 + 1e-9), [&](std::uint32_t p, std::uint32_t q) {
      EXPECT_TRUE(found.insert({a.nodes[p].leaf, b.nodes[q].leaf}).second);
    });
    given += found.size();
    all += mesh_a.triangles.size() * mesh_b.triangles.size();
    for (std::uint32_t f = 0; f < mesh_a.triangles.size(); ++f)
      for (std::uint32_t g = 0; g < mesh_b.triangles.size(); ++g)
        for (const std::uint32_t v : mesh_a.triangles[f])
          for (const std::uint32_t w : mesh_b.triangles[g]) {
            if ((a_in_b * mesh_a.vertices[v] - mesh_b.vertices[w]).norm() > reach) continue;
            ++near;
            EXPECT_TRUE(found.contains({f, g}));
          }
  }
  EXPECT_GT(near, 1000U);
  EXPECT_LT(given, all / 20);
}

}  // namespace
}  // namespace graze::testing
