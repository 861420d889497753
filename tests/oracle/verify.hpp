// SPDX-License-Identifier: Apache-2.0
// Holds an answer against the oracle.
#pragma once

#include <string>
#include <vector>

#include "oracle/toi_oracle.hpp"

namespace graze::testing {

struct Report {
  std::vector<std::string> violations;  // what the answer promised and did not keep
  double excess = 0.0;                  // Impact: (distance at the bracket's start - separation) / tolerance
  bool transversal = false;             // Impact with a clear closing speed
  bool near_miss = false;               // of those: no contact follows at once, the bodies pass within the tolerance
};

Report verify(const TestCase& test, const Toi& toi);

}  // namespace graze::testing
