// SPDX-License-Identifier: Apache-2.0
// Records of several particles side by side, for kernels on the type of pack. Every lane has the bits that the same
// formula gives for doubles.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "numeric/vector/pack.hpp"
#include "particles/record.hpp"

namespace graze::particles {

// As many whole numbers as a pack has lanes.
template <class Vector>
struct IntegersOf : graze::detail::Lanes<std::int64_t, graze::detail::IntegersLike<Vector>> {
  using Part = graze::detail::IntegersLike<Vector>;

  IntegersOf() = default;
  GRAZE_INLINE IntegersOf(std::int64_t x) {  // in every lane
    this->make([x](Part& to, int) GRAZE_INLINE_LAMBDA { to = Part{} + x; });
  }
  template <class Other>
  GRAZE_INLINE explicit IntegersOf(const IntegersOf<Other>& x) {
    this->load(x.part);
  }
  GRAZE_INLINE friend IntegersOf operator+(const IntegersOf& x, const IntegersOf& y) {
    return made([&](Part& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] + y.part[p]; });
  }
  GRAZE_INLINE friend IntegersOf operator-(const IntegersOf& x, const IntegersOf& y) {
    return made([&](Part& to, int p) GRAZE_INLINE_LAMBDA { to = x.part[p] - y.part[p]; });
  }
  template <class Set>
  GRAZE_INLINE static IntegersOf made(const Set& set) {
    IntegersOf integers;
    integers.make(set);
    return integers;
  }
};

template <class Vector>
GRAZE_INLINE IntegersOf<Vector> chosen(const MaskOf<Vector>& mask, const IntegersOf<Vector>& x,
                                       const IntegersOf<Vector>& y) {
  using Part = typename IntegersOf<Vector>::Part;
  return IntegersOf<Vector>::made(
      [&](Part& to, int p) GRAZE_INLINE_LAMBDA { to = (x.part[p] & mask.part[p]) | (y.part[p] & ~mask.part[p]); });
}

// To the nearest doubles. The upper and the lower 32 bits become doubles by way of their bits, exactly: as parts of
// 2^84 + 2^63 + upper 2^32 and of 2^52 + lower. What is added to them cancels, and only the last sum is rounded.
template <class Vector>
GRAZE_INLINE PackOf<Vector> to_doubles(const IntegersOf<Vector>& x) {
  using Two = std::uint64_t __attribute__((vector_size(16)));
  using Four = std::uint64_t __attribute__((vector_size(32)));
  using Bits = std::conditional_t<sizeof(Vector) == sizeof(Two), Two, Four>;
  constexpr std::uint64_t kLower = 0xFFFFFFFF;
  constexpr std::uint64_t kUpperBits = 0x4530000080000000;
  constexpr std::uint64_t kLowerBits = 0x4330000000000000;
  return PackOf<Vector>::made([&](Vector& to, int p) GRAZE_INLINE_LAMBDA {
    const Bits bits = reinterpret_cast<Bits>(x.part[p]);
    const Bits upper = (bits >> 32) ^ kUpperBits;
    const Bits lower = (bits & kLower) | kLowerBits;
    to = (reinterpret_cast<Vector>(upper) - (0x1p84 + 0x1p63 + 0x1p52)) + reinterpret_cast<Vector>(lower);
  });
}

// table[stride * index] by lane.
template <class Vector>
GRAZE_INLINE IntegersOf<Vector> looked_up(const std::int64_t* table, std::int64_t stride, const std::uint8_t* index) {
  IntegersOf<Vector> value;
  const auto at = [&](int lane) GRAZE_INLINE_LAMBDA { return table[stride * index[lane]]; };
  if constexpr (IntegersOf<Vector>::kParts == 1)
    value.part[0] = FourIntegers{at(0), at(1), at(2), at(3)};
  else
    value.make([&](TwoIntegers& to, int p) GRAZE_INLINE_LAMBDA { to = TwoIntegers{at(2 * p), at(2 * p + 1)}; });
  return value;
}

// One lane, of which the compiler does not know which.
inline std::int64_t lane_of(const IntegersOf<TwoDoubles>& x, std::size_t lane) {
  std::array<std::int64_t, kLanes> all;
  x.store(all.data());
  return all[lane];
}

// A record is eight numbers of 64 bits: positions, velocities, radius, clock. Here each is in lanes.
template <int D, class Vector>
struct Lanes {
  IntegersOf<Vector> r[D];
  PackOf<Vector> v[D], radius;
  IntegersOf<Vector> clock;
};

namespace detail {

using Rows = std::array<const double*, kLanes>;

// field[f] has number f of each row.
GRAZE_INLINE void columns(const Rows& row, WidePack* field) {
  for (int half = 0; half < 8; half += 4) {
    FourDoubles pairs[4];  // of rows: even numbers of two rows in turn, then odd ones
    for (std::size_t k = 0; k < 4; k += 2) {
      WidePack x;
      WidePack y;
      x.load(row[k] + half);
      y.load(row[k + 1] + half);
      pairs[k] = __builtin_shufflevector(x.part[0], y.part[0], 0, 4, 2, 6);
      pairs[k + 1] = __builtin_shufflevector(x.part[0], y.part[0], 1, 5, 3, 7);
    }
    for (int odd = 0; odd < 2; ++odd) {
      field[half + odd].part[0] = __builtin_shufflevector(pairs[odd], pairs[2 + odd], 0, 1, 4, 5);
      field[half + 2 + odd].part[0] = __builtin_shufflevector(pairs[odd], pairs[2 + odd], 2, 3, 6, 7);
    }
  }
}
GRAZE_INLINE void columns(const Rows& row, Pack* field) {
  for (std::size_t p = 0; p < 2; ++p)
    for (int f = 0; f < 8; f += 2) {
      TwoDoubles x;
      TwoDoubles y;
      std::memcpy(&x, row[2 * p] + f, sizeof x);
      std::memcpy(&y, row[2 * p + 1] + f, sizeof y);
      field[f].part[p] = __builtin_shufflevector(x, y, 0, 2);
      field[f + 1].part[p] = __builtin_shufflevector(x, y, 1, 3);
    }
}

}  // namespace detail

template <int D, class Vector>
GRAZE_INLINE Lanes<D, Vector> gather(const std::array<const Record<D>*, kLanes>& records) {
  detail::Rows row;
  for (std::size_t k = 0; k < kLanes; ++k) row[k] = reinterpret_cast<const double*>(records[k]);
  PackOf<Vector> field[8];
  detail::columns(row, field);
  const auto integers = [](const PackOf<Vector>& x) GRAZE_INLINE_LAMBDA {
    using Part = typename IntegersOf<Vector>::Part;
    return IntegersOf<Vector>::made([&](Part& to, int p)
                                        GRAZE_INLINE_LAMBDA { to = reinterpret_cast<Part>(x.part[p]); });
  };
  Lanes<D, Vector> lanes;
  for (int d = 0; d < D; ++d) {
    lanes.r[d] = integers(field[d]);
    lanes.v[d] = field[D + d];
  }
  lanes.radius = field[2 * D];
  lanes.clock = integers(field[2 * D + 1]);
  return lanes;
}

}  // namespace graze::particles
