// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <graze/node_pair.hpp>
#include <graze/shape.hpp>

namespace graze {

// What one query on a pair of bodies leaves for the next. It never changes an answer but for how far a search gets
// within a budget. One per pair of bodies, in their order; not shared between threads. What is in it is the solvers'
// own business.
class PairCache {
 public:
  void clear() { *this = {}; }

  // The leaves that touched, where to look first: in the trees of spheres and in those of oriented boxes.
  std::optional<NodePair> spheres, boxes;

  // Pairs of nodes that between them hold all pairs of leaves, and how far apart, at least, each was at an instant.
  struct Look {
    struct Apart {
      double gap;
      NodePair nodes;
      Eigen::Vector3f direction;  // of leaves: along which they are that far apart; otherwise zero
    };
    Body a, b;
    double time;
    std::vector<Apart> front;    // the nearest first
    std::vector<NodePair> near;  // leaves that the last query had to search, sorted
    std::vector<NodePair> ways;  // from the roots to these, sorted
    std::uint64_t spares;        // node tests that a search took
  };
  std::optional<Look> look;
  int served = 0;  // queries answered with this look
  int pause = 0;   // queries without a look after one that served none
  int skip = 0;    // of those, still to come
};

}  // namespace graze
