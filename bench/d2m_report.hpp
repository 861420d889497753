// SPDX-License-Identifier: Apache-2.0
// What the experiment prints and writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "d2m_experiment.hpp"

namespace graze::bench {

// The tables for a terminal.
std::string d2m_text(const D2mResults& results);

// Writes d2m-trials.csv, d2m-summary.csv, d2m-methods.md, d2m-separation.svg and d2m-time.svg into options.out, and for
// each failed trial a query file in failures/ that `graze toi` can replay. Returns the paths. Throws InputError if it
// cannot.
std::vector<std::filesystem::path> write_d2m_files(const D2mResults& results);

// Over all verdicts and brackets: the same on every machine that computes the same.
std::string d2m_result_hash(const D2mResults& results);

}  // namespace graze::bench
