// SPDX-License-Identifier: Apache-2.0
// One look at a pair of bodies that each keep a velocity: do they stay apart, and if not, how far may they go?
#pragma once

#include <optional>

#include "world/manifold.hpp"
#include "world/pair_front.hpp"
#include "world/witness.hpp"

namespace graze {

// A pair that is not free during the whole stretch.
struct Meeting {
  BodyIds ids;
  double until = 0.0;  // apart up to here
  Contact contact;
  bool stuck = false;  // too close to be told apart even at the start, or too hard to tell after `until`
};

// How two bodies were to move, from the start of a stretch. What was found out then holds for motions that take no
// point further than `spare` from where these take it, as seen from any point of the other body.
struct PairPlan {
  BodyState a, b;  // at the start; the velocities are those of the motions
  double spare = -1.0;

  // How far other motions, from the same start, may take points away from these.
  double way_off(const Traveller& now_a, const Traveller& now_b, double length) const;
  bool covers(const Traveller& now_a, const Traveller& now_b, double length) const {
    return spare >= 0 && way_off(now_a, now_b, length) <= spare;
  }
};

// The leaves of two surfaces that can come this close to each other, if they move about as planned.
struct NearLeaves {
  double closest = -1.0;
  PairPlan plan;
  bool few = false;  // otherwise they are not known
  std::vector<NodePair> nodes;
};

// What helps the next look at a pair, from step to step. Never changes what is found.
struct PairMemory {
  PairCache cache;  // if one of them is no mesh
  PairFront front;  // if both are
};

class PairLook {
 public:
  // They are to keep the separation, or what roundings demand if that is more. The travellers must outlive this.
  PairLook(const Traveller& a, const Traveller& b, double length, double separation);

  // Along the axis on which they touch, or those that boxes around them show: in parts, each with an axis of its own.
  // True if that proves them apart all the time. If not, the others go on from where it got.
  bool clearly_apart(const ManifoldPoint* touch);
  // How much further apart than matters they are all the time, if they keep what is aimed at: so motions that are
  // hardly different leave them apart too. Negative if not.
  double room(double aim, PairMemory& memory, NearLeaves& near);
  // Nothing if they are apart all the time.
  std::optional<Meeting> solve(const BodyIds& ids, PairMemory& memory, NearLeaves& near) const;

 private:
  Toi ask(const Body& a, const Body& b, double separation, PairMemory& memory, NearLeaves& near) const;
  bool are_surfaces() const;
  double matters(double separation) const;
  bool know_near(double closest, PairFront& front, NearLeaves& near) const;
  SeparatingAxis axis_of(const ManifoldPoint& touch) const;
  void move_to(double time);

  const Traveller& from_a_;
  const Traveller& from_b_;
  double whole_;
  double least_;
  // What is left to look at, and what has been proved.
  Traveller a_, b_;
  double length_;
  double until_ = 0.0;
  double separation_;
  // Of the near leaves those not told apart by so much, if that was tried.
  double tried_ = -1.0;
  std::vector<NodePair> close_;
};

}  // namespace graze
