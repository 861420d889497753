// SPDX-License-Identifier: Apache-2.0
// Many questions of one class in processes of their own: one that crashes or hangs is counted, and the rest goes on.
#pragma once

#include "attack/interrogation.hpp"

namespace graze::attack {

struct Tally {
  std::uint64_t questions = 0, answers = 0, refused = 0, undecided = 0, contacts = 0;
  std::array<std::uint64_t, kFaults> faults{};
  double slowest = 0, solver_seconds = 0, oracle_seconds = 0;

  void add(const Outcome& outcome);
  // But for slow ones.
  std::uint64_t wrong() const;
};

struct Campaign {
  std::uint64_t seed = 1, first = 0, count = 1000;
  int processes = 2;
  std::filesystem::path folder;
};

// Calls `progress` now and then with what there is so far.
Tally run_campaign(const AttackClass& attack, const Campaign& campaign, void (*progress)(const Tally&));

std::string table_header();
std::string table_row(const std::string& name, const Tally& tally);

}  // namespace graze::attack
