// SPDX-License-Identifier: Apache-2.0
#include "numeric/instruction_set.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace graze {
namespace {

constexpr std::array kSets{InstructionSet::Baseline, InstructionSet::Avx2};

bool has_avx2() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") != 0;
#else
  return false;
#endif
}

InstructionSet chosen_set() {
  const auto sets = instruction_sets_of_cpu();
  const char* const wanted = std::getenv("GRAZE_INSTRUCTION_SET");
  const auto is_wanted = [wanted](InstructionSet set) { return wanted != nullptr && name_of(set) == wanted; };
  const auto found = std::find_if(sets.begin(), sets.end(), is_wanted);
  return found != sets.end() ? *found : sets.back();
}

}  // namespace

std::string_view name_of(InstructionSet set) { return set == InstructionSet::Avx2 ? "avx2" : "baseline"; }

std::span<const InstructionSet> instruction_sets_of_cpu() { return std::span(kSets).first(has_avx2() ? 2 : 1); }

InstructionSet detail::instruction_set = chosen_set();

}  // namespace graze
