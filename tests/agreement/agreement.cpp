// SPDX-License-Identifier: Apache-2.0
#include "agreement/agreement.hpp"

#include <algorithm>
#include <cmath>

namespace graze::testing {
namespace {

constexpr double kTouching = 1e-13;   // of the exact distance: contact, or nothing a double could tell from it
constexpr double kPoseError = 1e-13;  // of distances from poses in doubles
constexpr int kMaxSteps = 4000;

std::string text(double x) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", x);
  return digits;
}

// The oracle's walk along the motion: from where the distance is d nothing can touch for d / speed.
class Walk {
 public:
  explicit Walk(const AgreementCase& test) : test_(test) {}

  ExactBounds distance_at(const Real& time, double part) const {
    return exact_distance(test_.shape_a, ExactPose::of(test_.motion_a, time), test_.shape_b,
                          ExactPose::of(test_.motion_b, time), part, kTouching);
  }

  enum class Result { Apart, Touching, GaveUp };
  Result until(double end) const {
    const double most = speed(test_.motion_a, test_.shape_a) + speed(test_.motion_b, test_.shape_b);
    Real time = 0;
    for (int step = 0; step < kMaxSteps; ++step) {
      const ExactBounds here = distance_at(time, 0.3);
      if (here.upper < kTouching) return Result::Touching;
      time += here.lower / most;
      if (time > end) return Result::Apart;
    }
    return Result::GaveUp;
  }

 private:
  // Of any point of the body, from its speeds at many instants with a margin; motions here are smooth on that scale.
  static double speed(const ExactMotion& motion, const ExactShape& shape) {
    const double reach = std::isfinite(shape.shape.radius()) ? shape.shape.radius() : 10.0;
    double most = 0.0;
    for (int i = 0; i <= 40; ++i)
      for (int k = 0; k < 6; ++k) {
        const Vector3 point = (k < 3 ? reach : -reach) * Vector3::Unit(k % 3);
        most = std::max(most, to_double(norm(motion.path(Vec<Real>(point), Real(i) / 40).velocity)));
      }
    return 2.0 * most + 1e-6;
  }

  const AgreementCase& test_;
};

struct Answer {
  std::string name;
  Guarantee guarantee;
  Toi toi;
};

// Methods on surfaces take polytopes by their faces: one inside the other does not touch it.
bool on_surfaces(const std::string& solver) { return solver == "d2m" || solver == "redon" || solver == "c2a"; }

class Comparison {
 public:
  Comparison(const AgreementCase& test, bool walk, AgreementCounts& counts)
      : test_(test), a_(test.a()), b_(test.b()), walks_(walk), oracle_(test), counts_(counts) {}

  std::vector<std::string> run() {
    // Two half-spaces nearly always overlap; only a method that samples looks at them.
    if (test_.shape_a.half_space && test_.shape_b.half_space) {
      if (time_of_impact(a_, b_, test_.query).verdict != Verdict::Unsupported) fail("two half-spaces, and an answer");
      return violations_;
    }
    for (const NamedSolver& each : every_solver()) {
      if (!each.solver.supports(a_, b_)) continue;
      answers_.push_back({each.name, each.solver.guarantee(), time_of_impact(a_, b_, test_.query, each.solver)});
      ++counts_.answers[each.name];
    }
    if (answers_.empty() || answers_.front().name != "auto") {
      fail("nothing takes this pair");
      return violations_;
    }
    ++counts_.verdicts[std::string(to_string(answers_.front().toi.verdict))];
    if (answers_.front().toi.verdict == Verdict::Unsupported)
      fail("the default solver takes the pair and does not answer");
    starts_touching_ =
        walks_ ? oracle_.distance_at(Real(0), 0.3).upper < kTouching : static_distance(0.0).upper < kTouching;
    for (const Answer& answer : answers_) {
      if (answer.guarantee == Guarantee::Sampled)
        count_sampled(answer);
      else
        check(answer);
    }
    compare();
    return violations_;
  }

 private:
  void fail(const std::string& what) { violations_.push_back(test_.name + ": " + what); }

  DistanceBounds static_distance(double time) const {
    return distance(a_.shape, a_.motion.pose(time), b_.shape, b_.motion.pose(time));
  }

  void check(const Answer& answer) {
    const Toi& toi = answer.toi;
    const double until = toi.safe_until();
    if (toi.verdict == Verdict::Undecided) ++counts_.undecided;
    if (toi.verdict == Verdict::InitialContact) {
      if (!starts_touching_ && static_distance(0.0).lower > 1e-8) fail(answer.name + ": not in contact at the start");
      return;
    }
    if (starts_touching_) {
      if (!on_surfaces(answer.name)) fail(answer.name + ": in contact at the start, said " + text(until));
      return;
    }
    for (int i = 0; i <= 8; ++i)
      if (static_distance(until * i / 8).upper == 0) fail(answer.name + ": overlap before " + text(until));
    if (toi.verdict == Verdict::Impact && static_distance(until).lower > toi.tolerance + kPoseError)
      fail(answer.name + ": stops at a distance of " + text(static_distance(until).lower));
    if (walks_) check_walk(answer.name, until);
  }

  void check_walk(const std::string& name, double until) {
    ++counts_.walks;
    const Walk::Result result = oracle_.until(until);
    if (result == Walk::Result::Touching) fail(name + ": late: they touch before " + text(until));
    if (result == Walk::Result::GaveUp) ++counts_.long_walks;
  }

  // Each is free up to its own time; an impact says that a contact comes before its bracket's end, or nearly does.
  void compare() {
    if (starts_touching_) return;
    const Answer* latest = nullptr;
    for (const Answer& answer : answers_)
      if (answer.guarantee != Guarantee::Sampled && answer.toi.verdict != Verdict::InitialContact &&
          (latest == nullptr || answer.toi.safe_until() > latest->toi.safe_until()))
        latest = &answer;
    if (latest == nullptr) return;
    for (const Answer& answer : answers_) {
      if (answer.guarantee == Guarantee::Sampled || answer.toi.verdict != Verdict::Impact) continue;
      if (latest->toi.safe_until() <= answer.toi.bracket.hi()) continue;
      ++counts_.near_misses;
      if (oracle_.distance_at(Real(answer.toi.safe_until()), 1e-6).lower >
          answer.toi.tolerance * (1 + 1e-6) + kPoseError)
        fail(answer.name + ": impact, and no contact near");
      check_walk(latest->name, latest->toi.safe_until());
    }
  }

  void count_sampled(const Answer& answer) {
    const Toi& proved = answers_.front().toi;
    if (proved.verdict != Verdict::Impact) return;
    if (answer.toi.verdict == Verdict::Free) ++counts_.missed[answer.name];
    if (answer.toi.verdict == Verdict::Impact && answer.toi.safe_until() > proved.bracket.hi() + 1e-9)
      ++counts_.late[answer.name];
  }

  const AgreementCase& test_;
  Body a_, b_;
  bool walks_;
  Walk oracle_;
  AgreementCounts& counts_;
  std::vector<Answer> answers_;
  std::vector<std::string> violations_;
  bool starts_touching_ = false;
};

}  // namespace

const std::vector<NamedSolver>& every_solver() {
  static const std::vector<NamedSolver> solvers{
      {"auto", Solver::automatic()},
      {"conservative_advancement", Solver::conservative_advancement()},
      {"as published", Solver::conservative_advancement({ConservativeAdvancementOptions::Bound::Published})},
      {"directional", Solver::directional()},
      {"d2m", Solver::d2m()},
      {"redon", Solver::redon()},
      {"c2a", Solver::c2a()},
      {"bisection", Solver::bisection()}};
  return solvers;
}

AgreementCase agreement_case(std::size_t kind_a, std::size_t kind_b, std::uint64_t seed, std::uint64_t number) {
  const auto& shapes = shape_makers();
  const auto& motions = motion_kinds();
  Random random((seed * 1'000'003 + number) * 127 + kind_a * 11 + kind_b);
  const MotionKind& moves_a = motions[static_cast<std::size_t>(random.below(static_cast<int>(motions.size())))];
  const MotionKind& moves_b = motions[number % motions.size()];
  AgreementCase test{shapes[kind_a].name + " " + moves_a.name + " / " + shapes[kind_b].name + " " + moves_b.name +
                         " seed " + std::to_string(seed) + " number " + std::to_string(number),
                     shapes[kind_a].make(random),
                     shapes[kind_b].make(random),
                     {},
                     {},
                     Query{}};
  // Most motions pass each other by; half of the queries are drawn until they meet, or a few times.
  const int attempts = random.chance(0.5) ? 12 : 1;
  for (int i = 0; i < attempts; ++i) {
    test.motion_a = moves_a.make(random, Range::Moderate);
    test.motion_b = moves_b.make(random, Range::Moderate);
    if (attempts > 1 && time_of_impact(test.a(), test.b()).verdict == Verdict::Impact) break;
  }
  test.query.budget.iterations = 2'000'000;
  return test;
}

std::vector<std::string> disagreements(const AgreementCase& test, bool walk, AgreementCounts& counts) {
  return Comparison(test, walk, counts).run();
}

}  // namespace graze::testing
