// SPDX-License-Identifier: Apache-2.0
// Records of several particles side by side, as wide as the machine's registers. Every lane has the bits that the same
// formula gives for doubles.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "simulate/record.hpp"

namespace graze::simulate {

#if defined(__AVX512DQ__)
inline constexpr int kWidth = 8;
#elif defined(__AVX__)
inline constexpr int kWidth = 4;
#else
inline constexpr int kWidth = 2;
#endif
using Doubles = double __attribute__((vector_size(kWidth * sizeof(double))));
using Integers = std::int64_t __attribute__((vector_size(kWidth * sizeof(double))));

inline Doubles to_doubles(const Integers& x) { return __builtin_convertvector(x, Doubles); }

#if defined(__AVX512DQ__)
// The forms with a mask of all lanes: gcc 12 warns of its own headers in the others.
inline Doubles square_root(const Doubles& x) { return _mm512_maskz_sqrt_pd(0xFF, x); }
// Bit k is set where lane k is at most the limit.
inline std::uint32_t at_most(const Doubles& x, double limit) {
  return _mm512_cmp_pd_mask(x, _mm512_set1_pd(limit), _CMP_LE_OQ);
}
#elif defined(__AVX__)
inline Doubles square_root(const Doubles& x) { return _mm256_sqrt_pd(x); }
inline std::uint32_t at_most(const Doubles& x, double limit) {
  return static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_cmp_pd(x, _mm256_set1_pd(limit), _CMP_LE_OQ)));
}
#else
inline Doubles square_root(const Doubles& x) {
  Doubles root;
  for (int k = 0; k < kWidth; ++k) root[k] = std::sqrt(x[k]);
  return root;
}
inline std::uint32_t at_most(const Doubles& x, double limit) {
  std::uint32_t lanes = 0;
  for (int k = 0; k < kWidth; ++k) lanes |= static_cast<std::uint32_t>(x[k] <= limit) << k;
  return lanes;
}
#endif

// table[stride * index] by lane.
inline Integers looked_up(const std::int64_t* table, std::int64_t stride, const std::uint8_t* index) {
#if defined(__AVX512DQ__)
  const __m512i at = _mm512_maskz_cvtepu8_epi64(0xFF, _mm_loadu_si64(index));
  const __m512i offset = _mm512_maskz_mullo_epi64(0xFF, at, _mm512_set1_epi64(stride));
  return reinterpret_cast<Integers>(
      _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), 0xFF, offset, reinterpret_cast<const long long*>(table), 8));
#else
  Integers value;
  for (int k = 0; k < kWidth; ++k) value[k] = table[stride * index[k]];
  return value;
#endif
}

inline Doubles smaller(const Doubles& x, const Doubles& y) { return x < y ? x : y; }
inline double smallest(const Doubles& x) {
#if defined(__AVX512DQ__)
  const Doubles four = smaller(x, __builtin_shufflevector(x, x, 4, 5, 6, 7, 0, 1, 2, 3));
  const Doubles two = smaller(four, __builtin_shufflevector(four, four, 2, 3, 0, 1, 6, 7, 4, 5));
  return two[0] < two[1] ? two[0] : two[1];
#else
  double least = x[0];
  for (int k = 1; k < kWidth; ++k) least = x[k] < least ? x[k] : least;
  return least;
#endif
}

inline std::int64_t lane_of(const Integers& x, std::size_t lane) {
  std::array<std::int64_t, kWidth> all;
  std::memcpy(all.data(), &x, sizeof x);
  return all[lane];
}

// A record is eight numbers of 64 bits: positions, velocities, radius, clock. Here each is a vector.
template <int D>
struct Lanes {
  Integers r[D];
  Doubles v[D], radius;
  Integers clock;
};

namespace detail {

// field[f][k] = number f of row k.
using Fields = Doubles[8];

#if defined(__AVX__)
inline Doubles load(const double* at) { return *reinterpret_cast<const Doubles*>(at); }
#endif

#if defined(__AVX512DQ__)
inline void columns(const std::array<const double*, kWidth>& row, Fields& field) {
  Fields pairs;  // of rows: even numbers of two rows in turn, then odd ones
  for (int k = 0; k < 8; k += 2) {
    const Doubles x = load(row[k]);
    const Doubles y = load(row[k + 1]);
    pairs[k] = __builtin_shufflevector(x, y, 0, 8, 2, 10, 4, 12, 6, 14);
    pairs[k + 1] = __builtin_shufflevector(x, y, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  const auto low = [](const Doubles& x, const Doubles& y) {
    return __builtin_shufflevector(x, y, 0, 1, 4, 5, 8, 9, 12, 13);
  };
  const auto high = [](const Doubles& x, const Doubles& y) {
    return __builtin_shufflevector(x, y, 2, 3, 6, 7, 10, 11, 14, 15);
  };
  for (int odd = 0; odd < 2; ++odd) {
    const Doubles low_a = low(pairs[odd], pairs[2 + odd]);
    const Doubles high_a = high(pairs[odd], pairs[2 + odd]);
    const Doubles low_b = low(pairs[4 + odd], pairs[6 + odd]);
    const Doubles high_b = high(pairs[4 + odd], pairs[6 + odd]);
    field[odd] = low(low_a, low_b);
    field[2 + odd] = low(high_a, high_b);
    field[4 + odd] = high(low_a, low_b);
    field[6 + odd] = high(high_a, high_b);
  }
}
#elif defined(__AVX__)
inline void columns(const std::array<const double*, kWidth>& row, Fields& field) {
  for (int half = 0; half < 8; half += 4) {
    Doubles pairs[4];
    for (int k = 0; k < 4; k += 2) {
      const Doubles x = load(row[k] + half);
      const Doubles y = load(row[k + 1] + half);
      pairs[k] = __builtin_shufflevector(x, y, 0, 4, 2, 6);
      pairs[k + 1] = __builtin_shufflevector(x, y, 1, 5, 3, 7);
    }
    for (int odd = 0; odd < 2; ++odd) {
      field[half + odd] = __builtin_shufflevector(pairs[odd], pairs[2 + odd], 0, 1, 4, 5);
      field[half + 2 + odd] = __builtin_shufflevector(pairs[odd], pairs[2 + odd], 2, 3, 6, 7);
    }
  }
}
#else
inline void columns(const std::array<const double*, kWidth>& row, Fields& field) {
  for (int f = 0; f < 8; ++f) field[f] = Doubles{row[0][f], row[1][f]};
}
#endif

}  // namespace detail

template <int D>
inline Lanes<D> gather(const std::array<const Record<D>*, kWidth>& records) {
  std::array<const double*, kWidth> row;
  for (int k = 0; k < kWidth; ++k) row[k] = reinterpret_cast<const double*>(records[k]);
  detail::Fields field;
  detail::columns(row, field);
  Lanes<D> lanes;
  for (int d = 0; d < D; ++d) {
    lanes.r[d] = std::bit_cast<Integers>(field[d]);
    lanes.v[d] = field[D + d];
  }
  lanes.radius = field[2 * D];
  lanes.clock = std::bit_cast<Integers>(field[2 * D + 1]);
  return lanes;
}

}  // namespace graze::simulate
