// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/relative_screw.hpp"

#include <algorithm>
#include <cmath>

#include "motion/relative.hpp"
#include "numeric/elementary/elementary.hpp"
#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

constexpr double kStepTurn = 0.002;      // from one instant to the next, about
constexpr double kMostSteps = 2048;      // instants compared
constexpr int kStepsPerBlock = 64;       // that share a bound on accelerations
constexpr int kRoughSteps = 8;           // instants that tell which of two axes is the better one
constexpr double kLeastTurn = 0.02;      // during the window: for less, directions do
constexpr double kMostDeviation = 0.05;  // as a part of the radius
constexpr double kLeastPitch = 1e-6;     // of a thread, as a part of the radius
constexpr double kMostThreadTurn = 3.1;  // below half a turn: angles are told apart by their sines and cosines
constexpr double kRounding = 1e-14;      // of all sums and products below, as a part of their largest terms

// A turn about the axis, with its sine and cosine, an advance along it, and the part of the drift that is over.
struct ScrewStep {
  double sine, cosine, advance, drifted;
};

// A body that turns about an axis through one of its points, the center.
class ScrewFit {
 public:
  ScrewFit(const MotionInstant& start, const Vector3& direction, const Vector3& center, double radius)
      : start_(start),
        direction_(direction),
        center_(center),
        arm_((radius + stable_norm(center)) * (1 + kRounding)),
        point_(place(start)),
        size_(stable_norm(start.position) + stable_norm(point_) + arm_) {}

  // The axis drifts to where the center is then, and the advance is free. Or the axis stays, and the advance is not.
  void let_drift(const MotionInstant& end) { drift_ = across(place(end) - point_); }
  void set_pitch(double pitch) { pitch_ = pitch; }

  const Vector3& point() const { return point_; }
  const Vector3& direction() const { return direction_; }
  const Vector3& drift() const { return drift_; }
  double pitch() const { return pitch_; }
  double size() const { return size_; }
  // No point of the body is further from the axis.
  double arm() const { return arm_; }

  // The displacement from the start that is closest to the one that the body has made.
  ScrewStep displacement(const MotionInstant& now) const {
    const Eigen::Matrix3d turn = now.rotation * start_.rotation.transpose();
    const Vector3 skew(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
    const double sine = 0.5 * skew.dot(direction_);
    const double cosine = 0.5 * (turn.trace() - 1);
    const double length = std::sqrt(sine * sine + cosine * cosine);
    ScrewStep step{0.0, 1.0, 0.0, 0.0};
    if (length > 0) step = {sine / length, cosine / length, 0.0, 0.0};  // measured anyway
    const Vector3 moved = place(now) - point_;
    step.advance = pitch_ != 0 ? pitch_ * portable::atan2(step.sine, step.cosine) : moved.dot(direction_);
    const double squared = drift_.squaredNorm();
    if (squared > 0) step.drifted = std::clamp(moved.dot(drift_) / squared, 0.0, 1.0);
    return step;
  }

  // How far any point of the body is from where the displacement has it.
  double deviation(const MotionInstant& now, const ScrewStep& by) const {
    Eigen::Matrix3d cross;
    cross << 0, -direction_.z(), direction_.y(), direction_.z(), 0, -direction_.x(), -direction_.y(), direction_.x(), 0;
    const Eigen::Matrix3d turn = Eigen::Matrix3d::Identity() + by.sine * cross + (1 - by.cosine) * cross * cross;
    const Eigen::Matrix3d off = now.rotation - turn * start_.rotation;
    const Vector3 moved = point_ + by.drifted * drift_ + by.advance * direction_;
    const double places = size_ + stable_norm(now.position) + std::abs(by.advance) + stable_norm(drift_);
    const double errors = now.position_error + start_.position_error +
                          (now.rotation_error + start_.rotation_error) * arm_ + kRounding * places;
    return (off.norm() * arm_ + stable_norm(place(now) - moved) + errors) * (1 + kRounding);
  }

 private:
  Vector3 place(const MotionInstant& at) const { return at.position + at.rotation * center_; }
  Vector3 across(const Vector3& v) const { return v - v.dot(direction_) * direction_; }

  MotionInstant start_;
  Vector3 direction_, center_;  // the center in body coordinates
  double arm_;
  Vector3 point_;
  double size_;
  Vector3 drift_ = Vector3::Zero();
  double pitch_ = 0.0;
};

// Between two instants the body is compared with one that turns, advances and drifts evenly from the one displacement
// to the other. The difference of two paths is at most that at the ends and an eighth of the time squared times their
// accelerations together.
class Deviations {
 public:
  Deviations(const Motion& relative, const ScrewFit& fit, double radius, const Interval& window, int steps)
      : relative_(relative), fit_(fit), radius_(radius), window_(window), steps_(steps) {}

  // At some instants only.
  double rough() {
    for (int i = 1; i <= steps_; ++i) {
      const MotionInstant now = relative_.instant(time(i), Vector3::Zero());
      at_instants_ = std::max(at_instants_, fit_.deviation(now, fit_.displacement(now)));
    }
    return at_instants_;
  }

  // Nothing if the body deviates too far.
  bool measure() {
    ScrewStep last{0.0, 1.0, 0.0, 0.0};
    const double most = kMostDeviation * radius_;
    for (int i = 0; i <= steps_ && deviation < most; ++i) {
      const double t = time(i);
      const MotionInstant now = relative_.instant(t, Vector3::Zero());
      const ScrewStep by = fit_.displacement(now);
      at_instants_ = std::max(at_instants_, fit_.deviation(now, by));
      if (i > 0) between_ = std::max(between_, bend(last, by, t - time(i - 1)));
      if (i % kStepsPerBlock == 0) {
        const Interval block(t, time(std::min(i + kStepsPerBlock, steps_)));
        acceleration_ = relative_.acceleration_bound(block).at(radius_);
      }
      advance = hull(advance, Interval(by.advance));
      last = by;
      deviation = (at_instants_ + between_) * (1 + kRounding);
    }
    return deviation < most;
  }

  double deviation = 0.0;
  Interval advance{0.0};

 private:
  double time(int i) const {
    if (i >= steps_) return window_.hi();
    return window_.lo() + (window_.hi() - window_.lo()) * (static_cast<double>(i) / steps_);
  }
  // The angle is no more than 1.6 times the chord: it is at most half a turn.
  double bend(const ScrewStep& from, const ScrewStep& to, double step) const {
    const double sine = to.sine - from.sine;
    const double cosine = to.cosine - from.cosine;
    const double turn = 1.6 * std::sqrt(sine * sine + cosine * cosine) + kRounding;
    return 0.125 * (acceleration_ * step * step * (1 + 1e-9) + turn * turn * fit_.arm());
  }

  const Motion& relative_;
  const ScrewFit& fit_;
  double radius_;
  Interval window_;
  int steps_;
  double acceleration_ = 0.0, at_instants_ = 0.0, between_ = 0.0;
};

// A bound on how far two bodies turn from each other.
double turn_bound(const Motion& a, const Motion& b, const Interval& window) {
  return (a.speed_bound(window).per_radius + b.speed_bound(window).per_radius) * (window.hi() - window.lo());
}

// One body's motion as seen from the other, and how it turns at the start of the window.
class Turning {
 public:
  Turning(const Motion& a, double radius_a, const Motion& b, const Interval& window)
      : radius_(radius_a), window_(window), turn_(turn_bound(a, b, window)) {
    if (!(turn_ > kLeastTurn)) return;
    relative_ = relative_motion(a, b);
    start_ = relative_.instant(window.lo(), Vector3::Zero());
    const Eigen::Matrix3d angular = start_.rate * start_.rotation.transpose();  // x -> w x x
    const Vector3 w =
        0.5 * Vector3(angular(2, 1) - angular(1, 2), angular(0, 2) - angular(2, 0), angular(1, 0) - angular(0, 1));
    rate_ = stable_norm(w);
    turns_ = rate_ * (window.hi() - window.lo()) > kLeastTurn;
    if (turns_) direction_ = unit_of(w);
  }

  bool turns() const { return turns_; }
  // Has it a pitch, and an angle that tells how far it is along the thread?
  bool is_thread() const { return turns_ && turn_ < kMostThreadTurn && std::abs(pitch()) > kLeastPitch * radius_; }

  // About the axis of this instant, or about one through the body's origin.
  ScrewFit about_axis() const {
    const Vector3 to_axis = direction_.cross(start_.velocity) / rate_;
    return {start_, direction_, start_.rotation.transpose() * to_axis, radius_};
  }
  ScrewFit about_origin() const { return {start_, direction_, Vector3::Zero(), radius_}; }

  // Of the axis through the body's origin it does not matter which point is the center.
  double pitch() const { return start_.velocity.dot(direction_) / rate_; }
  MotionInstant end() const { return relative_.instant(window_.hi(), Vector3::Zero()); }
  double rough_deviation(const ScrewFit& fit) const {
    return Deviations(relative_, fit, radius_, window_, kRoughSteps).rough();
  }

  std::optional<RelativeScrew> measured(const ScrewFit& fit) const {
    const int steps = static_cast<int>(std::clamp(std::ceil(turn_ / kStepTurn), 1.0, kMostSteps));
    Deviations deviations(relative_, fit, radius_, window_, steps);
    if (!deviations.measure()) return std::nullopt;
    Pose pose = Pose::Identity();
    pose.linear() = start_.rotation;
    pose.translation() = start_.position;
    const double error = start_.position_error + start_.rotation_error * radius_ + kRounding * fit.size();
    return RelativeScrew{fit.point(), fit.direction(), fit.drift(),         fit.pitch(), deviations.advance,
                         pose,        error,           deviations.deviation};
  }

 private:
  double radius_;
  Interval window_;
  double turn_, rate_ = 0.0;
  bool turns_ = false;
  Motion relative_;
  MotionInstant start_;
  Vector3 direction_ = Vector3::Zero();
};

}  // namespace

bool may_turn(const Motion& a, const Motion& b, const Interval& window) {
  return turn_bound(a, b, window) > kLeastTurn;
}

std::optional<RelativeScrew> relative_turn(const Motion& a, double radius_a, const Motion& b, const Interval& window) {
  const Turning turning(a, radius_a, b, window);
  if (!turning.turns()) return std::nullopt;
  const MotionInstant end = turning.end();
  ScrewFit axis = turning.about_axis();
  ScrewFit origin = turning.about_origin();
  axis.let_drift(end);
  origin.let_drift(end);
  return turning.measured(turning.rough_deviation(origin) < turning.rough_deviation(axis) ? origin : axis);
}

std::optional<RelativeScrew> relative_thread(const Motion& a, double radius_a, const Motion& b,
                                             const Interval& window) {
  const Turning turning(a, radius_a, b, window);
  if (!turning.is_thread()) return std::nullopt;
  ScrewFit fit = turning.about_axis();
  fit.set_pitch(turning.pitch());
  return turning.measured(fit);
}

}  // namespace graze
