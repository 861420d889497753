// SPDX-License-Identifier: Apache-2.0
// What `graze scene` says.
#pragma once

#include <string>

#include <graze/io.hpp>

namespace graze {

// The answer on a whole scene, for people. `list`: all impacts were asked for.
std::string describe(const SceneToi& answer, const Scene& scene, bool list);
// The answer with the effort of all pairs instead of that of the deciding one.
Toi with_effort_of_all(const SceneToi& answer);

}  // namespace graze
