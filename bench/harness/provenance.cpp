// SPDX-License-Identifier: Apache-2.0
#include "harness/provenance.hpp"

#include <bit>
#include <fstream>

#include <fmt/format.h>
#include <build_info.hpp>

namespace graze::bench {

void ResultHash::add(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  for (unsigned shift = 0; shift < 64; shift += 8) add_byte(static_cast<unsigned char>(bits >> shift));
}

void ResultHash::add(std::string_view text) {
  for (const char c : text) add_byte(static_cast<unsigned char>(c));
  add_byte(0);
}

std::string ResultHash::text() const { return fmt::format("{:016x}", state_); }

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string provenance_lines() {
  return fmt::format(
      "# graze: {} ({})\n"
      "# compiler: {}, {}\n"
      "# flags: {}\n"
      "# cpu: {}; vector instructions: {}\n",
      build::kVersion, build::kCommit, build::kCompiler, build::kBuildType, build::kFlags, cpu_name(), build::kCpu);
}

}  // namespace graze::bench
