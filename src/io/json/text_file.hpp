// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace graze {

// The whole file; also pipes such as /dev/stdin. Throws InputError saying why it cannot be read.
std::string read_text_file(const std::filesystem::path& path);
// Throws InputError when the file cannot be written in full.
void write_text_file(const std::filesystem::path& path, std::string_view text);

}  // namespace graze
