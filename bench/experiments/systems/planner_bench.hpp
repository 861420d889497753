// SPDX-License-Identifier: Apache-2.0
// Plans past a thin wall, with sampled and with certified motions.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench planner`.
void add_planner_bench(CLI::App& bench);

}  // namespace graze
