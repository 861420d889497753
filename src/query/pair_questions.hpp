// SPDX-License-Identifier: Apache-2.0
// One answer about many pairs comes of a question about each of some of them, asked in rounds.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>

#include <graze/time_of_impact.hpp>

namespace graze {

// How many pairs a round has. The numbers do not depend on threads, so neither do the pairs that are asked about.
struct Rounds {
  std::size_t first, largest;
};

// Calls ask(round) with one span of items after the other, until it returns false. Rounds are small at first, because
// an early contact spares the items that follow. False if `ask` ended it.
template <class Item, class Ask>
bool ask_in_rounds(std::span<const Item> items, const Rounds& rounds, const Ask& ask) {
  for (std::size_t size = rounds.first; !items.empty(); size = std::min(2 * size, rounds.largest)) {
    const std::size_t count = std::min(size, items.size());
    if (!ask(items.first(count))) return false;
    items = items.subspan(count);
  }
  return true;
}

// Questions about single pairs that share the time that one query may take.
class PairQuestions {
 public:
  PairQuestions(const Query& query, const Solver& solver) : query_(query), solver_(solver) {}

  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  bool out_of_time() const { return query_.budget.seconds > 0 && seconds() >= query_.budget.seconds; }

  // Nothing if no time is left. On one thread: threads are for the pairs.
  std::optional<Toi> ask(const Body& a, const Body& b, const Interval& window) const {
    Query question = query_;
    question.window = window;
    question.threads = 1;
    if (query_.budget.seconds > 0) {
      question.budget.seconds = query_.budget.seconds - seconds();
      if (!(question.budget.seconds > 0)) return std::nullopt;
    }
    return time_of_impact(a, b, question, solver_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  const Clock::time_point start_ = Clock::now();
  const Query& query_;
  const Solver& solver_;
};

}  // namespace graze
