// SPDX-License-Identifier: Apache-2.0
// Impulses by Newton's method, where rounds take long: along chains, or where heavy bodies lie on light ones. What a
// round does not see, how all of it hangs together, is in a matrix of bodies, which is quick to factor if they hang on
// each other like chains and trees.
#pragma once

#include "world/contact_solver/contact_system.hpp"

namespace graze {

// Makes the system's impulses exact to `accuracy`, a speed, starting from what they are: true. Does nothing if a step
// would take more work, in products of blocks, or if it does not get there.
bool solve_by_newton(const std::vector<SolverBody>& bodies, ContactSystem& system, double accuracy, std::size_t work);

}  // namespace graze
