// SPDX-License-Identifier: Apache-2.0
#include "broadphase/grid_cell.hpp"

#include <bit>
#include <cstring>
#include <limits>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace graze {
namespace {

constexpr std::size_t kWide = PairList::kMost;
using Floats = float __attribute__((vector_size(kWide * sizeof(float))));
using Flags = decltype(Floats{} < Floats{});

std::uint32_t bits_of(const Flags& flags) {
#if defined(__AVX2__)
  return static_cast<std::uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(flags)));
#else
  std::uint32_t bits = 0;
  for (std::size_t i = 0; i < kWide; ++i) bits |= static_cast<std::uint32_t>(flags[i] != 0) << i;
  return bits;
#endif
}

Floats load(const float* from) {
  Floats floats;
  std::memcpy(&floats, from, sizeof floats);
  return floats;
}

// Which of these have kCopy.
std::uint32_t copies_among(const std::uint32_t* ids) {
  Flags signs;
  std::memcpy(&signs, ids, sizeof signs);
  return bits_of(signs < 0);
}

#if defined(__AVX2__)
// For each set of bits their places, in order.
constexpr auto kPlaces = [] {
  std::array<std::array<std::uint8_t, kWide>, 256> places{};
  for (std::uint32_t bits = 0; bits < places.size(); ++bits)
    for (std::uint32_t i = 0, n = 0; i < kWide; ++i)
      if ((bits >> i & 1U) != 0) places[bits][n++] = static_cast<std::uint8_t>(i);
  return places;
}();
#endif

}  // namespace

void PairList::add(std::uint32_t id, const std::uint32_t* others, std::uint32_t bits) {
  make_room();
#if defined(__AVX2__)
  // All eight are written, those of the set bits first: whether there are any is hard to foretell.
  const __m256i mask = _mm256_set1_epi32(static_cast<int>(~kCopy));
  const __m256i places = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(kPlaces[bits].data())));
  const __m256i all = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(others));
  const __m256i chosen = _mm256_and_si256(_mm256_permutevar8x32_epi32(all, places), mask);
  const __m256i own = _mm256_and_si256(_mm256_set1_epi32(static_cast<int>(id)), mask);
  const __m256i less = _mm256_min_epu32(own, chosen);
  const __m256i more = _mm256_max_epu32(own, chosen);
  const __m256i low = _mm256_unpacklo_epi32(less, more);   // pairs 0 1 4 5
  const __m256i high = _mm256_unpackhi_epi32(less, more);  // pairs 2 3 6 7
  auto* const to = reinterpret_cast<__m256i*>(pairs_.data() + count_);
  _mm256_storeu_si256(to, _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(low, high, 0x31));
  count_ += static_cast<std::size_t>(std::popcount(bits));
#else
  for (; bits != 0; bits &= bits - 1) pairs_[count_++] = ordered(id & ~kCopy, others[std::countr_zero(bits)] & ~kCopy);
#endif
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

void GridCell::add_pairs(std::span<const SweptBox> boxes, PairList& found) const {
  for (std::size_t k = 0; k < count_; ++k) scan(*this, k, k + 1, boxes, found);
}

void GridCell::add_pairs_with(const GridCell& other, std::span<const SweptBox> boxes, PairList& found) const {
  std::size_t first = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    // Those that end before this one starts end before all that follow here start.
    std::uint32_t ended = 0;
    do {
      ended = bits_of(load(other.upper_[0] + first) < lower_[0][k]);
      first += static_cast<std::size_t>(std::countr_one(ended));
    } while (ended == (1U << kWide) - 1);
    scan(other, k, first, boxes, found);
  }
}

// Box k of this cell against those of another (or this) from `first` on, up to those that start after it ends.
void GridCell::scan(const GridCell& other, std::size_t k, std::size_t first, std::span<const SweptBox> boxes,
                    PairList& found) const {
  const float stop = upper_[0][k];
  for (std::size_t b = first; other.lower_[0][b] <= stop; b += kWide) {
    Flags may = ~Flags{};
    Flags must = ~Flags{};
    for (std::size_t i = 0; i < 3; ++i) {
      const Floats from = load(other.lower_[i] + b);
      const Floats to = load(other.upper_[i] + b);
      may &= (from <= upper_[i][k]) & (to >= lower_[i][k]);
      must &= (from < upper_[i][k]) & (to > lower_[i][k]);
    }
    std::uint32_t bits = bits_of(may);
    const std::uint32_t open = bits & ~bits_of(must);
    if (open != 0) bits &= ~open | settle(other, k, b, open, boxes);
    if ((ids_[k] & kCopy) != 0) bits &= ~copies_among(other.ids_.data() + b);
    found.add(ids_[k], other.ids_.data() + b, bits);
  }
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
