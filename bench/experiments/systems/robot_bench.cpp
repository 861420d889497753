// SPDX-License-Identifier: Apache-2.0
#include "experiments/systems/robot_bench.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "experiments/encounters/summary.hpp"
#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "peers/sampled_checker.hpp"
#include "scenes/robot_world.hpp"

namespace graze::bench {
namespace {

constexpr std::array<double, 3> kSteps{0.05, 0.005, 0.0005};  // radians between samples

struct RobotBenchOptions {
  std::size_t motions = 200;
  double reach = 1.0;  // radians
  std::uint64_t seed = 1;
  std::filesystem::path out = ".";
};

struct MotionResult {
  MotionCheck check;
  double microseconds = 0.0;
  std::array<double, kSteps.size()> seen{}, sampled_microseconds{};
};

struct RobotBenchResults {
  std::size_t arm_triangles = 0, cell_triangles = 0;
  std::vector<MotionResult> motions;

  // Contacts that samples so far apart did not see.
  std::size_t missed(std::size_t step) const {
    return static_cast<std::size_t>(std::count_if(motions.begin(), motions.end(), [&](const MotionResult& m) {
      return m.check.verdict() == Verdict::Impact && m.seen[step] > 1.0;
    }));
  }
  std::size_t count(Verdict verdict) const {
    return static_cast<std::size_t>(std::count_if(motions.begin(), motions.end(),
                                                  [&](const MotionResult& m) { return m.check.verdict() == verdict; }));
  }
  // Samples in contact where the answer says free.
  std::size_t faults() const {
    return static_cast<std::size_t>(std::count_if(motions.begin(), motions.end(), [](const MotionResult& m) {
      const double first = *std::min_element(m.seen.begin(), m.seen.end());
      return first <= 1.0 && (m.check.verdict() == Verdict::Free || first < m.check.free_fraction - 1e-9);
    }));
  }
};

// To a configuration at most `reach` away in every joint, from one that is free.
struct JointMotion {
  Configuration from, to;
};

JointMotion random_motion(const Robot& arm, const RobotBenchOptions& options, SampledChecker& checker, Random& random) {
  JointMotion motion{random_configuration(arm, random), {}};
  while (checker.in_contact(motion.from)) motion.from = random_configuration(arm, random);
  const double reach = random.uniform(0.1, 1.0) * options.reach;
  motion.to = motion.from;
  for (std::size_t i = 0; i < motion.to.size(); ++i) {
    const Interval& limits = arm.model().limits[i];
    motion.to[i] = std::clamp(motion.from[i] + random.uniform(-reach, reach), limits.lo(), limits.hi());
  }
  return motion;
}

RobotBenchResults run(const RobotBenchOptions& options) {
  const Robot arm = bench_arm();
  const Scene cell = bench_cell(options.seed);
  SampledChecker checker(arm, cell);
  RobotBenchResults results;
  results.arm_triangles = triangles_of(arm);
  results.cell_triangles = triangles_of(cell);
  arm.check_motion(arm.rest(), arm.rest(), cell);  // builds what is built on first use
  Progress progress("motions", options.motions);
  for (std::size_t i = 0; i < options.motions; ++i) {
    Random random(derived_seed(options.seed, i));
    const JointMotion motion = random_motion(arm, options, checker, random);
    MotionResult result;
    double start = thread_cpu_microseconds();
    result.check = arm.check_motion(motion.from, motion.to, cell);
    result.microseconds = thread_cpu_microseconds() - start;
    for (std::size_t k = 0; k < kSteps.size(); ++k) {
      start = thread_cpu_microseconds();
      result.seen[k] = checker.first_contact_seen(motion.from, motion.to, kSteps[k]);
      result.sampled_microseconds[k] = thread_cpu_microseconds() - start;
    }
    results.motions.push_back(std::move(result));
    progress.step();
  }
  return results;
}

template <class Value>
std::vector<double> column(const RobotBenchResults& results, Value value) {
  std::vector<double> values;
  for (const MotionResult& motion : results.motions) values.push_back(value(motion) * 1e-3);
  std::sort(values.begin(), values.end());
  return values;
}

std::string text_of(const RobotBenchResults& results) {
  std::string text = fmt::format("arm of {} triangles, cell of {}; {} motions: {} free, {} with a contact\n",
                                 results.arm_triangles, results.cell_triangles, results.motions.size(),
                                 results.count(Verdict::Free), results.count(Verdict::Impact));
  text += fmt::format("  {:<22} {:>8} {:>10} {:>10} {:>10}\n", "CPU ms a motion", "missed", "median", "mean", "99 %");
  const auto line = [&](const std::string& name, std::size_t missed, const std::vector<double>& sorted) {
    text += fmt::format("  {:<22} {:>8} {:>10.3f} {:>10.3f} {:>10.3f}\n", name, missed, quantile(sorted, 0.5),
                        summarize(sorted).mean, quantile(sorted, 0.99));
  };
  line("graze, proved", 0, column(results, [](const MotionResult& m) { return m.microseconds; }));
  for (std::size_t k = 0; k < kSteps.size(); ++k)
    line(fmt::format("FCL every {:g} rad", kSteps[k]), results.missed(k),
         column(results, [k](const MotionResult& m) { return m.sampled_microseconds[k]; }));
  text += fmt::format("samples in contact where graze says free: {}; undecided: {}\n", results.faults(),
                      results.count(Verdict::Undecided));
  return text;
}

std::string csv_of(const RobotBenchResults& results) {
  std::string text = provenance_lines() + "motion,verdict,free_fraction,graze_us";
  for (const double step : kSteps) text += fmt::format(",seen_{0:g},fcl_us_{0:g}", step);
  text += "\n";
  for (std::size_t i = 0; i < results.motions.size(); ++i) {
    const MotionResult& m = results.motions[i];
    text += fmt::format("{},{},{},{:.1f}", i, to_string(m.check.verdict()), m.check.free_fraction, m.microseconds);
    for (std::size_t k = 0; k < kSteps.size(); ++k)
      text += fmt::format(",{},{:.1f}", m.seen[k], m.sampled_microseconds[k]);
    text += "\n";
  }
  return text;
}

}  // namespace
}  // namespace graze::bench

namespace graze {

void add_robot_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::RobotBenchOptions>();
  CLI::App* command = bench.add_subcommand("robot", "motions of an arm, proved and sampled: times, missed contacts");
  command->add_option("--motions", options->motions, "random ones")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--reach", options->reach, "the most a joint turns, in radians")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the cell and the motions")->capture_default_str();
  command->add_option("--out,-o", options->out, "directory for the CSV file")->capture_default_str();
  command->callback([options] {
    if (!bench::SampledChecker::available())
      throw std::runtime_error("this graze was built without FCL, which samples are taken with (Debian: libfcl-dev)");
    const bench::RobotBenchResults results = bench::run(*options);
    fmt::print("{}", bench::text_of(results));
    const std::filesystem::path path = options->out / "robot.csv";
    bench::write_file(path, bench::csv_of(results));
    fmt::print("wrote {}\n", path.string());
    if (results.faults() > 0) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
