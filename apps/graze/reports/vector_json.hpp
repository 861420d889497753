// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include <graze/math.hpp>

namespace graze {

inline nlohmann::ordered_json vector_json(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace graze
