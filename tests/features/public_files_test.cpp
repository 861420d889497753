// SPDX-License-Identifier: Apache-2.0
// The public queries: the oracle agrees with their truth, and the library at every scale and place.
#include <cmath>

#include <gtest/gtest.h>

#include "features/public_files.hpp"
#include "features/verify.hpp"

namespace graze::testing {
namespace {

class PublicFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    files_ = read_public_files();
    if (files_.empty()) GTEST_SKIP() << "no public queries in " << public_folder() << " (GRAZE_DATA)";
  }

  // Calls check(file name, number, query, truth) for each query.
  template <class Check>
  void for_each(Check check) const {
    for (const PublicFile& file : files_)
      for (std::size_t i = 0; i < file.queries.size(); ++i) check(file.name, i, file.queries[i], file.truth[i]);
  }

  std::vector<PublicFile> files_;
};

bool contact(const Corners& corners) { return ask(corners, {}).verdict != Verdict::Free; }

template <class Change>
Corners changed(Corners corners, Change change) {
  for (LinearPath& path : corners.paths) {
    path.start = change(path.start);
    path.end = change(path.end);
  }
  return corners;
}

TEST_F(PublicFiles, TheOracleKnowsTheTruth) {
  for_each([](const std::string& file, std::size_t i, const Corners& query, bool truth) {
    EXPECT_EQ(TouchOracle(query).touch_during({0.0, 1.0}), truth) << file << " query " << i;
  });
}

TEST_F(PublicFiles, TheAnswersAreRight) {
  for_each([](const std::string& file, std::size_t i, const Corners& query, bool) {
    EXPECT_EQ(fault_of(query, {}), "") << file << " query " << i;
  });
}

TEST_F(PublicFiles, TheSameAtEveryScale) {
  for (int exponent = -20; exponent <= 20; exponent += 4)
    for_each([exponent](const std::string& file, std::size_t i, const Corners& query, bool truth) {
      const Corners scaled = changed(query, [&](const Vector3& x) { return Vector3(x * std::ldexp(1.0, exponent)); });
      EXPECT_EQ(contact(scaled), truth) << file << " query " << i << " times 2^" << exponent;
    });
}

// A shift that no coordinate feels by rounding leaves the answer as it is.
TEST_F(PublicFiles, TheSameElsewhere) {
  int shifted = 0;
  for (const Vector3& by : {Vector3(1, -2, 4), Vector3(0x1p10, 0x1p-3, -0x1p5), Vector3(-0x1p20, 0x1p20, 3)})
    for_each([&](const std::string& file, std::size_t i, const Corners& query, bool truth) {
      const Corners there = changed(query, [&](const Vector3& x) { return Vector3(x + by); });
      const Corners back = changed(there, [&](const Vector3& x) { return Vector3(x - by); });
      for (std::size_t k = 0; k < 4; ++k)
        if (back.paths[k].start != query.paths[k].start || back.paths[k].end != query.paths[k].end) return;
      ++shifted;
      EXPECT_EQ(contact(there), truth) << file << " query " << i << " shifted";
    });
  EXPECT_GT(shifted, 500);
}

// One that they feel makes another query, which the oracle decides.
TEST_F(PublicFiles, RightElsewhereWithRoundedCoordinates) {
  for_each([](const std::string& file, std::size_t i, const Corners& query, bool) {
    const Corners there =
        changed(query, [](const Vector3& x) { return Vector3(x + Vector3(1.0 / 3, 1e3 / 7, -1e-3)); });
    EXPECT_EQ(contact(there), TouchOracle(there).touch_during({0.0, 1.0})) << file << " query " << i;
  });
}

}  // namespace
}  // namespace graze::testing
