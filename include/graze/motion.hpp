// SPDX-License-Identifier: Apache-2.0
/// @file
/// Motion: where a body is at each time, and certified bounds on it over whole time intervals.
///
/// Body coordinates are fixed in the body; a pose maps them to world coordinates. Times and lengths have the caller's
/// units. Angles are in radians.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <graze/interval.hpp>
#include <graze/math.hpp>
#include <graze/taylor2.hpp>

namespace graze {

/// A linear bound: |quantity of the point with body coordinates r| <= origin + per_radius * |r|.
struct RateBound {
  double origin = 0.0;      ///< The bound at the body origin.
  double per_radius = 0.0;  ///< What each unit of distance from the body origin adds.

  /// The bound for all points within `radius` of the body origin, rounded up.
  double at(double radius) const {
    // The factor covers three roundings, the floor a product that underflows.
    if (per_radius == 0.0 || radius == 0.0) return origin * (1.0 + 4.0 * rounding::kUlp);
    return (origin + per_radius * radius) * (1.0 + 4.0 * rounding::kUlp) + rounding::kFloor;
  }
};

/// A motion over a time interval T, to second order. A point with body coordinates r is at
/// x(t) = position(t) + rotation(t) r. Each member contains the value of its function at every t of T.
/// The position is relative to an origin that the caller chose; an origin near the bodies keeps digits.
struct MotionEnclosure {
  IntervalVector3 position,   ///< Of the body origin.
      velocity,               ///< First time derivative of `position`.
      acceleration;           ///< Second time derivative of `position`.
  IntervalMatrix3 rotation,   ///< From body to world coordinates, entry by entry.
      rotation_rate,          ///< First time derivative of `rotation`.
      rotation_acceleration;  ///< Second time derivative of `rotation`.
};

/// The path of a single point over a time interval, to second order.
struct PathEnclosure {
  IntervalVector3 position,  ///< Relative to the origin of the MotionEnclosure.
      velocity,              ///< First time derivative.
      acceleration;          ///< Second time derivative.
};
/// The path of the point with these body coordinates.
PathEnclosure path_of(const MotionEnclosure& motion, const Vector3& point);

/// The linearization of a motion at one instant t, in doubles. At t + s the point with body coordinates r is at
///   position + s velocity + (rotation + s rate) r,
/// up to the errors below and a remainder of second order in s.
struct MotionInstant {
  Vector3 position = Vector3::Zero(),                      ///< Of the body origin, relative to the caller's origin.
      velocity = Vector3::Zero();                          ///< Time derivative of `position`.
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity(),  ///< From body to world coordinates.
      rate = Eigen::Matrix3d::Zero();                      ///< Time derivative of `rotation`.
  double position_error = 0.0,                             ///< Bound on the error of `position` (Euclidean norm).
      velocity_error = 0.0,                                ///< The same for `velocity`.
      rotation_error = 0.0,  ///< Bound on the error of `rotation` (spectral norm; multiply by |r|).
      rate_error = 0.0;      ///< The same for `rate`.
};

/// How a body turns: rotation'(t) = rotation(t) [w(t)], with [w] the cross-product matrix of the angular velocity w in
/// body coordinates. About a fixed axis at a constant rate, w is constant.
struct AngularVelocity {
  Vector3 value = Vector3::Zero();  ///< w at the start of a time interval.
  double error = 0.0,               ///< Bound on the error of `value` (Euclidean norm).
      acceleration = 0.0;  ///< Bound on the length of the derivative of w over the interval; 0 if w is constant.
};

/// A point of a body that is accelerated little, such as one on the axis of a screw.
struct CalmPoint {
  Vector3 point = Vector3::Zero();  ///< In body coordinates.
  double acceleration = 0.0;        ///< Bound on its acceleration over a time interval.
};

struct MotionPiece;

/// The interface behind Motion. Derive from it to add a motion, or use Motion::from_function.
/// Implementations must be immutable and thread-safe, and must not throw from these calls. The motion must be rigid
/// (rotation(t) orthonormal), continuous, and C2 or made of C2 pieces. Its bounds over a query's window must keep
/// within graze/limits.hpp or be infinite; if they are infinite, solvers examine parts of the window.
class MotionModel {
 public:
  virtual ~MotionModel() = default;

  /// Encloses the motion over the time interval, rounding included. Positions are relative to `origin`.
  virtual MotionEnclosure enclose(const Interval& time, const Vector3& origin) const = 0;
  /// Linearizes the motion at a time. Solvers call this most often. By default computed from enclose().
  virtual MotionInstant instant(double time, const Vector3& origin) const;
  /// The pose at a time, rounded to doubles, for drawing and reporting. Not certified.
  virtual Pose pose(double time) const = 0;
  /// Bounds the speed of every point over the time interval. By default computed from enclose().
  virtual RateBound speed_bound(const Interval& time) const;
  /// Bounds the acceleration of every point over the time interval. By default computed from enclose().
  virtual RateBound acceleration_bound(const Interval& time) const;
  /// Bounds the component of the acceleration along a unit direction (world frame). It is smaller than the whole
  /// acceleration if the body turns about an axis close to the direction. `all` is acceleration_bound(time), which the
  /// caller has; by default it is the result.
  virtual RateBound acceleration_along(const Vector3& direction, const Interval& time, const RateBound& all) const;
  /// The angular velocity at the start of the time interval, and how fast it can change during the interval.
  /// By default computed from instant() and enclose().
  virtual AngularVelocity angular_velocity(const Interval& time) const;
  /// A point of the body that is accelerated little over the time interval. By default the body origin.
  virtual CalmPoint calm_point(const Interval& time) const;
  /// The C2 motions that this motion is made of, in order of time, the last one until infinity. Empty if it is C2.
  /// Solvers extrapolate to second order, which is wrong across a corner, so queries handle each C2 motion by itself.
  /// An enclosure over an interval with a corner contains the derivatives on both sides of the corner.
  virtual std::span<const MotionPiece> pieces() const;
  /// A name for reports, such as "function". It must live as long as the model.
  virtual std::string_view name() const = 0;
  /// Bounds the distance of the body origin from the world's origin over the time interval. By default from enclose().
  virtual double reach_bound(const Interval& time) const;
};

/// A pose with entries of any number type: the result of a function given to Motion::from_function.
template <class Scalar>
struct RigidPose {
  Eigen::Matrix<Scalar, 3, 3> rotation;  ///< Orthonormal, from body to world coordinates.
  Eigen::Matrix<Scalar, 3, 1> position;  ///< Of the body origin, in the world.
};

/// A position and an orientation, as a user gives them.
struct Placement {
  Vector3 position = Vector3::Zero();               ///< Of the body origin, in the world.
  Quaternion orientation = Quaternion::Identity();  ///< Of any length but zero; q / |q| counts.
};

/// A directed line in space.
struct Axis {
  Vector3 point = Vector3::Zero();       ///< Any point of the line, in the world.
  Vector3 direction = Vector3::UnitZ();  ///< Of any length but zero.
};

/// Where a body is at each time, as a value: immutable, cheap to copy, thread-safe.
/// A motion that was moved from is a deforming one without vertices.
///
/// Builders throw std::invalid_argument, naming the field, if a number is NaN or outside its range, or a quaternion is
/// zero. Ranges (graze/limits.hpp): positions and rates at most 1e40, times within +-1e40 and at least 1e-40 apart.
class Motion {
 public:
  /// At rest, at the identity.
  Motion();
  /// A motion by a model of the caller's. Throws std::invalid_argument if the pointer is null.
  explicit Motion(std::shared_ptr<const MotionModel> model);

  /// At rest. The orientation is normalized exactly: its length need not be 1 to the last bit.
  static Motion still(const Vector3& position, const Quaternion& orientation = Quaternion::Identity());
  /// Constant velocity of the body origin, and constant angular velocity (world frame, radians per unit of time) about
  /// it. Position and orientation are those at t = 0.
  static Motion constant_velocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                                  const Vector3& angular_velocity);
  /// A screw from `start` at t = 0: turns about the axis, right-handed, by angle_rate radians per unit of time, and
  /// advances along it by advance_rate. Throws std::invalid_argument also if the axis has a zero direction.
  static Motion screw(const Placement& start, const Axis& axis, double angle_rate, double advance_rate);
  /// Constant acceleration of the body origin from `start` and `velocity` at t = 0, with a constant angular velocity
  /// (world frame).
  static Motion ballistic(const Placement& start, const Vector3& velocity, const Vector3& acceleration,
                          const Vector3& angular_velocity = Vector3::Zero());
  /// From one placement at the window's start to another at its end. The body origin moves straight at constant speed.
  /// The rotation has a constant rate, by the shorter arc (either one for half a turn). Outside the window the motion
  /// continues at the same rates. The window must be at least 1e-40 long.
  static Motion interpolated(const Placement& from, const Placement& to, const Interval& window = {0.0, 1.0});
  /// Interpolated from each placement to the next, with corners between. At rest before the first time and after the
  /// last. Needs at least two placements, one time for each, and times that increase by at least 1e-40.
  static Motion waypoints(const std::vector<double>& times, const std::vector<Placement>& placements);
  /// A C2 cubic spline through the placements. It starts and ends at rest, and is at rest before and after. The
  /// orientation is q / |q|: q is the spline, by component, through the unit quaternions, each with the sign closer to
  /// its predecessor. Throws std::invalid_argument also if q may vanish between two orientations.
  static Motion spline(const std::vector<double>& times, const std::vector<Placement>& placements);
  /// A deforming mesh: vertex i moves straight from its place in the mesh at t = 0 to end[i], in the world, at t = 1.
  /// This motion is not rigid.
  static Motion vertex_linear(std::vector<Vector3> end);
  /// Any C2 rigid motion as a generic callable: f(t) returns RigidPose<T>, for T = double and T = Taylor2<Interval>.
  /// Derivatives and enclosures follow by automatic differentiation. f must be pure and must not throw.
  template <class PoseFunction>
  static Motion from_function(PoseFunction f);

  /// False only for vertex_linear() and for a motion that was moved from.
  bool is_rigid() const { return model_ != nullptr; }
  /// Where the vertices of a deforming mesh are at t = 1. Empty if the motion is rigid.
  std::span<const Vector3> end_vertices() const;

  /// See the function of MotionModel with this name. Throws std::invalid_argument if the motion deforms.
  /// @{
  MotionEnclosure enclose(const Interval& time, const Vector3& origin = Vector3::Zero()) const {
    return rigid().enclose(time, origin);
  }
  MotionInstant instant(double time, const Vector3& origin) const { return rigid().instant(time, origin); }
  Pose pose(double time) const { return rigid().pose(time); }
  RateBound speed_bound(const Interval& time) const { return rigid().speed_bound(time); }
  RateBound acceleration_bound(const Interval& time) const { return rigid().acceleration_bound(time); }
  RateBound acceleration_along(const Vector3& direction, const Interval& time, const RateBound& all) const {
    return rigid().acceleration_along(direction, time, all);
  }
  AngularVelocity angular_velocity(const Interval& time) const { return rigid().angular_velocity(time); }
  CalmPoint calm_point(const Interval& time) const { return rigid().calm_point(time); }
  double reach_bound(const Interval& time) const { return rigid().reach_bound(time); }
  /// @}
  /// See MotionModel::pieces(). Empty if the motion deforms.
  std::span<const MotionPiece> pieces() const;
  /// The name of the model; "vertex_linear" if the motion deforms.
  std::string_view name() const { return is_rigid() ? model_->name() : "vertex_linear"; }

 private:
  const MotionModel& rigid() const {
    if (model_ == nullptr) refuse_deforming();
    return *model_;
  }
  [[noreturn]] static void refuse_deforming();

  std::shared_ptr<const MotionModel> model_;
  std::shared_ptr<const std::vector<Vector3>> end_vertices_;  // set if there is no model
};

/// A C2 part of a piecewise C2 motion. It starts where the part before it ends; the first one has no start.
struct MotionPiece {
  Motion motion;       ///< Counts times as the whole motion does.
  double until = 0.0;  ///< The time at which this part ends.
};

namespace detail {

template <class PoseFunction>
class FunctionMotion final : public MotionModel {
 public:
  explicit FunctionMotion(PoseFunction f) : f_(std::move(f)) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    const RigidPose<Taylor2<Interval>> pose = f_(Taylor2<Interval>::variable(time));
    MotionEnclosure result;
    for (int i = 0; i < 3; ++i) {
      result.position[i] = pose.position[i].value - Interval(origin[i]);
      result.velocity[i] = pose.position[i].first;
      result.acceleration[i] = pose.position[i].second;
      for (int j = 0; j < 3; ++j) {
        result.rotation(i, j) = pose.rotation(i, j).value;
        result.rotation_rate(i, j) = pose.rotation(i, j).first;
        result.rotation_acceleration(i, j) = pose.rotation(i, j).second;
      }
    }
    return result;
  }
  Pose pose(double time) const override {
    const RigidPose<double> at = f_(time);
    Pose result = Pose::Identity();
    result.linear() = at.rotation;
    result.translation() = at.position;
    return result;
  }
  std::string_view name() const override { return "function"; }

 private:
  PoseFunction f_;
};

}  // namespace detail

template <class PoseFunction>
Motion Motion::from_function(PoseFunction f) {
  return Motion(std::make_shared<const detail::FunctionMotion<PoseFunction>>(std::move(f)));
}

}  // namespace graze
