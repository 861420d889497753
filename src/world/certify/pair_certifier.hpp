// SPDX-License-Identifier: Apache-2.0
// One pair of bodies with constant velocities: do they stay apart during a substep, and if not, how far may they go?
#pragma once

#include <optional>

#include "bvh/node_pair.hpp"
#include "world/certify/leaf_separation.hpp"
#include "world/certify/separating_axis.hpp"
#include "world/certify/surface_coherence.hpp"
#include "world/manifold/manifold.hpp"

namespace graze {

// A pair that is not proved apart during the whole substep.
struct BlockedPair {
  BodyIds ids;
  double until = 0.0;  // apart up to here
  Contact contact;
  bool stuck = false;  // too close to be told apart even at the start, or too hard to tell after `until`
};

// They keep this distance, if they move as planned.
struct PairProof {
  PairPlan plan;
  double kept;
};

// The leaves of two surfaces that can come closer to each other than `reach`, if they move as planned.
struct NearLeaves {
  double reach = -1.0;
  PairPlan plan;
  bool few = false;  // otherwise they are not known
  std::vector<KeptNodes> nodes;
  // The plan they were asked about last, and what each keeps in it.
  PairPlan last;
  std::vector<double> kept_last;
};

// Coherence of a pair from step to step. It saves work and never changes what is found.
struct StepCoherence {
  PairCache cache;            // if one of them is no mesh
  SurfaceCoherence surfaces;  // if both are
};

class PairCertifier {
 public:
  // They are to keep the separation, or what roundings demand if that is more. The travellers must outlive this.
  PairCertifier(const Traveller& a, const Traveller& b, double length, double separation);

  // Along the axis of their contact, or those that boxes around them show: in slices, each with an axis of its own.
  // True if that proves them apart all the time. If not, the others go on from where it got.
  bool clearly_apart(const ManifoldPoint* contact);
  // By what was found out earlier in the step?
  bool is_proved_by(const PairProof& proof) const;
  // That they keep what is aimed at, more than they must: so motions that are hardly different leave them apart too.
  std::optional<PairProof> prove(double aim, StepCoherence& coherence, NearLeaves& near);
  // Nothing if they are apart all the time.
  std::optional<BlockedPair> solve(const BodyIds& ids, StepCoherence& coherence, NearLeaves& near) const;

 private:
  Toi ask(const Body& a, const Body& b, double separation, StepCoherence& coherence, NearLeaves& near) const;
  bool are_surfaces() const;
  double matters(double separation) const;
  double lengths() const;
  bool know_near(double closest, SurfaceCoherence& surfaces, NearLeaves& near) const;
  double ask_near(double aim, NearLeaves& near);
  std::vector<NodePair> closer_than(double need, const NearLeaves& near) const;
  SeparatingAxis axis_of(const ManifoldPoint& contact) const;
  void move_to(double time);

  const Traveller& from_a_;
  const Traveller& from_b_;
  double whole_;
  double least_;
  // The rest of the substep, and up to where the pair has been proved apart.
  Traveller a_, b_;
  double length_;
  double until_ = 0.0;
  double separation_;
  // Of the near leaves those not told apart by so much, if that was tried. How far the others are does not matter.
  double tried_ = -1.0;
  std::vector<KeptNodes> close_;
};

}  // namespace graze
