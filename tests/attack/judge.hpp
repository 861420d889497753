// SPDX-License-Identifier: Apache-2.0
// Holds answers against what the oracle can prove, and against each other.
#pragma once

#include <span>
#include <string>

#include <graze/time_of_impact.hpp>

#include "attack/oracle/oracle.hpp"

namespace graze::attack {

enum class Fault {
  Missed,          // free, but there is a contact
  Late,            // a contact before the time up to which none was claimed
  FalseImpact,     // no contact, nor a near miss within tolerance
  FalseTolerance,  // further apart at the bracket's start than claimed
  Disagreement,    // two solvers, and the oracle cannot tell which is wrong
  Contract,        // an answer that means nothing: a bracket outside of the window, not a number, ...
  Slow,
  Crash,
};
inline constexpr int kFaults = 8;
std::string_view to_string(Fault fault);

struct Answer {
  std::string solver;
  Toi toi;
};

struct Finding {
  Fault fault;
  std::string solver, what;
};

std::vector<Finding> judge(const Question& question, const Oracle& oracle, std::span<const Answer> answers,
                           int samples);

}  // namespace graze::attack
