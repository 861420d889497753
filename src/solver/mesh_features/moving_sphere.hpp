// SPDX-License-Identifier: Apache-2.0
// Bounding spheres in motion, and when two of them may overlap: Test-Sphere-Pair (Algorithm 5 of the D2M paper).
//
// In plain doubles with proved error bounds: this is the innermost loop. A Stage holds what all spheres of a pair of
// bodies share from one instant on; a MovingSphere costs two matrix-vector products; a test costs a few dozen
// operations. The seed bounds the second derivative with interval vectors; here with norms, which needs no
// trigonometry per sphere.
#pragma once

#include <optional>

#include <graze/body.hpp>

namespace graze {

struct MovingSphere {
  Vector3 center, velocity;  // at the start of the stage, relative to its origin
  double radius;
  double acceleration;  // bound on |center''| over the stage
};

// One body from one instant on.
struct StageBody {
  Eigen::Matrix3d rotation, rotation_rate;
  Vector3 position, velocity;
  double position_error, velocity_error;  // of any point of the body, computed as in sphere(), against the truth
  RateBound acceleration;

  // A sphere with the given center in body coordinates; center_radius >= |center|.
  MovingSphere sphere(const Vector3& center, double radius, double center_radius) const {
    return {position + rotation * center, velocity + rotation_rate * center, radius, acceleration.at(center_radius)};
  }
};

struct Stage {
  Interval domain;
  Vector3 origin;
  StageBody a, b;
  double padding;  // separation asked for, and all position and velocity errors over the domain

  Stage(const Body& body_a, const Body& body_b, const Interval& time, const Vector3& near, double separation);

  // Where body b is, approximately, at a later time: a good origin for a later stage.
  Vector3 origin_at(double time) const { return origin + b.position + (time - domain.lo()) * b.velocity; }
};

// The times of `within` (a part of the stage's domain) at which the spheres, grown by the stage's padding, may
// overlap, as one interval; nothing if they cannot.
std::optional<Interval> test_sphere_pair(const Stage& stage, const MovingSphere& a, const MovingSphere& b,
                                         const Interval& within);

}  // namespace graze
