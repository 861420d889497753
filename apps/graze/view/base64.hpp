// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace graze {

std::string to_base64(std::string_view bytes);

}  // namespace graze
