// SPDX-License-Identifier: Apache-2.0
// Four doubles side by side, on the vector extensions that gcc and clang share. Every lane has the very bits that the
// same formula gives for doubles, whatever the instructions. Kernels are written on the type of pack, and compiled for
// each instruction set (numeric/vector/instruction_set.hpp): Pack is for any machine, WidePack for AVX2.
//
// Packs are passed in memory, because a constructor of their own copies them: how wide vectors are passed in registers
// differs between functions that are compiled for other instructions.
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

// For functions that kernels are made of: they become part of the kernel, so they use its instructions.
#define GRAZE_INLINE [[gnu::always_inline]] inline
#define GRAZE_INLINE_LAMBDA __attribute__((always_inline))

namespace graze {

inline constexpr int kLanes = 4;

using TwoDoubles = double __attribute__((vector_size(16)));
using FourDoubles = double __attribute__((vector_size(32)));
using TwoIntegers = std::int64_t __attribute__((vector_size(16)));
using FourIntegers = std::int64_t __attribute__((vector_size(32)));

namespace detail {

// Four lanes of 64 bits, or eight of 32, in one vector or in two.
template <class Number, class Vector>
struct alignas(32) Lanes {
  static constexpr int kParts = 32 / sizeof(Vector);
  static constexpr int kLanesOfPart = sizeof(Vector) / sizeof(Number);
  Vector part[kParts];

  Lanes() = default;
  GRAZE_INLINE Lanes(const Lanes& other) { *this = other; }
  GRAZE_INLINE Lanes& operator=(const Lanes& other) {
    make([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = other.part[p]; });
    return *this;
  }
  ~Lanes() = default;

  // Calls set(part, which) for each part.
  template <class Set>
  GRAZE_INLINE void make(const Set& set) {
    set(part[0], 0);
    if constexpr (kParts == 2) set(part[1], 1);
  }
  GRAZE_INLINE Number operator[](int lane) const { return part[lane / kLanesOfPart][lane % kLanesOfPart]; }
  GRAZE_INLINE void set(int lane, Number x) { part[lane / kLanesOfPart][lane % kLanesOfPart] = x; }
  // By whole vectors: std::memcpy goes by halves of the widest, through memory, and whoever reads the whole then waits.
  GRAZE_INLINE void load(const void* from) {
    make([from](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = static_cast<const Anywhere*>(from)[p]; });
  }
  GRAZE_INLINE void store(void* to) const {
    static_cast<Anywhere*>(to)[0] = part[0];
    if constexpr (kParts == 2) static_cast<Anywhere*>(to)[1] = part[1];
  }

 private:
  using Anywhere [[gnu::may_alias, gnu::aligned(4)]] = Vector;
};

template <class Vector>
using IntegersLike = std::conditional_t<sizeof(Vector) == 16, TwoIntegers, FourIntegers>;

GRAZE_INLINE void square_root(const TwoDoubles& x, TwoDoubles& root) {
#if defined(__SSE2__)
  root = _mm_sqrt_pd(x);
#else
  root = TwoDoubles{std::sqrt(x[0]), std::sqrt(x[1])};
#endif
}
GRAZE_INLINE std::uint32_t signs(const TwoIntegers& x) {
#if defined(__SSE2__)
  return static_cast<std::uint32_t>(_mm_movemask_pd(reinterpret_cast<__m128d>(x)));
#else
  return static_cast<std::uint32_t>(x[0] < 0) | static_cast<std::uint32_t>(x[1] < 0) << 1;
#endif
}
// By halves: what handles whole registers is not to be had in functions for any machine.
GRAZE_INLINE void square_root(const FourDoubles& x, FourDoubles& root) {
  TwoDoubles low = __builtin_shufflevector(x, x, 0, 1);
  TwoDoubles high = __builtin_shufflevector(x, x, 2, 3);
  square_root(low, low);
  square_root(high, high);
  root = __builtin_shufflevector(low, high, 0, 1, 2, 3);
}
GRAZE_INLINE std::uint32_t signs(const FourIntegers& x) {
  const TwoIntegers low = __builtin_shufflevector(x, x, 0, 1);
  const TwoIntegers high = __builtin_shufflevector(x, x, 2, 3);
  return signs(low) | signs(high) << 2;
}

}  // namespace detail

// Whether something holds, by lane: all bits are set, or none.
template <class Vector>
struct MaskOf : detail::Lanes<std::int64_t, detail::IntegersLike<Vector>> {
  using Part = detail::IntegersLike<Vector>;

  template <class Set>
  GRAZE_INLINE static MaskOf made(const Set& set) {
    MaskOf mask;
    mask.make(set);
    return mask;
  }
  GRAZE_INLINE friend MaskOf operator&(const MaskOf& x, const MaskOf& y) {
    return made([&](Part& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] & y.part[p]; });
  }
  GRAZE_INLINE friend MaskOf operator|(const MaskOf& x, const MaskOf& y) {
    return made([&](Part& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] | y.part[p]; });
  }
};

template <class Vector>
struct PackOf : detail::Lanes<double, Vector> {
  using Part = Vector;
  using Mask = MaskOf<Vector>;
  using Bits = typename Mask::Part;

  PackOf() = default;
  GRAZE_INLINE PackOf(double x) {  // in every lane; implicit, as in formulas of doubles
    this->make([x](Vector& to, int) GRAZE_INLINE_LAMBDA { to = Vector{} + x; });
  }
  // The same lanes, as another instruction set has them.
  template <class Other>
  GRAZE_INLINE explicit PackOf(const PackOf<Other>& x) {
    this->load(x.part);
  }

  GRAZE_INLINE PackOf operator-() const {
    return made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = -this->part[p]; });
  }
  GRAZE_INLINE friend PackOf operator+(const PackOf& x, const PackOf& y) {
    return made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] + y.part[p]; });
  }
  GRAZE_INLINE friend PackOf operator-(const PackOf& x, const PackOf& y) {
    return made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] - y.part[p]; });
  }
  GRAZE_INLINE friend PackOf operator*(const PackOf& x, const PackOf& y) {
    return made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] * y.part[p]; });
  }
  GRAZE_INLINE friend PackOf operator/(const PackOf& x, const PackOf& y) {
    return made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] / y.part[p]; });
  }
  GRAZE_INLINE PackOf& operator+=(const PackOf& x) { return *this = *this + x; }

  GRAZE_INLINE friend Mask operator<(const PackOf& x, const PackOf& y) {
    return Mask::made([&](Bits& to, int p) GRAZE_INLINE_LAMBDA { to = reinterpret_cast<Bits>(x.part[p] < y.part[p]); });
  }
  GRAZE_INLINE friend Mask operator<=(const PackOf& x, const PackOf& y) {
    return Mask::made([&](Bits& to, int p)
                          GRAZE_INLINE_LAMBDA { to = reinterpret_cast<Bits>(x.part[p] <= y.part[p]); });
  }
  GRAZE_INLINE friend Mask operator==(const PackOf& x, const PackOf& y) {
    return Mask::made([&](Bits& to, int p)
                          GRAZE_INLINE_LAMBDA { to = reinterpret_cast<Bits>(x.part[p] == y.part[p]); });
  }
  GRAZE_INLINE friend Mask operator>(const PackOf& x, const PackOf& y) { return y < x; }

  template <class Set>
  GRAZE_INLINE static PackOf made(const Set& set) {
    PackOf pack;
    pack.make(set);
    return pack;
  }
};
using Pack = PackOf<TwoDoubles>;
using WidePack = PackOf<FourDoubles>;

// With value(i) in lane i. In one go: lanes that are stored one by one would have to be waited for.
template <class Number = Pack, class Value>
GRAZE_INLINE Number pack_of(const Value& value) {
  if constexpr (Number::kParts == 1)
    return Number::made([&](FourDoubles& to, int) GRAZE_INLINE_LAMBDA {
      FourDoubles lanes{value(0), value(1), value(2), value(3)};
#if !defined(__clang__)
      asm("" : "+x"(lanes));  // else gcc stores them one by one
#endif
      to = lanes;
    });
  else
    return Number::made([&](TwoDoubles& to, int p) GRAZE_INLINE_LAMBDA {
      to = TwoDoubles{value(2 * p), value(2 * p + 1)};
    });
}

// x where it holds, else y.
template <class Number>
GRAZE_INLINE Number chosen(bool mask, const Number& x, const Number& y) {
  return mask ? x : y;
}
template <class Vector>
GRAZE_INLINE PackOf<Vector> chosen(const MaskOf<Vector>& mask, const PackOf<Vector>& x, const PackOf<Vector>& y) {
  return PackOf<Vector>::made([&](Vector& to, int p)
                                  GRAZE_INLINE_LAMBDA { to = mask.part[p] ? x.part[p] : y.part[p]; });
}

// One formula for Number = double and a pack. Of two that do not compare, the second.
template <class Number>
GRAZE_INLINE Number smaller(const Number& x, const Number& y) {
  return chosen(x < y, x, y);
}
template <class Number>
GRAZE_INLINE Number larger(const Number& x, const Number& y) {
  return chosen(x > y, x, y);
}

GRAZE_INLINE double magnitude(double x) { return std::abs(x); }
template <class Vector>
GRAZE_INLINE PackOf<Vector> magnitude(const PackOf<Vector>& x) {  // without its sign
  using Bits = typename PackOf<Vector>::Bits;
  constexpr std::int64_t kAllButSign = INT64_MAX;
  return PackOf<Vector>::made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA {
    to = reinterpret_cast<Vector>(reinterpret_cast<Bits>(x.part[p]) & kAllButSign);
  });
}

GRAZE_INLINE double square_root(double x) { return std::sqrt(x); }
template <class Vector>
GRAZE_INLINE PackOf<Vector> square_root(const PackOf<Vector>& x) {
  return PackOf<Vector>::made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA { detail::square_root(x.part[p], to); });
}

GRAZE_INLINE bool both(bool x, bool y) { return x && y; }
template <class Vector>
GRAZE_INLINE MaskOf<Vector> both(const MaskOf<Vector>& x, const MaskOf<Vector>& y) {
  return x & y;
}
GRAZE_INLINE bool either(bool x, bool y) { return x || y; }
template <class Vector>
GRAZE_INLINE MaskOf<Vector> either(const MaskOf<Vector>& x, const MaskOf<Vector>& y) {
  return x | y;
}

// Bit i is set where lane i holds.
template <class Vector>
GRAZE_INLINE std::uint32_t lanes_of(const MaskOf<Vector>& mask) {
  if constexpr (MaskOf<Vector>::kParts == 1)
    return detail::signs(mask.part[0]);
  else
    return detail::signs(mask.part[0]) | detail::signs(mask.part[1]) << 2;
}
GRAZE_INLINE bool none_of(bool mask) { return !mask; }
template <class Vector>
GRAZE_INLINE bool none_of(const MaskOf<Vector>& mask) {
  return lanes_of(mask) == 0;
}

template <class Vector>
GRAZE_INLINE double largest_lane(const PackOf<Vector>& x) {
  double largest = x[0];
  for (int lane = 1; lane < kLanes; ++lane) largest = x[lane] > largest ? x[lane] : largest;
  return largest;
}
template <class Vector>
GRAZE_INLINE double smallest_lane(const PackOf<Vector>& x) {
  double smallest = x[0];
  for (int lane = 1; lane < kLanes; ++lane) smallest = x[lane] < smallest ? x[lane] : smallest;
  return smallest;
}

}  // namespace graze
