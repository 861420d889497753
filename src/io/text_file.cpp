// SPDX-License-Identifier: Apache-2.0
#include "io/text_file.hpp"

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

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw InputError(path.string() + ": is a directory, not a file");
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(path, "cannot open");
  std::string text;
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  for (std::size_t size = 0;;) {
    text.resize(size + kChunk);
    const std::size_t got = std::fread(text.data() + size, 1, kChunk, file.get());
    size += got;
    if (got == kChunk) continue;
    if (std::ferror(file.get()) != 0) fail(path, "cannot read");
    text.resize(size);
    return text;
  }
}

void write_text_file(const std::filesystem::path& path, std::string_view text) {
  File file(std::fopen(path.c_str(), "wb"));
  if (!file) fail(path, "cannot create");
  const bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  if (!written) fail(path, "cannot write");
  if (std::fclose(file.release()) != 0) fail(path, "cannot write");
}

}  // namespace graze
