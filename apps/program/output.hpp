// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace graze {

// Writes to standard output, in full and at once; throws std::system_error if it cannot.
void write_output(std::string_view text);

// Throws InputError if a file that is to be written is one that is read. Either may be empty: no file.
void refuse_to_overwrite(const std::filesystem::path& read, const std::filesystem::path& written);

}  // namespace graze
