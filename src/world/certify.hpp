// SPDX-License-Identifier: Apache-2.0
// How far may all bodies go? The certified end of a stretch of time in which every body has a constant velocity.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>

#include <graze/scene.hpp>

#include "broadphase/swept_box.hpp"

namespace graze {

// A body on its way through the stretch, which starts at 0.
struct Traveller {
  Body body;
  const ShapeBound* bound;
  bool moves;
};

// A pair that is not free during the whole stretch.
struct Meeting {
  BodyIds ids;
  double until = 0.0;  // apart up to here
  Contact contact;
  bool stuck = false;  // too close to be told apart even at the start, or too hard to tell after `until`
};

// Pairs of positions that may come closer than the margin during the window, in order: a box around everything each
// body sweeps. Pairs that are not allowed, and of two that do not move, are left out.
using Allowed = std::function<bool(std::size_t, std::size_t)>;
std::vector<BodyIds> close_pairs(std::span<const Traveller> travellers, double length, double margin,
                                 const Allowed& allowed);

// Remembers what helps the next look.
class Certifier {
 public:
  // `separation`: what a pair keeps, if it starts further apart. A pair known to be closer (`gaps`) keeps half of that.
  // All pairs that are not free, the earliest first; until then every pair is certified apart.
  std::vector<Meeting> certify(std::span<const Traveller> travellers, double length, double separation,
                               const std::map<std::pair<std::size_t, std::size_t>, double>& gaps,
                               const Allowed& allowed, int threads);

 private:
  std::map<std::pair<std::size_t, std::size_t>, PairCache> caches_;
};

}  // namespace graze
