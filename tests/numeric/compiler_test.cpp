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

}  // namespace
}  // namespace graze
