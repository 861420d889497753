// SPDX-License-Identifier: Apache-2.0
// What a query on curved surfaces costs, by tolerance.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench surfaces`.
void add_surfaces_bench(CLI::App& bench);

}  // namespace graze
