// SPDX-License-Identifier: Apache-2.0
// Balls on straight lines: the time of contact is the root of a quadratic (two balls) or linear (a ball and a
// half-space) equation.
#pragma once

#include <optional>

#include <graze/time_of_impact.hpp>

namespace graze {

// Two balls about their bodies' origins, or one and a half-space that does not turn, both origins on straight lines at
// constant velocity. Nothing if the pair is another, or touches at the start, or if the formula, in doubles, does not
// give a time that intervals can prove: then advancing does it.
std::optional<Toi> closed_form(const Body& a, const Body& b, const Query& query);

}  // namespace graze
