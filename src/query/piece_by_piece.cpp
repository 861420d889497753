// SPDX-License-Identifier: Apache-2.0
#include "query/piece_by_piece.hpp"

#include <optional>

#include "query/smooth_windows.hpp"
#include "solver/answer.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

// Bounds of a user's motion may be infinite over a long time and finite over parts of it. Halved this often at most.
constexpr int kMostHalvings = 48;

// Solvers extrapolate a few ticks beyond the end of what they are asked about.
bool has_bounds(const Motion& motion, const Interval& window) {
  if (!motion.is_rigid()) return true;
  const Interval wider(window.lo(), window.hi() + 4 * rounding::step(window.hi()));
  return std::isfinite(motion.acceleration_bound(wider).at(1.0)) && std::isfinite(motion.speed_bound(wider).at(1.0));
}

// Calls ask(part) for parts of the window, in order of time until it answers false, over each of which the motions have
// bounds; refuse(part) for the first one that is too short to be halved again.
template <class Ask, class Refuse>
bool each_bounded_part(const Motion& a, const Motion& b, const Interval& window, int halvings, const Ask& ask,
                       const Refuse& refuse) {
  if (window.lo() == window.hi() || (has_bounds(a, window) && has_bounds(b, window))) return ask(window);
  const double middle = window.mid();
  if (halvings == 0 || !(middle > window.lo() && middle < window.hi())) return refuse(window);
  return each_bounded_part(a, b, {window.lo(), middle}, halvings - 1, ask, refuse) &&
         each_bounded_part(a, b, {middle, window.hi()}, halvings - 1, ask, refuse);
}

// A part that starts in contact, after parts that are free: at the corner they share, the one before has proved the
// bodies apart, and this one cannot, so they are closer than doubles can tell. The features it names bound how close,
// and that instant is a near miss: an impact whose bracket is the corner.
Toi arrived_at_corner(const Query& query, const Toi& toi) {
  const double distance = std::max(toi.separation.hi(), query.separation);
  Toi impact = impact_in(query, toi.bracket, {query.separation, distance}, toi.contact);
  impact.patch = toi.patch;
  return impact;
}

}  // namespace

Toi solve_piece_by_piece(const Body& a, const Body& b, const Query& query, bool bounded,
                         const std::function<Toi(const Body&, const Body&, const Query&)>& solve) {
  Toi toi;
  Statistics total;
  const auto give_up = [&](const Interval& part) {
    toi = undecided_from(part.lo(), query);
    return false;
  };
  const auto ask = [&](const Motion& motion_a, const Motion& motion_b, const Interval& part) {
    Query question = query;
    question.window = part;
    const std::optional<Budget> left = left_of(query.budget, total);
    if (!left) return give_up(part);
    question.budget = *left;
    toi = solve({a.shape, motion_a}, {b.shape, motion_b}, question);
    add(toi.statistics, total);
    if (toi.verdict == Verdict::InitialContact && part.lo() > query.window.lo()) toi = arrived_at_corner(query, toi);
    if (toi.verdict == Verdict::Undecided) toi.bracket = {toi.bracket.lo(), query.window.hi()};
    if (toi.verdict == Verdict::Unsupported) toi.bracket = query.window;
    return toi.verdict == Verdict::Free;
  };
  each_smooth_window(a.motion, b.motion, query.window,
                     [&](const Motion& motion_a, const Motion& motion_b, const Interval& part) {
                       if (bounded) return ask(motion_a, motion_b, part);
                       const auto ask_part = [&](const Interval& shorter) { return ask(motion_a, motion_b, shorter); };
                       return each_bounded_part(motion_a, motion_b, part, kMostHalvings, ask_part, give_up);
                     });
  toi.statistics = total;
  return toi;
}

}  // namespace graze
