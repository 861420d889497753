// SPDX-License-Identifier: Apache-2.0
// Which questions the contract (graze/limits.hpp) takes, worked out from their numbers alone.
#pragma once

#include "attack/questions/question.hpp"

namespace graze::attack {

enum class Range {
  Inside,     // must be answered
  AtTheEnds,  // close to a limit, or beyond one that holds for a whole path: may be refused
  Outside,    // a given number is beyond its limit: must be refused
};
Range range_of(const Question& question);

}  // namespace graze::attack
