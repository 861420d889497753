// SPDX-License-Identifier: Apache-2.0
// Surfaces are refined where queries look at them, by whichever comes first: that must not show in the answers.
#include <gtest/gtest.h>

#include <graze/scene.hpp>

#include "support/same_bits.hpp"
#include "surface/random_pairs.hpp"

namespace graze::testing {
namespace {

constexpr std::uint64_t kPairs = 60;

// Shapes anew, which nothing has looked at yet; many pairs share them.
std::vector<BodyPair> fresh_pairs() {
  const std::vector<SampledSurface> surfaces = sampled_surfaces(1);
  const std::vector<KnownBody> bodies = known_bodies();
  std::vector<BodyPair> pairs;
  for (std::uint64_t i = 0; i < kPairs; ++i) {
    const Encounter e = random_encounter(i, surfaces.size(), bodies.size());
    const Shape& other = i % 3 == 0 ? surfaces[(e.surface + 1) % surfaces.size()].shape : bodies[e.body].shape;
    pairs.push_back({{surfaces[e.surface].shape, e.motion_surface}, {other, e.motion_body}});
  }
  return pairs;
}

TEST(SurfaceThreads, SameBitsOnAnyNumberOfThreadsAndInAnyOrder) {
  const Query query{.tolerance = 1e-6};
  const std::vector<Toi> one = time_of_impact_batch(fresh_pairs(), query, Solver::automatic(), 1);
  const std::vector<Toi> two = time_of_impact_batch(fresh_pairs(), query, Solver::automatic(), 2);
  std::vector<BodyPair> reversed = fresh_pairs();
  std::reverse(reversed.begin(), reversed.end());
  const std::vector<Toi> backwards = time_of_impact_batch(reversed, query, Solver::automatic(), 2);
  int impacts = 0;
  for (std::size_t i = 0; i < kPairs; ++i) {
    EXPECT_TRUE(same_bits(one[i], two[i])) << "pair " << i;
    EXPECT_TRUE(same_bits(one[i], backwards[kPairs - 1 - i])) << "pair " << i << " in another order";
    impacts += one[i].verdict == Verdict::Impact ? 1 : 0;
  }
  EXPECT_GT(impacts, 15);
}

}  // namespace
}  // namespace graze::testing
