// SPDX-License-Identifier: Apache-2.0
// The numbers that shapes, motions and queries may be made of.
//
// Solvers multiply up to six lengths with each other. Within these ranges no product overflows, and what underflows is
// far below the rounding errors that the bounds account for. Other numbers, and NaN and infinity, are refused with
// std::invalid_argument when a shape, motion or query is built. The message names the field and the range.
#pragma once

namespace graze::limits {

// A shape's size: each radius and length that it is given by; of a mesh or a set of points the longest side of its
// bounding box, which may be 0 too (a point). Beside that, single coordinates may be as small as doubles go.
inline constexpr double kSmallestSize = 1e-40;
// Sizes, coordinates, positions, separations and tolerances.
inline constexpr double kLargestLength = 1e40;
// How far a body's origin may get from the world's during a query's window.
inline constexpr double kLargestReach = 1e41;
// Velocities, angular velocities (in radians), accelerations and rates of joints, as given. There is no smallest one:
// slow bodies are welcome.
inline constexpr double kLargestRate = 1e40;
// The speed and the acceleration of every point of a body during a query's window.
inline constexpr double kLargestPointRate = 1e41;
// Times, before and after zero.
inline constexpr double kLargestTime = 1e40;
// Between two times that a motion goes through.
inline constexpr double kShortestTime = 1e-40;
// How far a point may travel in a query's window of length T: the largest speed times T, and the largest acceleration
// times T squared.
inline constexpr double kLongestPath = 1e60;
// Of a query. (What can be met is another matter: see Toi::tolerance.)
inline constexpr double kSmallestTolerance = 1e-300;

}  // namespace graze::limits
