// SPDX-License-Identifier: Apache-2.0
// Why a call refuses its arguments.
#pragma once

#include <stdexcept>
#include <string>

namespace graze::testing {

// What it says when it refuses; nothing if it does not.
template <class Call>
std::string refusal(const Call& call) {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace graze::testing
