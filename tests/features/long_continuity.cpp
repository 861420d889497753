// SPDX-License-Identifier: Apache-2.0
// long_continuity [COUNT] [SEED]: two-step passages, a million by default; exit code 1 if one slips through.
#include <cstdio>
#include <cstdlib>

#include "features/continuity.hpp"

int main(int argc, char** argv) {
  using namespace graze::testing;
  const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1'000'000;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  unsigned long missed = 0;
  for (unsigned long i = 0; i < count; ++i) {
    const TwoSteps steps = random_two_steps(seed + i);
    if (reported(steps)) continue;
    ++missed;
    std::printf("missed (repeat: long_continuity 1 %lu): %s then %s\n", seed + i,
                to_text(steps.first, {0.0, 1.0}).c_str(), to_text(steps.second, {0.0, 1.0}).c_str());
  }
  std::printf("%lu passages, %lu missed\n", count, missed);
  return missed == 0 ? 0 : 1;
}
