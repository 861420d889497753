// SPDX-License-Identifier: Apache-2.0
// The lines of a file of queries.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

// The i-th of n parts, from 1.
struct Shard {
  std::uint64_t part = 1, of = 1;
};
// "2/8". Throws CLI::ValidationError.
Shard parse_shard(const std::string& text);

struct QueryLine {
  std::size_t number;  // in the file, from 1
  std::string_view text;

  // What the result of this line starts with: its number, and a hash of the query.
  std::string result_start() const;
};

// The whole file. Throws InputError if it cannot be read.
std::string read_queries(const std::filesystem::path& path);
// All lines but blank ones. They view the text.
std::vector<QueryLine> query_lines(std::string_view text);
// Neighbours, so that the results of all shards, one after the other, are those of the whole.
std::vector<QueryLine> shard_of(const std::vector<QueryLine>& lines, const Shard& shard);

}  // namespace graze
