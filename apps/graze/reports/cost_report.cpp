// SPDX-License-Identifier: Apache-2.0
#include "reports/cost_report.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

namespace graze {
namespace {

// What a unit of work takes, in tests of two nodes: about 0.1 us each. Fitted to the times of `graze bench cliffs`.
constexpr std::uint64_t kLeafTest = 4;
constexpr std::uint64_t kRootStep = 1;
constexpr std::uint64_t kLinearization = 5;
// Queries below a millisecond or so are cheap.
constexpr std::uint64_t kCheap = 10'000;

struct Cause {
  std::uint64_t cost;
  std::string_view words;
};

// Of two convex solids, which are no trees.
bool one_pair(const Statistics& work) { return work.linearizations > 0 && work.opened_nodes == 0; }

// The costliest kind of work. Leaves and nodes are both examined again: tests that opened no node are the nodes' share.
Cause main_cause(const Statistics& work) {
  const std::uint64_t opening = std::min(work.node_tests, 2 * work.opened_nodes);
  const std::uint64_t nodes_again = std::min(work.node_tests - opening, work.retested_pairs);
  const std::uint64_t leaf_again = work.retested_pairs - nodes_again;
  const std::uint64_t leaves = kLeafTest * work.leaf_tests + kRootStep * work.root_iterations;
  const std::string_view close = one_pair(work) ? "the bodies stay close to each other for many steps"
                                 : 2 * leaf_again > work.leaf_tests ? "leaves stay close to each other for many steps"
                                                                    : "many leaves come close to each other";
  const std::array causes{
      Cause{work.node_tests - nodes_again, "many nodes are near the other body, or in its path, and were opened"},
      Cause{nodes_again, "nodes stay near each other, so that pairs were examined again and again"},
      Cause{leaves, close},
      Cause{kLinearization * work.linearizations,
            "the bodies turn or bend much, so that motions were linearized often"},
  };
  return *std::ranges::max_element(causes, {}, &Cause::cost);
}

std::uint64_t cost_of(const Statistics& work) {
  return work.node_tests + kLeafTest * work.leaf_tests + kRootStep * work.root_iterations +
         kLinearization * work.linearizations;
}

std::string_view reason_of(const Statistics& work) {
  if (cost_of(work) >= kCheap) return main_cause(work).words;
  if (one_pair(work)) return "few steps are enough";
  return work.leaf_tests == 0 ? "no two leaves come close enough to be tested" : "few leaves come close to each other";
}

}  // namespace

std::string cost_in_words(const Statistics& work) {
  return fmt::format(
      "{}: {}. Nodes opened {}, pairs examined again {}, leaf tests {}, root-finder steps {}, linearizations {}.",
      cost_of(work) < kCheap ? "cheap" : "expensive", reason_of(work), work.opened_nodes, work.retested_pairs,
      work.leaf_tests, work.root_iterations, work.linearizations);
}

}  // namespace graze
