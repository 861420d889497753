// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <graze/io.hpp>

namespace graze {

// The bodies, their motions and the answer, as the viewer reads them ("graze_view": 1; docs/formats.md). The answer is
// about the first two bodies.
std::string view_json(const std::string& title, const Scene& scene, const Toi& toi);

}  // namespace graze
