// SPDX-License-Identifier: Apache-2.0
// How deep are the surfaces of bodies in each other? Code of its own, none of what moves the bodies.
#pragma once

#include <vector>

#include <graze/world.hpp>

namespace graze::bench {

struct Penetrations {
  std::size_t pairs = 0;  // deeper than asked
  double deepest = 0.0;
};

class PenetrationMeter {
 public:
  // Of the bodies of a world, by their shapes' surfaces.
  explicit PenetrationMeter(const World& world);
  ~PenetrationMeter();
  PenetrationMeter(const PenetrationMeter&) = delete;
  PenetrationMeter& operator=(const PenetrationMeter&) = delete;

  // Pairs that collide and would have to be moved apart by more than `depth`. The depth of a pair is at least what
  // every edge of one that pierces a face of the other needs to come free of it; the most of these counts.
  Penetrations measure(const std::vector<BodyState>& states, double depth) const;

 private:
  struct Model;
  double depth_of(std::size_t a, std::size_t b, const std::vector<BodyState>& states) const;

  const World& world_;
  std::vector<const Model*> model_of_;
  std::vector<std::unique_ptr<Model>> models_;
};

}  // namespace graze::bench
