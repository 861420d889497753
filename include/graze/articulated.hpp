// SPDX-License-Identifier: Apache-2.0
// Articulated bodies: links that joints hang on each other, as a tree, and how a trajectory of the joints moves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <graze/motion.hpp>

namespace graze {

enum class JointType : std::uint8_t {
  Fixed,
  Revolute,    // turns about its axis, between limits
  Continuous,  // turns about its axis
  Prismatic,   // slides along its axis
  Floating,    // moves freely
};

// Carries a link. Its frame is the link's when all its variables are zero (floating: at the identity).
struct Joint {
  // The variable follows that of another joint: multiplier * variable + offset.
  struct Mimic {
    std::size_t joint = 0;
    double multiplier = 1.0, offset = 0.0;
  };

  JointType type = JointType::Fixed;
  std::size_t parent = 0;           // the link it hangs on
  Placement origin{};               // of the joint's frame in that of the parent
  Vector3 axis = Vector3::UnitX();  // in the joint's frame; any length but zero
  std::optional<Mimic> mimic{};     // for joints with one variable; the joint followed has one of its own
};

// The variables of all joints, in the order of the joints: radians, lengths; of a floating joint the position x y z and
// the orientation x y z w (of any length but zero). Fixed and mimic joints have none. (Not an Eigen vector: where the
// memory of those of any size is follows the vector instructions that they are compiled for.)
using Configuration = std::vector<double>;

// (1 - share) from + share to, in plain doubles, one variable at a time. Throws std::invalid_argument unless both are
// of the same size.
Configuration blended(const Configuration& from, const Configuration& to, double share);

// A tree of links. Link 0 is the root, at the world's origin; joint k carries link k + 1. Immutable, cheap to copy;
// moving copies, so there is no empty one.
class Linkage {
 public:
  Linkage() : Linkage(std::vector<Joint>{}) {}
  // Throws std::invalid_argument, naming the joint, on numbers outside of their range (graze/limits.hpp; the multiplier
  // of a mimic joint: at most 1e20), a zero axis or orientation, a parent that does not come before its child, or a
  // mimic joint that follows none with a variable of its own.
  explicit Linkage(std::vector<Joint> joints);
  Linkage(const Linkage&) = default;
  Linkage& operator=(const Linkage&) = default;
  ~Linkage() = default;

  std::span<const Joint> joints() const;
  std::size_t links() const { return joints().size() + 1; }
  std::size_t variables() const;
  // Where a joint's variables start; those of the joint it follows if it is a mimic, zero if it is fixed. Throws
  // std::out_of_range if there is no such joint.
  std::size_t variable_of(std::size_t joint) const;
  // The last link on the ways from the root to both. Throws std::out_of_range if there is no such link.
  std::size_t common_ancestor(std::size_t link_a, std::size_t link_b) const;

  // The joints' constants in the form that motions are composed from.
  struct Data;
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

// The variables of a linkage as functions of time. Builders throw std::invalid_argument on configurations of another
// size, numbers outside of their range (graze/limits.hpp), and times that do not increase by at least 1e-40. Immutable,
// cheap to copy; moving copies, so there is no empty one.
class JointTrajectory {
 public:
  JointTrajectory(const JointTrajectory&) = default;
  JointTrajectory& operator=(const JointTrajectory&) = default;
  ~JointTrajectory() = default;

  // Variables change at constant rates from where they are at t = 0. The rates of a floating joint are its velocity and
  // its angular velocity, both in the joint's frame, and a zero.
  static JointTrajectory constant_rate(const Linkage& linkage, const Configuration& at_zero,
                                       const Configuration& rates);
  // Straight in the variables from one configuration at the window's start to another at its end, and on at the same
  // rates outside. Floating joints go as Motion::interpolated.
  static JointTrajectory linear(const Linkage& linkage, const Configuration& from, const Configuration& to,
                                const Interval& window = {0.0, 1.0});
  // Straight from each configuration to the next; at rest before the first time and after the last.
  static JointTrajectory waypoints(const Linkage& linkage, const std::vector<double>& times,
                                   const std::vector<Configuration>& configurations);
  // Through the same, each variable as a cubic spline that starts and ends at rest. Floating joints go as
  // Motion::spline.
  static JointTrajectory spline(const Linkage& linkage, const std::vector<double>& times,
                                const std::vector<Configuration>& configurations);

  // A part of it that is smooth: all joints until a time, the last one until infinity.
  struct Piece;
  std::span<const Piece> pieces() const;
  const Linkage& linkage() const { return linkage_; }

 private:
  JointTrajectory(Linkage linkage, std::vector<Piece> pieces);

  Linkage linkage_;
  std::shared_ptr<const std::vector<Piece>> pieces_;
};

// How something fixed to a link, at `offset` in its frame, moves as seen from another link, which must be on the way
// from the root to it (the root itself: the world). A motion like any other: rigid, enclosed to second order, rounding
// included; with corners where the trajectory has them. Joints before `seen_from` have no part in it. Throws
// std::invalid_argument if there is no such link, or it is not seen from the other.
Motion link_motion(const JointTrajectory& trajectory, std::size_t link, const Placement& offset = {},
                   std::size_t seen_from = 0);

}  // namespace graze
