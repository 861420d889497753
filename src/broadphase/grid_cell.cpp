// SPDX-License-Identifier: Apache-2.0
#include "broadphase/grid_cell.hpp"

#include <bit>
#include <limits>

#include "numeric/vector/instruction_set.hpp"

namespace graze {
namespace {

constexpr std::size_t kWide = PairList::kMost;
using FourFloats = float __attribute__((vector_size(16)));
using EightFloats = float __attribute__((vector_size(32)));
using FourFlags = std::int32_t __attribute__((vector_size(16)));
using EightFlags = std::int32_t __attribute__((vector_size(32)));

GRAZE_INLINE std::uint32_t signs(const FourFlags& flags) {
#if defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_ps(reinterpret_cast<__m128>(flags)));
#else
  std::uint32_t bits = 0;
  for (int i = 0; i < 4; ++i) bits |= static_cast<std::uint32_t>(flags[i] < 0) << i;
  return bits;
#endif
}
GRAZE_INLINE std::uint32_t signs(const EightFlags& flags) {
  const FourFlags low = __builtin_shufflevector(flags, flags, 0, 1, 2, 3);
  const FourFlags high = __builtin_shufflevector(flags, flags, 4, 5, 6, 7);
  return signs(low) | signs(high) << 4;
}

// Eight floats, or what holds of them, as a pack has them.
template <class Pack>
using Floats = detail::Lanes<float, std::conditional_t<Pack::kParts == 1, EightFloats, FourFloats>>;
template <class Pack>
using Flags = detail::Lanes<std::int32_t, std::conditional_t<Pack::kParts == 1, EightFlags, FourFlags>>;

template <class Lanes>
GRAZE_INLINE std::uint32_t bits_of(const Lanes& flags) {
  if constexpr (Lanes::kParts == 1)
    return signs(flags.part[0]);
  else
    return signs(flags.part[0]) | signs(flags.part[1]) << 4;
}

// Those that end before x.
template <class Pack>
GRAZE_INLINE std::uint32_t below(const float* ends, float x) {
  Floats<Pack> floats;
  floats.load(ends);
  Flags<Pack> flags;
  flags.make([&](auto& to, int p) GRAZE_INLINE_LAMBDA {
    to = reinterpret_cast<std::remove_reference_t<decltype(to)>>(floats.part[p] < x);
  });
  return bits_of(flags);
}

// Which of these have kCopy.
template <class Pack>
GRAZE_INLINE std::uint32_t copies_among(const std::uint32_t* ids) {
  Flags<Pack> flags;
  flags.load(ids);
  return bits_of(flags);
}

}  // namespace

void PairList::add(std::uint32_t id, const std::uint32_t* others, std::uint32_t bits) {
  make_room();
  for (; bits != 0; bits &= bits - 1) pairs_[count_++] = ordered(id & ~kCopy, others[std::countr_zero(bits)] & ~kCopy);
}

void GridCell::fill(std::span<const std::uint32_t> entries, std::span<const FloatBox> floats) {
  count_ = entries.size();
  const std::size_t room = count_ + 2 * kWide;
  numbers_.assign(6 * room, std::numeric_limits<float>::infinity());
  ids_.assign(room, 0);
  std::copy(entries.begin(), entries.end(), ids_.begin());
  for (std::size_t i = 0; i < 3; ++i) {
    lower_[i] = numbers_.data() + i * room;
    upper_[i] = numbers_.data() + (i + 3) * room;
  }
  constexpr std::size_t kAhead = 16;  // the boxes are all over the place: fetched before they are needed
  for (std::size_t k = 0; k < count_; ++k) {
    if (k + kAhead < count_) __builtin_prefetch(&floats[entries[k + kAhead] & ~kCopy]);
    const FloatBox& box = floats[entries[k] & ~kCopy];
    for (std::size_t i = 0; i < 3; ++i) {
      lower_[i][k] = box.lower[i];
      upper_[i][k] = box.upper[i];
    }
  }
}

// Box k of this cell against those of another (or this) from `first` on, up to those that start after it ends.
template <class Pack>
GRAZE_INLINE void GridCell::scan(const GridCell& other, std::size_t k, std::size_t first,
                                 std::span<const SweptBox> boxes, PairList& found) const {
  const float stop = upper_[0][k];
  for (std::size_t b = first; other.lower_[0][b] <= stop; b += kWide) {
    Flags<Pack> may;
    Flags<Pack> must;
    const auto compare = [&](std::size_t i, bool anew) GRAZE_INLINE_LAMBDA {
      Floats<Pack> from;
      Floats<Pack> to;
      from.load(other.lower_[i] + b);
      to.load(other.upper_[i] + b);
      const float lower = lower_[i][k];
      const float upper = upper_[i][k];
      may.make([&](auto& flags, int p) GRAZE_INLINE_LAMBDA {
        const auto these = (from.part[p] <= upper) & (to.part[p] >= lower);
        flags = anew ? these : flags & these;
      });
      must.make([&](auto& flags, int p) GRAZE_INLINE_LAMBDA {
        const auto these = (from.part[p] < upper) & (to.part[p] > lower);
        flags = anew ? these : flags & these;
      });
    };
    compare(0, true);
    compare(1, false);
    compare(2, false);
    std::uint32_t bits = bits_of(may);
    const std::uint32_t open = bits & ~bits_of(must);
    if (open != 0) bits &= ~open | settle(other, k, b, open, boxes);
    if ((ids_[k] & kCopy) != 0) bits &= ~copies_among<Pack>(other.ids_.data() + b);
    found.add(ids_[k], other.ids_.data() + b, bits);
  }
}

void GridCell::add_pairs(std::span<const SweptBox> boxes, PairList& found) const {
  run_kernel([&]<class Pack>() GRAZE_INLINE_LAMBDA {
    for (std::size_t k = 0; k < count_; ++k) scan<Pack>(*this, k, k + 1, boxes, found);
  });
}

void GridCell::add_pairs_with(const GridCell& other, std::span<const SweptBox> boxes, PairList& found) const {
  run_kernel([&]<class Pack>() GRAZE_INLINE_LAMBDA {
    std::size_t first = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      // Those that end before this one starts end before all that follow here start.
      std::uint32_t ended = 0;
      do {
        ended = below<Pack>(other.upper_[0] + first, lower_[0][k]);
        first += static_cast<std::size_t>(std::countr_one(ended));
      } while (ended == (1U << kWide) - 1);
      scan<Pack>(other, k, first, boxes, found);
    }
  });
}

// Of those after `first` whose bits are set, the ones that box k overlaps.
std::uint32_t GridCell::settle(const GridCell& other, std::size_t k, std::size_t first, std::uint32_t bits,
                               std::span<const SweptBox> boxes) const {
  std::uint32_t overlapping = 0;
  for (const SweptBox& box = boxes[ids_[k] & ~kCopy]; bits != 0; bits &= bits - 1) {
    const std::size_t place = first + static_cast<std::size_t>(std::countr_zero(bits));
    if (box.overlaps(boxes[other.ids_[place] & ~kCopy])) overlapping |= bits & -bits;
  }
  return overlapping;
}

}  // namespace graze
