// SPDX-License-Identifier: Apache-2.0
// The truth about two small meshes in constant-velocity motion, at 200 bits and by distances alone.
//
// Why it cannot skip a contact. For a pair of triangles at time t, take the direction n between their closest points.
// Along n, corner i of a and corner j of b are apart by g + m x - (K/2) x^2 at least, x later, where g and m are the
// offset and rate at t and K bounds both accelerations along n: |w x arm| |w x n| for each body. While this exceeds the
// separation for all nine pairs of corners, n separates the triangles. Step to the first time it may not; look again.
// Only the bound is trusted: a poor n costs steps, not truth. Far apart, doubles with a margin a thousand times their
// error do; near, 200 bits.
#pragma once

#include <optional>
#include <vector>

#include <graze/mesh.hpp>
#include <graze/time_of_impact.hpp>

#include "oracle/triangle_distance.hpp"
#include "support/exact_motion.hpp"

namespace graze::testing {

struct MovingMesh {
  TriangleMesh mesh;
  RigidMotion motion;

  Body body() const { return {Shape::mesh(mesh), motion.motion()}; }
};

struct TestCase {
  std::string name;
  MovingMesh a, b;
  Query query;
};

// The corners of a triangle: where they are, how fast, and their offset from the body origin.
template <class T>
struct MovingTriangle {
  Corners<T> position, velocity, arm;
};

class ToiOracle {
 public:
  explicit ToiOracle(const TestCase& test);

  // Size of the numbers in play over the window: coordinates, travel, and arc length. Errors of a solver in doubles
  // are proportional to it.
  double magnitude() const { return magnitude_; }
  // An upper bound on the relative speed of any two points.
  double speed() const { return speed_; }

  // The distance of the two surfaces, with its closest points.
  struct Distance {
    Real value;
    Vec<Real> point_a, point_b;
    Real closing_speed;  // of those points, along the line between them; positive when closing; 0 when touching
  };
  Distance distance_at(const Real& time) const;

  // The first time in [from, to] at which the distance is at most the separation. Nothing: there is none.
  // Throws std::runtime_error if it cannot tell, which would be a fault of the oracle.
  std::optional<Real> first_contact(const Real& from, const Real& to) const;

  // The distance of two features given by corner indices.
  Real feature_distance(const Feature& a, const Feature& b, const Real& time) const;

 private:
  struct Step;
  std::optional<Real> first_contact_of(std::size_t triangle_a, std::size_t triangle_b, Real from, const Real& to) const;
  template <class T>
  Step step(std::size_t triangle_a, std::size_t triangle_b, const T& time, double margin) const;
  template <class T>
  Step step_along(const MovingTriangle<T>& a, const MovingTriangle<T>& b, const Vec<T>& direction, double margin) const;
  template <class T>
  ClosestPair<T> closest(std::size_t triangle_a, std::size_t triangle_b, const T& time) const;

  const TestCase& test_;
  double magnitude_ = 0.0;
  double zero_ = 0.0;  // distances this small are contact
  double speed_ = 0.0;
  double rate_magnitude_ = 0.0;  // of the numbers that velocities are computed from
};

}  // namespace graze::testing
