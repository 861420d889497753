// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "features/oracle.hpp"

namespace graze::testing {

// What is wrong with the library's answer at separation 0, by the exact oracle; empty if nothing is.
std::string fault_in(const FeatureToi& toi, const Corners& corners, const FeatureQuery& query);

// Asks, and describes fault and query.
std::string fault_of(const Corners& corners, const FeatureQuery& query);

}  // namespace graze::testing
