// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/io.hpp>

namespace graze {
namespace {

using nlohmann::json;

Contact some_contact() {
  Contact contact;
  contact.point_a = {0.1, 1.0 / 3.0, 1e-300};
  contact.normal = {0, 0, 1};
  contact.feature_a = {FeatureKind::Edge, 7, {3, 9, 0}};
  contact.feature_b = {FeatureKind::Face, 2, {4, 5, 6}};
  contact.approach_speed = 2.5;
  return contact;
}

Toi some_impact() {
  Toi toi;
  toi.guarantee = Guarantee::Proved;
  toi.verdict = Verdict::Impact;
  toi.bracket = {0.1 + 0.2, std::nextafter(0.1 + 0.2, 1.0)};
  toi.separation = {1e-11, 3e-11};
  toi.tolerance = 1e-10;
  toi.contact = some_contact();
  toi.statistics = {1.5, 2, 3, 4, 5, 6, 7, 8};
  return toi;
}

TEST(ToiJson, NumbersReadBackToTheSameDoubles) {
  const Toi toi = some_impact();
  const json answer = json::parse(to_json(toi));
  EXPECT_EQ(answer["verdict"], "impact");
  EXPECT_EQ(answer["guarantee"], "proved");
  EXPECT_EQ(answer["time"].get<double>(), toi.bracket.lo());
  EXPECT_EQ(answer["bracket"][0].get<double>(), toi.bracket.lo());
  EXPECT_EQ(answer["bracket"][1].get<double>(), toi.bracket.hi());
  EXPECT_EQ(answer["separation"].get<double>(), 3e-11);
  EXPECT_EQ(answer["tolerance"].get<double>(), 1e-10);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(answer["contact"]["point_a"][i].get<double>(), toi.contact.point_a[i]);
}

TEST(ToiJson, NamesFeaturesAndStatistics) {
  const json answer = json::parse(to_json(some_impact()));
  EXPECT_EQ(answer["contact"]["feature_a"], json::parse(R"({"kind": "edge", "index": 7, "vertices": [3, 9]})"));
  EXPECT_EQ(answer["contact"]["feature_b"], json::parse(R"({"kind": "face", "index": 2, "vertices": [4, 5, 6]})"));
  EXPECT_EQ(answer["contact"]["approach_speed"], 2.5);
  EXPECT_EQ(answer["stats"], json::parse(R"({"microseconds": 1.5, "node_tests": 2, "leaf_tests": 3,
                                             "feature_tests": 4, "root_iterations": 5,
                                             "linearizations": 6, "opened_nodes": 7, "retested_pairs": 8})"));
  EXPECT_FALSE(answer.contains("patch"));
}

TEST(ToiJson, ListsThePatch) {
  Toi toi = some_impact();
  toi.patch = {some_contact(), some_contact()};
  EXPECT_EQ(json::parse(to_json(toi))["patch"].size(), 2U);
}

TEST(ToiJson, WhatIsNotKnownIsNull) {
  for (const Verdict verdict : {Verdict::Free, Verdict::Undecided, Verdict::Unsupported}) {
    Toi toi = some_impact();
    toi.verdict = verdict;
    toi.separation = {0, std::numeric_limits<double>::infinity()};
    const json answer = json::parse(to_json(toi));
    EXPECT_TRUE(answer["time"].is_null());
    EXPECT_TRUE(answer["separation"].is_null());
    EXPECT_TRUE(answer["contact"].is_null());
  }
  Toi toi = some_impact();
  toi.verdict = Verdict::InitialContact;
  toi.tolerance = std::numeric_limits<double>::infinity();
  const json answer = json::parse(to_json(toi));
  EXPECT_EQ(answer["time"].get<double>(), toi.bracket.lo());
  EXPECT_TRUE(answer["separation"].is_null());
  EXPECT_TRUE(answer["tolerance"].is_null());
  EXPECT_TRUE(answer["contact"].is_object());
}

}  // namespace
}  // namespace graze
