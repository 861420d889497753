// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace graze {

// The viewer: one HTML page without data, as the build put it into this program (viewer/, cmake/viewer.cmake). Empty if
// there was no npm to build it with.
std::string_view viewer_page();

}  // namespace graze
