// SPDX-License-Identifier: Apache-2.0
/// @file
/// A body: a shape that moves.
#pragma once

#include <graze/motion.hpp>
#include <graze/shape.hpp>

namespace graze {

/// A shape with a motion. Both are immutable values: a body is cheap to copy and safe to share between threads.
struct Body {
  Shape shape;    ///< The geometry, in body coordinates.
  Motion motion;  ///< Maps body coordinates to world coordinates at each time; at rest at the identity by default.
};

}  // namespace graze
