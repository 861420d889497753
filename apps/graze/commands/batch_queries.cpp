// SPDX-License-Identifier: Apache-2.0
#include "commands/batch_queries.hpp"

#include <charconv>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

namespace graze {
namespace {

// FNV-1a.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t state = 0xCBF29CE484222325ULL;
  for (const char c : text) state = (state ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
  return state;
}

bool read_count(std::string_view text, std::uint64_t& count) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  return error == std::errc() && stop == text.data() + text.size();
}

}  // namespace

Shard parse_shard(const std::string& text) {
  Shard shard;
  const std::size_t slash = text.find('/');
  const std::string_view whole = text;
  const bool read = slash != std::string::npos && read_count(whole.substr(0, slash), shard.part) &&
                    read_count(whole.substr(slash + 1), shard.of);
  if (!read || shard.part < 1 || shard.part > shard.of || shard.of > 1'000'000'000)
    throw CLI::ValidationError("--shard",
                               "expected a part and a number of parts, as 1/4 ... 4/4, got \"" + text + "\"");
  return shard;
}

std::string QueryLine::result_start() const {
  return fmt::format("{{\"line\":{},\"query\":\"{:016x}\",", number, hash_of(text));
}

std::string read_queries(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  // A folder opens, but cannot be read; an empty file leaves the stream without anything to copy.
  const bool opened = file.is_open() && !std::filesystem::is_directory(path);
  if (opened && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!opened || file.bad()) throw InputError(path.string() + ": cannot be read");
  return std::move(text).str();
}

std::vector<QueryLine> query_lines(std::string_view text) {
  std::vector<QueryLine> lines;
  std::size_t number = 0;
  while (!text.empty()) {
    ++number;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos) lines.push_back({number, line});
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::vector<QueryLine> shard_of(const std::vector<QueryLine>& lines, const Shard& shard) {
  const auto bound = [&](std::uint64_t part) {
    return lines.begin() + static_cast<std::ptrdiff_t>(lines.size() * part / shard.of);
  };
  return {bound(shard.part - 1), bound(shard.part)};
}

}  // namespace graze
