// SPDX-License-Identifier: Apache-2.0
// A shape of every kind and a motion of every kind, in any unit of length and time.
#pragma once

#include <string>
#include <vector>

#include <graze/graze.hpp>

namespace graze::testing {

struct NamedShape {
  std::string name;
  Shape shape;
};
// Of about this size. By powers of two the same shapes to the last bit.
std::vector<NamedShape> every_shape(double unit = 1.0);

struct NamedMotion {
  std::string name;
  Motion motion;
};
// Start there, and move by about a unit of length in a unit of time, along x first of all. Rigid ones.
std::vector<NamedMotion> every_rigid_motion(const Vector3& start, double unit = 1.0, double second = 1.0);

struct SolverToAsk {
  std::string name;
  Solver solver;
};
// Those with a name, the automatic one, and variants that are methods of their own.
std::vector<SolverToAsk> solvers_to_ask();

}  // namespace graze::testing
