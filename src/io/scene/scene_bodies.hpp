// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include <graze/scene.hpp>

#include "io/json/field.hpp"

namespace graze {

// Positions of the bodies of a scene file, by name.
using BodyNames = std::unordered_map<std::string, std::size_t>;

// "ignore": groups of names; all pairs of each group.
std::vector<BodyIds> read_ignored(const Field& field, const BodyNames& names);

}  // namespace graze
