// SPDX-License-Identifier: Apache-2.0
// Motion: where a body is at each time, and certified bounds on it over whole time intervals.
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

// A linear bound |quantity of the point with body coordinates r| <= origin + per_radius * |r|.
struct RateBound {
  double origin = 0.0;
  double per_radius = 0.0;

  // Rounded up: the factor covers three roundings, the floor a product that underflows.
  double at(double radius) const {
    if (per_radius == 0.0 || radius == 0.0) return origin * (1.0 + 4.0 * rounding::kUlp);
    return (origin + per_radius * radius) * (1.0 + 4.0 * rounding::kUlp) + rounding::kFloor;
  }
};

// The path x(t) = position(t) + rotation(t) r of every point r of the body over a time interval T, to second order.
// Each member holds its function's value at every t of T. The position is taken relative to an origin the caller
// chose (near the action, so that digits are kept).
struct MotionEnclosure {
  IntervalVector3 position, velocity, acceleration;
  IntervalMatrix3 rotation, rotation_rate, rotation_acceleration;
};

// The same for a single point.
struct PathEnclosure {
  IntervalVector3 position, velocity, acceleration;
};
PathEnclosure path_of(const MotionEnclosure& motion, const Vector3& point);

// The path at one instant t, to first order, in doubles: at t + s the point r of the body is
//   position + s velocity + (rotation + s rate) r,
// up to the errors and to a rest of second order. Errors are Euclidean for the vectors, and spectral norms for the
// matrices, so times |r|.
struct MotionInstant {
  Vector3 position = Vector3::Zero(), velocity = Vector3::Zero();
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity(), rate = Eigen::Matrix3d::Zero();
  double position_error = 0.0, velocity_error = 0.0, rotation_error = 0.0, rate_error = 0.0;
};

struct MotionPiece;

// What a motion has to know. Derive from it, or use Motion::from_function, to add one. Implementations are immutable,
// never throw from these calls, and must be rigid (rotation(t) orthonormal), continuous, and C2 or made of C2 pieces.
// Their bounds over a query's window have to keep within graze/limits.hpp, or be infinite: solvers then look at parts
// of the window.
class MotionModel {
 public:
  virtual ~MotionModel() = default;

  virtual MotionEnclosure enclose(const Interval& time, const Vector3& origin) const = 0;
  // Solvers ask for this more often than for anything else. By default from enclose().
  virtual MotionInstant instant(double time, const Vector3& origin) const;
  // Nearest doubles to the pose at t, for drawing and reporting; not certified.
  virtual Pose pose(double time) const = 0;
  // Bounds over the interval on the speed and the acceleration of every point. By default from enclose().
  virtual RateBound speed_bound(const Interval& time) const;
  virtual RateBound acceleration_bound(const Interval& time) const;
  // The same for the part of the acceleration along a unit direction: less than all of it when a body turns about an
  // axis close to that. By default all of it.
  virtual RateBound acceleration_along(const Vector3& direction, const Interval& time) const;
  // Solvers extrapolate to second order, which is wrong across a corner. So queries take a motion apart: these are the
  // C2 motions it is made of, in order of time, the last one until infinity; nothing if it is C2 itself. Enclosures of
  // the whole over an interval with a corner in it hold the derivatives on both sides.
  virtual std::span<const MotionPiece> pieces() const;
  virtual std::string_view name() const = 0;
  // A bound over the interval on the distance of the body origin from the world's. By default from enclose().
  virtual double reach_bound(const Interval& time) const;
};

// A pose whose entries are of any number type: what a user's motion returns.
template <class Scalar>
struct RigidPose {
  Eigen::Matrix<Scalar, 3, 3> rotation;
  Eigen::Matrix<Scalar, 3, 1> position;
};

// Where a body is and how it is turned. The orientation may have any length but zero: what counts is q / |q|.
struct Placement {
  Vector3 position = Vector3::Zero();
  Quaternion orientation = Quaternion::Identity();
};

// A line in space, with a sense.
struct Axis {
  Vector3 point = Vector3::Zero();
  Vector3 direction = Vector3::UnitZ();  // any length but zero
};

// A motion as a value: cheap to copy, immutable, thread-safe. One that was moved from is a deforming one without
// vertices.
//
// Builders throw std::invalid_argument, naming the field, on numbers outside of their range (graze/limits.hpp:
// positions and rates of at most 1e40, times within 1e40 and at least 1e-40 apart), on NaN, and on a zero quaternion.
class Motion {
 public:
  Motion();  // still, at the identity
  // Throws std::invalid_argument if there is no model.
  explicit Motion(std::shared_ptr<const MotionModel> model);

  // At rest. The orientation is normalised exactly (its length need not be 1 to the last bit).
  static Motion still(const Vector3& position, const Quaternion& orientation = Quaternion::Identity());
  // Position and orientation at t = 0; linear velocity of the body origin; angular velocity in the world frame,
  // constant, about the body origin.
  static Motion constant_velocity(const Vector3& position, const Quaternion& orientation, const Vector3& velocity,
                                  const Vector3& angular_velocity);
  // From `start` at t = 0: turns about the axis by angle_rate radians per unit of time, right-handed, while advancing
  // along it by advance_rate per unit of time. Throws on a zero direction too.
  static Motion screw(const Placement& start, const Axis& axis, double angle_rate, double advance_rate);
  // From `start` and `velocity` at t = 0 under a constant acceleration of the body origin; constant angular velocity in
  // the world frame.
  static Motion ballistic(const Placement& start, const Vector3& velocity, const Vector3& acceleration,
                          const Vector3& angular_velocity = Vector3::Zero());
  // From one placement at the window's start to another at its end: the body origin straight at constant velocity, the
  // rotation at a constant rate the shorter way round (either, after half a turn). Outside the window it goes on at the
  // same rates. The window must be at least 1e-40 long.
  static Motion interpolated(const Placement& from, const Placement& to, const Interval& window = {0.0, 1.0});
  // Interpolated from each placement to the next: a path with corners. At rest before the first time and after the
  // last. At least two, as many times as placements, times increasing by at least 1e-40.
  static Motion waypoints(const std::vector<double>& times, const std::vector<Placement>& placements);
  // Through the same, smoothly: a cubic spline, C2 in between, that starts and ends at rest and is at rest before and
  // after. The position is the spline through the positions; the orientation q / |q|, with q the spline, component by
  // component, through the unit quaternions (each with the sign that is closer to the one before). Throws too if they
  // are so far apart that q may vanish on the way.
  static Motion spline(const std::vector<double>& times, const std::vector<Placement>& placements);
  // A deforming mesh: vertex i of the shape goes straight from where the mesh has it, at t = 0, to end[i] at t = 1.
  // Not rigid.
  static Motion vertex_linear(std::vector<Vector3> end);
  // Any C2 rigid motion written as a generic callable: f(t) -> RigidPose<T> for T = double and T = Taylor2<Interval>.
  // Its derivatives and enclosures follow by automatic differentiation.
  template <class PoseFunction>
  static Motion from_function(PoseFunction f);

  bool is_rigid() const { return model_ != nullptr; }
  // Where the vertices of a deforming mesh are at t = 1; empty if rigid.
  std::span<const Vector3> end_vertices() const;

  // For rigid motions; of a deforming one these throw std::invalid_argument.
  MotionEnclosure enclose(const Interval& time, const Vector3& origin = Vector3::Zero()) const {
    return rigid().enclose(time, origin);
  }
  MotionInstant instant(double time, const Vector3& origin) const { return rigid().instant(time, origin); }
  Pose pose(double time) const { return rigid().pose(time); }
  RateBound speed_bound(const Interval& time) const { return rigid().speed_bound(time); }
  RateBound acceleration_bound(const Interval& time) const { return rigid().acceleration_bound(time); }
  RateBound acceleration_along(const Vector3& direction, const Interval& time) const {
    return rigid().acceleration_along(direction, time);
  }
  double reach_bound(const Interval& time) const { return rigid().reach_bound(time); }
  // None if the motion deforms.
  std::span<const MotionPiece> pieces() const;
  std::string_view name() const { return is_rigid() ? model_->name() : "vertex_linear"; }

 private:
  const MotionModel& rigid() const {
    if (model_ == nullptr) refuse_deforming();
    return *model_;
  }
  [[noreturn]] static void refuse_deforming();

  std::shared_ptr<const MotionModel> model_;
  std::shared_ptr<const std::vector<Vector3>> end_vertices_;  // when there is no model
};

// A part of a motion: from the end of the one before (the first: always) until a time.
struct MotionPiece {
  Motion motion;
  double until = 0.0;
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
