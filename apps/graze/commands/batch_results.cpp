// SPDX-License-Identifier: Apache-2.0
#include "commands/batch_results.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

#include <graze/io.hpp>

#include "reports/json_output.hpp"

namespace graze {
namespace {

bool has(std::string_view result, std::string_view what) { return result.find(what) != std::string_view::npos; }

// Of lines that batches write: texts in messages have their quotes escaped, so these can only be fields.
bool is_error(std::string_view result) { return has(result, "\",\"error\":\""); }

}  // namespace

void BatchCounts::add(std::string_view result) {
  ++done;
  bad += is_error(result) ? 1 : 0;
  undecided += has(result, "\"verdict\":\"undecided\"") ? 1 : 0;
}

std::string error_result(const QueryLine& line, const std::string& message) {
  return line.result_start() + "\"error\":" + quoted_json(message) + "}";
}

BatchResults::BatchResults(std::filesystem::path path, std::span<const QueryLine> lines, bool timings)
    : path_(std::move(path)) {
  if (std::filesystem::is_regular_file(path_)) keep_results(lines, timings);
  file_.reset(std::fopen(path_.c_str(), "ab"));
  if (!file_) throw std::system_error(errno, std::generic_category(), "cannot write " + path_.string());
}

void BatchResults::keep_results(std::span<const QueryLine> lines, bool timings) {
  std::ifstream file(path_, std::ios::binary);
  if (!file) throw InputError(path_.string() + ": exists and cannot be read");
  std::uintmax_t kept = 0;
  for (std::string result; std::getline(file, result);) {
    const std::size_t place = counts_.done;
    const std::string start = place < lines.size() ? lines[place].result_start() : "";
    const bool cut_short = file.eof();
    const bool matches =
        place < lines.size() && (cut_short ? result.starts_with(start) || start.starts_with(result)
                                           : result.starts_with(start) && result.ends_with('}') &&
                                                 (is_error(result) || has(result, "\"microseconds\":") == timings));
    if (!matches)
      throw InputError(
          fmt::format("{}:{}: not a result of this batch (same queries and options?); remove the file or "
                      "name another",
                      path_.string(), place + 1));
    if (cut_short) break;
    counts_.add(result);
    kept += result.size() + 1;
  }
  file.close();
  std::filesystem::resize_file(path_, kept);
}

void BatchResults::append(const std::string& result) {
  const std::string line = result + "\n";
  const bool written =
      std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size() && std::fflush(file_.get()) == 0;
  if (!written) throw std::system_error(errno, std::generic_category(), "cannot write " + path_.string());
  counts_.add(result);
}

}  // namespace graze
