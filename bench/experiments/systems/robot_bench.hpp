// SPDX-License-Identifier: Apache-2.0
// Certified motion checks beside sampled ones.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench robot`.
void add_robot_bench(CLI::App& bench);

}  // namespace graze
