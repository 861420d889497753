// SPDX-License-Identifier: Apache-2.0
// What a method does not look at: insides of solids, and how well poses are known. Its answer is corrected for both.
#pragma once

#include <graze/time_of_impact.hpp>

namespace graze {

// The answer of a method that sees surfaces, for a body that has an inside. What is wholly inside of it touches it;
// what is not at the start gets there only through the surface.
Toi with_insides(Toi toi, const Body& a, const Body& b, const Query& query);

// Whether poses are known well enough to say that the bodies touch. After 10^13 radians doubles know a place in the
// world, but hardly how a body is turned there.
bool poses_are_known(const Body& a, const Body& b, double time);

// What is true of the bodies however they are turned: they stay in balls around their origins. They are apart until
// where the known answer begins anyway.
Toi answer_of_balls(const Body& a, const Body& b, const Query& query, const Toi& known);

}  // namespace graze
