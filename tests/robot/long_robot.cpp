// SPDX-License-Identifier: Apache-2.0
// long_robot [MOTIONS [POSES [SEED]]]: random motions of a seven-joint arm in random cells, each answer held against so
// many poses of the motion. Exit 1 on any fault; the motion is then printed.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "robot/dense_sampling.hpp"

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::testing;
  const int motions = argc > 1 ? std::atoi(argv[1]) : 1'000;
  const int poses = argc > 2 ? std::atoi(argv[2]) : 100'000;
  const int seed = argc > 3 ? std::atoi(argv[3]) : 1;
  const Robot arm = example_arm();
  std::map<std::string, int> verdicts;
  int faulty = 0;
  double total = 0.0, slowest = 0.0;
  for (int i = 0; i < motions; ++i) {
    Random random(static_cast<std::uint64_t>(seed) * 1'000'003 + static_cast<std::uint64_t>(i));
    const Scene scene = random_cell(random);
    const Configuration from = random.chance(0.4) ? arm.rest() : random_configuration(arm, random);
    const Configuration far = random_configuration(arm, random);
    const double share = random.chance(0.5) ? 1.0 : random.uniform(0.05, 0.5);
    const Configuration to = blended(from, far, share);
    const MotionCheck check = arm.check_motion(from, to, scene);
    total += check.toi.statistics.microseconds;
    slowest = std::max(slowest, check.toi.statistics.microseconds);
    ++verdicts[std::string(to_string(check.verdict()))];
    const std::vector<std::string> faults = faults_of(check, arm, from, to, scene, poses);
    if (faults.empty()) continue;
    ++faulty;
    std::printf("motion %d of seed %d: %s\n", i, seed, std::string(to_string(check.verdict())).c_str());
    for (const std::string& fault : faults) std::printf("  %s\n", fault.c_str());
    for (std::size_t k = 0; k < from.size(); ++k) std::printf("  %.17g -> %.17g\n", from[k], to[k]);
  }
  std::printf("%d motions against %d poses each: %d faulty\n", motions, poses, faulty);
  for (const auto& [verdict, count] : verdicts) std::printf("  %-16s %d\n", verdict.c_str(), count);
  std::printf("time of a check: mean %.3f ms, slowest %.3f ms\n", total / motions * 1e-3, slowest * 1e-3);
  return faulty == 0 ? 0 : 1;
}
