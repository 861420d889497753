// SPDX-License-Identifier: Apache-2.0
// How many random cases a test makes.
#pragma once

namespace graze::testing {

// All of them, or a part where a build is slow: with sanitizers, under an emulator (GRAZE_TRIALS in CMake).
constexpr int trials(int all) { return all > GRAZE_TRIALS ? all / GRAZE_TRIALS : 1; }

}  // namespace graze::testing
