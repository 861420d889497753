// SPDX-License-Identifier: Apache-2.0
// Every lane of a pack has the bits that doubles have, with the instructions of every set that this CPU has.
#include "numeric/vector/pack.hpp"

#include <array>
#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include "numeric/vector/instruction_set.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

using Four = std::array<double, kLanes>;

// Any bits: denormals, infinities, zeros of both signs and what is no number among them.
double any_number(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
  constexpr double kSome[] = {0.0, -0.0, 1.0, -1.0, kInfinity, -kInfinity, kDenormal, -kDenormal, 0x1p-1030};
  if (random.chance(0.2)) return kSome[random.below(std::size(kSome))];
  if (random.chance(0.3)) return random.with_exponent(-1074, -1000);
  if (random.chance(0.5)) return random.with_exponent(-3, 3);
  return std::bit_cast<double>(random.bits());
}

// All that packs can do, for one lane or four.
constexpr std::size_t kResults = 14;
template <class Number>
GRAZE_INLINE void operate(const Number& x, const Number& y, Number* results) {
  const Number one = 1.0;
  const Number zero = 0.0;
  const auto less = x < y;
  std::size_t k = 0;
  results[k++] = x + y;
  results[k++] = x - y;
  results[k++] = x * y;
  results[k++] = x / y;
  results[k++] = -x;
  results[k++] = magnitude(x);
  results[k++] = square_root(x);
  results[k++] = smaller(x, y);
  results[k++] = larger(x, y);
  results[k++] = chosen(less, one, zero);
  results[k++] = chosen(x <= y, one, zero);
  results[k++] = chosen(x == y, one, zero);
  results[k++] = chosen(both(less, x > zero), one, zero);
  results[k++] = chosen(either(less, x > zero), one, zero);
}

// What is no number has any bits.
std::uint64_t bits_of(double x) { return std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x); }

using Results = std::array<Four, kResults>;
Results in_lanes(const Four& x, const Four& y, InstructionSet set) {
  return run_kernel(
      [&]<class Number>() GRAZE_INLINE_LAMBDA {
        const Number pack_x = pack_of<Number>([&](int lane) { return x[static_cast<std::size_t>(lane)]; });
        Number pack_y;
        pack_y.load(y.data());
        Number packs[kResults];
        operate(pack_x, pack_y, packs);
        Results results;
        for (std::size_t k = 0; k < kResults; ++k) packs[k].store(results[k].data());
        return results;
      },
      set);
}

TEST(Pack, LanesHaveTheBitsOfDoublesInEveryInstructionSet) {
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    Four x, y;
    for (std::size_t i = 0; i < kLanes; ++i) {
      x[i] = any_number(random);
      y[i] = random.chance(0.1) ? x[i] : any_number(random);
    }
    for (const InstructionSet set : instruction_sets_of_cpu()) {
      const Results together = in_lanes(x, y, set);
      for (std::size_t i = 0; i < kLanes; ++i) {
        double alone[kResults];
        operate<double>(x[i], y[i], alone);
        for (std::size_t k = 0; k < kResults; ++k)
          ASSERT_EQ(bits_of(together[k][i]), bits_of(alone[k]))
              << name_of(set) << ", operation " << k << " of " << x[i] << " and " << y[i];
      }
    }
  }
}

struct Summary {
  std::uint32_t lanes;
  bool none;
  double smallest, largest;
};
TEST(Pack, LanesAreSummedUpAlikeInEveryInstructionSet) {
  Random random(2);
  for (int round = 0; round < 5000; ++round) {
    Four x;
    for (double& lane : x) lane = random.chance(0.2) ? -1.0 : random.uniform(-1.0, 1.0);
    for (const InstructionSet set : instruction_sets_of_cpu()) {
      const Summary got = run_kernel(
          [&]<class Number>() GRAZE_INLINE_LAMBDA {
            Number pack;
            pack.load(x.data());
            return Summary{lanes_of(pack > Number(0.5)), none_of(pack > Number(0.5)), smallest_lane(pack),
                           largest_lane(pack)};
          },
          set);
      std::uint32_t lanes = 0;
      for (std::size_t i = 0; i < kLanes; ++i) lanes |= (x[i] > 0.5 ? 1U : 0U) << i;
      EXPECT_EQ(got.lanes, lanes) << name_of(set);
      EXPECT_EQ(got.none, lanes == 0) << name_of(set);
      EXPECT_EQ(got.smallest, *std::min_element(x.begin(), x.end())) << name_of(set);
      EXPECT_EQ(got.largest, *std::max_element(x.begin(), x.end())) << name_of(set);
    }
  }
}

}  // namespace
}  // namespace graze::testing
