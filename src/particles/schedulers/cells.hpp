// SPDX-License-Identifier: Apache-2.0
// Cells of the box, each with a few slots for particles. A particle's center is in its cell or at most a margin beyond
// its faces. Two cells with another one between them are at least the largest diameter and two margins apart, so
// whatever touches is in the same cell or in neighbours.
#pragma once

#include <bit>
#include <cstring>
#include <vector>

#include "numeric/elementary/elementary.hpp"
#include "particles/schedulers/pair_batch.hpp"
#include "particles/schedulers/slots.hpp"
#include "particles/system.hpp"

namespace graze::particles {

template <int D>
class Cells {
 public:
  using Place = std::array<std::uint16_t, D>;  // a cell's coordinates

  // Sizes the cells for the system's box and empties them.
  explicit Cells(const System<D>& system) {
    const double diameter = 2.0 * system.largest_radius() * (1.0 + 1e-9);
    double volume = 1.0;
    for (int d = 0; d < D; ++d) volume *= system.upper()[d] - system.lower()[d];
    const double share = kParticlesPerCell * volume / static_cast<double>(std::max<std::size_t>(system.size(), 1));
    const double roomy = D == 2 ? std::sqrt(share) : portable::cbrt(share);
    std::size_t cells = 1;
    for (int d = 0; d < D; ++d) {
      const double length = system.upper()[d] - system.lower()[d];
      auto count = static_cast<int>(std::clamp(std::floor(length / std::max(diameter, roomy)), 1.0, 60000.0));
      // Two cells along a periodic axis would be neighbours on both sides: one cell and all images instead.
      if (system.periodic(d) && count == 2) count = 1;
      lower_[d] = system.lower()[d];
      size_[d] = length / count;
      per_size_[d] = 1.0 / size_[d];
      last_[d] = count - 1;
      count_[d] = count;
      stride_[d] = cells;
      cells *= static_cast<std::size_t>(count);
      set_neighbours(d, system.periodic(d));
      set_limits(d, std::max(0.5 * (size_[d] - diameter), 0.0));
    }
    cells_ = cells;
    clear();
  }

  void clear() { slots_.assign(cells_ * capacity_, kEmptySlot); }

  // Rounding may put a particle beyond a face, by less than the diameter was taken too large for.
  Place place(const Vec<D>& r) const {
    Place at;
    for (int d = 0; d < D; ++d)
      at[d] = static_cast<std::uint16_t>(std::clamp((r[d] - lower_[d]) * per_size_[d], 0.0, last_[d]));
    return at;
  }
  int count(int axis) const { return count_[axis]; }
  double size(int axis) const { return size_[axis]; }
  // How far a particle may go to be in a cell, on the lower (0) or upper (1) side; infinitely far in outermost cells.
  double limit(int axis, int cell, int side) const { return limits_[axis][2 * cell + side]; }
  bool outermost(int axis, int cell, int side) const { return side == 1 ? cell + 1 == count_[axis] : cell == 0; }

  // The faces 2 * axis + side of the box that the cell is at, as bits.
  std::uint32_t border(const Place& at) const {
    std::uint32_t faces = 0;
    for (int d = 0; d < D; ++d)
      faces |= (at[d] == 0 ? 1U : 0U) << (2 * d) | (at[d] + 1 == count_[d] ? 2U : 0U) << (2 * d);
    return faces;
  }

  // Both without a loop over four slots, because where it would end is hard to guess.
  void insert(const Place& at, std::uint32_t particle) {
    std::uint32_t* slot = slots(at);
    for (std::uint32_t k = 0; k < capacity_; k += kSlotsAtOnce)
      if (const std::uint32_t empty = which_are(slot + k, kEmptySlot); empty != 0) {
        slot[k + static_cast<std::uint32_t>(std::countr_zero(empty))] = particle;
        return;
      }
    widen();
    insert(at, particle);
  }
  void remove(const Place& at, std::uint32_t particle) {
    std::uint32_t* slot = slots(at);
    std::uint32_t its = which_are(slot, particle);
    for (; its == 0; its = which_are(slot, particle)) slot += kSlotsAtOnce;
    slot[std::countr_zero(its)] = kEmptySlot;
  }

  // Lists all in this cell and its neighbours, the particle itself included; with `axis` given only those in the layer
  // on that side.
  void around(const Place& at, Candidates& found, int axis = -1, int side = 0) const {
#if defined(__x86_64__)
    if (instruction_set() == InstructionSet::Avx512) return around_for_avx512(at, found, axis, side);
    if (instruction_set() == InstructionSet::Avx2) return around_for_avx2(at, found, axis, side);
#endif
    around_with<copy_full>(at, found, axis, side);
  }

  // Asks for the memory of the cells around.
  void prefetch(const Place& at) const {
    std::array<Span, 3> spans{Span{0, 1, false}, Span{0, 1, false}, Span{0, 1, false}};
    for (int d = 0; d < D; ++d) spans[d] = spans_[d][at[d]];
    for (int z = spans[2].begin; z < spans[2].end; ++z)
      for (int y = spans[1].begin; y < spans[1].end; ++y) {
        const std::uint32_t plane = D == 3 ? neighbours_[D - 1][z].offset : 0;
        const std::uint32_t row = plane + neighbours_[1][y].offset;
        __builtin_prefetch(&slots_[std::size_t{row + neighbours_[0][spans[0].begin].offset} * capacity_]);
        __builtin_prefetch(&slots_[std::size_t{row + neighbours_[0][spans[0].end - 1].offset} * capacity_]);
      }
  }

  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint32_t); }

 private:
  // A fuller cell means fewer crossings but more pairs to look at.
  static constexpr double kParticlesPerCell = D == 2 ? 1.8 : 0.6;
  static constexpr std::size_t kNeighbours = D == 2 ? 9 : 27;

  // One neighbour along an axis: what it adds to the cell's index and to the image code, and its side (-1, 0, 1).
  struct Neighbour {
    std::uint32_t offset;
    std::uint8_t image;
    std::int8_t side;
  };
  struct Span {
    int begin, end;  // in neighbours_[axis]
    bool shifted;    // is one of them seen through a periodic face?
  };

#if defined(__x86_64__)
  [[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void around_for_avx2(const Place& at, Candidates& found,
                                                                            int axis, int side) const {
    around_with<copy_full_for_avx2>(at, found, axis, side);
  }
  [[gnu::target(GRAZE_TARGET_AVX512), gnu::flatten, gnu::noinline]] void around_for_avx512(const Place& at,
                                                                                           Candidates& found, int axis,
                                                                                           int side) const {
    around_with<copy_full_for_avx512>(at, found, axis, side);
  }
#endif
  // With the function that copies full slots.
  template <auto copy>
  void around_with(const Place& at, Candidates& found, int axis, int side) const {
    found.clear();
    found.make_room(kNeighbours * capacity_ + kListAtOnce);
    bool inner = true;
    for (int d = 0; d < D; ++d) inner = inner && at[d] > 0 && at[d] + 1 < count_[d];
    if (inner && axis < 0)
      around_inner<copy>(at, found);
    else if (inner)
      layer_inner<copy>(at, found, axis, side);
    else
      around_outer<copy>(at, found, axis, side);
  }
  // Nothing to be seen through a periodic face, nor cut off by another.
  template <auto copy>
  void around_inner(const Place& at, Candidates& found) const {
    std::size_t count = 0;
    const std::size_t lowest = index(at) - 1 - stride_[1] - (D == 3 ? stride_[D - 1] : 0);
    for (std::size_t z = 0; z < (D == 3 ? 3 : 1); ++z)
      for (std::size_t y = 0; y < 3; ++y)
        count = list<copy>(lowest + z * stride_[D - 1] + y * stride_[1], 3, found, count);
    found.count = count;
    found.shifted = false;
  }
  // Cell by cell whatever the axis, because that is hard to guess.
  template <auto copy>
  void layer_inner(const Place& at, Candidates& found, int axis, int side) const {
    const std::size_t y_stride = stride_[axis == 0 ? 1 : 0];
    const std::size_t z_stride = D == 3 ? stride_[axis == D - 1 ? 1 : D - 1] : 0;
    const std::size_t lowest = index(at) + (side == 1 ? stride_[axis] : -stride_[axis]) - y_stride - z_stride;
    std::size_t count = 0;
    for (std::size_t z = 0; z < (D == 3 ? 3 : 1); ++z)
      for (std::size_t y = 0; y < 3; ++y) count = list<copy>(lowest + z * z_stride + y * y_stride, 1, found, count);
    found.count = count;
    found.shifted = false;
  }
  template <auto copy>
  void around_outer(const Place& at, Candidates& found, int axis, int side) const {
    std::array<Span, D> spans;
    for (int d = 0; d < D; ++d) {
      spans[d] = spans_[d][at[d]];
      if (d == axis) spans[d] = layer(spans[d], d, side);
    }
    found.shifted = false;
    for (int d = 0; d < D; ++d) found.shifted = found.shifted || spans_[d][at[d]].shifted;
    if constexpr (D == 3) {
      for (int z = spans[2].begin; z < spans[2].end; ++z)
        rows<copy>(spans, neighbours_[2][z].offset, neighbours_[2][z].image, found);
    } else {
      rows<copy>(spans, 0, 0, found);
    }
  }

  void set_neighbours(int d, bool periodic) {
    const int power = d == 0 ? 1 : d == 1 ? 3 : 9;
    spans_[d].clear();
    neighbours_[d].clear();
    for (int c = 0; c < count_[d]; ++c) {
      const auto begin = static_cast<int>(neighbours_[d].size());
      for (int side = -1; side <= 1; ++side) {
        const int wrapped = c + side < 0 ? -1 : c + side >= count_[d] ? 1 : 0;
        if (wrapped != 0 && !periodic) continue;
        const int cell = c + side - wrapped * count_[d];
        neighbours_[d].push_back({static_cast<std::uint32_t>(stride_[d] * static_cast<std::size_t>(cell)),
                                  static_cast<std::uint8_t>(power * (wrapped + 1)), static_cast<std::int8_t>(side)});
      }
      const bool outermost = c == 0 || c + 1 == count_[d];
      spans_[d].push_back({begin, static_cast<int>(neighbours_[d].size()), periodic && outermost});
    }
  }
  void set_limits(int d, double margin) {
    limits_[d].clear();
    for (int c = 0; c < count_[d]; ++c)
      for (const int side : {0, 1}) {
        const double sign = side == 1 ? 1.0 : -1.0;
        const double face = outermost(d, c, side) ? sign * kInfinity : lower_[d] + size_[d] * (c + side);
        limits_[d].push_back(face + sign * margin);
      }
  }
  Span layer(Span span, int d, int side) const {
    const int wanted = side == 1 ? 1 : -1;
    for (int k = span.begin; k < span.end; ++k)
      if (neighbours_[d][k].side == wanted) return {k, k + 1, span.shifted};
    return {0, 0, false};
  }
  // Cells that are side by side in x have their slots side by side too, unless there is a periodic face between them.
  template <auto copy>
  void rows(const std::array<Span, D>& spans, std::uint32_t offset, int image, Candidates& found) const {
    const auto cells = static_cast<std::size_t>(spans[0].end - spans[0].begin);
    const std::size_t together = spans[0].shifted ? 1 : cells;
    const Neighbour* cell = neighbours_[0].data() + spans[0].begin;
    std::size_t count = found.count;
    for (int y = spans[1].begin; y < spans[1].end; ++y) {
      const Neighbour& row = neighbours_[1][y];
      for (std::size_t x = 0; x < cells; x += together) {
        const std::size_t before = count;
        count = list<copy>(std::size_t{offset} + row.offset + cell[x].offset, together, found, count);
        // Written kListAtOnce at a time: nearly always once is enough.
        if (!found.shifted) continue;
        std::size_t k = before;
        do std::memset(&found.image[k], image + row.image + cell[x].image, kListAtOnce);
        while ((k += kListAtOnce) < count);
      }
    }
    found.count = count;
  }
  // Adds what is in so many cells, from one on, to the first `count`, and returns how many there are then. There are no
  // branches, because which slots are full is hard to guess.
  template <auto copy>
  std::size_t list(std::size_t cell, std::size_t cells, Candidates& found, std::size_t count) const {
    const std::size_t slot = cell * capacity_;
    const std::size_t slots = cells * capacity_;
    for (std::size_t k = 0; k < slots; k += kListAtOnce)
      count += copy(&slots_[slot + k], std::min(slots - k, kListAtOnce), &found.particle[count]);
    return count;
  }
  std::size_t index(const Place& at) const {
    std::size_t cell = 0;
    for (int d = 0; d < D; ++d) cell += stride_[d] * at[d];
    return cell;
  }
  std::uint32_t* slots(const Place& at) { return &slots_[index(at) * capacity_]; }
  // More slots for every cell.
  void widen() {
    HugeVector<std::uint32_t> wider(cells_ * capacity_ * 2, kEmptySlot);
    for (std::size_t c = 0; c < cells_; ++c)
      std::memcpy(&wider[c * capacity_ * 2], &slots_[c * capacity_], capacity_ * sizeof(std::uint32_t));
    slots_.swap(wider);
    capacity_ *= 2;
  }

  Vec<D> lower_{}, size_{}, per_size_{}, last_{};
  std::array<int, D> count_{};
  std::array<std::size_t, D> stride_{};
  std::array<std::vector<Neighbour>, D> neighbours_;
  std::array<std::vector<Span>, D> spans_;
  std::array<std::vector<double>, D> limits_;
  std::size_t cells_ = 0;
  std::uint32_t capacity_ = kSlotsAtOnce;
  HugeVector<std::uint32_t> slots_;
};

}  // namespace graze::particles
