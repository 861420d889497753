// SPDX-License-Identifier: Apache-2.0
#include "experiments/cliffs/cliffs.hpp"

#include <cmath>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include <graze/distance.hpp>
#include <graze/io.hpp>

#include "experiments/cliffs/grid_mesh.hpp"
#include "experiments/encounters/aim.hpp"

namespace graze::bench {
namespace {

CliffScale small_scale() {
  CliffScale scale;
  scale.model_names = {"cube"};
  return scale;
}

double distance_at(const Cliff& cliff, double time) {
  return distance(cliff.a.shape, cliff.a.motion.pose(time), cliff.b.shape, cliff.b.motion.pose(time)).lower;
}

double least_distance(const Cliff& cliff, double from, double to) {
  constexpr int kSamples = 400;
  double least = distance_at(cliff, cliff.closest);
  for (int i = 0; i <= kSamples; ++i) least = std::min(least, distance_at(cliff, from + (to - from) * i / kSamples));
  return least;
}

TEST(Cliffs, EveryFamilyStartsApartAndFollowsItsSeed) {
  for (const CliffFamily& family : cliff_families()) {
    if (family.name == "fits" || family.name == "gears") continue;  // below: they take longer to make
    const std::vector<Cliff> cliffs = family.make(small_scale());
    const std::vector<Cliff> again = family.make(small_scale());
    ASSERT_FALSE(cliffs.empty());
    ASSERT_EQ(cliffs.size(), again.size());
    for (std::size_t i = 0; i < cliffs.size(); ++i) {
      const Cliff& cliff = cliffs[i];
      EXPECT_EQ(cliff.name, again[i].name);
      EXPECT_EQ(cliff.b.motion.pose(cliff.closest).translation(), again[i].b.motion.pose(cliff.closest).translation());
      if (!cliff.truth.gap) {
        EXPECT_GT(distance_at(cliff, cliff.window.lo()), 0.0) << cliff.name;
      }
    }
    CliffScale more = small_scale();
    more.trials = 2;
    EXPECT_EQ(family.make(more).size(), 2 * cliffs.size()) << family.name;
  }
}

// Parts that fit have no point in common, at the clearance that their names tell or nearly so.
TEST(Cliffs, FitsAreTightAndDoNotTouchAtTheStart) {
  const std::vector<Cliff> cliffs = tight_fits(small_scale());
  std::set<std::string> names;
  for (const Cliff& cliff : cliffs) {
    names.insert(cliff.name);
    const double apart = distance_at(cliff, 0.0);
    EXPECT_GT(apart, 0.0) << cliff.name;
    EXPECT_LT(apart, 0.11) << cliff.name;
  }
  EXPECT_EQ(names.size(), cliffs.size());
}

TEST(Cliffs, GearsDoNotTouchAtTheStart) {
  for (const Cliff& cliff : gears_in_mesh(small_scale())) EXPECT_GT(distance_at(cliff, 0.0), 0.0) << cliff.name;
}

TEST(Cliffs, FormulasOfGapsAreTheDistances) {
  std::vector<Cliff> cliffs = coplanar_slides(small_scale());
  for (const Cliff& cliff : spinning_cylinders(small_scale())) cliffs.push_back(cliff);
  for (const Cliff& cliff : cliffs) {
    if (!cliff.truth.gap) continue;
    const double time = 0.8 * cliff.window.hi();
    EXPECT_NEAR(distance_at(cliff, time), cliff.truth.gap(time), 1e-12) << cliff.name;
  }
}

TEST(Cliffs, PassesAreAimedToWithinOnePercent) {
  const std::vector<Cliff> cliffs = fast_passes(small_scale());
  ASSERT_EQ(cliffs.size(), 5U);  // a path of each kind
  for (const Cliff& cliff : cliffs) {
    const double size = 2 * cliff.truth.model_a->radius;
    const double speed =
        std::max(cliff.a.motion.speed_bound(cliff.window).origin, cliff.b.motion.speed_bound(cliff.window).origin);
    const double around = size / speed;
    const double least = least_distance(cliff, std::max(0.0, cliff.closest - around),
                                        std::min(cliff.window.hi(), cliff.closest + around));
    EXPECT_LE(least, 0.025 * size) << cliff.name;
  }
}

TEST(Aim, FindsWhereCubesTouch) {
  const Model cube("cube", "box", make_box(Vector3::Ones()));
  const Motion flying = Motion::constant_velocity({-4, 0, 0.1}, Quaternion::Identity(), {8, 0, 0}, Vector3::Zero());
  Aim aim;
  aim.aside = Vector3::UnitY();
  aim.from = 2.0;
  aim.accuracy = 1e-10;
  EXPECT_NEAR(touching_shift({cube, Motion()}, {cube, flying}, aim), 1.0, 1e-9);
}

TEST(Aim, KeepsTheFlightOfAnEncounter) {
  const Model cube("cube", "box", make_box(Vector3::Ones()));
  const Trial trial = make_trial(5, pass_encounter(), cube.radius, cube.radius);
  const Trial aimed = aimed_trial(trial, cube, cube);
  EXPECT_EQ(aimed.b.velocity, trial.b.velocity);
  const Vector3 heading = (trial.b.velocity - trial.a.velocity).normalized();
  EXPECT_NEAR(aimed.b.position.dot(heading), trial.b.position.dot(heading), 1e-12);
  EXPECT_NE(aimed.b.position, trial.b.position);
}

TEST(GridMesh, PartsAreClosedWhereTheyShouldBe) {
  EXPECT_TRUE(inspect(peg_mesh(0.9, 1.0, 24, 4)).closed);
  EXPECT_TRUE(inspect(tube_mesh(1.0, 24, 4)).closed);
  EXPECT_TRUE(inspect(wave_gear_mesh(1.0, 0.1, 8, 0.2)).closed);
  EXPECT_EQ(inspect(peg_mesh(0.9, 1.0, 24, 4)).degenerate_triangles, 0U);
  const MeshReport frame = inspect(frame_mesh({1, 1, 1}, 1));
  EXPECT_FALSE(frame.closed);
  EXPECT_EQ(frame.triangles, 5U * 8U);
}

// The judge tells answers that are late, early or miss the contact from the right one.
TEST(CliffJudge, KnowsWrongAnswers) {
  const MeshPart cube("cube", make_box(Vector3::Ones()));
  const Motion flying = Motion::constant_velocity({-3, 0.1, 0.2}, Quaternion::Identity(), {4, 0, 0}, Vector3::Zero());
  for (const std::size_t samples : {0U, 64U}) {
    const Cliff cliff = mesh_cliff("cubes", {cube, Motion()}, {cube, flying}, {0.0, 1.5}, 0.7, samples);
    const auto fault = [&](Verdict verdict, double time) {
      Toi toi;
      toi.verdict = verdict;
      toi.bracket = {time, time};
      toi.tolerance = 1e-6;
      return fault_of(cliff, toi, 1e-6);
    };
    EXPECT_EQ(fault(Verdict::Impact, 0.5 - 1e-7), "");
    EXPECT_EQ(fault(Verdict::Impact, 0.5 + 1e-7).substr(0, 4), "late");
    EXPECT_EQ(fault(Verdict::Impact, 0.4).substr(0, 9), "too early");
    EXPECT_EQ(fault(Verdict::Free, 1.5).substr(0, 6), "missed");
    EXPECT_EQ(fault(Verdict::Undecided, 0.3), "");
    EXPECT_EQ(fault(Verdict::InitialContact, 0.0), "apart at the start");
  }
}

// A curve that is no curve of the query's answer is noticed.
TEST(Cliffs, BudgetsProveMoreTheLargerTheyAre) {
  const Cliff cliff = coplanar_slides(small_scale()).front();
  Query query;
  query.window = cliff.window;
  Toi answer = time_of_impact(cliff.a, cliff.b, query);
  const BudgetCurve curve = budget_curve("slides", cliff, query, Solver::automatic(), answer);
  EXPECT_FALSE(curve.falls);
  EXPECT_EQ(curve.known.back(), 1.0);
  EXPECT_LT(curve.known.front(), 1.0);
  answer.bracket = Interval(0.5 * answer.bracket.lo());
  EXPECT_TRUE(budget_curve("slides", cliff, query, Solver::automatic(), answer).falls);
}

TEST(Cliffs, RunsAndWritesItsFiles) {
  CliffsOptions options;
  options.families = {"convex"};
  options.methods = {"auto", "d2m"};
  options.out = std::filesystem::path(testing::TempDir()) / "graze-bench-cliffs";
  const CliffsResults results = run_cliffs(options);
  EXPECT_EQ(results.faults(), 0U) << cliffs_text(results);
  EXPECT_EQ(results.rows.size(), 100U);
  EXPECT_NE(cliffs_text(results).find("convex     auto"), std::string::npos);
  ASSERT_EQ(results.curves.size(), 1U);
  EXPECT_EQ(results.curves[0].known.back(), 1.0);
  EXPECT_NE(cliffs_text(results).find(results.curves[0].query), std::string::npos);
  for (const std::filesystem::path& path : write_cliffs_files(results)) EXPECT_TRUE(std::filesystem::exists(path));
  options.families = {"cliffs of Dover"};
  EXPECT_THROW(run_cliffs(options), InputError);
}

}  // namespace
}  // namespace graze::bench
