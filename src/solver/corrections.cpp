// SPDX-License-Identifier: Apache-2.0
#include "solver/corrections.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <graze/limits.hpp>

#include "solver/answer.hpp"
#include "solver/convex/conservative_advancement.hpp"
#include "solver/directional/directional.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

// How far a body reaches from its origin. A half-space is looked at as far off as the other body is.
double reach_of(const Body& body, const Body& other, double apart) {
  const double reach = body.shape.radius();
  return std::isfinite(reach) ? reach : apart + other.shape.radius();
}

}  // namespace

Toi with_insides(Toi toi, const Body& a, const Body& b, const Query& query) {
  if (toi.verdict == Verdict::InitialContact) return toi;
  const std::optional<Budget> left = left_of(query.budget, toi.statistics);
  Toi start = undecided_from(query.window.lo(), query);
  if (left) {
    Query at_start = query;
    at_start.window = Interval(query.window.lo());
    at_start.budget = *left;
    start = solve_directional(a, b, at_start, nullptr);
  }
  add(start.statistics, toi.statistics);
  if (start.verdict != Verdict::InitialContact && start.verdict != Verdict::Undecided) return toi;
  if (start.verdict == Verdict::Undecided) start = undecided_from(query.window.lo(), query);
  start.statistics = toi.statistics;
  return start;
}

bool poses_are_known(const Body& a, const Body& b, double time) {
  constexpr double kWell = 1.0 / 64;  // of the smaller body that is no point
  const Vector3 origin = b.motion.pose(time).translation();
  const MotionInstant at_a = a.motion.instant(time, origin);
  const MotionInstant at_b = b.motion.instant(time, origin);
  const double apart = (at_b.position - at_a.position).norm();
  const double reach_a = reach_of(a, b, apart);
  const double reach_b = reach_of(b, a, apart);
  const double error = at_a.rotation_error * reach_a + at_b.rotation_error * reach_b;
  // A point at its origin looks the same however it is turned; its reach is a rounding error. The other body counts.
  const auto [smaller, larger] = std::minmax(reach_a, reach_b);
  const bool is_point = smaller < limits::kSmallestSize && larger >= limits::kSmallestSize;
  return error <= kWell * (is_point ? larger : smaller);
}

Toi answer_of_balls(const Body& a, const Body& b, const Query& query, const Toi& known) {
  const double time = known.bracket.lo();
  const double radius_a = a.shape.radius();
  const double radius_b = b.shape.radius();
  const bool in_range =
      std::min(radius_a, radius_b) >= limits::kSmallestSize && std::max(radius_a, radius_b) <= limits::kLargestLength;
  const std::optional<Budget> left = left_of(query.budget, known.statistics);
  Toi toi = undecided_from(time, query);
  toi.statistics = known.statistics;
  if (!in_range || !left) return toi;
  Query rest = query;
  rest.budget = *left;
  const Toi balls = solve_conservative_advancement({Shape::sphere(radius_a), a.motion},
                                                   {Shape::sphere(radius_b), b.motion}, rest, {});
  if (balls.verdict == Verdict::Free) toi = free_answer(query);
  if (balls.verdict != Verdict::Free) toi = undecided_from(std::max(time, balls.bracket.lo()), query);
  toi.statistics = known.statistics;
  add(balls.statistics, toi.statistics);
  return toi;
}

}  // namespace graze
