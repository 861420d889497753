// SPDX-License-Identifier: Apache-2.0
/// @file
/// Articulated bodies: a tree of links that joints connect, and how a trajectory of the joints moves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <graze/motion.hpp>

namespace graze {

/// How a joint moves its link.
enum class JointType : std::uint8_t {
  Fixed,       ///< Does not move; no variable.
  Revolute,    ///< Turns about its axis, between limits; one variable, in radians.
  Continuous,  ///< Turns about its axis without limits; one variable, in radians.
  Prismatic,   ///< Slides along its axis; one variable, a length.
  Floating,    ///< Moves freely; seven variables.
};

/// A joint, which carries a link. The joint's frame is the link's frame when all its variables are zero (floating: at
/// the identity).
struct Joint {
  /// The variable follows the variable of another joint.
  struct Mimic {
    std::size_t joint = 0;    ///< Number of the joint that is followed.
    double multiplier = 1.0,  ///< The value is multiplier * variable + offset.
        offset = 0.0;         ///< See `multiplier`; in the unit of the variable.
  };

  JointType type = JointType::Fixed;  ///< How it moves.
  std::size_t parent = 0;             ///< The link that the joint is attached to.
  Placement origin{};                 ///< Of the joint's frame, in the frame of the parent.
  Vector3 axis = Vector3::UnitX();    ///< In the joint's frame; of any length but zero.
  std::optional<Mimic> mimic{};       ///< For joints with one variable. The followed joint must not be a mimic itself.
};

/// The variables of all joints, in the order of the joints, in radians or lengths. A floating joint has a position x y
/// z and an orientation x y z w (of any length but zero). Fixed and mimic joints have no variables.
// (Not an Eigen vector: the alignment of its memory depends on the vector instructions it is compiled for.)
using Configuration = std::vector<double>;

/// (1 - share) from + share to, in plain doubles, for each variable. Throws std::invalid_argument unless both have the
/// same size.
Configuration blended(const Configuration& from, const Configuration& to, double share);

/// A tree of links. Link 0 is the root, at the world's origin; joint k carries link k + 1. Immutable, cheap to copy and
/// thread-safe. Moving copies, so there is no empty one.
class Linkage {
 public:
  /// The root alone.
  Linkage() : Linkage(std::vector<Joint>{}) {}
  /// Throws std::invalid_argument, naming the joint, in these cases: a number is out of range (graze/limits.hpp; at
  /// most 1e20 for the multiplier of a mimic joint), an axis or orientation is zero, a parent does not come before its
  /// child, or a mimic joint follows a joint without a variable of its own.
  explicit Linkage(std::vector<Joint> joints);
  /// Copies share the joints.
  /// @{
  Linkage(const Linkage&) = default;
  Linkage& operator=(const Linkage&) = default;
  /// @}
  ~Linkage() = default;

  /// The joints in their order.
  std::span<const Joint> joints() const;
  /// Number of links, the root included.
  std::size_t links() const { return joints().size() + 1; }
  /// Size of a Configuration.
  std::size_t variables() const;
  /// Position of a joint's first variable in a Configuration. For a mimic joint, that of the joint it follows; 0 for a
  /// fixed joint. Throws std::out_of_range if there is no such joint.
  std::size_t variable_of(std::size_t joint) const;
  /// The last link that is on the paths from the root to both links. Throws std::out_of_range if there is no such link.
  std::size_t common_ancestor(std::size_t link_a, std::size_t link_b) const;

  struct Data;
  /// For link motions: the joints' constants. The type is private to the library.
  const Data& data() const { return *data_; }

 private:
  std::shared_ptr<const Data> data_;
};

/// The variables of a linkage as functions of time. Immutable, cheap to copy and thread-safe. Moving copies, so there
/// is no empty one. Builders throw std::invalid_argument if a configuration has the wrong size, a number is out of
/// range (graze/limits.hpp), or times do not increase by at least 1e-40.
class JointTrajectory {
 public:
  /// Copies share the trajectory.
  /// @{
  JointTrajectory(const JointTrajectory&) = default;
  JointTrajectory& operator=(const JointTrajectory&) = default;
  /// @}
  ~JointTrajectory() = default;

  /// Variables change at constant rates from their values at t = 0. The rates of a floating joint are its velocity and
  /// its angular velocity, both in the joint's frame, and a zero.
  static JointTrajectory constant_rate(const Linkage& linkage, const Configuration& at_zero,
                                       const Configuration& rates);
  /// Straight in the variables from one configuration at the window's start to another at its end. Outside the window
  /// it continues at the same rates. Floating joints move as in Motion::interpolated.
  static JointTrajectory linear(const Linkage& linkage, const Configuration& from, const Configuration& to,
                                const Interval& window = {0.0, 1.0});
  /// Straight from each configuration to the next, with corners between. At rest before the first time and after the
  /// last.
  static JointTrajectory waypoints(const Linkage& linkage, const std::vector<double>& times,
                                   const std::vector<Configuration>& configurations);
  /// Each variable as a cubic spline through the configurations, which starts and ends at rest. Floating joints move as
  /// in Motion::spline.
  static JointTrajectory spline(const Linkage& linkage, const std::vector<double>& times,
                                const std::vector<Configuration>& configurations);

  struct Piece;
  /// For link motions: the C2 parts in order of time, the last one until infinity. The type is private to the library.
  std::span<const Piece> pieces() const;
  /// The linkage whose variables these are.
  const Linkage& linkage() const { return linkage_; }

 private:
  JointTrajectory(Linkage linkage, std::vector<Piece> pieces);

  Linkage linkage_;
  std::shared_ptr<const std::vector<Piece>> pieces_;
};

/// The motion of a frame that is fixed to a link at `offset`, relative to the frame of the link `seen_from`. That link
/// must be on the path from the root to the first link; the root stands for the world. Joints before `seen_from` do not
/// matter. The motion is rigid and enclosed to second order, rounding included; it has the corners of the trajectory.
/// Throws std::invalid_argument if a link does not exist, or `seen_from` is not on that path.
Motion link_motion(const JointTrajectory& trajectory, std::size_t link, const Placement& offset = {},
                   std::size_t seen_from = 0);

}  // namespace graze
