// SPDX-License-Identifier: Apache-2.0
// `graze bench`: the experiments are a program of their own, graze-bench, so that users need not build them.
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>

#include <CLI/CLI.hpp>

#include "commands/commands.hpp"

namespace graze {
namespace {

constexpr const char* kProgram = "graze-bench";

// Beside this program, or else wherever the shell finds it.
std::string program_path() {
  std::error_code fault;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", fault);
  const std::filesystem::path beside = own.parent_path() / kProgram;
  return !fault && std::filesystem::exists(beside, fault) ? beside.string() : kProgram;
}

// Becomes that program.
[[noreturn]] void start(const std::vector<std::string>& arguments) {
  const std::string program = program_path();
  std::vector<char*> words{const_cast<char*>(kProgram)};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execvp(program.c_str(), words.data());
  throw std::runtime_error(std::string("bench: cannot start ") + kProgram + ": " + std::strerror(errno) +
                           " (./run bench builds it)");
}

}  // namespace

void add_bench_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("bench", "run an experiment: tables, CSV files and SVG figures");
  command->prefix_command();
  command->set_help_flag();
  command->callback([command] { start(command->remaining()); });
}

}  // namespace graze
