// SPDX-License-Identifier: Apache-2.0
// Every node holds what is below it: in its box and in its slab, to the last bit.
#include "bvh/box_tree.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"
#include "support/real.hpp"

namespace graze::testing {
namespace {

using Vector3 = Eigen::Vector3d;

// A length in a tree's unit is no number, nor does it become one without the unit.
template <class X, class Y>
concept multiplies_to_a_number = requires(X x, Y y) {
  { x* y } -> std::convertible_to<double>;
};
static_assert(!std::is_convertible_v<TreeLength, double>);
static_assert(!multiplies_to_a_number<double, TreeLength>);
static_assert(!multiplies_to_a_number<TreeLength, double>);
static_assert(!std::is_convertible_v<double, TreeLength>);
static_assert(multiplies_to_a_number<TreeLength, TimesUnit<double>>);

class Below {
 public:
  Below(const TriangleMesh& mesh, const BoxTree& tree) : mesh_(mesh), tree_(tree) {}

  int slabs() const { return slabs_; }
  int triangles() const { return triangles_; }

  // The vertices below a node, each checked against the node.
  std::vector<std::uint32_t> check(std::uint32_t index) {
    const BoxNode& node = tree_.nodes[index];
    std::vector<std::uint32_t> vertices;
    if (node.is_leaf()) {
      const Triangle& t = mesh_.triangles[node.leaf];
      vertices.assign(t.begin(), t.end());
      ++triangles_;
    } else {
      vertices = check(node.left);
      const std::vector<std::uint32_t> more = check(node.left + 1);
      vertices.insert(vertices.end(), more.begin(), more.end());
    }
    slabs_ += node.has_slab() ? 1 : 0;
    EXPECT_TRUE(norm(Vec<Real>(Vector3(node.normal.cast<double>()))) <= Real(1.0));
    for (const std::uint32_t v : vertices) check(node, mesh_.vertices[v]);
    return vertices;
  }

 private:
  void check(const BoxNode& node, const Vector3& x) const {
    Real along(0.0);
    for (int i = 0; i < 3; ++i) {
      const Real from_center = Real(x[i]) - Real(node.center[i]);
      EXPECT_TRUE(abs(from_center) <= Real(node.half_in(tree_.unit)[i]));
      along = along + Real(static_cast<double>(node.normal[i])) * from_center;
    }
    EXPECT_TRUE(abs(along - Real(node.middle.in(tree_.unit))) <= Real(node.thickness.in(tree_.unit)));
  }

  const TriangleMesh& mesh_;
  const BoxTree& tree_;
  int slabs_ = 0, triangles_ = 0;
};

TriangleMesh soup(Random& random, int triangles) {
  TriangleMesh mesh;
  for (int f = 0; f < triangles; ++f) {
    const Vector3 corner = random.vector(1.0);
    const double size = random.magnitude(1e-6, 1.0);
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k) mesh.vertices.emplace_back(corner + random.vector(size));
    mesh.triangles.push_back({first, first + 1, random.chance(0.1) ? first : first + 2});  // some without area
  }
  return mesh;
}

void move(TriangleMesh& mesh, double scale, const Vector3& shift) {
  for (Vector3& v : mesh.vertices) v = scale * v + shift;
}

TEST(BoxTree, NodesHoldWhatIsBelow) {
  Random random(1);
  for (int i = 0; i < 60; ++i) {
    TriangleMesh mesh = i % 2 == 0 ? make_torus(1.0, 0.4, 6 + random.below(20), 4 + random.below(12))
                                   : soup(random, 1 + random.below(200));
    const double scale = random.chance(0.5) ? 1.0 : random.magnitude(1e-250, 1e250);
    const double far = random.chance(0.5) ? 0.0 : scale * random.magnitude(1.0, 1e9);
    move(mesh, scale, random.vector(far));
    const BoxTree tree = build_box_tree(mesh);
    Below below(mesh, tree);
    below.check(0);
    EXPECT_EQ(below.triangles(), static_cast<int>(mesh.triangles.size()));
    EXPECT_EQ(tree.nodes.size(), 2 * mesh.triangles.size() - 1);
    EXPECT_TRUE(i % 2 == 1 || far > 1e3 * scale || below.slabs() > 0) << "case " << i;
  }
}

// The reason for slabs: with a quarter of the length of the triangles, those over four of them are sixteen times
// thinner or nearly so.
TEST(BoxTree, SlabsThinOutWithTheSquareOfTheLength) {
  const auto thickness = [](int subdivisions) {
    const TriangleMesh mesh = make_icosphere(1.0, subdivisions);
    const BoxTree tree = build_box_tree(mesh);
    double sum = 0.0;
    int count = 0;
    for (const BoxNode& node : tree.nodes) {
      if (node.is_leaf() || !tree.nodes[node.left].is_leaf() || !node.has_slab()) continue;
      sum += node.thickness.in(tree.unit);
      ++count;
    }
    return sum / count;
  };
  EXPECT_GT(thickness(2) / thickness(4), 11.0);
}

TEST(BoxTree, ABoxAroundPointsIsALeaf) {
  const std::array<Vector3, 2> points{Vector3(-1, 2, 3), Vector3(4, 2, -7)};
  const BoxTree tree = box_around(points);
  ASSERT_EQ(tree.nodes.size(), 1U);
  EXPECT_TRUE(tree.nodes[0].is_leaf());
  EXPECT_FALSE(tree.nodes[0].has_slab());
  EXPECT_EQ(tree.nodes[0].half_in(tree.unit)[1], 0.0);
  EXPECT_GE(tree.nodes[0].half_in(tree.unit)[2], 5.0);
}

}  // namespace
}  // namespace graze::testing
