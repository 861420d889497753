// SPDX-License-Identifier: Apache-2.0
// Are two answers the same to the last bit? All but the time they took.
#pragma once

#include <gtest/gtest.h>

#include <graze/scene.hpp>

namespace graze::testing {

inline bool same_bits(const Contact& x, const Contact& y) {
  return x.point_a == y.point_a && x.point_b == y.point_b && x.normal == y.normal && x.feature_a == y.feature_a &&
         x.feature_b == y.feature_b && x.approach_speed == y.approach_speed;
}

inline ::testing::AssertionResult same_verdict(const Toi& x, const Toi& y) {
  if (x.verdict != y.verdict)
    return ::testing::AssertionFailure() << to_string(x.verdict) << " is not " << to_string(y.verdict);
  if (!(x.bracket == y.bracket))
    return ::testing::AssertionFailure() << "brackets start at " << x.bracket.lo() << " and " << y.bracket.lo();
  if (!(x.tolerance == y.tolerance)) return ::testing::AssertionFailure() << "another tolerance";
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult same_bits(const Toi& x, const Toi& y) {
  if (auto same = same_verdict(x, y); !same) return same;
  if (!(x.separation == y.separation)) return ::testing::AssertionFailure() << "another separation";
  if (!same_bits(x.contact, y.contact)) return ::testing::AssertionFailure() << "another contact";
  return ::testing::AssertionSuccess();
}

inline ::testing::AssertionResult same_bits(const SceneToi& x, const SceneToi& y) {
  if (x.pair != y.pair) return ::testing::AssertionFailure() << "another pair";
  if (x.unsupported != y.unsupported) return ::testing::AssertionFailure() << "other unsupported pairs";
  if (x.impacts.size() != y.impacts.size())
    return ::testing::AssertionFailure() << x.impacts.size() << " impacts, not " << y.impacts.size();
  for (std::size_t i = 0; i < x.impacts.size(); ++i) {
    if (x.impacts[i].ids != y.impacts[i].ids) return ::testing::AssertionFailure() << "another pair at place " << i;
    if (auto same = same_bits(x.impacts[i].toi, y.impacts[i].toi); !same) return same << " at place " << i;
  }
  // Without a pair that touches there is no more to an answer.
  return x.pair ? same_bits(x.toi, y.toi) : same_verdict(x.toi, y.toi);
}

}  // namespace graze::testing
