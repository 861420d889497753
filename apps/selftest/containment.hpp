// SPDX-License-Identifier: Apache-2.0
// Do the enclosures contain, in this build and on this machine? Checked against numbers that are exact, or computed in
// twice the digits; the tests do the same, and more, against MPFR.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace graze::containment {

struct Outcome {
  std::size_t cases = 0;
  std::string fault;  // the first that was found; empty if all is well
};

struct Check {
  std::string_view name;
  Outcome (*run)();
};
std::span<const Check> checks();

// The checks, by file.
Outcome arithmetic();
Outcome elementary();
Outcome ranges();
Outcome boxes();
Outcome motions();
Outcome answers();

}  // namespace graze::containment
