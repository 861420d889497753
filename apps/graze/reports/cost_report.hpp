// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <graze/time_of_impact.hpp>

namespace graze {

// What made an answer cheap or expensive, in two sentences.
std::string cost_in_words(const Statistics& statistics);

}  // namespace graze
