// SPDX-License-Identifier: Apache-2.0
#include "numeric/error_free.hpp"

#include <bit>
#include <cstdint>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze::testing {
namespace {

// With zeros of both signs, denormals, infinities and what is no number.
double any_factor(Random& random) {
  if (random.chance(0.1)) return random.sign() * random.special();
  if (random.chance(0.1)) return std::bit_cast<double>(random.bits());
  if (random.chance(0.2)) return random.with_exponent(-1022, 1023);
  return random.with_exponent(-30, 30);
}

std::uint64_t bits_of(double x) { return std::isnan(x) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(x); }

TEST(ErrorFree, RestOfAProductHasTheBitsOfAFusedOperation) {
  Random random(1);
  for (int round = 0; round < 1'000'000; ++round) {
    const double a = any_factor(random);
    const double b = any_factor(random);
    const Exact product = two_product(a, b);
    ASSERT_EQ(bits_of(product.value), bits_of(a * b)) << a << " * " << b;
    ASSERT_EQ(bits_of(product.rest), bits_of(std::fma(a, b, -product.value))) << a << " * " << b;
  }
}

// At the ends of the range that is handled without the fused operation.
TEST(ErrorFree, RestOfAProductIsExactAtTheEndsOfItsRange) {
  Random random(2);
  for (int round = 0; round < 200'000; ++round) {
    const int of_product = random.chance(0.5) ? -900 : 900;
    const int of_a = random.below(1800) - 900;
    const double a = random.with_exponent(of_a - 1, of_a + 1);
    const int of_b = std::clamp(of_product - of_a, -1070, 1020);
    const double b = random.with_exponent(of_b - 2, of_b + 2);
    const Exact product = two_product(a, b);
    ASSERT_EQ(bits_of(product.rest), bits_of(std::fma(a, b, -product.value))) << a << " * " << b;
  }
}

}  // namespace
}  // namespace graze::testing
