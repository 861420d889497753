// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace graze {

// Writes to standard output, in full and at once; throws std::system_error if it cannot.
void write_output(std::string_view text);

}  // namespace graze
