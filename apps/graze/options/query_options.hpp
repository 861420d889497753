// SPDX-License-Identifier: Apache-2.0
// Options that say what is asked, and override a file.
#pragma once

#include <optional>
#include <string>

#include <graze/io.hpp>

#include "options/number_options.hpp"

namespace graze {

struct QueryOptions {
  Numbers window;
  std::optional<double> tolerance, separation, seconds;
  std::optional<std::uint64_t> iterations;
  std::optional<std::string> solver;
  bool all_contacts = false;
};

// The options must outlive the command.
void add_query_options(CLI::App& command, QueryOptions& options);

// Throws CLI::ValidationError on a window that ends before it starts, std::invalid_argument on an unknown solver.
void override_query(const QueryOptions& options, Scene& scene);

// f(), with the file's name before the message if the query is refused.
template <class Function>
auto naming_file(const std::string& file, Function f) {
  try {
    return f();
  } catch (const std::invalid_argument& refusal) {
    throw InputError(file + ": " + refusal.what());
  }
}

}  // namespace graze
