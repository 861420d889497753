// SPDX-License-Identifier: Apache-2.0
// Points of the library's surfaces at 200 bits, by formulas of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <graze/surface.hpp>

#include "support/random.hpp"
#include "support/real.hpp"

namespace graze::testing {

// A parametric surface, and the exact point of parameters in a chart.
struct ExactParametric {
  std::string name;
  ParametricSurface surface;
  std::function<Vec<Real>(std::size_t chart, const Real& u, const Real& v)> point;
};
std::vector<ExactParametric> exact_parametric_surfaces();

// An implicit surface, and exact points of it.
struct ExactImplicit {
  std::string name;
  ImplicitSurface surface;
  std::function<Vec<Real>(Random& random)> point;
};
std::vector<ExactImplicit> exact_implicit_surfaces();

}  // namespace graze::testing
