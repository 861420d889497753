// SPDX-License-Identifier: Apache-2.0
// Slots for particles, in fours: some full, some empty. Which are full is hard to guess, so there are no branches.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "numeric/vector/instruction_set.hpp"

namespace graze::particles {

inline constexpr std::uint32_t kEmptySlot = ~0U;
inline constexpr std::uint32_t kSlotsAtOnce = 4;
inline constexpr std::size_t kListAtOnce = 16;

// Bit k is set where slot k of four has this value.
inline std::uint32_t which_are(const std::uint32_t* four, std::uint32_t value) {
#if defined(__x86_64__)
  const __m128i values = _mm_load_si128(reinterpret_cast<const __m128i*>(four));
  const __m128i equal = _mm_cmpeq_epi32(values, _mm_set1_epi32(static_cast<int>(value)));
  return static_cast<std::uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(equal)));
#else
  std::uint32_t lanes = 0;
  for (std::uint32_t k = 0; k < kSlotsAtOnce; ++k) lanes |= (four[k] == value ? 1U : 0U) << k;
  return lanes;
#endif
}

// Copies up to kListAtOnce slots, but for empty ones; there must be room for kListAtOnce. Returns how many.
inline std::size_t copy_full(const std::uint32_t* from, std::size_t slots, std::uint32_t* to) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < slots; ++k) {
    to[count] = from[k];
    count += from[k] != kEmptySlot ? 1 : 0;
  }
  return count;
}

#if defined(__x86_64__)
// For each combination of full slots among four, as bits: the bytes of those first.
struct alignas(16) SlotBytes : std::array<std::uint8_t, 16> {};
inline constexpr std::array<SlotBytes, 16> kFullFirst = [] {
  std::array<SlotBytes, 16> table{};
  for (std::size_t full = 0; full < 16; ++full)
    for (std::size_t slot = 0, to = 0; slot < 4; ++slot)
      for (std::size_t byte = 0; (full >> slot & 1U) != 0 && byte < 4; ++byte)
        table[full][to++] = static_cast<std::uint8_t>(4 * slot + byte);
  return table;
}();

// The same, four at once, for CPUs that can put bytes in any order.
[[gnu::target("avx2")]] inline std::size_t copy_full_for_avx2(const std::uint32_t* from, std::size_t slots,
                                                              std::uint32_t* to) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < slots; k += kSlotsAtOnce) {
    const __m128i values = _mm_load_si128(reinterpret_cast<const __m128i*>(from + k));
    const __m128i empty = _mm_cmpeq_epi32(values, _mm_set1_epi32(-1));
    const auto full = static_cast<std::uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(empty))) ^ 0xFU;
    const __m128i order = _mm_load_si128(reinterpret_cast<const __m128i*>(kFullFirst[full].data()));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + count), _mm_shuffle_epi8(values, order));
    count += static_cast<std::size_t>(std::popcount(full));
  }
  return count;
}
// The same, all of them at once, for CPUs that can push numbers together.
[[gnu::target(GRAZE_TARGET_AVX512)]] inline std::size_t copy_full_for_avx512(const std::uint32_t* from,
                                                                             std::size_t slots, std::uint32_t* to) {
  const auto some = static_cast<__mmask16>((1U << slots) - 1);
  const __m512i values = _mm512_maskz_loadu_epi32(some, from);
  const __mmask16 full = _mm512_mask_cmpneq_epi32_mask(some, values, _mm512_set1_epi32(-1));
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(full, values));
  return static_cast<std::size_t>(std::popcount(full));
}
#endif

}  // namespace graze::particles
