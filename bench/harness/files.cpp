// SPDX-License-Identifier: Apache-2.0
#include "harness/files.hpp"

#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include <graze/io.hpp>

namespace graze::bench {

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code ignored;
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw InputError(fmt::format("{}: cannot be written", path.string()));
}

}  // namespace graze::bench
