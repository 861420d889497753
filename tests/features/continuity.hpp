// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "features/oracle.hpp"

namespace graze::testing {

// A vertex passes through a face in two steps, meeting it, up to an ulp, just where one ends and the next begins.
struct TwoSteps {
  Corners first, second;
};
TwoSteps random_two_steps(std::uint64_t seed);  // at scales from 1e-6 to 1e6

bool reported(const TwoSteps& steps);

}  // namespace graze::testing
