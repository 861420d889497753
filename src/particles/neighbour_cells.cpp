// SPDX-License-Identifier: Apache-2.0
#include "particles/neighbour_cells.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/elementary/elementary.hpp"

namespace graze::particles {

NeighbourCells::NeighbourCells(const ParticleScene& scene, double reach, std::size_t expected)
    : lower_(scene.lower), length_(scene.upper - scene.lower), periodic_(scene.periodic) {
  if (scene.dimension == 2) periodic_[2] = false;
  const double twice = 2.0 * static_cast<double>(expected);
  const double most = std::max(1.0, std::ceil(scene.dimension == 2 ? std::sqrt(twice) : portable::cbrt(twice)));
  for (int d = 0; d < scene.dimension; ++d)
    count_[d] = static_cast<int>(std::clamp(std::floor(length_[d] / (reach * (1.0 + 1e-9))), 1.0, most));
  head_.assign(static_cast<std::size_t>(count_[0]) * count_[1] * count_[2], ~0U);
}

std::array<int, 3> NeighbourCells::place(const Vector3& position) const {
  std::array<int, 3> at{};
  for (int d = 0; d < 3; ++d) {
    if (count_[d] == 1) continue;
    const double share = (position[d] - lower_[d]) / length_[d];
    at[d] = static_cast<int>(std::clamp(share * count_[d], 0.0, count_[d] - 1.0));
  }
  return at;
}

void NeighbourCells::add(const Vector3& position, std::uint32_t index) {
  std::uint32_t& head = head_[cell(place(position))];
  next_.push_back(head);
  index_.push_back(index);
  head = static_cast<std::uint32_t>(index_.size() - 1);
}

}  // namespace graze::particles
