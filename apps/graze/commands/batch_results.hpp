// SPDX-License-Identifier: Apache-2.0
// The file that a batch writes: one line for every query, in order, so that what is there after an interruption is a
// beginning of the whole.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "commands/batch_queries.hpp"

namespace graze {

struct BatchCounts {
  std::size_t done = 0, bad = 0, undecided = 0;

  void add(std::string_view result);
};

// An error instead of an answer.
std::string error_result(const QueryLine& line, const std::string& message);

class BatchResults {
 public:
  // Keeps the results of the first of these queries that the file has, and goes on after them; a last line that was
  // cut short is dropped. Throws InputError if the file holds something else: it is not overwritten.
  BatchResults(std::filesystem::path path, std::span<const QueryLine> lines, bool timings);

  // What is in the file.
  const BatchCounts& counts() const { return counts_; }
  // Appends a result, without its line end. Throws std::system_error if it cannot be written.
  void append(const std::string& result);

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void keep_results(std::span<const QueryLine> lines, bool timings);

  std::filesystem::path path_;
  BatchCounts counts_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace graze
