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
std::optional<TurningPair::Spin> TurningPair::spin_of(const Motion& motion) const {
  const double duration = window_.width();
  if (!(motion.speed_bound(window_).per_radius * duration > kLeastTurning)) return {};
  const AngularVelocity w = motion.angular_velocity(window_);
  const double speed = stable_norm(w.value);
  if (!(speed * duration > kLeastTurning)) return {};
  const double error = (w.error / speed + 8 * rounding::kUlp + w.acceleration * duration * duration) * (1 + 1e-9);
  if (!(error < kLargestError)) return {};
  return Spin{unit_of(w.value), error, speed};
}

TurningPair::AllRound TurningPair::all_round(const Solid& solid, bool about_origin) const {
  if (solid.shape.core_radius() == 0.0) return {};
  const std::optional<Spin> spin = spin_of(solid.motion);
  if (!spin) return {};
  CalmPoint about = solid.motion.calm_point(window_);
  if (about_origin) about = {Vector3::Zero(), solid.motion.acceleration_bound(window_).origin};
  const ConvexShape shifted = solid.shape.placed(Eigen::Matrix3d::Identity(), -about.point);
  return {std::make_unique<const ConvexShape>(shifted.turned_all_round(spin->axis, spin->error)), about, spin->speed,
          nullptr};
}

// Far from its calm point a body sweeps much more than about its own origin.
bool TurningPair::is_far(const Solid& solid, const AllRound& round) {
  return round.shape && stable_norm(round.about.point) > solid.shape.radius();
}

TurningPair::AllRound TurningPair::all_round(const MovingPlane& plane) const {
  const std::optional<Spin> spin = spin_of(plane.motion());
  if (!spin) return {};
  const CalmPoint about = plane.motion().calm_point(window_);
  const double rounding = b_.shape.rounding_radius();
  return {nullptr, about, spin->speed,
          std::make_unique<const TurnedWalls>(plane.shape(), spin->axis, spin->error, about, rounding)};
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

// Both, or one alone while the other is seen as it turns: the half-space if it turns much faster, the solid always.
void TurningPair::make_pairs_of_plane(const Rounds& round, std::optional<TurnedPair>* places) {
  const auto walls = [&] { return MovingPlane(*round.a.walls, plane_->motion()); };
  if (round.a.walls && round.b.shape)
    places[0].emplace(ConvexPair(walls(), moving(b_, round.b, true)),
                      kWorthATurn / std::min(round.a.speed, round.b.speed));
  if (round.a.walls && round.a.speed > kMuchFaster * round.b.speed)
    places[1].emplace(ConvexPair(walls(), moving(b_, round.b, false)), kWorthATurn / round.a.speed);
  if (round.b.shape) places[2].emplace(ConvexPair(*plane_, moving(b_, round.b, true)), kWorthATurn / round.b.speed);
}

void TurningPair::make_pairs(const Rounds& round, std::optional<TurnedPair>* places) {
  const double slow = std::min(round.a.speed, round.b.speed);
  const double fast = std::max(round.a.speed, round.b.speed);
  if (slow > 0)
    places[0].emplace(ConvexPair(moving(*a_, round.a, true), moving(b_, round.b, true)), kWorthATurn / slow);
  // A body that turns much more slowly is seen as it turns, by steps that are many turns of the other.
  const bool a_faster = round.a.speed > round.b.speed;
  if (fast > kMuchFaster * slow)
    places[1].emplace(ConvexPair(moving(*a_, round.a, a_faster), moving(b_, round.b, !a_faster)), kWorthATurn / fast);
}

void TurningPair::make_turned(bool about_origin) {
  Rounds& round = rounds_[about_origin ? 1 : 0];
  std::optional<TurnedPair>* places = &turned_[about_origin ? 3 : 0];
  round.a = plane_ ? all_round(*plane_) : all_round(*a_, about_origin);
  round.b = all_round(b_, about_origin);
  if (plane_)
    make_pairs_of_plane(round, places);
  else
    make_pairs(round, places);
}

void TurningPair::make_turned() {
  make_turned(false);
  if (is_far(b_, rounds_[0].b) || (a_ && is_far(*a_, rounds_[0].a))) make_turned(true);
}

}  // namespace graze
