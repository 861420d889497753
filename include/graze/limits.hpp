// SPDX-License-Identifier: Apache-2.0
/// @file
/// The ranges of the numbers that make up shapes, motions and queries.
///
/// Solvers multiply up to six lengths with each other. Within these ranges no product overflows, and a product that
/// underflows is far below the rounding errors that the bounds account for. Building a shape, motion or query from any
/// other number, NaN or infinity throws std::invalid_argument. The message names the field and the range.
#pragma once

/// The ranges of the numbers that make up shapes, motions and queries.
namespace graze::limits {

/// Smallest size of a shape: each radius and length that defines it. The size of a mesh or a set of points is the
/// longest side of its bounding box; it may also be 0 (a point). Single coordinates may be as small as doubles allow.
inline constexpr double kSmallestSize = 1e-40;
/// Largest size, coordinate, position, separation and tolerance.
inline constexpr double kLargestLength = 1e40;
/// Largest distance of a body's origin from the world's origin during a query's window.
inline constexpr double kLargestReach = 1e41;
/// Largest velocity, angular velocity (radians per unit of time), acceleration and joint rate that a user may give.
/// There is no smallest rate.
inline constexpr double kLargestRate = 1e40;
/// Largest speed and acceleration of every point of a body during a query's window.
inline constexpr double kLargestPointRate = 1e41;
/// Largest absolute value of a time.
inline constexpr double kLargestTime = 1e40;
/// Shortest time between two placements of a motion.
inline constexpr double kShortestTime = 1e-40;
/// Longest path of a point in a query's window of length T: bounds the largest speed times T, and the largest
/// acceleration times T squared.
inline constexpr double kLongestPath = 1e60;
/// Smallest tolerance of a query. Toi::tolerance says which tolerance an answer meets.
inline constexpr double kSmallestTolerance = 1e-300;

}  // namespace graze::limits
