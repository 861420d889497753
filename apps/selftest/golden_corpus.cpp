// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "selftest/digest.hpp"
#include "selftest/golden.hpp"

namespace graze::golden {

std::uint64_t corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  Digest digest;
  for (const std::filesystem::path& file : files) {
    Scene scene = read_scene(file);
    scene.query.budget = {.iterations = 1'000'000};
    if (scene.bodies.size() != 2) continue;
    digest.add(time_of_impact(scene.bodies[0].body, scene.bodies[1].body, scene.query, scene.solver));
  }
  return digest.value();
}

}  // namespace graze::golden
