// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/relative_screw.hpp"

#include <algorithm>
#include <cmath>

#include "motion/relative.hpp"
#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

constexpr double kStepTurn = 0.002;      // from one instant to the next, about
constexpr double kMostSteps = 2048;      // instants compared
constexpr int kStepsPerBlock = 64;       // that share a bound on accelerations
constexpr double kLeastTurn = 0.02;      // during the window: for less, directions do
constexpr double kMostDeviation = 0.05;  // as a part of the radius
constexpr double kRounding = 1e-14;      // of all sums and products below, as a part of their largest terms

// A turn about the axis, with its sine and cosine, and an advance.
struct ScrewStep {
  double sine, cosine, advance;
};

class ScrewFit {
 public:
  ScrewFit(const MotionInstant& start, double radius) : start_(start), radius_(radius) {
    const Eigen::Matrix3d angular = start.rate * start.rotation.transpose();  // x -> w x x
    const Vector3 w =
        0.5 * Vector3(angular(2, 1) - angular(1, 2), angular(0, 2) - angular(2, 0), angular(1, 0) - angular(0, 1));
    rate_ = stable_norm(w);
    if (!(rate_ > 0)) return;
    direction_ = unit_of(w);
    // The place on the axis closest to the origin of a.
    point_ = start.position + direction_.cross(start.velocity) / rate_;
    size_ = stable_norm(start.position) + stable_norm(point_) + radius;
  }

  double rate() const { return rate_; }
  const Vector3& point() const { return point_; }
  const Vector3& direction() const { return direction_; }
  double size() const { return size_; }
  // No point of a is further from the axis.
  double reach() const { return (stable_norm(start_.position - point_) + radius_) * (1 + kRounding); }

  // The displacement from the start that is closest to what the body has made.
  ScrewStep displacement(const MotionInstant& now) const {
    const Eigen::Matrix3d turn = now.rotation * start_.rotation.transpose();
    const Vector3 skew(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
    const double sine = 0.5 * skew.dot(direction_);
    const double cosine = 0.5 * (turn.trace() - 1);
    const double length = std::sqrt(sine * sine + cosine * cosine);
    const double advance = (now.position - start_.position).dot(direction_);
    return length > 0 ? ScrewStep{sine / length, cosine / length, advance} : ScrewStep{0.0, 1.0, advance};
  }

  // How far any point of a is from where the displacement has it.
  double deviation(const MotionInstant& now, const ScrewStep& by) const {
    Eigen::Matrix3d cross;
    cross << 0, -direction_.z(), direction_.y(), direction_.z(), 0, -direction_.x(), -direction_.y(), direction_.x(), 0;
    const Eigen::Matrix3d turn = Eigen::Matrix3d::Identity() + by.sine * cross + (1 - by.cosine) * cross * cross;
    const Eigen::Matrix3d off = now.rotation - turn * start_.rotation;
    const Vector3 moved = point_ + turn * (start_.position - point_) + by.advance * direction_;
    const double places = size_ + stable_norm(now.position) + std::abs(by.advance);
    const double errors = now.position_error + start_.position_error +
                          (now.rotation_error + start_.rotation_error) * radius_ + kRounding * places;
    return (off.norm() * radius_ + stable_norm(now.position - moved) + errors) * (1 + kRounding);
  }

 private:
  MotionInstant start_;
  double radius_, rate_ = 0.0, size_ = 0.0;
  Vector3 direction_ = Vector3::Zero(), point_ = Vector3::Zero();
};

// Between two instants the body is compared with a screw that turns and advances evenly from the one displacement to
// the other. The difference of two paths is at most that at the ends and an eighth of the time squared times their
// accelerations together.
class Deviations {
 public:
  Deviations(const Motion& relative, const ScrewFit& fit, double radius, const Interval& window, int steps)
      : relative_(relative), fit_(fit), radius_(radius), window_(window), steps_(steps) {}

  // Nothing if the body deviates too far.
  bool measure() {
    ScrewStep last{0.0, 1.0, 0.0};
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
    return 0.125 * (acceleration_ * step * step * (1 + 1e-9) + turn * turn * fit_.reach());
  }

  const Motion& relative_;
  const ScrewFit& fit_;
  double radius_;
  Interval window_;
  int steps_;
  double acceleration_ = 0.0, at_instants_ = 0.0, between_ = 0.0;
};

}  // namespace

std::optional<RelativeScrew> relative_screw(const Motion& a, double radius_a, const Motion& b, const Interval& window) {
  const double length = window.hi() - window.lo();
  const double turn = (a.speed_bound(window).per_radius + b.speed_bound(window).per_radius) * length;
  if (!(turn > kLeastTurn)) return std::nullopt;
  const Motion relative = relative_motion(a, b);
  const MotionInstant start = relative.instant(window.lo(), Vector3::Zero());
  const ScrewFit fit(start, radius_a);
  if (!(fit.rate() * length > kLeastTurn)) return std::nullopt;
  const int steps = static_cast<int>(std::clamp(std::ceil(turn / kStepTurn), 1.0, kMostSteps));
  Deviations deviations(relative, fit, radius_a, window, steps);
  if (!deviations.measure()) return std::nullopt;

  Pose pose = Pose::Identity();
  pose.linear() = start.rotation;
  pose.translation() = start.position;
  const double error = start.position_error + start.rotation_error * radius_a + kRounding * fit.size();
  return RelativeScrew{fit.point(), fit.direction(), pose, error, deviations.advance, deviations.deviation};
}

}  // namespace graze
