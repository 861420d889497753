// SPDX-License-Identifier: Apache-2.0
// long_attack [COUNT [CLASS [SEED [FIRST [FOLDER]]]]]: COUNT random questions of a class (or of each: "all"), from
// number FIRST on, asked of the default solver and of another one, judged by an oracle at 113 bits. Faulty ones are
// written to FOLDER as query files. Exit 1 if an answer is wrong; slow ones (over 2 s) are only counted.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "attack/campaign.hpp"

namespace {

using namespace graze::attack;

void show(const Tally& tally) {
  if (isatty(STDERR_FILENO) == 0 || tally.questions % 64 != 0) return;
  std::fprintf(stderr, "\r\033[K%llu questions, %llu wrong", static_cast<unsigned long long>(tally.questions),
               static_cast<unsigned long long>(tally.wrong()));
}

}  // namespace

int main(int argc, char** argv) {
  Campaign campaign;
  if (argc > 1) campaign.count = std::strtoull(argv[1], nullptr, 10);
  const char* wanted = argc > 2 ? argv[2] : "all";
  if (argc > 3) campaign.seed = std::strtoull(argv[3], nullptr, 10);
  if (argc > 4) campaign.first = std::strtoull(argv[4], nullptr, 10);
  campaign.folder = argc > 5 ? argv[5] : "attack_findings";
  std::printf("seed %llu, %llu questions of a class from number %llu on\n%s\n",
              static_cast<unsigned long long>(campaign.seed), static_cast<unsigned long long>(campaign.count),
              static_cast<unsigned long long>(campaign.first), table_header().c_str());
  std::uint64_t wrong = 0, known = 0;
  for (const AttackClass& attack : attack_classes()) {
    if (std::strcmp(wanted, "all") != 0 && std::strcmp(wanted, attack.name) != 0) continue;
    const Tally tally = run_campaign(attack, campaign, show);
    if (isatty(STDERR_FILENO) != 0) std::fprintf(stderr, "\r\033[K");
    std::printf("%s\n", table_row(attack.name, tally).c_str());
    std::fflush(stdout);
    wrong += tally.wrong();
    ++known;
  }
  if (known == 0) std::fprintf(stderr, "no class is called %s\n", wanted);
  if (wrong > 0)
    std::printf("%llu wrong: see %s\n", static_cast<unsigned long long>(wrong),
                (campaign.folder / "findings.txt").c_str());
  return wrong == 0 && known > 0 ? 0 : 1;
}
