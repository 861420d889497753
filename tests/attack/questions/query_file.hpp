// SPDX-License-Identifier: Apache-2.0
// A question as a query file that `graze toi` reads, with its meshes beside it.
#pragma once

#include <filesystem>

#include "attack/questions/question.hpp"

namespace graze::attack {

// Numbers read back to the same doubles. False if the format cannot say it: chains of joints.
bool write_query(const Question& question, const std::filesystem::path& file);

}  // namespace graze::attack
