// SPDX-License-Identifier: Apache-2.0
// What a curved shape holds: its surface, and the hierarchy of boxes over it.
#pragma once

#include <variant>

#include "surface/surface_tree.hpp"

namespace graze {

struct CurvedSurface {
  std::variant<ParametricSurface, ImplicitSurface> surface;
  SurfaceTree tree;
};

}  // namespace graze
