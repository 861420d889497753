// SPDX-License-Identifier: Apache-2.0
// One question from beginning to end: asked of the library, judged, and what is wrong written down.
#pragma once

#include <filesystem>

#include "attack/judge.hpp"
#include "attack/questions/generators.hpp"

namespace graze::attack {

// What became of one question. Plain, so that it goes through a pipe.
struct Outcome {
  std::uint64_t number = 0;
  std::uint32_t answers = 0, refused = 0, undecided = 0, contacts = 0;
  std::array<std::uint32_t, kFaults> faults{};
  double slowest = 0, solver_seconds = 0, oracle_seconds = 0;
};

inline constexpr const char* kSolverNames[] = {"auto", "directional", "d2m",   "capoeira", "conservative_advancement",
                                               "c2a",  "bisection",   "redon", "surfaces"};

// Called before each call of the library, with the position of the solver in kSolverNames, and with -1 after it.
using Watch = void (*)(int solver);

// Names the file a faulty query is written to.
std::filesystem::path query_path(const std::filesystem::path& folder, const AttackClass& attack, std::uint64_t seed,
                                 std::uint64_t number, const std::string& solver);
void write_down(const std::filesystem::path& folder, const AttackClass& attack, std::uint64_t seed,
                std::uint64_t number, const Question& question, const Finding& finding);

Outcome interrogate(const AttackClass& attack, std::uint64_t seed, std::uint64_t number,
                    const std::filesystem::path& folder, Watch watch);

}  // namespace graze::attack
