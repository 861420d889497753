// SPDX-License-Identifier: Apache-2.0
// Queries that were once answered wrongly, or nearly were.
#include <gtest/gtest.h>

#include "features/verify.hpp"

namespace graze::testing {
namespace {

std::string fault(const Corners& corners, const Interval& window = {0.0, 1.0}, double tolerance = 1e-10) {
  FeatureQuery query;
  query.window = window;
  query.tolerance = tolerance;
  return fault_of(corners, query);
}

// A tolerance so large that the time it allows was infinite: the search for the bracket never ended.
TEST(FeatureCorpus, EnormousTolerance) {
  const double small = 0x1p-400;
  const Corners corners{{{{{0, 0, small}, {0, 0, -2 * small}}, {{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}}}, 1, 2};
  EXPECT_EQ(fault(corners, {0.0, 1.0}, 1e300), "");
}

// Squares of coordinates overflowed: the weights were not numbers.
TEST(FeatureCorpus, WeightsOfHugeFeatures) {
  for (const double size : {0x1p200, 0x1p600, 0x1p1000}) {
    const Corners corners{{{{{0.25 * size, 0.25 * size, size}, {0.25 * size, 0.25 * size, -size}},
                            {{0, 0, 0}, {0, 0, 0}},
                            {{size, 0, 0}, {size, 0, 0}},
                            {{0, size, 0}, {0, size, 0}}}},
                          1,
                          3};
    EXPECT_EQ(fault(corners), "") << size;
    const FeatureToi toi = ask(corners, {});
    EXPECT_NEAR(toi.weights_b[0], 0.5, 1e-9);
    EXPECT_NEAR(toi.weights_b[1], 0.25, 1e-9);
    EXPECT_NEAR(std::abs(toi.normal.z()), 1.0, 1e-12);
  }
}

// The length of a subnormal normal has few digits: it was not a unit vector.
TEST(FeatureCorpus, NormalsOfTinyFeatures) {
  for (const double size : {0x1p-300, 0x1p-536, 0x1p-1060}) {
    const Corners corners{{{{{size, size, 3 * size}, {size, size, -size}},
                            {{0, 0, 0}, {0, 0, 0}},
                            {{4 * size, 0, size}, {4 * size, 0, size}},
                            {{0, 4 * size, size}, {0, 4 * size, size}}}},
                          1,
                          3};
    EXPECT_EQ(fault(corners), "") << size;
    EXPECT_NEAR(ask(corners, {}).normal.norm(), 1.0, 1e-12) << size;
  }
}

// Normals were those at the end of the bracket, where the features may have passed each other: every other one pointed
// from b to a.
TEST(FeatureCorpus, NormalsFaceTheApproach) {
  for (int i = 0; i < 100; ++i) {
    const double side = i % 2 == 0 ? 1.0 : -1.0;
    const double x = 0.2 + 0.001 * i;
    const Vector3 before(x, 0.3, side * (0.3 + 0.007 * i));
    const Vector3 after(0.2, x, -side);
    const Corners fall{
        {{{before, after}, {{0, 0, 0}, {0, 0, 0}}, {{1, 0, 0}, {1, 0, 0}}, {{0, 1, 0}, {0, 1, 0}}}}, 1, 3};
    ASSERT_EQ(ask(fall, {}).verdict, Verdict::Impact) << i;
    EXPECT_NEAR(ask(fall, {}).normal.z(), -side, 1e-12) << i;
    const Vector3 along(1, 0.1, 0);
    const Corners cross{{{{before - along, after - along},
                          {before + along, after + along},
                          {{0.2, -2, 0}, {0.2, -2, 0}},
                          {{0.2, 2, 0}, {0.2, 2, 0}}}},
                        2,
                        2};
    ASSERT_EQ(ask(cross, {}).verdict, Verdict::Impact) << i;
    EXPECT_NEAR(ask(cross, {}).normal.z(), -side, 1e-12) << i;
  }
}

// Corners from 2^-350 to 2^384: products leave the range of doubles on the way.
TEST(FeatureCorpus, MostDifferentSizes) {
  const Corners corners{{{{{0x0p+0, -0x1.8495f5430d681p+184, -0x1.cecac4a35b806p-233},
                           {0x1.6f0767f12eda2p+213, 0x1.6fb2aa4326896p+162, -0x1.263fed447d47ap-21}},
                          {{-0x1.a670878b168a1p+195, 0x1.e59074c1c45e6p-321, -0x1.1e2fefe615226p+298},
                           {0x1.29a6e201bfd6cp+303, -0x1.722a63f8453edp-42, 0x1.105a32cc5485ap+121}},
                          {{0x1.43daa1d63c648p-47, 0x1.ef6f02f5e8422p-277, 0x1.b1191b5a6ce2ap+249},
                           {-0x1.de232b21705d3p+222, -0x1.6f5adc2f5e822p+31, 0x1.54aa0991076b8p+210}},
                          {{0x1.be7d4dad19eeep-120, -0x1.4b68b4b24ad5cp+164, -0x1.267f497384c46p-367},
                           {0x1.23053bd7ab5b6p-155, -0x1.6a9237abc4a9ap-222, 0x0p+0}}}},
                        1,
                        3};
  EXPECT_EQ(fault(corners), "");
}

// Coordinates at the end of the range: differences overflow.
TEST(FeatureCorpus, DifferencesOverflow) {
  const double most = std::numeric_limits<double>::max();
  const Corners corners{{{{{-most, 0, most}, {-most, 0, -most}},
                          {{-most, -most, 0}, {-most, -most, 0}},
                          {{most, -most, 0}, {most, -most, 0}},
                          {{-most, most, 0}, {-most, most, 0}}}},
                        1,
                        3};
  EXPECT_EQ(fault(corners), "");
}

}  // namespace
}  // namespace graze::testing
