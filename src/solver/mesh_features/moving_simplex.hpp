// SPDX-License-Identifier: Apache-2.0
// Vertices, edges and faces in motion, in plain doubles: the filter before a pair of features is given to intervals.
#pragma once

#include <array>

#include "solver/mesh_features/moving_sphere.hpp"

namespace graze {

struct MovingSimplex {
  std::array<Vector3, 3> points, velocities;  // of the corners, at the start of the stage, relative to its origin
  int size = 0;
  MovingSphere sphere;  // around it

  void add(const StageBody& body, const Vector3& corner) {
    points[size] = body.position + body.rotation * corner;
    velocities[size++] = body.velocity + body.rotation_rate * corner;
  }
};

// Do the two stay further apart than the stage's padding for all of `time`, along one of the directions that matter:
// the normal of the face, or of the two edges, and the in-plane normals of the edges, as they are at the start of the
// stage? `acceleration` bounds the second derivative of every point of a and b together. A false answer means nothing.
bool stay_apart(const Stage& stage, const MovingSimplex& a, const MovingSimplex& b, double acceleration,
                const Interval& time);

}  // namespace graze
