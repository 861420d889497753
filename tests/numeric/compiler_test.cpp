// SPDX-License-Identifier: Apache-2.0
// What compilers have got wrong under flags that look harmless. All else is proved on the ground that they do not.
#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace graze {
namespace {

struct alignas(32) Padded {
  std::array<double, 4> of{};
};
struct PaddedPair {
  Padded first, second;
};
struct Pair {
  std::array<double, 3> first{}, second{};
  std::array<double, 15> rest{};
};

// gcc 12.2 -O3 -mavx512f: the first number of `second` becomes the last of `first`.
[[gnu::noinline]] void copy(const std::vector<PaddedPair>& from, std::vector<Pair>& to) {
  for (std::size_t i = 0; i < to.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) to[i].first[k] = from[i].first.of[k];
    for (std::size_t k = 0; k < 3; ++k) to[i].second[k] = from[i].second.of[k];
  }
}

TEST(Compiler, CopiesPaddedRows) {
  std::vector<PaddedPair> from(7);
  double next = 0.0;
  for (PaddedPair& pair : from)
    for (Padded* row : {&pair.first, &pair.second})
      for (std::size_t k = 0; k < 3; ++k) row->of[k] = ++next;
  std::vector<Pair> to(from.size());
  copy(from, to);
  double expected = 0.0;
  for (const Pair& pair : to)
    for (const auto* row : {&pair.first, &pair.second})
      for (const double value : *row) EXPECT_EQ(value, ++expected);
}

// gcc 12.2 -O2 and -O3, for any x86-64, with the SLP vectorizer: two conversions of a pair become conversions of a
// vector, and those to floats and back are then taken for none (by the value numbering after it). So the numbers keep
// digits that the floats do not have. With -march=znver3 this reached the slabs of box trees: their normals as stored
// were not those that the thickness was measured along.
using Two = double __attribute__((vector_size(16)));
[[gnu::noinline]] Two through_floats(const double* x, double scale) {
  return Two{static_cast<double>(static_cast<float>(x[0] * scale)),
             static_cast<double>(static_cast<float>(x[1] * scale))};
}

TEST(Compiler, RoundsToFloats) {
  const volatile double tenth = 0.1;  // nothing that is known when compiling
  const std::array<double, 2> x{tenth, 2 * tenth};
  const Two rounded = through_floats(x.data(), 7 * tenth);
  for (const double value : {rounded[0], rounded[1]}) {
    const volatile auto as_float = static_cast<float>(value);
    EXPECT_EQ(value, static_cast<double>(as_float));
  }
}

}  // namespace
}  // namespace graze
