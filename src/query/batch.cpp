// SPDX-License-Identifier: Apache-2.0
#include <mutex>

#include <graze/scene.hpp>

#include "numeric/parallel.hpp"
#include "query/query_checks.hpp"

namespace graze {
namespace {

// The fault of the pair that comes first in the batch, whichever is met first.
class FirstFault {
 public:
  void add(std::size_t index, const std::string& what) {
    const std::lock_guard lock(lock_);
    if (!first_ || index < first_->index()) first_.emplace(index, what);
  }
  void throw_if_any() const {
    if (first_) throw *first_;
  }

 private:
  std::mutex lock_;
  std::optional<PairError> first_;
};

}  // namespace

// Each answer goes to its own place and depends on its pair alone, so order and bits are those of a loop.
void time_of_impact_batch(std::span<const BodyPair> pairs, std::span<Toi> answers, const Query& query,
                          const Solver& solver, int threads) {
  require(answers.size() == pairs.size(), "batch: one answer for each pair");
  validate(query);
  Query question = query;
  question.threads = 1;  // threads are for the pairs
  FirstFault fault;
  for_each_index(pairs.size(), threads, 1, [&](std::size_t i) {
    try {
      answers[i] = time_of_impact(pairs[i].a, pairs[i].b, question, solver);
    } catch (const std::exception& error) {
      fault.add(i, error.what());
    } catch (...) {
      fault.add(i, "an exception of unknown type");
    }
  });
  fault.throw_if_any();
}

std::vector<Toi> time_of_impact_batch(std::span<const BodyPair> pairs, const Query& query, const Solver& solver,
                                      int threads) {
  std::vector<Toi> answers(pairs.size());
  time_of_impact_batch(pairs, answers, query, solver, threads);
  return answers;
}

}  // namespace graze
