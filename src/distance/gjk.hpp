// SPDX-License-Identifier: Apache-2.0
// GJK: the distance of two convex bodies known by their support mappings, in plain doubles. Its answer is a direction
// and two points; whoever needs a proof evaluates the supports along the direction, whatever became of the iteration.
#pragma once

#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "numeric/stable_norm.hpp"
#include "shape/convex_shape.hpp"

namespace graze {

// A support point of each body, in its own and in world coordinates, and b - a in the latter.
struct SupportPair {
  Vector3 body_a, body_b;
  Vector3 a, b, difference;
  std::uint32_t vertex_a = ConvexShape::kNoVertex, vertex_b = ConvexShape::kNoVertex;
};

// Up to four support pairs; the weights say where in their hull the point closest to the origin is.
struct Simplex4 {
  std::array<SupportPair, 4> pairs;
  std::array<double, 4> weights{};
  int size = 0;

  Vector3 closest() const {
    Vector3 sum = Vector3::Zero();
    for (int i = 0; i < size; ++i) sum += weights[i] * pairs[i].difference;
    return sum;
  }
  Vector3 point_a() const {
    Vector3 sum = Vector3::Zero();
    for (int i = 0; i < size; ++i) sum += weights[i] * pairs[i].a;
    return sum;
  }
  Vector3 point_b() const {
    Vector3 sum = Vector3::Zero();
    for (int i = 0; i < size; ++i) sum += weights[i] * pairs[i].b;
    return sum;
  }
};

// The closest points of two bodies with balls of these radii around them, given the simplex of their cores.
struct WitnessPoints {
  Vector3 a, b;
};
WitnessPoints witnesses(const Simplex4& simplex, double radius_a, double radius_b);

// Keeps the pairs whose hull holds the point closest to the origin. True if the origin is inside a tetrahedron: then
// point_a() and point_b() are one point of both bodies, but for rounding.
bool reduce(Simplex4& simplex);

// The direction from the origin to the simplex, unit, computed from its edges rather than from the closest point: it
// keeps its digits when the bodies are close for their size. Zero if there is none.
Vector3 facing_direction(const Simplex4& simplex);

// How close GJK's two bounds are to be. Near the end of a search the direction matters more than the distance: the
// first gives it. The second is for closest points that are to be shown.
inline constexpr double kAccuracyOfSteps = 1e-3;
inline constexpr double kAccuracyOfContacts = 1e-9;

struct GjkResult {
  bool overlap = false;              // or touching, as far as doubles tell
  Vector3 direction{0.0, 0.0, 0.0};  // unit, from a to b: the best separating direction met
  double lower = 0.0;                // the gap along it, as computed
  double upper = 0.0;                // the distance of the two points, as computed
  Simplex4 simplex;
  int iterations = 0;
};

// `support(direction)` gives the SupportPair whose difference is smallest along the direction. Starts from a simplex of
// support pairs (of an earlier instant, placed anew) if there is one, else from the guessed direction. Stops when the
// two bounds are within `accuracy` of each other, relative to how far the upper one is above `offset`: the radii of
// balls around the bodies, or whatever distance is of interest.
template <class Support>
GjkResult gjk(const Support& support, const Simplex4& start, const Vector3& guess, double accuracy,
              double offset = 0.0) {
  constexpr int kMostIterations = 48;
  GjkResult result;
  result.lower = -std::numeric_limits<double>::infinity();
  const auto offer = [&result](const Vector3& direction, const SupportPair& pair) {
    const double gap = pair.difference.dot(direction);
    if (gap <= result.lower) return false;
    result.lower = gap;
    result.direction = direction;
    return true;
  };
  Simplex4& simplex = result.simplex;
  if (start.size > 0) {
    simplex = start;
  } else {
    Vector3 first = unit_of(guess);
    if (first.isZero(0.0)) first = Vector3::UnitX();
    simplex.pairs[0] = support(first);
    simplex.size = 1;
    offer(first, simplex.pairs[0]);
  }
  result.overlap = reduce(simplex);
  result.upper = result.overlap ? 0.0 : simplex.closest().norm();
  for (; result.iterations < kMostIterations && result.upper > 0; ++result.iterations) {
    const Vector3 direction = facing_direction(simplex);
    if (direction.isZero(0.0)) break;
    const SupportPair next = support(direction);
    const bool better = offer(direction, next);
    if (result.upper - result.lower <= accuracy * (result.upper - offset)) return result;
    for (int i = 0; i < simplex.size; ++i)
      if (simplex.pairs[i].difference == next.difference) return result;  // nothing new: as good as doubles can do
    Simplex4 grown = simplex;
    grown.pairs[grown.size++] = next;
    result.overlap = reduce(grown);
    if (result.overlap) {
      simplex = grown;
      result.upper = 0.0;
      return result;
    }
    const double length = grown.closest().norm();
    if (!(length < result.upper) && !better) return result;
    simplex = grown;
    result.upper = length;
  }
  result.overlap = !(result.upper > 0);
  return result;
}

}  // namespace graze
