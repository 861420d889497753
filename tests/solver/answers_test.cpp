// SPDX-License-Identifier: Apache-2.0
// Every solver, every verdict: all fields of an answer are as documented.
#include <gtest/gtest.h>

#include <set>

#include <graze/graze.hpp>

namespace graze {
namespace {

const Interval kAnyDistance(0.0, std::numeric_limits<double>::infinity());

std::vector<Solver> all_solvers() {
  std::vector<Solver> solvers{Solver::automatic()};
  for (const SolverInfo& info : graze::solvers())
    solvers.push_back(info.name == "bisection" ? Solver::bisection({.samples = 2}) : Solver::named(info.name));
  return solvers;
}

std::vector<Shape> some_shapes() {
  const Shape box = Shape::box({0.8, 0.8, 0.8});
  return {box,
          Shape::mesh(make_icosphere(0.4, 1)),
          Shape::sphere(0.4),
          Shape::parametric(ParametricSurface::sphere(0.4)),
          Shape::compound({{box, {0, 2, 0}}, {box}}),
          Shape::half_space({1, 0, 0}, 0.4)};
}

bool has_contact(Verdict verdict) { return verdict == Verdict::Impact || verdict == Verdict::InitialContact; }

Interval bracket_of(const Toi& toi, const Interval& window) {
  switch (toi.verdict) {
    case Verdict::Free:
      return Interval(window.hi());
    case Verdict::InitialContact:
      return Interval(window.lo());
    case Verdict::Undecided:
      return {toi.bracket.lo(), window.hi()};
    case Verdict::Unsupported:
      return window;
    case Verdict::Impact:
      break;
  }
  return toi.bracket;
}

void check(const Toi& toi, const Query& query, const Solver& solver) {
  SCOPED_TRACE(std::string(solver.name()) + ": " + std::string(to_string(toi.verdict)));
  const bool unsupported = toi.verdict == Verdict::Unsupported;
  EXPECT_EQ(toi.guarantee, unsupported ? Guarantee::None : solver.guarantee());
  EXPECT_EQ(toi.bracket, bracket_of(toi, query.window));
  EXPECT_GE(toi.bracket.lo(), query.window.lo());
  EXPECT_LE(toi.bracket.hi(), query.window.hi());
  if (toi.verdict == Verdict::Impact) {
    EXPECT_GE(toi.separation.lo(), query.separation);
    EXPECT_GE(toi.separation.hi(), toi.separation.lo());
    EXPECT_LE(toi.separation.hi(), query.separation + toi.tolerance * (1 + 1e-12));
  } else {
    EXPECT_EQ(toi.separation, kAnyDistance);
    EXPECT_EQ(toi.tolerance, query.tolerance);
  }
  EXPECT_TRUE(toi.patch.empty() || has_contact(toi.verdict));
  for (const Feature& feature : {toi.contact.feature_a, toi.contact.feature_b})
    EXPECT_LE(feature.kind, FeatureKind::Surface);
}

// At 1e12 s doubles do not tell how a body is turned: a ball on a circle, always 8 from another, may be closer by what
// the answer says, and no more.
TEST(Answers, OfInitialContactsSayHowCloseIsTooClose) {
  const Motion circle = Motion::screw({{10, 0, 0}}, {Vector3::Zero(), Vector3::UnitZ()}, 0.7, 0.0);
  for (const double start : {1.7e9, 1e12})
    for (const double margin : {1e-3, 1e-6, 1e-9}) {
      Query query;
      query.window = {start, start + 1};
      query.separation = 8 - margin;
      const Toi toi = time_of_impact({Shape::sphere(1), Motion()}, {Shape::sphere(1), circle}, query);
      EXPECT_TRUE(toi.verdict != Verdict::InitialContact || toi.tolerance >= margin * (1 - 1e-6));
    }
}

// A body that comes from x = 3 at the speed 2, by 1: no contact yet; by 2: contact. From the origin: contact at once.
TEST(Answers, AreAsDocumented) {
  std::set<std::pair<std::string, Verdict>> seen;
  for (const Solver& solver : all_solvers())
    for (const Shape& shape_a : some_shapes())
      for (const Shape& shape_b : some_shapes())
        for (const double start : {3.0, 0.2})
          for (const double end : {0.5, 2.0})
            for (const std::uint64_t iterations : {0, 1}) {
              const Motion motion =
                  Motion::constant_velocity({start, 0.03, 0.01}, Quaternion::Identity(), {-2, 0, 0}, {0, 0, 0});
              Query query{.window = {0.0, end}, .tolerance = 1e-6, .all_contacts = true};
              query.budget.iterations = iterations;
              const Toi toi = time_of_impact({shape_a, Motion()}, {shape_b, motion}, query, solver);
              check(toi, query, solver);
              seen.emplace(solver.name(), toi.verdict);
            }
  for (const Solver& solver : all_solvers())
    for (const Verdict verdict :
         {Verdict::Free, Verdict::Impact, Verdict::InitialContact, Verdict::Undecided, Verdict::Unsupported})
      EXPECT_TRUE(seen.contains({std::string(solver.name()), verdict}) ||
                  (verdict == Verdict::Unsupported && solver.name() == "bisection"))
          << solver.name() << " never said " << to_string(verdict);
}

// Between waypoints the window is asked in parts, and the answer is one about the whole.
TEST(Answers, OfMotionsWithCornersAreAsDocumentedToo) {
  const Motion motion = Motion::waypoints(
      {0, 1, 2},
      {{{3, 0, 0}, Quaternion::Identity()}, {{1, 1, 0}, Quaternion::Identity()}, {{0, 0, 0}, Quaternion::Identity()}});
  const Shape box = Shape::box({0.8, 0.8, 0.8});
  for (const Solver& solver : all_solvers())
    for (const double start : {0.0, 1.9})
      for (const double end : {1.95, 0.5 + start})
        for (const std::uint64_t iterations : {0, 1, 3}) {
          Query query{.window = {start, std::min(end, 2.0)}, .tolerance = 1e-6, .all_contacts = true};
          query.budget.iterations = iterations;
          check(time_of_impact({box, Motion()}, {box, motion}, query, solver), query, solver);
        }
}

TEST(Answers, OneNeverGivenSaysNothing) {
  const Toi toi;
  EXPECT_EQ(toi.verdict, Verdict::Unsupported);
  EXPECT_EQ(toi.guarantee, Guarantee::None);
  EXPECT_EQ(to_string(toi.guarantee), "none");
  EXPECT_EQ(toi.separation, kAnyDistance);
}

TEST(Answers, AFeatureHasAsManyCornersAsItsKind) {
  const std::array<std::uint32_t, 3> vertices{4, 5, 6};
  EXPECT_EQ((Feature{FeatureKind::Vertex, 4, vertices}.corners().size()), 1U);
  EXPECT_EQ((Feature{FeatureKind::Edge, 0, vertices}.corners().size()), 2U);
  EXPECT_EQ((Feature{FeatureKind::Face, 0, vertices}.corners().size()), 3U);
  EXPECT_EQ((Feature{FeatureKind::Surface, 0, vertices}.corners().size()), 0U);
  EXPECT_EQ((Feature{static_cast<FeatureKind>(255), 0, vertices}.corners().size()), 0U);
}

}  // namespace
}  // namespace graze
