// SPDX-License-Identifier: Apache-2.0
#include "query/piece_by_piece.hpp"

#include <optional>

#include "query/smooth_windows.hpp"
#include "solver/answer.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

// What the parts so far have left; nothing if they have spent it. (Zero would mean unlimited.)
std::optional<Budget> left_of(const Budget& budget, const Statistics& used) {
  Budget left = budget;
  if (budget.iterations > 0) {
    const std::uint64_t spent = used.node_tests + used.leaf_tests + used.feature_tests + used.root_iterations;
    if (spent >= budget.iterations) return std::nullopt;
    left.iterations -= spent;
  }
  if (budget.seconds > 0) {
    left.seconds -= used.microseconds * 1e-6;
    if (!(left.seconds > 0)) return std::nullopt;
  }
  return left;
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

Toi solve_piece_by_piece(const Body& a, const Body& b, const Query& query,
                         const std::function<Toi(const Body&, const Body&, const Query&)>& solve) {
  Toi toi;
  Statistics total;
  const auto ask = [&](const Motion& motion_a, const Motion& motion_b, const Interval& part) {
    Query question = query;
    question.window = part;
    const std::optional<Budget> left = left_of(query.budget, total);
    if (!left) {
      toi = undecided_from(part.lo(), query);
      return false;
    }
    question.budget = *left;
    toi = solve({a.shape, motion_a}, {b.shape, motion_b}, question);
    add(toi.statistics, total);
    if (toi.verdict == Verdict::InitialContact && part.lo() > query.window.lo()) toi = arrived_at_corner(query, toi);
    if (toi.verdict == Verdict::Undecided) toi.bracket = {toi.bracket.lo(), query.window.hi()};
    if (toi.verdict == Verdict::Unsupported) toi.bracket = query.window;
    return toi.verdict == Verdict::Free;
  };
  each_smooth_window(a.motion, b.motion, query.window, ask);
  toi.statistics = total;
  return toi;
}

}  // namespace graze
