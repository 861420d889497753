// SPDX-License-Identifier: Apache-2.0
// Pairs of leaves around one instant.
#pragma once

#include "distance/gjk.hpp"
#include "solver/linearization/last_positive.hpp"
#include "solver/linearization/leaf_body.hpp"
#include "solver/linearization/linearized_pair.hpp"

namespace graze {

// How two leaves are at s + t, as the linear motion from s has it.
struct LeafDistance {
  double lower, upper;  // bounds on the true distance; lower may be negative: nothing is proved then
  Vector3 direction;    // unit, from a to b
  Simplex4 simplex;
};

class LeafPair {
 public:
  LeafPair(const LeafBody& a, std::uint32_t leaf_a, const LeafBody& b, std::uint32_t leaf_b,
           const LinearizedPair& linearized)
      : a_(a), b_(b), leaf_a_(leaf_a), leaf_b_(leaf_b), linearized_(linearized) {}

  // The bounds are the closer together the closer the distance is to the separation.
  LeafDistance distance(double t, double separation, double accuracy = kAccuracyOfSteps) const;

 private:
  friend class LeafGap;
  SupportPair support(const Vector3& direction, double t) const;
  // Raises the lower bound to what the gap is along a direction, if that is more.
  void prove_along(const Vector3& direction, double t, LeafDistance& at) const;
  // The same along the normals of triangles, and across their edges.
  void prove_along_own(double t, LeafDistance& at) const;

  const LeafBody& a_;
  const LeafBody& b_;
  std::uint32_t leaf_a_, leaf_b_;
  const LinearizedPair& linearized_;
};

// A lower bound on the gap of two leaves along a unit direction at s + t: concave in t but for rounding, so positive
// between two times where it is.
class LeafGap {
 public:
  LeafGap(const LeafPair& pair, const Vector3& direction);

  // The bound on the relative acceleration along the direction.
  double acceleration() const { return acceleration_; }
  Gap at(double t) const;

 private:
  const LeafPair& pair_;
  Vector3 on_a_, on_b_, turn_a_, turn_b_;  // the direction as the bodies see it at s, and how that changes
  double offset_, drift_, acceleration_;
};

}  // namespace graze
