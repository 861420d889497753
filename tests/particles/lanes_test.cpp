// SPDX-License-Identifier: Apache-2.0
// What lanes do with whole numbers is what the compiler does with one, in every instruction set.
#include "particles/schedulers/lanes.hpp"

#include <bit>

#include <gtest/gtest.h>

#include "numeric/vector/instruction_set.hpp"
#include "particles/flight.hpp"
#include "particles/physics.hpp"
#include "support/random.hpp"

namespace graze::particles {
namespace {

using testing::Random;

std::int64_t any_integer(Random& random) {
  constexpr std::int64_t kSome[] = {0,         1, -1, INT64_MAX, INT64_MIN, INT64_MIN + 1, (std::int64_t{1} << 53) + 1,
                                    UINT32_MAX};
  if (random.chance(0.2)) return kSome[random.below(std::size(kSome))];
  return static_cast<std::int64_t>(random.bits()) >> random.below(64);
}

TEST(Lanes, WholeNumbersBecomeTheNearestDoubles) {
  Random random(1);
  for (int round = 0; round < 50'000; ++round) {
    std::array<std::int64_t, kLanes> x;
    for (std::int64_t& lane : x) lane = any_integer(random);
    for (const InstructionSet set : instruction_sets_of_cpu()) {
      const auto doubles = run_kernel(
          [&]<class Number>() GRAZE_INLINE_LAMBDA {
            IntegersOf<typename Number::Part> integers;
            integers.load(x.data());
            std::array<double, kLanes> result;
            to_doubles(integers).store(result.data());
            return result;
          },
          set);
      for (std::size_t i = 0; i < kLanes; ++i)
        ASSERT_EQ(std::bit_cast<std::uint64_t>(doubles[i]), std::bit_cast<std::uint64_t>(static_cast<double>(x[i])))
            << name_of(set) << ": " << x[i];
    }
  }
}

template <class Vector>
GRAZE_INLINE void store(const Lanes<3, Vector>& lanes, std::array<Record<3>, kLanes>& to) {
  for (int k = 0; k < kLanes; ++k) {
    Record<3>& record = to[static_cast<std::size_t>(k)];
    for (int d = 0; d < 3; ++d) {
      record.r[d] = lanes.r[d][k];
      record.v[d] = lanes.v[d][k];
    }
    record.radius = lanes.radius[k];
    record.clock = lanes.clock[k];
  }
}

TEST(Lanes, RecordsComeSideBySide) {
  Random random(2);
  std::array<Record<3>, kLanes> records;
  std::array<const Record<3>*, kLanes> at;
  for (std::size_t k = 0; k < kLanes; ++k) {
    for (int d = 0; d < 3; ++d) {
      records[k].r[d] = any_integer(random);
      records[k].v[d] = random.uniform(-1.0, 1.0);
    }
    records[k].radius = random.unit();
    records[k].clock = any_integer(random);
    at[k] = &records[k];
  }
  for (const InstructionSet set : instruction_sets_of_cpu()) {
    std::array<Record<3>, kLanes> back;
    run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { store(gather<3, typename Number::Part>(at), back); }, set);
    for (std::size_t k = 0; k < kLanes; ++k) {
      EXPECT_EQ(back[k].r, records[k].r) << name_of(set);
      EXPECT_EQ(back[k].v, records[k].v) << name_of(set);
      EXPECT_EQ(back[k].radius, records[k].radius) << name_of(set);
      EXPECT_EQ(back[k].clock, records[k].clock) << name_of(set);
    }
  }
}

TEST(Flight, NearestIntegerIsThatOfTheLibrary) {
  Random random(3);
  for (int round = 0; round < 50'000; ++round) {
    const double x = random.chance(0.3) ? random.below(2000) - 999.5 : random.with_exponent(-10, 61);
    EXPECT_EQ(nearest_integer(x), std::llrint(x)) << x;
  }
}

TEST(InstructionSets, ParticlesCollideAlike) {
  const InstructionSet chosen = instruction_set();
  for (const int dimension : {2, 3})
    for (const double packing : {0.1, 0.4}) {
      const ParticleScene scene = fluid(300, dimension, packing);
      std::uint64_t hash = 0;
      for (const InstructionSet set : instruction_sets_of_cpu()) {
        use_instruction_set(set);
        EventSimulator simulator(scene);
        simulator.run_until(HUGE_VAL, 20000);
        if (set == InstructionSet::Baseline) hash = simulator.totals().hash;
        EXPECT_EQ(simulator.totals().hash, hash) << name_of(set) << ", dimension " << dimension;
      }
    }
  use_instruction_set(chosen);
}

}  // namespace
}  // namespace graze::particles
