// SPDX-License-Identifier: Apache-2.0
// Several doubles side by side, on the vector extensions that gcc and clang share: + - * / act on each, comparisons
// give a mask of lanes, and mask ? x : y chooses by lane. Every lane has the very bits that the same formula gives for
// doubles. Not for public headers: the width depends on the compiler's flags.
#pragma once

#include <cmath>
#include <cstdint>

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
inline Pack magnitude(const Pack& x) { return larger<Pack>(x, -x); }

inline bool both(bool x, bool y) { return x && y; }
inline PackMask both(const PackMask& x, const PackMask& y) { return x & y; }
inline bool either(bool x, bool y) { return x || y; }
inline PackMask either(const PackMask& x, const PackMask& y) { return x | y; }

// Bit i is set where lane i holds.
inline std::uint32_t lanes_of(const PackMask& mask) {
  std::uint32_t bits = 0;
  for (int i = 0; i < kLanes; ++i) bits |= static_cast<std::uint32_t>(mask[i] != 0) << i;
  return bits;
}

}  // namespace graze
