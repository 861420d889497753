// SPDX-License-Identifier: Apache-2.0
// One query asked of every solver that takes it; the answers are held against each other, against static distance, and
// on demand against a walk along the motion at 200 bits.
#pragma once

#include <map>

#include <graze/graze.hpp>

#include "agreement/exact_distance.hpp"

namespace graze::testing {

struct AgreementCase {
  std::string name;
  ExactShape shape_a, shape_b;
  ExactMotion motion_a, motion_b;
  Query query;

  Body a() const { return {shape_a.shape, motion_a.motion}; }
  Body b() const { return {shape_b.shape, motion_b.motion}; }
};
// Number `number` of the queries on two kinds of shapes; motions of every kind take turns.
AgreementCase agreement_case(std::size_t kind_a, std::size_t kind_b, std::uint64_t seed, std::uint64_t number);

struct AgreementCounts {
  std::map<std::string, int> verdicts;      // of the default solver
  std::map<std::string, int> answers;       // by solver
  std::map<std::string, int> missed, late;  // by solvers that sample
  int undecided = 0;                        // answers that ran out of budget
  int near_misses = 0;                      // one solver stops within the tolerance of a contact, another goes on
  int walks = 0, long_walks = 0;            // of the oracle; those it gave up
};

// What was promised and not kept; empty if all is well. With `walk`, every answer is held against the oracle.
std::vector<std::string> disagreements(const AgreementCase& test, bool walk, AgreementCounts& counts);

// Every solver, with the options that make it another method.
struct NamedSolver {
  std::string name;
  Solver solver;
};
const std::vector<NamedSolver>& every_solver();

}  // namespace graze::testing
