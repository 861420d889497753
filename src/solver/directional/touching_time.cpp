// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/touching_time.hpp"

#include <vector>

#include "solver/linearization/leaf_pair.hpp"
#include "solver/linearization/linearized_boxes.hpp"
#include "solver/linearization/node_pairs.hpp"

namespace graze {
namespace {

constexpr int kRounds = 5;                    // of halving the window
constexpr std::uint64_t kMostTests = 20'000;  // at an instant; nothing is known after more

// Are some leaves no further apart than `need` at that time? The nodes that overlap most are opened first.
bool touch_at(double time, const LeafyBody& a, const LeafyBody& b, double need,
              const std::optional<OrbitFilter>& filter, Meter& meter) {
  const LinearizedBoxes linearized(a.motion, a.leaves, b.motion, b.leaves, time, 0.0,
                                   b.motion.pose(time).translation());
  const auto gap = [&](const NodePair& nodes) {
    meter.counts.node_tests += 1;
    return linearized.gap(a.leaves.boxes()[nodes.a], b.leaves.boxes()[nodes.b]);
  };
  std::vector<NodePair> stack{{0, 0}};
  const std::uint64_t last = meter.counts.node_tests + kMostTests;
  while (!stack.empty() && meter.counts.node_tests < last && !meter.spent()) {
    const NodePair nodes = stack.back();
    stack.pop_back();
    if (are_leaves(a.leaves, b.leaves, nodes)) {
      meter.counts.feature_tests += 1;
      const LeafPair pair(a.leaves, a.leaves.boxes()[nodes.a].leaf, b.leaves, b.leaves.boxes()[nodes.b].leaf,
                          linearized);
      if (pair.distance(0.0, need).upper <= need) return true;
      continue;
    }
    const std::size_t first = stack.size();
    std::vector<double> gaps;
    open(a.leaves, b.leaves, nodes, [&](const NodePair& child) {
      if (filter && !filter->takes(child)) return;
      const double apart = gap(child);
      if (apart > need) return;
      stack.push_back(child);
      gaps.push_back(apart);
    });
    if (gaps.size() == 2 && gaps[0] < gaps[1]) std::swap(stack[first], stack[first + 1]);
  }
  return false;
}

}  // namespace

double touching_time(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                     const std::optional<OrbitFilter>& filter, Meter& meter) {
  double apart = window.lo();
  double touch = window.hi();
  if (!touch_at(touch, a, b, need, filter, meter)) return touch;
  for (int i = 0; i < kRounds; ++i) {
    const double middle = apart + 0.5 * (touch - apart);
    (touch_at(middle, a, b, need, filter, meter) ? touch : apart) = middle;
  }
  return touch;
}

}  // namespace graze
