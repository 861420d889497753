// SPDX-License-Identifier: Apache-2.0
// Two surfaces that keep near each other from step to step: which of their leaves can come close?
//
// A look at one instant leaves a front: pairs of nodes that between them hold all pairs of leaves, and how far apart
// each was. As long as bodies move little as seen from each other, most of the front is apart without another look.
// What is found does not depend on when the last look was, but for how many leaves are given that are apart after all.
#pragma once

#include <optional>
#include <vector>

#include "solver/close_leaves.hpp"
#include "world/traveller.hpp"

namespace graze {

class PairFront {
 public:
  // Pairs of leaf nodes, and how far they are seen to stay apart at least: all that may come closer than `need` while
  // the two, both meshes, move for a time. Nothing if there are too many. The shapes must be the same every time.
  std::optional<std::vector<KeptLeaves>> close_leaves(const Traveller& a, const Traveller& b, double length,
                                                      double need);
  // Pairs of nodes that between them hold all leaves that are closer than this where the two are. What was found last
  // helps most if they are where they were to be when as much time was left, or none.
  std::vector<NodePair> nodes_within(double distance, const Traveller& a, const Traveller& b, double left) const;
  // How far any point of one body gets, as seen from the other.
  static double way_during(const Traveller& a, const Traveller& b, double length);

 private:
  struct Apart {
    double gap;
    NodePair nodes;
    Eigen::Vector3f direction;  // of leaves: along which they are that far apart, in the frame of b; otherwise zero
  };

  // The motions that leaves were found for last: no others come closer than `need`.
  struct Walk {
    BodyState a, b;
    double length = 0.0, need = -1.0;
    std::vector<KeptLeaves> close;
  };

  // How far any point of one body is, as seen from the other, from where it was, given the pose of a in the frame of b.
  static double way_since(const Pose& a_in_b, const Traveller& a, const Traveller& b);
  // The same from where it was to be during the last walk, some time after its start.
  double way_off(double time, const Traveller& a, const Traveller& b) const;
  std::optional<std::vector<KeptLeaves>> walk(const Traveller& a, const Traveller& b, double length, double need);
  void look(const Traveller& a, const Traveller& b, double far, const LeafyBody& leafy_a, const LeafyBody& leafy_b);

  void give_up();

  Walk last_;
  std::vector<Apart> front_;  // the nearest first; empty if there was no look
  Pose a_in_b_ = Pose::Identity();
  std::uint64_t spares_ = 0;               // tests that it takes without a front
  int served_ = 0, pause_ = 0, skip_ = 0;  // see PairCache
};

}  // namespace graze
