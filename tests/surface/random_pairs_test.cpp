// SPDX-License-Identifier: Apache-2.0
// Every kind of surface in random encounters: never late, never missed, and as close as was asked for. More of them in
// the long command.
#include <gtest/gtest.h>

#include "surface/random_pairs.hpp"

namespace graze {
namespace {

TEST(RandomPairs, AreNeverLate) {
  const auto surfaces = testing::sampled_surfaces(300);
  const auto bodies = testing::known_bodies();
  int impacts = 0;
  for (std::uint64_t i = 0; i < 80; ++i) {
    const testing::Encounter encounter = testing::random_encounter(i, surfaces.size(), bodies.size());
    const testing::EncounterResult result = testing::check(encounter, surfaces, bodies, 60);
    EXPECT_EQ(result.fault, "") << "encounter " << i << ": " << surfaces[encounter.surface].name << " and "
                                << bodies[encounter.body].name;
    impacts += result.toi.verdict == Verdict::Impact ? 1 : 0;
  }
  EXPECT_GT(impacts, 20);
}

}  // namespace
}  // namespace graze
