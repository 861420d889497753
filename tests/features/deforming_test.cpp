// SPDX-License-Identifier: Apache-2.0
// Deforming meshes: the first contact of the tree search is that of all pairs of features, one by one.
#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include "support/random.hpp"

namespace graze::testing {
namespace {

using Triangle = std::array<std::uint32_t, 3>;
using Edge = std::array<std::uint32_t, 2>;

struct Cloth {
  TriangleMesh mesh;
  std::vector<Vector3> end;

  Body body() const { return {Shape::mesh(mesh), Motion::vertex_linear(end)}; }
  LinearPath path(std::uint32_t v) const { return {mesh.vertices[v], end[v]}; }
  std::vector<Edge> edges() const {
    std::vector<Edge> all;
    for (const Triangle& t : mesh.triangles)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [lo, hi] = std::minmax(t[k], t[(k + 1) % 3]);
        all.push_back({lo, hi});
      }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
};

// A square grid of (n + 1)^2 vertices in z = 0.
Cloth grid(std::uint32_t n) {
  Cloth cloth;
  for (std::uint32_t i = 0; i <= n; ++i)
    for (std::uint32_t j = 0; j <= n; ++j) cloth.mesh.vertices.emplace_back(i * 1.0 / n, j * 1.0 / n, 0.0);
  const auto at = [n](std::uint32_t i, std::uint32_t j) { return i * (n + 1) + j; };
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < n; ++j) {
      cloth.mesh.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      cloth.mesh.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  cloth.end = cloth.mesh.vertices;
  return cloth;
}

template <std::size_t N, std::size_t M>
bool share(const std::array<std::uint32_t, N>& x, const std::array<std::uint32_t, M>& y) {
  for (const std::uint32_t p : x)
    for (const std::uint32_t q : y)
      if (p == q) return true;
  return false;
}

// The earliest bracket over all vertex/face and edge/edge pairs; nothing if all are free.
std::optional<FeatureToi> brute_force(const Cloth& a, const Cloth& b, bool self) {
  std::optional<FeatureToi> first;
  const auto offer = [&first](const FeatureToi& toi) {
    if (toi.verdict == Verdict::Free) return;
    if (!first || toi.bracket.lo() < first->bracket.lo()) first = toi;
  };
  const auto vertices = [&](const Cloth& x, const Cloth& y) {
    for (std::uint32_t v = 0; v < x.mesh.vertices.size(); ++v)
      for (const Triangle& t : y.mesh.triangles) {
        if (self && share(Triangle{v, v, v}, t)) continue;
        const std::array<LinearPath, 3> face{y.path(t[0]), y.path(t[1]), y.path(t[2])};
        offer(vertex_face_toi(x.path(v), face));
      }
  };
  vertices(a, b);
  if (!self) vertices(b, a);
  for (const Edge& e : a.edges())
    for (const Edge& f : b.edges()) {
      if (self && share(e, f)) continue;
      offer(edge_edge_toi(std::array{a.path(e[0]), a.path(e[1])}, std::array{b.path(f[0]), b.path(f[1])}));
    }
  return first;
}

void expect_same(const Toi& toi, const std::optional<FeatureToi>& expected, std::uint64_t seed) {
  if (!expected) {
    EXPECT_EQ(toi.verdict, Verdict::Free) << seed;
    return;
  }
  EXPECT_EQ(toi.verdict, expected->verdict) << seed;
  // The order of the two features may move the last bits.
  EXPECT_NEAR(toi.bracket.lo(), expected->bracket.lo(), 1e-12) << seed;
}

TEST(Deforming, TwoClothsAgainstBruteForce) {
  int contacts = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random(seed);
    Cloth a = grid(3);
    Cloth b = grid(4);
    for (Vector3& v : b.mesh.vertices) v += Vector3(random.uniform(-1, 1), random.uniform(-1, 1), 0.3);
    for (std::size_t k = 0; k < a.end.size(); ++k) a.end[k] = a.mesh.vertices[k] + random.vector(0.2);
    const Vector3 fall(random.uniform(-0.3, 0.3), 0.0, random.uniform(-1.0, 0.1));
    for (std::size_t k = 0; k < b.end.size(); ++k) b.end[k] = b.mesh.vertices[k] + fall + random.vector(0.1);
    const std::optional<FeatureToi> expected = brute_force(a, b, false);
    contacts += expected ? 1 : 0;
    expect_same(time_of_impact(a.body(), b.body()), expected, seed);
  }
  EXPECT_GT(contacts, 10);
}

// One half of a cloth folds over onto the other.
TEST(Deforming, ClothFoldsOntoItself) {
  int contacts = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    Cloth cloth = grid(5);
    const double fold = random.uniform(0.3, 0.7);
    for (std::size_t k = 0; k < cloth.end.size(); ++k) {
      Vector3& start = cloth.mesh.vertices[k];
      start += random.vector(0.01);
      cloth.end[k] = start;
      if (start.x() > fold) {
        start.z() += start.x() - fold;
        cloth.end[k] = Vector3(2 * fold - start.x(), start.y(), random.uniform(-0.2, 0.15));
      }
    }
    const std::optional<FeatureToi> expected = brute_force(cloth, cloth, true);
    contacts += expected ? 1 : 0;
    expect_same(time_of_self_impact(cloth.body()), expected, seed);
  }
  EXPECT_GT(contacts, 10);
}

TEST(Deforming, PiercingAtTheStartIsAnInitialContact) {
  Cloth a = grid(1);
  Cloth b = grid(1);
  for (Vector3& v : b.mesh.vertices) v = Vector3(v.x() + 0.31, 0.43, v.y() - 0.47);  // upright, through the other
  b.end = b.mesh.vertices;
  EXPECT_EQ(time_of_impact(a.body(), b.body()).verdict, Verdict::InitialContact);
}

// An edge through a face of another triangle that shares a vertex with the edge's own, but not with the edge.
TEST(Deforming, PiercingNextToACommonVertexIsAnInitialContact) {
  Cloth cloth;
  cloth.mesh.vertices = {{0, 0, 0}, {4, -1, 0}, {4, 1, 0}, {2, 0.1, 1}, {2, -0.1, -1}};
  cloth.mesh.triangles = {{0, 1, 2}, {0, 3, 4}};
  cloth.end = cloth.mesh.vertices;
  EXPECT_EQ(time_of_self_impact(cloth.body()).verdict, Verdict::InitialContact);
}

TEST(Deforming, AFlatClothIsFree) {
  const Cloth cloth = grid(6);
  EXPECT_EQ(time_of_self_impact(cloth.body()).verdict, Verdict::Free);
}

}  // namespace
}  // namespace graze::testing
