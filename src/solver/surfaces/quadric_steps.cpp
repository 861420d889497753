// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/quadric_steps.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/infinity.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// The gap aimed at, as a part of the tolerance.
constexpr double kAimedAt = 1.0 / 3.0;
// A gap that is less than this many times what the bound loses is better split.
constexpr double kClear = 1.0;
// A step is ended by the bend of the paths if that takes this part of the gap.
constexpr double kBent = 0.5;
// A step may turn the bodies by this.
constexpr double kStepTurn = 0.5;

Vector3 middle(const IntervalVector3& x) { return {x[0].mid(), x[1].mid(), x[2].mid()}; }

}  // namespace

QuadricStep QuadricSteps::from(std::uint32_t node_a, std::uint32_t node_b, double time, const Separation& at,
                               const LinearizedPair& frame, std::uint64_t& tests) {
  const CurvedPiece* on_a = a_.curved(node_a);
  const CurvedPiece* on_b = b_.curved(node_b);
  if (on_a != nullptr && on_b != nullptr) {
    if (on_a->extent <= on_b->extent) return across_patches(*on_b, {*on_a, a_as_b_sees_, true}, time, tests);
    return across_patches(*on_a, {*on_b, b_as_a_sees_, false}, time, tests);
  }
  if (on_a != nullptr && (b_.is_whole(node_b) || b_.only_direction() != nullptr))
    return across_planes(b_, node_b, {*on_a, a_as_b_sees_, true}, -(frame.b().rotation.transpose() * at.direction),
                         time, tests);
  if (on_b != nullptr && a_.is_whole(node_a))
    return across_planes(a_, node_a, {*on_b, b_as_a_sees_, false}, frame.a().rotation.transpose() * at.direction, time,
                         tests);
  return {};
}

// Where a plane tells them apart, too, it may do so for longer: it does not bend away as the patch moves along it.
QuadricStep QuadricSteps::across_patches(const CurvedPiece& fixed, const Moving& moving, double time,
                                         std::uint64_t& tests) {
  tests += 1;
  const QuadricStep curved = step(fixed.quadric, fixed.extent, moving, time);
  if (!(curved.spare > query_.tolerance) || curved.until == kInfinity) return curved;
  tests += 1;
  const QuadricStep flat = step(fixed.plane(curved.side), fixed.extent, moving, time);
  return flat.until > curved.until ? flat : curved;
}

// The direction of the best plane so far, and that of the shortest way from the flat piece to the patch.
QuadricStep QuadricSteps::across_planes(PatchBody& flat, std::uint32_t node, const Moving& patch,
                                        const Vector3& direction, double time, std::uint64_t& tests) {
  if (const auto ball = flat.ball()) {
    tests += 1;
    return step(*ball, ball->reach, patch, time);
  }
  QuadricStep best;
  const auto offer = [&](const Vector3& n) {
    if (n.isZero(0.0)) return;
    tests += 1;
    const QuadricStep next = step(flat.plane_across(node, n), patch.piece.extent, patch, time);
    if (next.spare > best.spare || best.across.isZero(0.0)) best = next;
  };
  offer(direction);
  if (flat.only_direction() != nullptr || best.spare > query_.tolerance) return best;
  const MotionEnclosure& now = patch.path.over(Interval(time));
  const IntervalVector3 center = now.position + now.rotation * patch.piece.center.cast<Interval>();
  offer(flat.way_to(node, middle(center)));
  return best;
}

// As long as the patch moves by no more than the size of the two; beyond, their quadrics say little. Steps are parts of
// the window by powers of two, so that pairs share enclosures.
double QuadricSteps::step_length(const MotionEnclosure& now, const CurvedPiece& moving, double size,
                                 double rest) const {
  const IntervalVector3 velocity = now.velocity + now.rotation_rate * moving.center.cast<Interval>();
  const double speed = middle(velocity).norm();
  double turn = 0.0;
  for (Eigen::Index k = 0; k < now.rotation_rate.size(); ++k)
    turn += now.rotation_rate.data()[k].mid() * now.rotation_rate.data()[k].mid();
  turn = std::sqrt(turn);
  double length = rest;
  if (size < kInfinity && speed * length > size) length = size / speed;
  if (turn * length > kStepTurn) length = kStepTurn / turn;
  if (!(length < rest)) return rest;
  const double window = query_.window.hi() - query_.window.lo();
  return std::min(rest, std::ldexp(window, std::ilogb(length / window)));
}

void QuadricSteps::set_closest(const QuadricGap& gap, const PatchQuadric& fixed, const Moving& moving,
                               const MotionEnclosure& now, QuadricStep& result) {
  result.closest = gap.closest(moving.piece);
  const IntervalVector3 seen = now.position + now.rotation * result.closest.cast<Interval>();
  result.across = unit_of(gap.side() * (fixed.slope + fixed.bend * (middle(seen) - fixed.center)));
  result.closest_on_a = moving.is_a;
}

QuadricStep QuadricSteps::step(const PieceQuadric& fixed, double size, const Moving& moving, double time) {
  const MotionEnclosure now = moving.path.over(Interval(time));
  const double rest = time < query_.window.hi() ? rounding::up(query_.window.hi() - time) : 0.0;
  const double reach = fixed.bend_size > 0 ? size + moving.piece.extent : kInfinity;
  const double length = step_length(now, moving.piece, reach, rest);
  const MotionEnclosure& during = moving.path.over({time, rounding::up(time + length)});
  const QuadricGap gap(fixed, moving.piece, now, during);
  QuadricStep result;
  const double spare = gap.at(0.0).value - query_.separation;
  if (spare <= query_.tolerance) set_closest(gap, fixed.quadric, moving, now, result);
  if (!(spare > kClear * gap.loss())) return result;
  const double need = query_.separation + std::min(kAimedAt * query_.tolerance, 0.5 * spare);
  const auto left = [&](double t) {
    const Gap at = gap.at(t);
    return Gap{at.value - need, at.slope, at.acceleration};
  };
  const double end = last_positive(left, 0.0, length);
  result.spare = spare;
  result.until = end >= length && length == rest ? kInfinity : std::max(time, rounding::down(time + end));
  const double bend = bend_by(end, gap.at(0.0).acceleration);
  result.bent = end < length && bend > kBent * spare;
  result.side = gap.side();
  return result;
}

}  // namespace graze
