// SPDX-License-Identifier: Apache-2.0
// long_features [COUNT] [SEED]: random feature queries of every kind against the exact oracle; a million by default.
// Query i has the seed SEED + i, so COUNT may be split over several runs: the next one starts with SEED + COUNT.
// Prints every disagreement and the command that repeats it; exit code 1 if there was any.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "features/generator.hpp"
#include "features/verify.hpp"

namespace {

// One line, written over and over, where someone is watching.
void show_progress(long done, long count, long faults) {
  static const bool watched = isatty(STDERR_FILENO) == 1;
  if (!watched || done % 1000 != 0) return;
  std::fprintf(stderr, "%ld of %ld queries, %ld disagreements\r", done, count, faults);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::testing;
  const long count = argc > 1 ? std::atol(argv[1]) : 1'000'000;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  long faults = 0;
  long contacts = 0;
  long exact = 0;
  const auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < count; ++i) {
    const auto own_seed = seed + static_cast<unsigned long>(i);
    Random random(own_seed);
    const FeatureCase query = random_case(random, static_cast<int>(own_seed % static_cast<unsigned>(feature_kinds())));
    FeatureQuery options;
    options.window = query.window;
    options.tolerance = random.chance(0.8) ? 1e-10 : random.magnitude(1e-20, 1e10);
    const FeatureToi toi = ask(query.corners, options);
    contacts += toi.verdict != Verdict::Free ? 1 : 0;
    exact += toi.exact ? 1 : 0;
    show_progress(i, count, faults);
    const std::string fault = fault_in(toi, query.corners, options);
    if (fault.empty()) continue;
    ++faults;
    std::printf("%s (%.*s; repeat: long_features 1 %lu): %s\n", fault.c_str(), static_cast<int>(query.kind.size()),
                query.kind.data(), own_seed, to_text(query.corners, query.window).c_str());
    std::fflush(stdout);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%ld queries, %ld contacts, %ld decided exactly, %ld disagreements with the oracle, %.0f s\n", count,
              contacts, exact, faults, seconds);
  return faults == 0 ? 0 : 1;
}
