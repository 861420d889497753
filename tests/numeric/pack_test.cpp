// SPDX-License-Identifier: Apache-2.0
// Every lane of a pack has the bits that doubles have.
#include "numeric/pack.hpp"

#include <bit>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze::testing {
namespace {

template <class Number>
Number formula(const Number& x, const Number& y) {
  return smaller<Number>(x * y, larger<Number>(x, y)) / 3 - magnitude(y) * (1 + 0x1p-50);
}

TEST(Pack, LanesHaveTheBitsOfDoubles) {
  Random random(1);
  for (int round = 0; round < 2000; ++round) {
    Pack x;
    Pack y;
    for (int i = 0; i < kLanes; ++i) {
      x[i] = random.with_exponent(-1000, 1000);
      y[i] = random.chance(0.1) ? x[i] : random.with_exponent(-1000, 1000);
    }
    const Pack value = formula(x, y);
    const std::uint32_t less = lanes_of(either(both(x<y, y> 0), x == y));
    for (int i = 0; i < kLanes; ++i) {
      const double alone = formula<double>(x[i], y[i]);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(double{value[i]}), std::bit_cast<std::uint64_t>(alone));
      EXPECT_EQ((less >> i & 1) != 0, (x[i] < y[i] && y[i] > 0) || x[i] == y[i]);
    }
  }
}

}  // namespace
}  // namespace graze::testing
