// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <fstream>
#include <map>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "numeric/vector/instruction_set.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"
#include "selftest/containment.hpp"
#include "selftest/golden.hpp"

namespace graze {
namespace {

struct SelftestOptions {
  bool hashes = false;
  std::string corpus, against;
};

std::string entry(std::string_view name, std::uint64_t hash) {
  return fmt::format("    {{\"{}\", 0x{:016x}}},\n", name, hash);
}

void print_hashes(const SelftestOptions& options) {
  std::string text;
  for (const golden::Part& part : golden::parts()) text += entry(part.name, part.hash(0));
  if (!options.corpus.empty()) text += entry("corpus", golden::corpus(options.corpus));
  write_output(text);
}

// The lines that --hashes prints.
std::map<std::string, std::uint64_t, std::less<>> read_hashes(const std::string& file) {
  std::ifstream in(file);
  if (!in) throw InputError(file + ": cannot be read");
  std::map<std::string, std::uint64_t, std::less<>> table;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t start = line.find('"');
    const std::size_t end = line.find("\", 0x");
    if (start == std::string::npos || end == std::string::npos || end <= start)
      throw InputError(fmt::format("{}:{}: expected {{\"name\", 0xhash}},", file, number));
    table[line.substr(start + 1, end - start - 1)] = std::strtoull(line.c_str() + end + 3, nullptr, 16);
  }
  return table;
}

class Selftest {
 public:
  explicit Selftest(const SelftestOptions& options) {
    for (const golden::Entry& known : golden::table()) expected_[std::string(known.name)] = known.hash;
    if (!options.against.empty()) expected_ = read_hashes(options.against);
  }

  // With each of the instruction sets that the CPU has.
  void check() {
    const InstructionSet own = instruction_set();
    for (const InstructionSet set : instruction_sets_of_cpu()) {
      use_instruction_set(set);
      write_output(fmt::format("instructions: {}\n", name_of(set)));
      check_containment();
      check_hashes();
    }
    use_instruction_set(own);
  }
  int faults() const { return faults_; }

 private:
  void check_containment() {
    for (const containment::Check& check : containment::checks()) {
      const containment::Outcome outcome = check.run();
      note(check.name, outcome.fault.empty() ? fmt::format("{} cases", outcome.cases) : outcome.fault,
           outcome.fault.empty());
    }
  }
  void check_hashes() {
    for (const golden::Part& part : golden::parts()) {
      const std::uint64_t hash = part.hash(0);
      const auto known = expected_.find(part.name);
      const bool same = known != expected_.end() && known->second == hash;
      note(fmt::format("same bits: {}", part.name),
           same                       ? "yes"
           : known == expected_.end() ? "no hash to compare with"
                                      : fmt::format("0x{:016x} instead of 0x{:016x}", hash, known->second),
           same);
    }
  }
  void note(std::string_view name, std::string_view text, bool good) {
    write_output(fmt::format("  {:<44}{}\n", name, good ? std::string(text) : "FAILED: " + std::string(text)));
    faults_ += good ? 0 : 1;
  }

  std::map<std::string, std::uint64_t, std::less<>> expected_;
  int faults_ = 0;
};

void run_selftest(const SelftestOptions& options) {
  if (options.hashes) return print_hashes(options);
  const auto start = std::chrono::steady_clock::now();
  Selftest selftest(options);
  selftest.check();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (selftest.faults() == 0) {
    write_output(fmt::format("This build keeps its bounds and bits on this machine ({:.1f} s).\n", seconds));
    return;
  }
  fmt::print(stderr, "graze: selftest: {} of the checks above failed: do not trust this build on this machine\n",
             selftest.faults());
  throw CLI::RuntimeError(kDoesNotHold);
}

}  // namespace

void add_selftest_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("selftest", "Does this build keep its bounds and its bits on this machine?");
  command.footer(
      "\nChecks that enclosures contain, and that fixed computations give the bits that they give everywhere.\n"
      "exit codes: 0 all is well, 4 something does not hold\n\nexamples:\n  graze selftest\n"
      "  graze selftest --hashes > here     on one machine, and on another:\n  graze selftest --against here");
  const auto options = std::make_shared<SelftestOptions>();
  command.add_flag("--hashes", options->hashes, "print the hashes of this build instead");
  command.add_option("--corpus", options->corpus, "with --hashes: that of the queries in this folder too")
      ->type_name("FOLDER")
      ->check(CLI::ExistingDirectory);
  command.add_option("--against", options->against, "compare with these hashes, instead of those built in")
      ->type_name("FILE");
  command.callback([options] { run_selftest(*options); });
}

}  // namespace graze
