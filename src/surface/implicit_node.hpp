// SPDX-License-Identifier: Apache-2.0
// The formula of an implicit surface as a tree, and what it says about a cell of space.
#pragma once

#include <array>
#include <memory>
#include <optional>

#include <graze/surface.hpp>

namespace graze {

// A smooth function; one seen from elsewhere; or the larger of two (both inside: an intersection), the smaller (a
// union), or the larger of a and -b (a without b).
struct ImplicitNode {
  enum class Kind : std::uint8_t { Smooth, Placed, Union, Intersection, Difference };
  Kind kind = Kind::Smooth;
  std::shared_ptr<const ImplicitModel> model;
  std::shared_ptr<const ImplicitNode> a, b;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Vector3 position = Vector3::Zero();

  // The coordinates in which a placed one is given: R^T (x - p).
  JetPoint3 seen(const JetPoint3& x) const;
};

// What is known of a smooth function g at the points y of a cell that belong to the surface, d being y less the middle:
//   at + slope . d + rest holds g(y), and so does `value`: 0 where g must be zero, else the side it must be on.
struct CellConstraint {
  Interval at;
  IntervalVector3 slope;
  Interval rest;
  Interval value;
};

// A few constraints; more are dropped, which loses nothing but tightness.
struct ConstraintList {
  static constexpr std::size_t kMost = 4;
  std::array<CellConstraint, kMost> items;
  std::size_t size = 0;

  void add(const CellConstraint& item) {
    if (size < kMost) items[size++] = item;
  }
  void add(const ConstraintList& other) {
    for (std::size_t i = 0; i < other.size; ++i) add(other.items[i]);
  }
};

// A formula over a cell: its range, and what must hold where it is zero, not positive, or not negative.
struct CellFormula {
  Interval range;
  ConstraintList zero, not_positive, not_negative;
};
CellFormula formula_over(const ImplicitNode& node, const IntervalVector3& cell, const Vector3& middle);

// A smooth function at the middle of a cell and over it.
struct CellJets {
  Jet3 at, over;
};
// Of the one function that alone is zero where the formula is, in the whole cell. Nothing if it takes two.
std::optional<CellJets> only_function(const ImplicitNode& node, const IntervalVector3& cell, const Vector3& middle);

// Its value at a point, with the derivatives of one of the functions that make it up there.
Jet3 formula_at(const ImplicitNode& node, const Vector3& point);

}  // namespace graze
