// SPDX-License-Identifier: Apache-2.0
// Two surfaces that keep near each other from step to step: which of their leaves can come close?
//
// A walk of the trees leaves pairs of nodes that between them hold all pairs of leaves, and how far apart each stays.
// For other motions, or later ones, each stays so far apart but for how far these take points elsewhere: most nodes are
// apart without another test. What is found depends on walks before only by leaves that are given and are apart after
// all.
#pragma once

#include <optional>
#include <vector>

#include "bvh/node_pair.hpp"
#include "solver/close_surfaces.hpp"
#include "world/certify/pair_plan.hpp"

namespace graze {

class SurfaceCoherence {
 public:
  // Pairs of leaf nodes, and how far they are seen to stay apart at least: all that may come closer than `need` while
  // the two, both meshes, move for a time. Nothing if there are too many. The shapes must be the same every time.
  std::optional<std::vector<KeptNodes>> close_leaves(const Traveller& a, const Traveller& b, double length,
                                                     double need);
  // Pairs of nodes that between them hold all leaves that are closer than this where the two are. The last walk helps
  // most if they are where they were to be when as much time was left, or none.
  std::vector<NodePair> nodes_within(double distance, const Traveller& a, const Traveller& b, double left) const;
  // How far any point of one body gets, as seen from the other.
  static double travel_during(const Traveller& a, const Traveller& b, double length);

 private:
  // How far any point of one body is, as seen from the other, from where it was to be at a time of the last walk's
  // plan.
  double deviation_since(double time, const Traveller& a, const Traveller& b) const;
  // The same during a time.
  double deviation(const Traveller& a, const Traveller& b, double length) const;
  std::vector<NodePair> take_open(double need, double off);

  PairPlan last_;                 // of the last walk
  std::vector<KeptNodes> nodes_;  // what it left; empty if there was none
  std::uint64_t spares_ = 0;      // tests that a walk from the roots takes
};

}  // namespace graze
