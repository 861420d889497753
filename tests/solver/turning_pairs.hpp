// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/motion.hpp>

#include "support/random.hpp"

namespace graze::testing {

// Two bodies that move together, one of them turning in the other about an axis, exactly or nearly.
struct Turning {
  Motion a, b;
};
Turning random_turning(Random& random);

}  // namespace graze::testing
