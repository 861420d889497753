// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/aim.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/random.hpp"

namespace graze::bench {

namespace {

constexpr int kSamples = 24;
constexpr int kMostShifts = 100;
constexpr double kSafe = 0.99;  // of the distance: moved by that, bodies stay apart
// From here on the time of the least distance is searched near that of the last shift only.
constexpr double kClose = 1e-2;

class Aiming {
 public:
  Aiming(const FlyingModel& a, const FlyingModel& b, const Aim& aim) : a_(a), b_(b), aim_(aim) {}

  double run() {
    double shift = aim_.from;
    double least = least_distance(shift);
    double slope = 1.0;  // of the least distance; never more than 1
    for (int i = 0; i < kMostShifts && least > aim_.accuracy; ++i) {
      // Moved by no more than the distance, bodies cannot get into each other. A longer step may.
      const double step = slope > 0.05 ? least / slope : least;
      double next = shift - step;
      double distance = least_distance(next);
      if (!(distance > 0.0)) {
        next = shift - kSafe * least;
        distance = least_distance(next);
        if (!(distance > 0.0)) break;
      }
      slope = std::min(1.0, (least - distance) / (shift - next));
      shift = next;
      least = distance;
    }
    return shift;
  }

 private:
  // Or a lower bound that is not below `enough`.
  double distance_at(double shift, double time, double enough = std::numeric_limits<double>::infinity()) const {
    const Pose pose_a = a_.motion.pose(time);
    Pose pose_b = b_.motion.pose(time);
    pose_b.translation() += shift * aim_.aside;
    const double apart = (pose_a.translation() - pose_b.translation()).norm() - a_.model.radius - b_.model.radius;
    if (apart >= enough) return apart;
    return PeerMesh::distance(a_.model.peer, b_.model.peer, pose_a.inverse() * pose_b);
  }

  // The least of some samples, then the least around the best of them.
  double least_distance(double shift) {
    const double step = (near_.hi() - near_.lo()) / kSamples;
    double best = near_.lo();
    double least = distance_at(shift, best);
    for (int i = 1; i <= kSamples && least > 0.0; ++i) {
      const double time = near_.lo() + step * i;
      const double distance = distance_at(shift, time, least);
      if (distance < least) {
        least = distance;
        best = time;
      }
    }
    least = golden_section(shift, std::max(near_.lo(), best - step), std::min(near_.hi(), best + step), least);
    if (least < kClose) near_ = {std::max(near_.lo(), best - 2 * step), std::min(near_.hi(), best + 2 * step)};
    return least;
  }

  double golden_section(double shift, double from, double to, double least) const {
    constexpr double kPart = 0.6180339887498949;
    double left = to - kPart * (to - from);
    double right = from + kPart * (to - from);
    double at_left = distance_at(shift, left);
    double at_right = distance_at(shift, right);
    const int most = aim_.accuracy < 1e-4 ? 48 : 12;
    for (int i = 0; i < most && least > 0.0; ++i) {
      if (at_left < at_right) {
        to = right;
        right = left;
        at_right = at_left;
        left = to - kPart * (to - from);
        at_left = distance_at(shift, left);
      } else {
        from = left;
        left = right;
        at_left = at_right;
        right = from + kPart * (to - from);
        at_right = distance_at(shift, right);
      }
      least = std::min({least, at_left, at_right});
    }
    return least;
  }

  const FlyingModel& a_;
  const FlyingModel& b_;
  const Aim& aim_;
  Interval near_ = aim_.near;
};

}  // namespace

Trial aimed_trial(const Trial& trial, const Model& a, const Model& b) {
  const Vector3 velocity = trial.b.velocity - trial.a.velocity;
  const double reach = a.radius + b.radius;
  const double closest = -trial.b.position.dot(velocity) / velocity.squaredNorm();
  Aim aim;
  const Vector3 offset = trial.b.position + closest * velocity;
  aim.aside = offset.normalized();
  aim.from = 1.05 * reach;
  aim.near = {std::max(0.0, closest - 1.2 * reach / velocity.norm()), closest + 1.2 * reach / velocity.norm()};
  Trial aimed = trial;
  aimed.b.position -= offset;
  const double touching = touching_shift({a, aimed.a.motion()}, {b, aimed.b.motion()}, aim);
  Random random(derived_seed(trial.seed, 1));
  aimed.b.position += (touching + random.uniform(-0.01, 0.01) * reach) * aim.aside;
  return aimed;
}

double touching_shift(const FlyingModel& a, const FlyingModel& b, const Aim& aim) { return Aiming(a, b, aim).run(); }

}  // namespace graze::bench
