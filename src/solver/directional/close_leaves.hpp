// SPDX-License-Identifier: Apache-2.0
// Which pairs of leaves of two bodies are not surely apart all the time of a window? What is left of two surfaces that
// are close to each other is a few triangles, and a search for their contact needs no others.
#pragma once

#include <cstdint>
#include <vector>

#include "bvh/node_pair.hpp"
#include "solver/directional/search.hpp"
#include "solver/linearization/linearized_span.hpp"

namespace graze {

// Nodes of two surfaces that surely stay further apart than this; nothing is known if it is negative.
struct KeptNodes {
  NodePair nodes;
  double kept = -1.0;
};

class CloseLeaves {
 public:
  // More than this is too many.
  struct Limits {
    std::uint64_t tests;
    std::size_t leaves;
  };
  // How two leaves are tested: along a few directions, or by their distance too.
  enum class Leaves { Quickly, Closely };

  // Pairs further apart than `need` all the time are apart. All bounds are from the start of the window: it should not
  // be more than a fraction of a turn. Bodies and meter must outlive this.
  CloseLeaves(const LeafyBody& a, const LeafyBody& b, const Interval& window, double need, const Limits& most,
              Leaves how, Meter& meter);

  // Where to put all pairs of nodes that are found apart from here on, and by how much. It must outlive this.
  void note_apart(std::vector<KeptNodes>& apart) { apart_ = &apart; }
  // Adds those of a pair of nodes; false if there are too many.
  bool add(const NodePair& pair);
  // The same for leaves that may well be apart along a unit direction.
  bool add(const NodePair& leaves, const Vector3& direction);

  std::uint64_t tests() const { return tests_; }
  // What was found.
  std::vector<NodePair> sorted() const;
  std::vector<KeptNodes> with_kept() { return std::move(near_); }

 private:
  using Reach = LinearizedSpan::BoxReach;

  // Those of a pair of nodes that reach so far.
  bool add(const NodePair& pair, const Reach& reach_a, const Reach& reach_b);
  bool note_if_apart(const NodePair& pair, double apart);
  LeafPair leaf_pair(const NodePair& pair) const;
  double kept_along(const NodePair& pair, const Vector3& direction);
  // How far leaves surely stay apart, if that is of interest about `need`.
  double kept(const NodePair& pair);

  LinearizedSpan linearized_;
  const LeafBody& a_;
  const LeafBody& b_;
  double need_;
  Limits most_;
  Meter& meter_;
  std::vector<KeptNodes> near_;
  std::vector<KeptNodes>* apart_ = nullptr;
  std::uint64_t tests_ = 0;
  Leaves how_;
};

}  // namespace graze
