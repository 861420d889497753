// SPDX-License-Identifier: Apache-2.0
// Where a body is, at 113 bits, by the definitions of the motions.
#pragma once

#include "attack/questions/question.hpp"

namespace graze::attack {

class QuadMotion {
 public:
  explicit QuadMotion(const MotionNumbers& numbers);

  Frame<Quad> at(Quad time) const;
  // A bound on the rounding errors of at(), for points as far from the body's origin as this.
  double error(double time, double radius) const;
  // What the same roundings in doubles come to, and some more.
  double blur(double time, double radius) const { return error(time, radius) * 0x1p60; }
  // Of a spline: the length of its quaternion where that is shortest, as far as sampling tells.
  double shortest_turn() const;

 private:
  Frame<Quad> between_places(std::size_t k, Quad time) const;
  std::array<Quad, 7> on_spline(Quad time) const;
  Frame<Quad> on_chain(Quad time) const;
  void solve_splines();

  MotionNumbers numbers_;
  // Of a spline at its knots: x, y, z, then the quaternion's x, y, z, w; values and second derivatives.
  std::vector<std::array<Quad, 7>> values_, bends_;
};

}  // namespace graze::attack
