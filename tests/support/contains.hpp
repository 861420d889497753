// SPDX-License-Identifier: Apache-2.0
// GoogleTest assertions about enclosures.
#pragma once

#include <gtest/gtest.h>

#include <graze/interval.hpp>

#include "support/real.hpp"

namespace graze {

inline void PrintTo(const Interval& x, std::ostream* out) {
  const auto old = out->precision(17);
  *out << '[' << x.lo() << ", " << x.hi() << ']';
  out->precision(old);
}

}  // namespace graze

namespace graze::testing {

inline ::testing::AssertionResult encloses(const Interval& x, const Real& exact) {
  if (exact >= x.lo() && exact <= x.hi()) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << ::testing::PrintToString(x) << " does not hold " << to_text(exact);
}

// For three-vectors of intervals.
template <class IntervalVector>
::testing::AssertionResult encloses(const IntervalVector& x, const Vec<Real>& exact) {
  for (int i = 0; i < 3; ++i) {
    ::testing::AssertionResult one = encloses(x[i], exact[i]);
    if (!one) return one << " (coordinate " << i << ")";
  }
  return ::testing::AssertionSuccess();
}

}  // namespace graze::testing
