// SPDX-License-Identifier: Apache-2.0
// The errors. With x~ for what is computed instead of x, a rotation R and u = ulp / 2:
//   |R x - R~ x~| <= |R - R~| |x~| + |x - x~|, and rounding adds 3 u ||R~||_F |x~| < 3 ulp |x~|
//   |w x y - w~ x y~| <= |w~| |y - y~| + |w - w~| |y|, and rounding adds 2 u 2 |w~| |y~| = 2 ulp |w~| |y~|
//   |R T - R~ T~| <= |R - R~| |T~| + |T - T~|, and rounding adds 3 u ||R~||_F ||T~||_F < 5 ulp
//   a sum adds u of itself.
// This is for errors of R and T so small that R~ and T~ are as long as R and T to within a millionth, which is checked;
// what that, and the rounding of the bounds themselves, adds is in the factors being larger than that, and in the last.
#include "motion/chain/chain_instant.hpp"

#include "numeric/elementary/elementary.hpp"
#include "numeric/interval_vector.hpp"

namespace graze {
namespace {

using rounding::kUlp;
using Kind = ChainJoint::Kind;

constexpr double kLargestError = 1e-6;  // of a rotation

// Rounded lengths; those of vectors so short that their squares vanish are below what is added.
double size(const Vector3& v) { return v.norm() + 0x1p-480; }

}  // namespace

// In the frame before the joint.
struct PlainFrame::Step {
  Vector3 way, way_rate = Vector3::Zero(), spin = Vector3::Zero();
  Eigen::Matrix3d turn;
  double way_error, way_rate_error = 0.0, spin_error = 0.0, turn_error;
  bool slides = false, turns = false;

  // A fixed one.
  explicit Step(const PlainJoint& joint)
      : way(joint.offset), turn(joint.start), way_error(joint.offset_error), turn_error(joint.turn_error) {}

  // By a variable of the joint, along or about its axis.
  void slide(const Taylor2<Interval>& q, const PlainJoint& joint);
  void turn_by(const Taylor2<Interval>& q, const PlainJoint& joint);
  // As something that moves in the frame of the joint.
  void move(const MotionInstant& at, const PlainJoint& joint);
};

// A turn is start + sine across + (1 - cosine) inward.
PlainJoint::PlainJoint(const ChainJoint& joint)
    : offset_error(split(joint.offset, offset)), axis_error(split(joint.axis, axis)) {
  turn_error = split(joint.start, start) + split(joint.across, across) + 2 * split(joint.inward, inward);
}

void PlainFrame::Step::slide(const Taylor2<Interval>& q, const PlainJoint& joint) {
  const double value = q.value.mid();
  const double speed = std::abs(q.first.mid());
  way += value * joint.axis;
  way_error += joint.axis_error * std::abs(value) + q.value.width() + 2 * kUlp * (std::abs(value) + size(joint.offset));
  way_rate = q.first.mid() * joint.axis;
  way_rate_error = joint.axis_error * speed + q.first.width() + 2 * kUlp * speed;
  slides = true;
}

// Matrices of Frobenius norm sqrt(3), sqrt(2) and sqrt(2) with factors of at most 1, 1 and 2 make up a turn: three
// roundings of each entry are 9 ulp at most. Sine and cosine are within an ulp of those of the angle as rounded, which
// is 3 ulp more; another angle turns everything by the difference.
void PlainFrame::Step::turn_by(const Taylor2<Interval>& q, const PlainJoint& joint) {
  const double angle = q.value.mid();
  const double speed = std::abs(q.first.mid());
  const auto [sine, cosine] = portable::sin_cos(angle);
  turn += sine * joint.across + (1 - cosine) * joint.inward;
  turn_error += q.value.width() + 16 * kUlp;
  spin = q.first.mid() * joint.axis;
  spin_error = joint.axis_error * speed + q.first.width() + 2 * kUlp * speed;
  turns = true;
}

// With [w] = R' R^T, of which the part that changes sign when transposed is taken: of an error E that is a vector no
// longer than ||E||_F / sqrt(2), so than 2 |E|.
void PlainFrame::Step::move(const MotionInstant& at, const PlainJoint& joint) {
  const double start_error = joint.turn_error + 4 * kUlp;
  const double rate_size = at.rate.norm();
  way += joint.start * at.position;
  way_error +=
      start_error * size(at.position) + at.position_error + 2 * kUlp * (size(joint.offset) + size(at.position));
  way_rate = joint.start * at.velocity;
  way_rate_error = start_error * size(at.velocity) + at.velocity_error;
  turn = joint.start * at.rotation;
  turn_error += at.rotation_error + 8 * kUlp;
  const Eigen::Matrix3d m = at.rate * at.rotation.transpose();
  spin = joint.start * (0.5 * Vector3(m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)));
  spin_error = start_error * rate_size + 2 * (at.rate_error + rate_size * (at.rotation_error + 8 * kUlp));
  slides = turns = true;
}

void PlainFrame::take(const ChainJoint& joint, const PlainJoint& plain, double time) {
  Step step(plain);
  if (joint.kind == Kind::Slides) step.slide(joint.curve.over(time), plain);
  if (joint.kind == Kind::Turns) step.turn_by(joint.curve.over(time), plain);
  if (joint.kind == Kind::Free) step.move(joint.free->instant(time, Vector3::Zero()), plain);
  take(step);
}

void PlainFrame::take(Step step) {
  if (starts_) {
    // Before anything else is added: what is left is as small as the chain.
    step.way -= origin_;
    step.way_error += kUlp * size(step.way);
    starts_ = false;
  }
  const double length = size(step.way);
  const Vector3 way = rotation_ * step.way;
  const double way_error = rotation_error_ * length + step.way_error + 4 * kUlp * length;
  const double turning = size(spin_);
  position_ += way;
  position_error_ += way_error + kUlp * size(position_);
  velocity_ += spin_.cross(way);
  velocity_error_ += turning * way_error + spin_error_ * (length + way_error) + 4 * kUlp * turning * length;
  if (step.slides) {
    velocity_ += rotation_ * step.way_rate;
    const double speed = size(step.way_rate);
    velocity_error_ += rotation_error_ * speed + step.way_rate_error + 4 * kUlp * speed + kUlp * size(velocity_);
  }
  velocity_error_ += kUlp * size(velocity_);
  if (step.turns) {
    spin_ += rotation_ * step.spin;
    const double speed = size(step.spin);
    spin_error_ += rotation_error_ * speed + step.spin_error + 4 * kUlp * speed + kUlp * size(spin_);
  }
  rotation_ = rotation_ * step.turn;
  rotation_error_ = rotation_error_ * (1 + step.turn_error) + step.turn_error + 8 * kUlp;
}

// R' = [w] R.
std::optional<MotionInstant> PlainFrame::instant() const {
  if (!(rotation_error_ < kLargestError) || !std::isfinite(position_error_ + velocity_error_ + spin_error_)) return {};
  const auto enough = [](double error) { return error * (1 + 1e-5) + 0x1p-480; };  // below which squares vanish
  MotionInstant result;
  result.position = position_;
  result.velocity = velocity_;
  result.rotation = rotation_;
  for (int k = 0; k < 3; ++k) result.rate.col(k) = spin_.cross(Vector3(rotation_.col(k)));
  result.position_error = enough(position_error_);
  result.velocity_error = enough(velocity_error_);
  result.rotation_error = enough(rotation_error_);
  const double turning = size(spin_);
  result.rate_error = enough(spin_error_ + turning * rotation_error_ + 8 * kUlp * turning);
  return result;
}

}  // namespace graze
