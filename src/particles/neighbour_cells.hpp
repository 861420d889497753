// SPDX-License-Identifier: Apache-2.0
// Finds the particles near a place: for initial states and for checks, where speed is not all.
#pragma once

#include <vector>

#include <graze/particles.hpp>

namespace graze::particles {

class NeighbourCells {
 public:
  // Cells at least as wide as `reach`: whatever is within that of a place is in its cell or one beside it. Takes box,
  // dimension and periodicity from the scene.
  NeighbourCells(const ParticleScene& scene, double reach, std::size_t expected);

  void add(const Vector3& position, std::uint32_t index);
  // The number of the cell that a place is in.
  std::size_t cell_at(const Vector3& position) const { return cell(place(position)); }
  // Calls visit(index, shift) for all particles in the cells around; shift is to be added to their positions.
  template <class Visit>
  void around(const Vector3& position, Visit&& visit) const;

 private:
  std::array<int, 3> place(const Vector3& position) const;
  std::size_t cell(const std::array<int, 3>& at) const {
    return (static_cast<std::size_t>(at[2]) * count_[1] + at[1]) * count_[0] + at[0];
  }

  Vector3 lower_, length_;
  std::array<bool, 3> periodic_;
  std::array<int, 3> count_{1, 1, 1};
  std::vector<std::uint32_t> head_, next_, index_;
};

template <class Visit>
void NeighbourCells::around(const Vector3& position, Visit&& visit) const {
  const std::array<int, 3> at = place(position);
  std::array<int, 3> k{};
  for (k[2] = -1; k[2] <= 1; ++k[2])
    for (k[1] = -1; k[1] <= 1; ++k[1])
      for (k[0] = -1; k[0] <= 1; ++k[0]) {
        Vector3 shift = Vector3::Zero();
        std::array<int, 3> neighbour{};
        bool inside = true;
        for (int d = 0; d < 3 && inside; ++d) {
          neighbour[d] = at[d] + k[d];
          if (neighbour[d] >= 0 && neighbour[d] < count_[d]) continue;
          inside = periodic_[d];
          shift[d] = neighbour[d] < 0 ? -length_[d] : length_[d];
          neighbour[d] += neighbour[d] < 0 ? count_[d] : -count_[d];
        }
        if (!inside) continue;
        for (std::uint32_t e = head_[cell(neighbour)]; e != ~0U; e = next_[e]) visit(index_[e], shift);
      }
}

}  // namespace graze::particles
