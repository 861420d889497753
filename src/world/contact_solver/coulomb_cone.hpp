// SPDX-License-Identifier: Apache-2.0
// What a patch of contacts can do: push at each of them, and rub within what these pushes together allow.
#pragma once

#include <span>

namespace graze {

// Impulses n_i along the normal, t along the surface and q about the normal, with
//   n_i >= 0,   |t| <= friction * sum(n_i),   |q| <= friction * radius * sum(n_i).
struct CoulombCone {
  double friction = 0.0, radius = 0.0;
  double mass_slide = 0.0, mass_turn = 0.0;

  struct Push {
    std::span<double> normals;
    double slide[2];
    double turn;
  };
  // How the nearest impulses change with what was asked for.
  struct Face {
    double along[2] = {1.0, 0.0};  // of the sliding
    double across = 1.0;           // part of a change across the sliding that is left
    bool slides = false;           // |t| is at its limit
    double turns = 0.0;            // -1 or 1: q is at its limit
  };

  // The nearest allowed impulses, in the norm that divides squares by masses: `masses` of the normals, and the two
  // above.
  Face project(Push& push, std::span<const double> masses) const;
};

}  // namespace graze
