// SPDX-License-Identifier: Apache-2.0
// A few hundred of the queries of long_oracle, and checks of the oracle itself.
#include <gtest/gtest.h>

#include "oracle/case_generator.hpp"
#include "oracle/small_meshes.hpp"
#include "oracle/verify.hpp"

namespace graze::testing {
namespace {

TEST(Oracle, KnowsTheDistanceOfSimpleTriangles) {
  const Corners<Real> a{Vec<Real>(0, 0, 0), Vec<Real>(1, 0, 0), Vec<Real>(0, 1, 0)};
  const auto moved = [&a](double x, double y, double z) {
    Corners<Real> b = a;
    for (Vec<Real>& v : b) v = v + Vec<Real>(x, y, z);
    return b;
  };
  EXPECT_EQ(to_double(closest_of_triangles(a, moved(0, 0, 2)).squared), 4.0);
  EXPECT_EQ(to_double(closest_of_triangles(a, moved(2, 0, 0)).squared), 1.0);
  EXPECT_EQ(to_double(closest_of_triangles(a, moved(0.25, 0.25, 0)).squared), 0.0);
  const Corners<Real> through{Vec<Real>(0.25, 0.25, -1), Vec<Real>(0.25, 0.25, 1), Vec<Real>(5, 5, 1)};
  EXPECT_EQ(to_double(closest_of_triangles(a, through).squared), 0.0);
  const Corners<Real> segment{Vec<Real>(0.25, 0.25, -1), Vec<Real>(0.25, 0.25, 1), Vec<Real>(0.25, 0.25, 1)};
  EXPECT_EQ(to_double(closest_of_triangles(a, segment).squared), 0.0);
}

TEST(Oracle, KnowsTheTimeOfASimpleImpact) {
  TestCase test{"", {box_mesh(1, 1, 1), {}}, {box_mesh(1, 1, 1), {}}, {}};
  test.b.motion.position = Eigen::Vector3d(3, 0.25, 0.125);
  test.b.motion.velocity = Eigen::Vector3d(-3, 0, 0);
  const auto contact = ToiOracle(test).first_contact(Real(0), Real(1));
  ASSERT_TRUE(contact.has_value());
  EXPECT_TRUE(abs(*contact - Real(2) / 3) < 1e-24);
}

// A unit cube turning about z touches a wall at distance sqrt(1/2) with its edge at 45 degrees.
TEST(Oracle, KnowsTheTimeOfATurningImpact) {
  TestCase test{"", {box_mesh(1, 1, 1), {}}, {triangle_mesh({-5, 0, -5}, {5, 0, -5}, {0, 0, 9}), {}}, {}};
  test.a.motion.angular_velocity = Eigen::Vector3d(0, 0, 1);
  test.b.motion.position = Eigen::Vector3d(0, 0.625, 0);
  const auto contact = ToiOracle(test).first_contact(Real(0), Real(1));
  ASSERT_TRUE(contact.has_value());
  // The corner (1/2, 1/2) is at height sqrt(1/2) sin(45 degrees + t).
  const Real exact = asin(Real(0.625) * sqrt(Real(2))) - atan(Real(1));
  EXPECT_TRUE(abs(*contact - exact) < 1e-24);
}

// The checks themselves are checked: spoilt answers must be found out.
class SpoiltAnswer : public ::testing::Test {
 protected:
  SpoiltAnswer() : test_{"", {box_mesh(1, 1, 1), {}}, {box_mesh(1, 1, 1), {}}, {}} {
    test_.a.motion.angular_velocity = Eigen::Vector3d(0.3, 1, -2);
    test_.b.motion.position = Eigen::Vector3d(3, 0.25, 0.125);
    test_.b.motion.velocity = Eigen::Vector3d(-3, 0, 0);
    toi_ = time_of_impact(test_.a.body(), test_.b.body(), test_.query);
  }
  bool passes() const { return verify(test_, toi_).violations.empty(); }

  TestCase test_;
  Toi toi_;
};

TEST_F(SpoiltAnswer, TheAnswerItselfIsRight) {
  EXPECT_EQ(toi_.verdict, Verdict::Impact);
  EXPECT_TRUE(passes());
}
TEST_F(SpoiltAnswer, MissedContact) {
  toi_.verdict = Verdict::Free;
  toi_.bracket = Interval(1.0);
  EXPECT_FALSE(passes());
}
TEST_F(SpoiltAnswer, JustLate) {
  toi_.bracket = {toi_.bracket.lo() + 1e-10, toi_.bracket.hi() + 1e-10};
  EXPECT_FALSE(passes());
}
TEST_F(SpoiltAnswer, TooEarly) {
  toi_.bracket = {toi_.bracket.lo() - 1e-9, toi_.bracket.hi()};
  EXPECT_FALSE(passes());
}
TEST_F(SpoiltAnswer, MuchTooLate) {
  toi_.bracket = {0.99, 0.99};
  EXPECT_FALSE(passes());
}
TEST_F(SpoiltAnswer, NoInitialContact) {
  toi_.verdict = Verdict::InitialContact;
  toi_.bracket = Interval(0.0);
  EXPECT_FALSE(passes());
}
TEST_F(SpoiltAnswer, UndecidedButNotSafe) {
  toi_.verdict = Verdict::Undecided;
  toi_.bracket = {toi_.bracket.hi() + 1e-6, 1.0};
  EXPECT_FALSE(passes());
}
TEST_F(SpoiltAnswer, WrongFeatures) {
  toi_.contact.feature_a.vertices = {7, 7, 7};
  toi_.contact.feature_b.vertices = {7, 7, 7};
  EXPECT_FALSE(passes());
}

class OracleAgreement : public ::testing::TestWithParam<std::tuple<const char*, int>> {};

TEST_P(OracleAgreement, AnswersKeepTheirPromises) {
  constexpr int kPerBatch = 30;
  const auto [solver, batch] = GetParam();
  // c2a creeps along grazing and hovering bodies: there it may run out of budget, and what it has proved by then must
  // hold all the same.
  const bool creeps = solver == std::string_view("c2a");
  int undecided = 0;
  for (int i = 0; i < kPerBatch; ++i) {
    TestCase test = random_case(2, static_cast<std::uint64_t>(batch * kPerBatch + i));
    test.query.budget.iterations = creeps ? 1'000'000 : 20'000'000;
    const Toi toi = time_of_impact(test.a.body(), test.b.body(), test.query, Solver::named(solver));
    EXPECT_EQ(toi.guarantee, Guarantee::Proved);
    undecided += toi.verdict == Verdict::Undecided ? 1 : 0;
    for (const std::string& violation : verify(test, toi).violations)
      ADD_FAILURE() << test.name << ": " << to_string(toi.verdict) << ": " << violation;
  }
  EXPECT_LE(undecided, creeps ? 6 : 0);
}

INSTANTIATE_TEST_SUITE_P(Batches, OracleAgreement,
                         ::testing::Combine(::testing::Values("directional", "d2m", "redon", "c2a"),
                                            ::testing::Range(0, 10)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param)) + "_" + std::to_string(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace graze::testing
