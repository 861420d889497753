// SPDX-License-Identifier: Apache-2.0
// Several doubles side by side, on the vector extensions that gcc and clang share: + - * / act on each, comparisons
// give a mask of lanes, and mask ? x : y chooses by lane. Every lane has the very bits that the same formula gives for
// doubles. Not for public headers: the width depends on the compiler's flags.
#pragma once

#include <cmath>
#include <cstdint>

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace graze {

// As wide as registers are: wider types would be passed in memory, in ways on which compilers disagree.
// (Eight lanes were no faster than four.)
#if defined(__AVX__)
inline constexpr int kLanes = 4;
#else
inline constexpr int kLanes = 2;
#endif
using Pack = double __attribute__((vector_size(kLanes * sizeof(double))));
using PackMask = decltype(Pack{} < Pack{});

// With value(i) in lane i. In one go: lanes that are stored one by one would have to be waited for.
template <class Value>
inline Pack pack_of(const Value& value) {
#if defined(__AVX__)
  return Pack{value(0), value(1), value(2), value(3)};
#else
  return Pack{value(0), value(1)};
#endif
}

// One formula for Number = double and Number = Pack. Of two that do not compare, the second.
template <class Number>
inline Number smaller(const Number& x, const Number& y) {
  return x < y ? x : y;
}
template <class Number>
inline Number larger(const Number& x, const Number& y) {
  return x > y ? x : y;
}
inline double magnitude(double x) { return std::abs(x); }
inline Pack magnitude(const Pack& x) {
#if defined(__AVX__)
  return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);  // without its sign
#else
  return larger<Pack>(x, -x);
#endif
}

inline double square_root(double x) { return std::sqrt(x); }
inline Pack square_root(const Pack& x) {
#if defined(__AVX__)
  return _mm256_sqrt_pd(x);
#else
  Pack root;
  for (int i = 0; i < kLanes; ++i) root[i] = std::sqrt(x[i]);
  return root;
#endif
}
// x where it holds, else y.
inline double chosen(bool mask, double x, double y) { return mask ? x : y; }
inline Pack chosen(const PackMask& mask, const Pack& x, const Pack& y) { return mask ? x : y; }

inline bool both(bool x, bool y) { return x && y; }
inline PackMask both(const PackMask& x, const PackMask& y) { return x & y; }
inline bool either(bool x, bool y) { return x || y; }
inline PackMask either(const PackMask& x, const PackMask& y) { return x | y; }

inline bool none_of(bool mask) { return !mask; }
inline bool none_of(const PackMask& mask) {
#if defined(__AVX__)
  return _mm256_testz_si256(reinterpret_cast<__m256i>(mask), reinterpret_cast<__m256i>(mask)) != 0;
#else
  return (mask[0] | mask[1]) == 0;
#endif
}

inline double largest_lane(const Pack& x) {
  double largest = x[0];
  for (int lane = 1; lane < kLanes; ++lane) largest = x[lane] > largest ? x[lane] : largest;
  return largest;
}

// Bit i is set where lane i holds.
inline std::uint32_t lanes_of(const PackMask& mask) {
#if defined(__AVX__)
  return static_cast<std::uint32_t>(_mm256_movemask_pd(reinterpret_cast<__m256d>(mask)));
#else
  return static_cast<std::uint32_t>(mask[0] != 0) | static_cast<std::uint32_t>(mask[1] != 0) << 1;
#endif
}

}  // namespace graze
