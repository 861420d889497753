// SPDX-License-Identifier: Apache-2.0
// Speculative contacts of an earlier substep. Where surfaces are neither convex nor flat, a search for points that face
// each other does not name all that keep two bodies apart; those that did are tried again.
#pragma once

#include <optional>

#include <graze/time_of_impact.hpp>

#include "world/manifold/manifold.hpp"

namespace graze {

// Names the two features, and is the code of no other contact.
std::uint64_t speculative_code(const Feature& a, const Feature& b);
constexpr std::uint64_t kSpeculative = std::uint64_t{1} << 63U;  // in all such codes, the least of which it is

// Where the two features of meshes are closest now. Nothing if it is further than `reach`, or the shapes are no meshes.
std::optional<ManifoldPoint> speculative_point(const PlacedShape& a, const PlacedShape& b, std::uint64_t code,
                                               double reach);

}  // namespace graze
