// SPDX-License-Identifier: Apache-2.0
// What the experiment prints and writes.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/encounters/encounters.hpp"

namespace graze::bench {

// The tables for a terminal.
std::string encounter_text(const EncounterResults& results);

// Writes -trials.csv, -summary.csv, -methods.md, -separation.svg and -time.svg, all beginning with the experiment's
// name, into options.out, and for each failed trial a query file in failures/ that `graze toi` can replay. Returns the
// paths. Throws InputError if it cannot.
std::vector<std::filesystem::path> write_encounter_files(const EncounterResults& results);

// Over all verdicts and brackets: the same on every machine that computes the same.
std::string encounter_hash(const EncounterResults& results);

}  // namespace graze::bench
