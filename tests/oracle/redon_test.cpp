// SPDX-License-Identifier: Apache-2.0
// What Redon's method rests on: boxes hold their triangles, the test over a time never separates boxes that meet in it,
// and neither the order of the search nor a cache changes an answer.
#include <gtest/gtest.h>

#include <set>

#include "oracle/case_generator.hpp"
#include "oracle/small_meshes.hpp"
#include "shape/mesh_shape.hpp"
#include "solver/redon/boxes.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

// In the box's own coordinates, to within the error of its axes: Q s = v - c, and axes s is off by axes_error |s|.
bool holds(const ObbNode& box, const Eigen::Vector3d& v) {
  for (int i = 0; i < 3; ++i) {
    Real along = 0;
    Real squares = 0;
    for (int k = 0; k < 3; ++k) {
      const Real offset = Real(v[k]) - box.center[k];
      along += Real(box.axes(k, i)) * offset;
      squares += offset * offset;
    }
    if (abs(along) > box.half[i] + Real(box.axes_error) * sqrt(squares)) return false;
  }
  return true;
}

void check_tree(const TriangleMesh& mesh, const ObbTree& tree, std::uint32_t node, std::set<std::uint32_t>& faces) {
  const ObbNode& box = tree.nodes[node];
  std::set<std::uint32_t> below;
  if (box.is_leaf()) {
    below.insert(box.face);
  } else {
    check_tree(mesh, tree, box.left, below);
    check_tree(mesh, tree, box.left + 1, below);
  }
  for (const std::uint32_t f : below)
    for (const std::uint32_t v : mesh.triangles[f]) {
      ASSERT_TRUE(holds(box, mesh.vertices[v])) << "node " << node << " vertex " << v;
      ASSERT_LE(mesh.vertices[v].norm(), box.reach * (1 + 1e-15));
    }
  faces.merge(below);
}

TEST(ObbTree, BoxesHoldTheirTriangles) {
  Random random(301);
  for (int i = 0; i < 200; ++i) {
    TriangleMesh mesh = i % 10 == 0 ? make_torus_knot(2, 3, 1.0, 0.4, 0.15, 40, 6) : random_mesh(random, i % 2 == 0);
    mesh = scaled(mesh, i == 1 ? 1e39 : random.magnitude(1e-6, 1e6));
    const Shape shape = Shape::mesh(mesh);
    const ObbTree& tree = shape.mesh_shape().obb_tree();
    std::set<std::uint32_t> faces;
    check_tree(mesh, tree, 0, faces);
    EXPECT_EQ(faces.size(), mesh.triangles.size());
    EXPECT_EQ(tree.nodes.size(), 2 * mesh.triangles.size() - 1);
  }
}

// Every edge and vertex is owned once.
TEST(ObbTree, FeaturesAreOwnedOnce) {
  const Shape shape = Shape::mesh(make_icosphere(1.0, 2));
  std::size_t edges = 0;
  std::size_t corners = 0;
  for (const ObbNode& node : shape.mesh_shape().obb_tree().nodes) {
    edges += static_cast<std::size_t>(std::popcount(node.owned_edges));
    corners += static_cast<std::size_t>(std::popcount(node.owned_corners));
  }
  EXPECT_EQ(corners, shape.triangle_mesh().vertices.size());
  EXPECT_EQ(edges, shape.triangle_mesh().vertices.size() + shape.triangle_mesh().triangles.size() - 2);
}

Vec<Real> point_in(const ObbNode& box, Random& random) {
  Eigen::Vector3d s;
  for (int i = 0; i < 3; ++i) s[i] = random.chance(0.7) ? random.sign() : random.uniform(-1, 1);
  // A hair inside, for the axes' error.
  return Vec<Real>(Eigen::Vector3d(box.center + box.axes * (s.cwiseProduct(box.half) * (1 - 1e-12))));
}

// A point of each box, often a corner, brought together at a time of the interval: the boxes meet there.
TEST(MovingBox, BoxesThatMeetAreNeverCalledApart) {
  Random random(302);
  int apart = 0;
  for (int i = 0; i < testing::trials(20'000); ++i) {
    const double scale = random.magnitude(1e-3, 1e3);
    const Shape a = Shape::mesh(scaled(random_mesh(random, false), scale));
    const Shape b = Shape::mesh(scaled(random_mesh(random, false), scale));
    const ObbNode& box_a = a.mesh_shape().obb_tree().nodes[0];
    const ObbNode& box_b = b.mesh_shape().obb_tree().nodes[0];
    const Interval time(0.0, random.magnitude(1e-6, 1.0));
    RigidMotion ma{random.vector(scale), random.quaternion(), random.vector(3 * scale), random.vector(3.0)};
    RigidMotion mb{random.vector(scale), random.quaternion(), random.vector(3 * scale), random.vector(3.0)};
    const double t = random.inside(time);
    const Vec<Real> at_a = path_at(ma, point_in(box_a, random), Real(t)).position;
    const Vec<Real> at_b = path_at(mb, point_in(box_b, random), Real(t)).position;
    mb.position += to_double(at_a - at_b);
    const auto called_apart = [&] {
      const MovingBox x(box_a, ma.motion().enclose(time, Vector3::Zero()));
      const MovingBox y(box_b, mb.motion().enclose(time, Vector3::Zero()));
      // The points were brought together to within a rounding of the position.
      return stay_apart(x, y, 1e-12 * scale, true);
    };
    ASSERT_FALSE(called_apart()) << "case " << i;
    mb.position += random.direction() * scale * random.magnitude(0.1, 30.0);
    apart += called_apart() ? 1 : 0;
  }
  EXPECT_GT(apart, testing::trials(5'000));
}

void expect_same(const Toi& x, const Toi& y, const std::string& what) {
  EXPECT_EQ(x.verdict, y.verdict) << what;
  EXPECT_EQ(x.bracket, y.bracket) << what;
  EXPECT_EQ(x.contact.feature_a, y.contact.feature_a) << what;
  EXPECT_EQ(x.contact.feature_b, y.contact.feature_b) << what;
}

TEST(Redon, NeitherOrderNorCacheChangesAnAnswer) {
  for (int i = 0; i < testing::trials(150); ++i) {
    const TestCase test = random_case(303, static_cast<std::uint64_t>(i));
    const Body a = test.a.body();
    const Body b = test.b.body();
    Query query = test.query;
    query.budget.iterations = 20'000'000;
    const Toi toi = time_of_impact(a, b, query, Solver::redon());
    expect_same(toi, time_of_impact(a, b, query, Solver::redon({.directional = false})), test.name + " undirected");
    PairCache cache;
    for (int k = 0; k < 2; ++k)
      expect_same(toi, time_of_impact(a, b, query, Solver::redon(), cache), test.name + " cached");
  }
}

}  // namespace
}  // namespace graze::testing
