// SPDX-License-Identifier: Apache-2.0
// The world's only door into the solver: files of src/world include no other header of src/solver, and
// tools/check_layers says so. Whole queries go through the public headers, as for every other user.
//
// A world asks about the same two surfaces in every step, and several times within one. It remembers how far apart
// their leaves stay, so it can ask for less than a whole query:
//   LinearizedSpan          how far do two nodes surely stay apart during a substep? Cheaper than a time of contact
//   CloseLeaves, KeptNodes  which pairs of leaves may come close, and how far apart do the others stay?
//   solve_directional_near  the time of impact if only the given pairs of leaves can come close
//   is_one_slice          do the bodies turn so little that the window is searched in one go?
#pragma once

#include "solver/directional/close_leaves.hpp"
#include "solver/directional/directional.hpp"
#include "solver/linearization/linearized_span.hpp"
