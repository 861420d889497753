// SPDX-License-Identifier: Apache-2.0
// The scenes of `graze bench world`, for every engine alike.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <graze/world.hpp>

namespace graze::bench {

struct WorldTrial {
  std::string name, description;
  WorldScene scene;
  std::size_t frames = 0;
  double timestep = 1.0 / 60.0;
  // Has the body got where it could only get through another one?
  std::function<bool(const std::vector<BodyState>& states, std::size_t body)> tunnelled{};
};

// pile, bunnies, chain, paper. The bunny is looked for in the directory of models.
std::vector<WorldTrial> world_trials(const std::filesystem::path& models, std::uint64_t seed);

// The mesh with all vertices of each cell of a grid drawn together into one: `cells` along its largest extent.
TriangleMesh clustered(const TriangleMesh& mesh, int cells);

}  // namespace graze::bench
