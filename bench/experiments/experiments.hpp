// SPDX-License-Identifier: Apache-2.0
// The experiments, each a sub-command of graze-bench.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// An experiment that finds a fault throws CLI::RuntimeError(1) after its report.
void add_experiments(CLI::App& app);

}  // namespace graze
