// SPDX-License-Identifier: Apache-2.0
// What a PairCache holds.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <graze/body.hpp>
#include <graze/pair_cache.hpp>

#include "bvh/node_pair.hpp"

namespace graze {

struct PairCoherence {
  // The leaves that touched, which are tested first: in the trees of spheres and in those of oriented boxes.
  std::optional<NodePair> spheres, boxes;

  // Pairs of nodes that between them hold all pairs of leaves, and how far apart, at least, each was at an instant.
  struct Snapshot {
    struct Apart {
      double gap;
      NodePair nodes;
      Eigen::Vector3f direction;  // of leaves: along which they are that far apart; otherwise zero
    };
    Body a, b;
    double time;
    std::vector<Apart> pairs;     // the nearest first
    std::vector<NodePair> near;   // leaves that the last query had to search, sorted
    std::vector<NodePair> paths;  // from the roots to these, sorted
    std::uint64_t search_tests;   // node tests that a search took
  };
  std::optional<Snapshot> snapshot;
  int served = 0;  // queries answered with this snapshot
  int pause = 0;   // queries without a snapshot after one that served none
  int skip = 0;    // of those, still to come
};

}  // namespace graze
