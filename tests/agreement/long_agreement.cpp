// SPDX-License-Identifier: Apache-2.0
// long_agreement [COUNT [SEED [EVERY]]]: COUNT random queries on each pair of kinds of shapes, motions of every kind,
// asked of every solver; the answers of one in EVERY are held against the 200-bit walk. Exit 1 if anything is amiss.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "agreement/agreement.hpp"

namespace {

using namespace graze::testing;

void print(const char* title, const std::map<std::string, int>& counts) {
  std::printf("%s:", title);
  for (const auto& [name, count] : counts) std::printf(" %s %d;", name.c_str(), count);
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2;
  const std::uint64_t every = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 50;
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const std::size_t kinds = shape_makers().size();
  const auto start = std::chrono::steady_clock::now();
  AgreementCounts counts;
  int violations = 0;
  for (std::size_t a = 0; a < kinds; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      if (terminal)
        std::fprintf(stderr, "\r\033[K%s / %s", shape_makers()[a].name.c_str(), shape_makers()[b].name.c_str());
      for (std::uint64_t number = 0; number < count; ++number)
        for (const std::string& violation :
             disagreements(agreement_case(a, b, seed, number), number % every == 0, counts)) {
          std::printf("%s\n", violation.c_str());
          ++violations;
        }
      std::fflush(stdout);
    }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%zu pairs of kinds, %llu queries each, %.0f s\n", kinds * (kinds + 1) / 2,
              static_cast<unsigned long long>(count), seconds);
  print("verdicts of the default solver", counts.verdicts);
  print("answers", counts.answers);
  print("missed by sampling", counts.missed);
  print("late by sampling", counts.late);
  std::printf("out of budget %d, near misses %d, oracle walks %d (%d given up), violations %d\n", counts.undecided,
              counts.near_misses, counts.walks, counts.long_walks, violations);
  return violations == 0 ? 0 : 1;
}
