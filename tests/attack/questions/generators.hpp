// SPDX-License-Identifier: Apache-2.0
// The classes of the attack: random questions, each with a contact planted or nearly so.
#pragma once

#include <span>

#include "attack/questions/shape_generators.hpp"

namespace graze::attack {

struct AttackClass {
  const char* name;
  Question (*make)(Random& random);
  int samples;  // instants that the oracle looks at
};
std::span<const AttackClass> attack_classes();

// Number `number` of a class; the same on every machine.
Question question_of(const AttackClass& attack, std::uint64_t seed, std::uint64_t number);

}  // namespace graze::attack
