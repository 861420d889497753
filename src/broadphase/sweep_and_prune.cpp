// SPDX-License-Identifier: Apache-2.0
// Boxes in order of their lower ends along one axis: a box can only overlap those that start before it ends.
#include <algorithm>

#include "broadphase/broad_phase.hpp"

namespace graze {
namespace {

// The axis along which the boxes' places vary most. Only speed depends on it.
int broadest_axis(std::span<const SweptBox> boxes) {
  const double count = static_cast<double>(boxes.size());
  Vector3 mean = Vector3::Zero();
  for (const SweptBox& box : boxes) mean += box.lower / count;
  Vector3 variance = Vector3::Zero();
  for (const SweptBox& box : boxes) variance += (box.lower - mean).cwiseAbs2();
  int axis = 0;
  for (const int other : {1, 2})
    if (variance[other] > variance[axis]) axis = other;
  return axis;
}

}  // namespace

std::vector<BoxPair> sweep_and_prune(std::span<const SweptBox> boxes) {
  std::vector<BoxPair> pairs;
  if (boxes.empty()) return pairs;
  const int axis = broadest_axis(boxes);
  struct Entry {
    SweptBox box;
    std::uint32_t id;
  };
  std::vector<Entry> sorted(boxes.size());
  for (std::uint32_t i = 0; i < boxes.size(); ++i) sorted[i] = {boxes[i], i};
  std::sort(sorted.begin(), sorted.end(),
            [axis](const Entry& x, const Entry& y) { return x.box.lower[axis] < y.box.lower[axis]; });
  for (auto a = sorted.begin(); a != sorted.end(); ++a) {
    const double end = a->box.upper[axis];
    for (auto b = a + 1; b != sorted.end() && b->box.lower[axis] <= end; ++b)
      if (a->box.overlaps(b->box)) pairs.push_back(ordered(a->id, b->id));
  }
  return pairs;
}

}  // namespace graze
