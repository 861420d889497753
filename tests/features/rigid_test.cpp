// SPDX-License-Identifier: Apache-2.0
// Feature queries on rigid paths, against dense sampling of the distance.
#include <gtest/gtest.h>

#include <graze/features.hpp>

#include "distance/closest_points.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

struct RigidCase {
  std::vector<Vector3> a, b;
  Motion motion_a, motion_b;
};

RigidCase random_rigid(Random& random, bool edges) {
  RigidCase result;
  for (int k = 0; k < (edges ? 2 : 1); ++k) result.a.push_back(random.vector(1.0));
  for (int k = 0; k < (edges ? 2 : 3); ++k) result.b.push_back(random.vector(1.0));
  const auto motion = [&] {
    return Motion::constant_velocity(random.vector(1.0), random.quaternion(), random.vector(1.5), random.vector(2.0));
  };
  result.motion_a = motion();
  result.motion_b = motion();
  return result;
}

FeatureToi ask(const RigidCase& c, const FeatureQuery& query) {
  if (c.a.size() == 1)
    return vertex_face_toi(c.a[0], c.motion_a, std::span<const Vector3, 3>(c.b.data(), 3), c.motion_b, query);
  return edge_edge_toi(std::span<const Vector3, 2>(c.a.data(), 2), c.motion_a,
                       std::span<const Vector3, 2>(c.b.data(), 2), c.motion_b, query);
}

double distance_at(const RigidCase& c, double time) {
  std::vector<Vector3> a;
  std::vector<Vector3> b;
  for (const Vector3& v : c.a) a.push_back(c.motion_a.pose(time) * v);
  for (const Vector3& v : c.b) b.push_back(c.motion_b.pose(time) * v);
  return std::sqrt(closest_of_features(a, b).squared_distance());
}

// The smallest distance found on [0, until]. Two features that pass through each other touch for an instant only, so
// every dip of the samples is followed to its bottom; the end itself may be as close as it likes.
double least_distance(const RigidCase& c, double until) {
  constexpr int kSamples = 1000;
  std::vector<double> d;
  for (int k = 0; k <= kSamples; ++k) d.push_back(distance_at(c, until * k / kSamples));
  double least = d[0];
  for (std::size_t k = 1; k < kSamples; ++k) {
    least = std::min(least, d[k]);
    if (d[k] > d[k - 1] || d[k] > d[k + 1]) continue;
    double lo = until * static_cast<double>(k - 1) / kSamples;
    double hi = until * static_cast<double>(k + 1) / kSamples;
    for (int round = 0; round < 90; ++round) {
      const double p = lo + (hi - lo) / 3;
      const double q = hi - (hi - lo) / 3;
      (distance_at(c, p) < distance_at(c, q) ? hi : lo) = distance_at(c, p) < distance_at(c, q) ? q : p;
    }
    least = std::min(least, distance_at(c, 0.5 * (lo + hi)));
  }
  return least;
}

class RigidPaths : public ::testing::TestWithParam<double> {};

TEST_P(RigidPaths, NoContactBeforeAndOneAtTheBracket) {
  constexpr double kNoise = 1e-13;
  FeatureQuery query;
  query.separation = GetParam();
  query.window = {0.0, 2.0};
  int impacts = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    Random random(seed);
    const RigidCase c = random_rigid(random, seed % 2 == 1);
    const FeatureToi toi = ask(c, query);
    ASSERT_NE(toi.verdict, Verdict::Undecided) << seed;
    if (toi.verdict == Verdict::InitialContact) {
      EXPECT_LE(distance_at(c, 0.0), query.separation + kNoise) << seed;
      continue;
    }
    const double until = toi.safe_until();
    ASSERT_GT(least_distance(c, until), query.separation + (query.separation > 0 ? -kNoise : kNoise)) << seed;
    if (toi.verdict == Verdict::Free) continue;
    ++impacts;
    EXPECT_LE(distance_at(c, until), query.separation + 2 * query.tolerance + kNoise) << seed;
    EXPECT_NEAR(toi.weights_a[0] + toi.weights_a[1] + toi.weights_a[2], 1.0, 1e-9);
    EXPECT_NEAR(toi.weights_b[0] + toi.weights_b[1] + toi.weights_b[2], 1.0, 1e-9);
  }
  EXPECT_GT(impacts, 10);
}

INSTANTIATE_TEST_SUITE_P(Separations, RigidPaths, ::testing::Values(0.0, 0.05));

// Still bodies and pure translations have straight paths: the exact decision tells.
TEST(RigidPaths, TranslationsAgreeWithStraightPaths) {
  int contacts = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    RigidCase c = random_rigid(random, seed % 2 == 1);
    const Vector3 way = random.vector(2.0);
    c.motion_a = Motion::constant_velocity(Vector3::Zero(), Quaternion::Identity(), way, Vector3::Zero());
    c.motion_b = Motion();
    const auto path = [&](const Vector3& v) { return LinearPath{v, v + way}; };
    const auto rest = [](const Vector3& v) { return LinearPath{v, v}; };
    const FeatureToi straight =
        c.a.size() == 1 ? vertex_face_toi(path(c.a[0]), std::array{rest(c.b[0]), rest(c.b[1]), rest(c.b[2])})
                        : edge_edge_toi(std::array{path(c.a[0]), path(c.a[1])}, std::array{rest(c.b[0]), rest(c.b[1])});
    const FeatureToi rigid = ask(c, {});
    EXPECT_EQ(rigid.verdict, straight.verdict) << seed;
    if (straight.verdict != Verdict::Impact) continue;
    ++contacts;
    EXPECT_NEAR(rigid.bracket.lo(), straight.bracket.lo(), 1e-8) << seed;
  }
  EXPECT_GT(contacts, 50);
}

}  // namespace
}  // namespace graze::testing
