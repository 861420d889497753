// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/quadric_gap.hpp"

#include <algorithm>

#include "numeric/interval_vector.hpp"

namespace graze {
namespace {

// Covers the rounding of the few sums and products of numbers that are not negative.
constexpr double kUp = 1 + 64 * rounding::kUlp;

double size_of(const IntervalMatrix3& m) {
  Interval squares(0.0);
  for (Eigen::Index k = 0; k < m.size(); ++k) squares += sqr(m.data()[k]);
  return sqrt(squares).hi();
}

// Of both orders of a product of derivatives, halves of which make the symmetric part.
struct Box {
  IntervalVector3 middle;  // from the quadric's center
  IntervalMatrix3 half;
};

// S over a box, in the coordinates of the box.
BoxPolynomial in_box(const PatchQuadric& quadric, const Box& box) {
  const IntervalMatrix3 bend = quadric.bend.cast<Interval>();
  const IntervalVector3 bent = bend * box.middle;
  const IntervalVector3 slope = quadric.slope.cast<Interval>();
  const IntervalVector3 there = slope + bent;
  const Interval value = Interval(quadric.value) + slope.dot(box.middle) + Interval(0.5) * box.middle.dot(bent);
  return {value, box.half.transpose() * there, box.half.transpose() * (bend * box.half)};
}

// How fast that changes where the box moves at these rates.
BoxPolynomial rate_in_box(const PatchQuadric& quadric, const Box& box, const Box& rate) {
  const IntervalMatrix3 bend = quadric.bend.cast<Interval>();
  const IntervalVector3 there = quadric.slope.cast<Interval>() + bend * box.middle;
  const IntervalVector3 drift = bend * rate.middle;
  const IntervalMatrix3 turned = box.half.transpose() * (bend * rate.half);
  return {there.dot(rate.middle), rate.half.transpose() * there + box.half.transpose() * drift,
          turned + turned.transpose()};
}

}  // namespace

// The norm of a symmetric matrix is at most its largest sum of a row's sizes.
PieceQuadric::PieceQuadric(const PatchQuadric& of, double reach_of) : quadric(of), reach(reach_of) {
  const double rows = of.bend.cwiseAbs().rowwise().sum().maxCoeff();
  if (rows > 0) bend_size = std::min(of.bend.norm(), rows) * kUp + rounding::kFloor;
}

double PieceQuadric::slope_size(double distance) const { return (quadric.slope.norm() + bend_size * distance) * kUp; }

CurvedPiece::CurvedPiece(const SurfacePatch& patch, const PatchQuadric& of)
    : quadric(of), center(patch.center), margin(patch.margin), extent(patch.extent()) {
  for (std::size_t i = 0; i < 3; ++i) half.col(static_cast<Eigen::Index>(i)) = patch.half[i];
  quadric.reach = ((center - of.center).norm() + extent + margin) * kUp +
                  4 * rounding::kUlp * (center.cwiseAbs().sum() + of.center.cwiseAbs().sum());
  if (!quadric.is_known()) return;
  own = in_box(of, {center.cast<Interval>() - of.center.cast<Interval>(), half.cast<Interval>()});
}

// With T the quadric and t its linear part, t = T + (t - T), where |T| <= e and the difference is at most what it is on
// the box, but for the margin.
PieceQuadric CurvedPiece::plane(double side) const {
  PatchQuadric plane;
  plane.center = quadric.quadric.center;
  plane.slope = side * quadric.quadric.slope;
  plane.error = 0.0;
  const BoxPolynomial linear =
      in_box(plane, {center.cast<Interval>() - plane.center.cast<Interval>(), half.cast<Interval>()});
  const double beyond = -least_value(combined(own, side, linear, -1.0)).value;
  const double uncertain = quadric.quadric.error + quadric.bend_size * quadric.reach * margin;
  plane.value = -(beyond + uncertain) - 8 * rounding::kUlp * (std::abs(beyond) + uncertain);
  PieceQuadric result(plane, quadric.reach);
  result.one_sided = true;
  return result;
}

QuadricGap::QuadricGap(const PieceQuadric& fixed, const CurvedPiece& moving, const MotionEnclosure& now,
                       const MotionEnclosure& during)
    : own_(moving.own) {
  const IntervalVector3 center = moving.center.cast<Interval>();
  const IntervalMatrix3 half = moving.half.cast<Interval>();
  const Box box{now.position + now.rotation * center - fixed.quadric.center.cast<Interval>(), now.rotation * half};
  const Box rate{now.velocity + now.rotation_rate * center, now.rotation_rate * half};
  now_ = in_box(fixed.quadric, box);
  rate_ = rate_in_box(fixed.quadric, box, rate);
  choose_side(fixed.one_sided);
  set_bounds(fixed, moving, during);
}

double QuadricGap::least_with(double share) const {
  return least_value(combined(now_, side_, own_, -side_ * share)).value;
}

// What is left does not change across the patch; or, for a patch that is not thin, changes least all in all.
void QuadricGap::choose_side(bool one_sided) {
  const double across = now_.slope[0] / own_.slope[0];
  const double squares = own_.slope.squaredNorm() + 0.25 * own_.bend.squaredNorm();
  const double alike = (now_.slope.dot(own_.slope) + 0.25 * now_.bend.cwiseProduct(own_.bend).sum()) / squares;
  share_ = std::isfinite(across) ? across : 0.0;
  side_ = one_sided || now_.value - share_ * own_.value > 0 ? 1.0 : -1.0;
  if (std::isfinite(alike) && least_with(alike) > least_with(share_)) share_ = alike;
}

// A point of the patch is within the margin of one of its box: S there, and how fast it changes, differ by no more than
// the margin times a bound on their slopes. From s on, S along the path of each point of the patch is above what its
// first two terms say, less half the bound on how it bends times t^2.
void QuadricGap::set_bounds(const PieceQuadric& fixed, const CurvedPiece& moving, const MotionEnclosure& during) {
  IntervalVector3 place;  // of the patch's points, in its own coordinates
  for (int i = 0; i < 3; ++i) {
    const double side = (moving.half.row(i).cwiseAbs().sum() + moving.margin) * kUp;
    place[i] = Interval(moving.center[i]) + Interval(-side, side);
  }
  const IntervalVector3 x = during.position + during.rotation * place - fixed.quadric.center.cast<Interval>();
  const IntervalVector3 velocity = during.velocity + during.rotation_rate * place;
  const IntervalVector3 acceleration = during.acceleration + during.rotation_acceleration * place;
  const IntervalMatrix3 bend = fixed.quadric.bend.cast<Interval>();
  const IntervalVector3 slope = fixed.quadric.slope.cast<Interval>() + bend * x;
  const Interval bending = slope.dot(acceleration) + velocity.dot((bend * velocity).eval());
  const double distance = norm(x).hi();
  slope_size_ = fixed.slope_size(std::max(fixed.reach, distance));
  const double share = std::abs(share_);
  const double slopes = fixed.slope_size(distance) + share * moving.quadric.slope_size(moving.quadric.reach);
  constant_ = (fixed.quadric.error + share * moving.quadric.quadric.error + slopes * moving.margin) * kUp;
  const double turning = size_of(during.rotation_rate);
  constant_rate_ = (fixed.bend_size * norm(velocity).hi() + fixed.slope_size(distance) * turning) * moving.margin * kUp;
  acceleration_ = std::max(0.0, side_ > 0 ? -bending.lo() : bending.hi()) / slope_size_ * kUp;
}

Vector3 QuadricGap::closest(const CurvedPiece& moving) const {
  return moving.center + moving.half * least_value(combined(now_, side_, own_, -side_ * share_)).at;
}

Gap QuadricGap::at(double t) const {
  const BoxPolynomial difference = combined(now_, side_, own_, -side_ * share_);
  const LeastValue least = least_value(t > 0 ? combined(difference, 1.0, rate_, side_ * t) : difference);
  const double above = least.value - constant_ - t * constant_rate_;
  const double rounded = 8 * rounding::kUlp * (std::abs(least.value) + constant_ + t * constant_rate_);
  const double value = (above - rounded) / slope_size_;
  const double rate = side_ * (rate_.value + least.at.dot(rate_.slope) + 0.5 * least.at.dot(rate_.bend * least.at));
  const double bend = bend_by(t, acceleration_);
  return {value - (std::abs(value) + bend) * 8 * rounding::kUlp - bend, rate / slope_size_ - acceleration_ * t,
          acceleration_};
}

}  // namespace graze
