// SPDX-License-Identifier: Apache-2.0
// Two pieces that run along each other: how far apart they are across a quadric, rather than a plane.
//
// Let S be the quadric of a piece P that is taken to be at rest, and T that of a patch Q. On P, |S| <= e; on Q, |T| <=
// f. A point of Q with coordinates s in its box is at x(s) as P sees it, and
//   S(x(s)) >= min over the box of (S(x(s)) - m T(s)) - |m| f   for any m.
// With the m for which the difference does not change across Q, only differences of curvature are left in it. Over the
// box they are a polynomial of second order in s, exactly. A bound on |S'| makes a distance of what S is beyond e.
#pragma once

#include "solver/linearization/last_positive.hpp"
#include "solver/surfaces/box_polynomial.hpp"
#include "surface/patch.hpp"

namespace graze {

// The quadric of a piece, and bounds on it.
struct PieceQuadric {
  PatchQuadric quadric;
  double bend_size = 0.0;  // of the norm of its bend
  double reach = 0.0;      // of the distance of the piece's points, and its box's, from the quadric's center
  bool one_sided = false;  // the piece is anywhere where S is not above the error

  explicit PieceQuadric(const PatchQuadric& of, double reach_of = 0.0);
  bool is_known() const { return quadric.error < std::numeric_limits<double>::infinity(); }
  // A bound on |S'| within this distance of the center.
  double slope_size(double distance) const;
};

// A patch with its quadric, as a polynomial over its own box.
struct CurvedPiece {
  PieceQuadric quadric;
  BoxPolynomial own;
  Vector3 center;
  Eigen::Matrix3d half;  // columns
  double margin, extent;

  CurvedPiece(const SurfacePatch& patch, const PatchQuadric& of);
  // The plane across the quadric's slope that touches the patch from the side where S has this sign.
  PieceQuadric plane(double side) const;
};

// A lower bound on the distance of the two pieces at s + t: concave in t but for rounding, as the gap along a
// direction.
class QuadricGap {
 public:
  // The motion of the patch as the fixed piece sees it: at s, and from s on for as long as the gap is asked for.
  QuadricGap(const PieceQuadric& fixed, const CurvedPiece& moving, const MotionEnclosure& now,
             const MotionEnclosure& during);

  Gap at(double t) const;
  double side() const { return side_; }
  // About where the patch is closest at s, in its coordinates.
  Vector3 closest(const CurvedPiece& moving) const;
  // About how far the bound at s is below the distance, even of pieces that run along each other.
  double loss() const { return constant_ / slope_size_; }

 private:
  void choose_side(bool one_sided);
  double least_with(double share) const;
  void set_bounds(const PieceQuadric& fixed, const CurvedPiece& moving, const MotionEnclosure& during);

  BoxPolynomial now_, rate_, own_;  // of S along the path at s and its rate of change; of T
  double side_ = 1.0;               // the patch is where S has this sign
  double share_ = 0.0;              // the m
  double constant_ = 0.0, constant_rate_ = 0.0, slope_size_ = 1.0, acceleration_ = 0.0;
};

}  // namespace graze
