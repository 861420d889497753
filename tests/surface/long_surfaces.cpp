// SPDX-License-Identifier: Apache-2.0
// long_surfaces [ENCOUNTERS [TIMES [SEED]]]: random encounters of every kind of curved surface, each answer held
// against points of the surface at so many instants, and against a search for the closest one. Exit 1 on any fault.
#include <cstdio>
#include <cstdlib>
#include <map>

#include "surface/random_pairs.hpp"

int main(int argc, char** argv) {
  using namespace graze;
  using namespace graze::testing;
  const int encounters = argc > 1 ? std::atoi(argv[1]) : 10'000;
  const int times = argc > 2 ? std::atoi(argv[2]) : 100;
  const int seed = argc > 3 ? std::atoi(argv[3]) : 1;
  const std::vector<SampledSurface> surfaces = sampled_surfaces(600);
  const std::vector<KnownBody> bodies = known_bodies();
  std::map<std::string, int> verdicts;
  int faulty = 0;
  double total = 0.0;
  double slowest = 0.0;
  std::string slow;
  for (int i = 0; i < encounters; ++i) {
    const std::uint64_t number = static_cast<std::uint64_t>(seed) * 1'000'003 + static_cast<std::uint64_t>(i);
    const Encounter encounter = random_encounter(number, surfaces.size(), bodies.size());
    const EncounterResult result = check(encounter, surfaces, bodies, times);
    const std::string names = surfaces[encounter.surface].name + " and " + bodies[encounter.body].name;
    ++verdicts[std::string(to_string(result.toi.verdict))];
    total += result.toi.statistics.microseconds;
    if (result.toi.statistics.microseconds > slowest) {
      slowest = result.toi.statistics.microseconds;
      slow = std::to_string(i) + ", " + names;
    }
    if (result.toi.verdict == Verdict::Undecided)
      std::printf("encounter %d: %s: undecided at tolerance %g, free until %.17g\n", i, names.c_str(),
                  encounter.query.tolerance, result.toi.safe_until());
    if (result.fault.empty()) continue;
    ++faulty;
    std::printf("encounter %d of seed %d: %s: %s\n", i, seed, names.c_str(), result.fault.c_str());
  }
  std::printf("%d encounters against %d instants each: %d faulty\n", encounters, times, faulty);
  for (const auto& [verdict, count] : verdicts) std::printf("  %-16s %d\n", verdict.c_str(), count);
  std::printf("time of a query: mean %.3f ms, slowest %.3f ms (encounter %s)\n", total / encounters * 1e-3,
              slowest * 1e-3, slow.c_str());
  return faulty == 0 ? 0 : 1;
}
