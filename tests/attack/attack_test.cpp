// SPDX-License-Identifier: Apache-2.0
// A short attack of every class; and the judge itself, on answers known to be right or wrong.
#include <gtest/gtest.h>

#include <graze/io.hpp>

#include "attack/campaign.hpp"
#include "attack/library_side.hpp"
#include "attack/questions/query_file.hpp"
#include "attack/questions/range.hpp"
#include "support/trials.hpp"

namespace graze::attack {
namespace {

// Balls of radius 1, five apart, closing at speed 1 in a window of length 10: they touch at 3 and part at 7.
Question two_balls() {
  Question q;
  q.shape_a.sizes = q.shape_b.sizes = {1.0};
  q.motion_a.path = Path::ConstantVelocity;
  q.motion_a.places[0].position = {-5, 0, 0};
  q.motion_a.velocity = {1, 0, 0};
  q.end = 10;
  return q;
}

// A curved ball that flies through a large box of triangles.
Question ball_through_mesh() {
  Question q = two_balls();
  q.shape_a.form = Form::Ellipsoid;
  q.shape_a.sizes = {1.0, 1.0, 1.0};
  q.shape_b = box_mesh({4, 4, 4});
  q.motion_a.places[0].position = {-8, 0.25, 0};
  return q;
}

Toi right_answer(const Question& q) { return Asked(q).ask("auto"); }

std::vector<Fault> faults_of(const Question& q, const Toi& toi) {
  const Answer answer{"auto", toi};
  std::vector<Fault> faults;
  for (const Finding& finding : judge(q, *oracle_for(q), {&answer, 1}, 12)) faults.push_back(finding.fault);
  return faults;
}

TEST(Judge, AcceptsRightAnswers) {
  for (const Question& q : {two_balls(), ball_through_mesh()}) EXPECT_TRUE(faults_of(q, right_answer(q)).empty());
}

TEST(Judge, FindsAContactThatWasMissed) {
  for (const Question& q : {two_balls(), ball_through_mesh()}) {
    Toi toi = right_answer(q);
    toi.verdict = Verdict::Free;
    toi.bracket = {q.end, q.end};
    EXPECT_EQ(faults_of(q, toi), std::vector{Fault::Missed});
  }
}

TEST(Judge, FindsAnAnswerThatIsLate) {
  for (const Question& q : {two_balls(), ball_through_mesh()}) {
    Toi toi = right_answer(q);
    toi.verdict = Verdict::Undecided;
    toi.bracket = {toi.bracket.lo() + 1e-6, q.end};
    EXPECT_EQ(faults_of(q, toi), std::vector{Fault::Late});
  }
}

TEST(Judge, FindsAnImpactThatIsNone) {
  Question q = two_balls();
  Toi toi = right_answer(q);
  q.motion_b.places[0].position = {0, 2.5, 0};
  EXPECT_EQ(faults_of(q, toi), std::vector{Fault::FalseImpact});
  q = ball_through_mesh();
  toi = right_answer(q);
  q.motion_b.places[0].position = {0, 9, 0};
  EXPECT_EQ(faults_of(q, toi), std::vector{Fault::FalseImpact});
}

TEST(Judge, FindsAnInitialContactThatIsNone) {
  const Question q = two_balls();
  Toi toi = right_answer(q);
  toi.verdict = Verdict::InitialContact;
  toi.bracket = {0.0, 0.0};
  EXPECT_EQ(faults_of(q, toi), std::vector{Fault::FalseImpact});
}

TEST(Judge, FindsAToleranceThatIsNotMet) {
  const Question q = two_balls();
  Toi toi = right_answer(q);
  toi.bracket = {2.5, toi.bracket.hi() + 1e-3};
  EXPECT_FALSE(faults_of(q, toi).empty());
  EXPECT_EQ(faults_of(q, toi).front(), Fault::FalseTolerance);
}

TEST(Judge, FindsABracketOutsideOfTheWindow) {
  const Question q = two_balls();
  Toi toi = right_answer(q);
  toi.bracket = {3.0, 11.0};
  EXPECT_EQ(faults_of(q, toi), std::vector{Fault::Contract});
}

TEST(Oracle, FindsTheTimeOfContact) {
  const Question balls = two_balls();
  EXPECT_NEAR(first_contact(*oracle_for(balls), balls, 12).value_or(-1), 3.0, 1e-9);
  const Question mesh = ball_through_mesh();
  EXPECT_NEAR(first_contact(*oracle_for(mesh), mesh, 12).value_or(-1), 5.0, 1e-6);
}

TEST(Oracle, KnowsSineAndCosineOfLargeAngles) {
  // 1e12 from a table of 40 digits; the library's own sine has no part in it.
  const SineCosine at = sine_and_cosine(1e12);
  EXPECT_NEAR(static_cast<double>(at.sine), -0.61123870237688950, 1e-15);
  EXPECT_NEAR(static_cast<double>(at.sine * at.sine + at.cosine * at.cosine - 1), 0.0, 1e-30);
  EXPECT_NEAR(static_cast<double>(angle_of(at.sine, at.cosine) - angle_of(at.sine * 2, at.cosine * 2)), 0.0, 1e-30);
}

TEST(QueryFile, SaysWhatWasAsked) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "graze_attack";
  std::filesystem::create_directories(folder);
  for (const AttackClass& attack : attack_classes())
    for (std::uint64_t number = 0; number < 6; ++number) {
      const Question question = question_of(attack, 3, number);
      if (range_of(question) != Range::Inside) continue;
      if (question.demand != Demand::Pair || !write_query(question, folder / "query.json")) continue;
      const Scene scene = read_scene(folder / "query.json");
      const Toi read = time_of_impact(scene.bodies[0].body, scene.bodies[1].body, scene.query, scene.solver);
      EXPECT_EQ(to_json(read, Timing::LeftOut), to_json(Asked(question).ask("auto"), Timing::LeftOut)) << attack.name;
    }
  std::filesystem::remove_all(folder);
}

// Of cheap questions, the first about bodies that meet: slow builds ask no others.
constexpr std::uint64_t kSeed = 4;

class ShortAttack : public ::testing::TestWithParam<int> {};

TEST_P(ShortAttack, FindsNothing) {
  const AttackClass& attack = attack_classes()[static_cast<std::size_t>(GetParam())];
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "graze_short_attack";
  const bool dear = std::string_view(attack.name).starts_with("curved");
  Tally tally;
  for (int number = 0; number < testing::trials(dear ? 4 : 40); ++number)
    tally.add(interrogate(attack, kSeed, static_cast<std::uint64_t>(number), folder, [](int) {}));
  EXPECT_EQ(tally.wrong(), 0u) << table_header() << '\n' << table_row(attack.name, tally);
  EXPECT_GT(tally.contacts, 0u);
}

INSTANTIATE_TEST_SUITE_P(EveryClass, ShortAttack, ::testing::Range(0, static_cast<int>(attack_classes().size())),
                         [](const auto& test) { return attack_classes()[static_cast<std::size_t>(test.param)].name; });

}  // namespace
}  // namespace graze::attack
