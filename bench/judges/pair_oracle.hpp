// SPDX-License-Identifier: Apache-2.0
// What is true of two placed models, found without the library.
#pragma once

#include "judges/reference_pose.hpp"
#include "scenes/models.hpp"

namespace graze::bench {

class PairOracle {
 public:
  PairOracle(const Model& a, const Model& b) : a_(a), b_(b) {}

  // By the peer, in double precision.
  double distance(const RealPose& b_in_a) const;
  // In extended precision, over the triangle pairs not further apart than about `estimate`, a distance found by
  // distance(). Infinite if it was much too small.
  double refined_distance(const RealPose& b_in_a, double estimate) const;
  // Exact for the vertices of b moved in extended precision.
  bool intersect(const RealPose& b_in_a) const;

 private:
  PointTriangle triangle_of_a(std::uint32_t index) const;
  PointTriangle triangle_of_b(std::uint32_t index, const RealPose& b_in_a) const;

  const Model& a_;
  const Model& b_;
};

}  // namespace graze::bench
