// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <graze/motion.hpp>

namespace graze {

// A motion as the viewer evaluates it (docs/formats.md): by its formula where there is one, else between samples over
// the window, densest at the epoch. At the epoch both give Motion::pose to the last bit.
nlohmann::ordered_json view_motion(const Motion& motion, const Interval& window, double epoch);

// Numbers as {"float64": base64}.
nlohmann::ordered_json packed(const std::vector<double>& numbers);

// The times to sample a motion at: even over the window, and closer and closer together towards the epoch. Increasing.
std::vector<double> sample_times(const Interval& window, double epoch);

}  // namespace graze
