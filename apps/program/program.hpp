// SPDX-License-Identifier: Apache-2.0
// What the programs of Graze share: how they end. One line on stderr says what went wrong; the exit code, of which
// kind.
#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// What `--version` prints of a program.
std::string version_of(const std::string& program);

// Parses the arguments, which runs what they name, and says how that went as an exit code.
int run_program(CLI::App& app, int argc, char** argv);

}  // namespace graze
