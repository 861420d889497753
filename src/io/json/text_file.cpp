// SPDX-License-Identifier: Apache-2.0
#include "io/json/text_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include <graze/io.hpp>

namespace graze {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

[[noreturn]] void fail(const std::filesystem::path& path, const char* what) {
  throw InputError(path.string() + ": " + what + ": " + std::generic_category().message(errno));
}

// What cannot be written is no fault of the input.
[[noreturn]] void fail_to_write(const std::filesystem::path& path) {
  throw std::system_error(errno, std::generic_category(), "cannot write " + path.string());
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path.string() + ": is a directory, not a file");
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(path, "cannot open");
  std::string text;
  std::size_t size = 0;
  for (std::size_t chunk = std::size_t{1} << 14;; chunk = std::max(chunk, size)) {
    text.resize(size + chunk);
    const std::size_t got = std::fread(text.data() + size, 1, chunk, file.get());
    size += got;
    if (got == chunk) continue;
    if (std::ferror(file.get()) != 0) fail(path, "cannot read");
    text.resize(size);
    return text;
  }
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) fail_to_write(path);
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (!written || std::fclose(file.release()) != 0) fail_to_write(path);
}

}  // namespace graze
