// SPDX-License-Identifier: Apache-2.0
// How far may all bodies go? The certified end of a stretch of time in which every body has a constant velocity.
#pragma once

#include <map>

#include "world/traveller.hpp"

namespace graze {

// A pair that is not free during the whole stretch.
struct Meeting {
  BodyIds ids;
  double until = 0.0;  // apart up to here
  Contact contact;
  bool stuck = false;  // too close to be told apart even at the start, or too hard to tell after `until`
};

// What is known about a pair in touch at the start: how close, and along which direction from a to b.
struct Closeness {
  double gap = 0.0;
  Vector3 normal = Vector3::Zero();
};
using Touching = std::map<std::pair<std::size_t, std::size_t>, Closeness>;

// Remembers what helps the next look.
class Certifier {
 public:
  // `separation`: what a pair keeps, if it starts further apart. A pair known to be closer keeps half of that.
  // All pairs that are not free, the earliest first; until then every pair is certified apart.
  std::vector<Meeting> certify(std::span<const Traveller> travellers, double length, double separation,
                               const Touching& touching, const Allowed& allowed, int threads);

 private:
  std::map<std::pair<std::size_t, std::size_t>, PairCache> caches_;
};

}  // namespace graze
