// SPDX-License-Identifier: Apache-2.0
// long_oracle [COUNT [SEED [DIRECTORY [SOLVER [EVERY]]]]]: random queries on small meshes, the answer to one in EVERY
// (by default, to each) held against the 200-bit oracle; the others first against that of a proved method that shares
// no bound with it, and against the oracle if the two differ. Exit 1 on any violation; the query is then written to
// DIRECTORY (if given, and not empty) as a file `graze toi` reads.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>

#include "oracle/case_file.hpp"
#include "oracle/case_generator.hpp"
#include "oracle/verify.hpp"

namespace {

using namespace graze;
using namespace graze::testing;

struct Summary {
  std::map<std::string, int> verdicts;
  int queries = 0, agreed = 0, violations = 0, transversal = 0, near_misses = 0;
  double worst_excess = 0.0, slowest = 0.0;
  std::string slowest_name;
};

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Do both say that nothing happens, or both that the first contact is in a short time, and do these overlap? What
// touches from the start is quickly verified, and never counts as the same.
bool same(const Toi& x, const Toi& y, const Interval& window) {
  if (x.verdict == Verdict::Free) return y.verdict == Verdict::Free;
  if (x.verdict != Verdict::Impact || y.verdict != Verdict::Impact) return false;
  const double length = 1e-6 * (window.hi() - window.lo());
  const auto is_short = [length](const Toi& toi) { return toi.bracket.hi() - toi.bracket.lo() <= length; };
  return is_short(x) && is_short(y) && x.bracket.lo() <= y.bracket.hi() && y.bracket.lo() <= x.bracket.hi();
}

struct Plan {
  std::uint64_t seed, every;
  std::string directory;
  Solver solver, other;
};

void run_one(const Plan& plan, std::uint64_t number, Summary& summary) {
  TestCase test = random_case(plan.seed, number);
  test.query.budget.seconds = 20.0;
  const Body a = test.a.body();
  const Body b = test.b.body();
  const auto start = std::chrono::steady_clock::now();
  const Toi toi = time_of_impact(a, b, test.query, plan.solver);
  const double seconds = seconds_since(start);
  if (seconds > summary.slowest) {
    summary.slowest = seconds;
    summary.slowest_name = test.name;
  }
  ++summary.queries;
  ++summary.verdicts[std::string(to_string(toi.verdict))];
  if (number % plan.every != 0 && same(toi, time_of_impact(a, b, test.query, plan.other), test.query.window)) {
    ++summary.agreed;
    return;
  }
  Report report;
  try {
    report = verify(test, toi);
  } catch (const std::exception& error) {
    report.violations.emplace_back(error.what());
  }
  summary.worst_excess = std::max(summary.worst_excess, report.excess);
  summary.transversal += report.transversal ? 1 : 0;
  summary.near_misses += report.near_miss ? 1 : 0;
  if (report.violations.empty()) return;
  ++summary.violations;
  for (const std::string& violation : report.violations)
    std::printf("%s: %s: %s\n", test.name.c_str(), std::string(to_string(toi.verdict)).c_str(), violation.c_str());
  if (!plan.directory.empty())
    write_case(test, plan.directory, "case_" + std::to_string(plan.seed) + "_" + std::to_string(number));
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  const std::string name = argc > 4 ? argv[4] : "auto";
  const Plan plan{argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1,
                  argc > 5 ? std::max(1ULL, std::strtoull(argv[5], nullptr, 10)) : 1, argc > 3 ? argv[3] : "",
                  Solver::named(name), Solver::named(name == "d2m" ? "redon" : "d2m")};
  const bool terminal = isatty(STDERR_FILENO) != 0;
  Summary summary;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t i = 0; i < count; ++i) {
    run_one(plan, i, summary);
    if (terminal && i % 20 == 0)
      std::fprintf(stderr, "\r%llu of %llu, %d violations ", static_cast<unsigned long long>(i),
                   static_cast<unsigned long long>(count), summary.violations);
  }
  if (terminal) std::fprintf(stderr, "\r\033[K");
  std::printf("%d queries in %.0f s:", summary.queries, seconds_since(start));
  for (const auto& [verdict, number] : summary.verdicts) std::printf(" %d %s,", number, verdict.c_str());
  std::printf(" %d agreed upon by another method; %d transversal of which %d near misses\n", summary.agreed,
              summary.transversal, summary.near_misses);
  std::printf("largest (distance - separation) / tolerance %.3f; slowest %.3f s (%s)\n", summary.worst_excess,
              summary.slowest, summary.slowest_name.c_str());
  std::printf("%d violations\n", summary.violations);
  return summary.violations == 0 ? 0 : 1;
}
