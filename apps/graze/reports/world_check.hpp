// SPDX-License-Identifier: Apache-2.0
// Do bodies of a world intersect? An independent look: exact triangle tests, none of the code that moved the bodies.
#pragma once

#include <map>
#include <memory>
#include <optional>

#include <graze/world.hpp>

namespace graze {

class WorldCheck {
 public:
  explicit WorldCheck(const World& world);
  ~WorldCheck();
  WorldCheck(const WorldCheck&) = delete;
  WorldCheck& operator=(const WorldCheck&) = delete;

  // The first pair that collides (by kinds and groups) and shares a point. Curved bodies are looked at as polytopes
  // inside them.
  struct Pair {
    std::size_t a = 0, b = 0;
  };
  std::optional<Pair> intersecting(const World& world) const;

 private:
  struct Model;
  std::vector<std::shared_ptr<const Model>> models_;
};

}  // namespace graze
