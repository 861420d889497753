// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <graze/time_of_impact.hpp>

namespace graze {

// An answer as a table for people.
std::string describe(const Toi& toi, const Query& query, const std::string& name_a, const std::string& name_b);

}  // namespace graze
