// SPDX-License-Identifier: Apache-2.0
// `graze bench`: the experiments, as a sub-command.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// An experiment that finds a fault throws CLI::RuntimeError(1) after its report.
void add_bench_command(CLI::App& app);

}  // namespace graze
