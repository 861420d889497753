// SPDX-License-Identifier: Apache-2.0
// Runs the built command line as a user would.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>

#include "io/temporary_file.hpp"

namespace graze {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

class CommandLine : public TemporaryFolder {
 protected:
  // The arguments go through the shell; {} stands for this test's folder.
  Outcome run(std::string arguments) const {
    for (std::size_t at = 0; (at = arguments.find("{}", at)) != std::string::npos;) {
      arguments.replace(at, 2, folder().string());
    }
    const std::string out = file("stdout").string();
    const std::string err = file("stderr").string();
    const std::string line = std::string(GRAZE_COMMAND) + " " + arguments + " >" + out + " 2>" + err;
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
  }

 private:
  static std::string contents(const std::string& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
  }
};

}  // namespace graze
