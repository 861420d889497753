// SPDX-License-Identifier: Apache-2.0
#include "numeric/vector/instruction_set.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace graze {
namespace {

constexpr std::array kSets{InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512};
constexpr std::array<std::string_view, kSets.size()> kNames{"baseline", "avx2", "avx512"};

std::size_t sets_of_cpu() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") == 0) return 1;
  const bool has_avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
                          __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return has_avx512 ? 3 : 2;
#else
  return 1;
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

std::string_view name_of(InstructionSet set) { return kNames[static_cast<std::size_t>(set)]; }

std::span<const InstructionSet> instruction_sets_of_cpu() { return std::span(kSets).first(sets_of_cpu()); }

InstructionSet detail::instruction_set = chosen_set();

}  // namespace graze
