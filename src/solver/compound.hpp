// SPDX-License-Identifier: Apache-2.0
// Compounds: a query on bodies with parts is one on every pair of parts. Bodies without parts are passed on as they
// are.
#pragma once

#include <graze/time_of_impact.hpp>

#include "shape/shape_data.hpp"
#include "solver/answer.hpp"
#include "solver/statistics.hpp"

namespace graze {

template <class Test>
bool every_part_pair(const Body& a, const Body& b, const Test& test) {
  const std::vector<Shape>& parts_a = a.shape.data().parts;
  const std::vector<Shape>& parts_b = b.shape.data().parts;
  if (parts_a.empty() && parts_b.empty()) return test(a, b);
  if (!parts_a.empty()) {
    for (const Shape& part : parts_a)
      if (!every_part_pair({part, a.motion}, b, test)) return false;
    return true;
  }
  for (const Shape& part : parts_b)
    if (!test(a, {part, b.motion})) return false;
  return true;
}

// The earlier of two answers to the same query on different parts, the second of which was asked only up to the first
// one's safe_until(): what is proved for both.
Toi earlier(const Toi& first, const Toi& second, const Query& query);

// What is known when the budget is spent before all parts were asked: nothing but what was done.
inline Toi unasked_after(const Toi& asked, const Query& query) {
  Toi toi = undecided_from(query.window.lo(), query);
  toi.statistics = asked.statistics;
  return toi;
}

// `solve(a, b, query)` for parts that have none themselves. They share the budget.
template <class Solve>
Toi earliest_of_parts(const Body& a, const Body& b, const Query& query, const Solve& solve) {
  const std::vector<Shape>& parts_a = a.shape.data().parts;
  const std::vector<Shape>& parts_b = b.shape.data().parts;
  if (parts_a.empty() && parts_b.empty()) return solve(a, b, query);
  const std::vector<Shape>& parts = parts_a.empty() ? parts_b : parts_a;
  std::optional<Toi> best;
  Query narrowed = query;
  for (const Shape& part : parts) {
    const std::optional<Budget> left = left_of(query.budget, best ? best->statistics : Statistics{});
    if (!left) return unasked_after(*best, query);
    narrowed.budget = *left;
    const Toi toi = parts_a.empty() ? earliest_of_parts(a, {part, b.motion}, narrowed, solve)
                                    : earliest_of_parts({part, a.motion}, b, narrowed, solve);
    best = best ? earlier(*best, toi, query) : toi;
    if (best->verdict == Verdict::InitialContact) break;
    narrowed.window = {query.window.lo(), best->safe_until()};
  }
  return *best;
}

}  // namespace graze
