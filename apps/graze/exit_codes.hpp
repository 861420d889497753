// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace graze {

enum ExitCode : int {
  kAnswered = 0,   // whatever the verdict
  kFailed = 1,     // out of memory, or the output could not be written
  kBadInput = 2,   // one line on stderr says what is wrong
  kUndecided = 3,  // the budget ran out
};

}  // namespace graze
