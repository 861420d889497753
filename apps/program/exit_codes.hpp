// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace graze {

inline constexpr int kAnswered = 0;     // whatever the verdict
inline constexpr int kFailed = 1;       // out of memory, or the output could not be written
inline constexpr int kBadInput = 2;     // one line on stderr says what is wrong
inline constexpr int kUndecided = 3;    // the budget ran out
inline constexpr int kDoesNotHold = 4;  // checked, and it does not hold: graze simulate --check, graze selftest

}  // namespace graze
