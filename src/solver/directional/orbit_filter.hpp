// SPDX-License-Identifier: Apache-2.0
// Which triangles of two meshes come close while one turns about an axis of the other? Where bodies fit tightly (a peg
// in a tube, a ball in a socket) a direction tells two nodes apart for a part of a turn only; their orbits do for all
// of it. A search that has become expensive asks for this once.
#pragma once

#include <optional>
#include <vector>

#include "bvh/node_pair.hpp"
#include "solver/directional/leafy_body.hpp"
#include "solver/meter.hpp"

namespace graze {

// Of each body the nodes with some triangle that may come close to the other body.
class OrbitFilter {
 public:
  OrbitFilter(std::vector<bool> close_a, std::vector<bool> close_b, double until)
      : close_a_(std::move(close_a)), close_b_(std::move(close_b)), until_(until) {}

  // If not, the nodes are apart until then.
  bool takes(const NodePair& nodes) const { return close_a_[nodes.a] && close_b_[nodes.b]; }
  double until() const { return until_; }

 private:
  std::vector<bool> close_a_, close_b_;
  double until_;
};

// Triangles that it does not take stay further apart than `need` from the start of the window until the filter's end:
// the window's, or about the time at which the bodies touch. Nothing if the bodies do not turn about an axis of each
// other, or most triangles may come close, or it takes too long to tell. Both bodies are meshes.
std::optional<OrbitFilter> orbit_filter(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need,
                                        Meter& meter);

}  // namespace graze
