// SPDX-License-Identifier: Apache-2.0
#include "program/output.hpp"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include <graze/io.hpp>

namespace graze {

void write_output(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) throw std::system_error(errno, std::generic_category(), "cannot write the output");
}

void refuse_to_overwrite(const std::filesystem::path& read, const std::filesystem::path& written) {
  std::error_code not_there;
  if (std::filesystem::equivalent(read, written, not_there))
    throw InputError(written.string() + ": is the input, and would be overwritten; name another file for the output");
}

}  // namespace graze
