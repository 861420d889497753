// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solver/linearization/leaf_body.hpp"

namespace graze {

// A body with its leaves, which many searches share.
struct LeafyBody {
  const Body& body;
  const Motion& motion;
  LeafBody leaves;

  explicit LeafyBody(const Body& of) : body(of), motion(of.motion), leaves(of.shape) {}
};

}  // namespace graze
