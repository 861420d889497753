// SPDX-License-Identifier: Apache-2.0
// Which instructions kernels of vector code use: chosen once, when the program starts. Results do not depend on it.
//
// A build is for any machine of its kind. A kernel is a function object on the type of pack; `run_kernel` holds its
// code once for any machine, once for AVX2, and once for AVX-512 on registers of AVX2's width: these are twice as many,
// and there are instructions for masks. All that a kernel is made of has to be inlined for that: whatever is not runs
// as for any machine, with the same results. Functions of a name of their own are never compiled for either: the linker
// could choose them for code that is to run on any machine.
#pragma once

#include <span>
#include <string_view>

#include "numeric/vector/pack.hpp"

// What kernels for AVX-512 are compiled for. The first CPUs with AVX-512 lack some of it: they count as ones with AVX2.
#define GRAZE_TARGET_AVX512 "avx2,avx512f,avx512dq,avx512bw,avx512vl"

namespace graze {

enum class InstructionSet { Baseline, Avx2, Avx512 };

std::string_view name_of(InstructionSet set);
// Those that this CPU has, the best last.
std::span<const InstructionSet> instruction_sets_of_cpu();

namespace detail {

extern InstructionSet instruction_set;

#if defined(__x86_64__)
template <class Kernel>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] auto for_avx2(const Kernel& kernel) {
  return kernel.template operator()<WidePack>();
}
template <class Kernel>
[[gnu::target(GRAZE_TARGET_AVX512), gnu::flatten, gnu::noinline]] auto for_avx512(const Kernel& kernel) {
  return kernel.template operator()<WidePack>();
}
#endif
template <class Kernel>
[[gnu::flatten, gnu::noinline]] auto for_baseline(const Kernel& kernel) {
  return kernel.template operator()<Pack>();
}

}  // namespace detail

// The best, unless the environment variable GRAZE_INSTRUCTION_SET names another that the CPU has.
inline InstructionSet instruction_set() { return detail::instruction_set; }
// For tests: one that the CPU has. Not while other threads run kernels.
inline void use_instruction_set(InstructionSet set) { detail::instruction_set = set; }

// What the kernel returns, a value of a plain type: kernel.operator()<Pack>(), or the same for WidePack.
template <class Kernel>
inline auto run_kernel(const Kernel& kernel, [[maybe_unused]] InstructionSet set = instruction_set()) {
#if defined(__x86_64__)
  if (set == InstructionSet::Avx512) return detail::for_avx512(kernel);
  if (set == InstructionSet::Avx2) return detail::for_avx2(kernel);
#endif
  return detail::for_baseline(kernel);
}

}  // namespace graze
