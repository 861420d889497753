// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace graze::bench {

// Writes a whole file, making its directory if need be. Throws InputError naming the file if it cannot.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace graze::bench
