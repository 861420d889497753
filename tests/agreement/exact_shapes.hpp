// SPDX-License-Identifier: Apache-2.0
// Every kind of shape, with random sizes, beside its definition at 200 bits: the convex parts it is the union of, each
// given by its farthest point in a direction.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <graze/shape.hpp>

#include "support/random.hpp"
#include "support/real.hpp"

namespace graze::testing {

// A point of the part that lies farthest along the direction, in the body's frame.
using ExactSupport = std::function<Vec<Real>(const Vec<Real>& direction)>;

struct ExactHalfSpace {
  Vec<Real> normal;  // unit
  Real offset;
};

struct ExactShape {
  Shape shape;
  std::vector<ExactSupport> parts;           // none for a half-space
  std::optional<ExactHalfSpace> half_space;  // all points x with normal . x <= offset
};

struct ShapeMaker {
  std::string name;
  ExactShape (*make)(Random&);
};
const std::vector<ShapeMaker>& shape_makers();

}  // namespace graze::testing
