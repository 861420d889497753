// SPDX-License-Identifier: Apache-2.0
#include "solver/convex/turning_pair.hpp"

#include <algorithm>

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

constexpr double kLeastTurning = 6.0;   // radians within the window; less is a few steps
constexpr double kWorthATurn = 0.5;     // radians that a step is to lead over
constexpr double kLargestError = 1e-9;  // of an axis
constexpr double kMuchFaster = 4.0;     // one body than the other
constexpr int kMostPatience = 64;

}  // namespace

bool TurnedPair::pays(double step, double span) {
  if (step > 0 && (step >= span || step >= shortest)) {
    patience = 1;
    return true;
  }
  wait = patience;
  patience = std::min(2 * patience, kMostPatience);
  return false;
}

// With w the angular velocity in body coordinates, R' = R [w]. If w were what it is at the window's start, the body
// would turn about that axis; the turns differ by at most A T^2 / 2 for a bound A on |w'|.
TurningPair::AllRound TurningPair::all_round(const Solid& solid) const {
  if (solid.shape.core_radius() == 0.0) return {};
  const double duration = window_.width();
  if (!(solid.motion.speed_bound(window_).per_radius * duration > kLeastTurning)) return {};
  const AngularVelocity w = solid.motion.angular_velocity(window_);
  const double speed = stable_norm(w.value);
  if (!(speed * duration > kLeastTurning)) return {};
  const double error = (w.error / speed + 8 * rounding::kUlp + w.acceleration * duration * duration) * (1 + 1e-9);
  if (!(error < kLargestError)) return {};
  // About its own origin a body may be smaller; far from it a calm point only makes it larger.
  CalmPoint about = solid.motion.calm_point(window_);
  const double origin_acceleration = solid.motion.acceleration_bound(window_).origin;
  if (!(stable_norm(about.point) <= solid.shape.radius())) about = {Vector3::Zero(), origin_acceleration};
  const ConvexShape shifted = solid.shape.placed(Eigen::Matrix3d::Identity(), -about.point);
  return {std::make_unique<const ConvexShape>(shifted.turned_all_round(unit_of(w.value), error)), about, speed};
}

MovingSolid TurningPair::moving(const Solid& solid, const AllRound& round, bool turned) const {
  if (turned) return {*round.shape, solid.motion, round.about};
  return {solid.shape, solid.motion, window_};
}

TurningPair::TurningPair(const MovingPlane& a, const Solid& b, const Interval& window)
    : window_(window), plane_(a), b_(b), pair_(a, moving(b, {}, false)) {}

TurningPair::TurningPair(const Solid& a, const Solid& b, const Interval& window)
    : window_(window), a_(a), b_(b), pair_(moving(a, {}, false), moving(b, {}, false)) {}

std::span<std::optional<TurnedPair>> TurningPair::turned() {
  if (!made_) make_turned();
  made_ = true;
  return turned_;
}

void TurningPair::make_turned() {
  round_b_ = all_round(b_);
  if (plane_) {
    if (round_b_.shape)
      turned_[0].emplace(ConvexPair(*plane_, moving(b_, round_b_, true)), kWorthATurn / round_b_.speed);
    return;
  }
  round_a_ = all_round(*a_);
  const double slow = std::min(round_a_.speed, round_b_.speed);
  const double fast = std::max(round_a_.speed, round_b_.speed);
  if (slow > 0)
    turned_[0].emplace(ConvexPair(moving(*a_, round_a_, true), moving(b_, round_b_, true)), kWorthATurn / slow);
  // A body that turns much more slowly is seen as it turns, by steps that are many turns of the other.
  const bool a_faster = round_a_.speed > round_b_.speed;
  if (fast > kMuchFaster * slow)
    turned_[1].emplace(ConvexPair(moving(*a_, round_a_, a_faster), moving(b_, round_b_, !a_faster)),
                       kWorthATurn / fast);
}

}  // namespace graze
