// SPDX-License-Identifier: Apache-2.0
// What a result file says about how it was made.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graze::bench {

// FNV-1a over the bytes of numbers and texts: equal results, equal hash.
class ResultHash {
 public:
  void add(double x);
  void add(std::string_view text);
  std::string text() const;

 private:
  void add_byte(unsigned char byte) { state_ = (state_ ^ byte) * 0x100000001B3ULL; }

  std::uint64_t state_ = 0xCBF29CE484222325ULL;
};

std::string cpu_name();

// Comment lines ("# key: value"): version, commit, compiler, flags, CPU.
std::string provenance_lines();

}  // namespace graze::bench
