// SPDX-License-Identifier: Apache-2.0
// With R the rotation of the frame before a joint, w its angular velocity, b its angular acceleration and x the way to
// the next frame, both in the world's directions, that frame has
//   velocity      v + w x Rx + Rx'
//   acceleration  a + b x Rx + w x (w x Rx) + 2 w x Rx' + Rx''
//   w + Ru and b + w x Ru + Ru'  for a turn at the angular velocity u relative to the frame before.
// Every product is taken on enclosures of both factors over the same time, so the results enclose. Their widths are of
// first order in the length of the time; positions and velocities are cut down to second order by the mean value
// theorem.
#include "motion/chain/chain.hpp"

#include <algorithm>

#include "motion/chain/chain_instant.hpp"
#include "motion/chain/chain_lengths.hpp"
#include "motion/turning.hpp"
#include "numeric/elementary/sine_cosine.hpp"
#include "numeric/interval_vector.hpp"

namespace graze {
namespace {

using Kind = ChainJoint::Kind;

IntervalVector3 cross(const IntervalVector3& x, const IntervalVector3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

// What both hold, of two that hold the same.
Interval common(const Interval& x, const Interval& y) { return {std::max(x.lo(), y.lo()), std::min(x.hi(), y.hi())}; }

template <class Matrix>
void cut_to(const Matrix& other, Matrix& m) {
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = common(m.data()[i], other.data()[i]);
}

// No entry of a rotation, or of a unit vector, leaves [-1, 1]; none of a turned vector leaves [-length, length].
template <class Matrix>
Matrix within(Matrix m, double length) {
  for (Eigen::Index i = 0; i < m.size(); ++i) m.data()[i] = common(m.data()[i], {-length, length});
  return m;
}

// What one joint does, in the frame before it.
struct Step {
  IntervalVector3 way, way_rate, way_acceleration;
  IntervalMatrix3 turn;
  IntervalVector3 spin, spin_rate;
  bool slides = false, turns = false;
  bool evenly = false;  // no spin_rate
};

Step step_over(const ChainJoint& joint, const Interval& time) {
  Step step;
  step.way = joint.offset;
  step.turn = joint.start;
  switch (joint.kind) {
    case Kind::Fixed:
      break;
    case Kind::Turns: {
      const Taylor2<Interval> q = joint.curve.over(time);
      Interval sine, cosine;
      sin_cos(q.value, sine, cosine);
      step.turn += joint.across * sine + joint.inward * (Interval(1.0) - cosine);
      step.spin = joint.axis * q.first;
      step.turns = true;
      step.evenly = joint.curve.is_even();
      if (!step.evenly) step.spin_rate = joint.axis * q.second;
      break;
    }
    case Kind::Slides: {
      const Taylor2<Interval> q = joint.curve.over(time);
      step.way += joint.axis * q.value;
      step.way_rate = joint.axis * q.first;
      step.way_acceleration = joint.axis * q.second;
      step.slides = true;
      break;
    }
    case Kind::Free: {
      // R' = [w] R and R'' = ([b] + [w]^2) R, and [w]^2 is symmetric.
      const MotionEnclosure at = joint.free->enclose(time, Vector3::Zero());
      const IntervalMatrix3 back = at.rotation.transpose();
      step.way += joint.start * at.position;
      step.way_rate = joint.start * at.velocity;
      step.way_acceleration = joint.start * at.acceleration;
      step.turn = joint.start * at.rotation;
      step.spin = joint.start * axial_part(at.rotation_rate * back);
      step.spin_rate = joint.start * axial_part(at.rotation_acceleration * back);
      step.slides = step.turns = true;
      break;
    }
  }
  return step;
}

// The frame behind some joints.
struct Frame {
  IntervalVector3 position, velocity, acceleration;
  IntervalMatrix3 rotation = IntervalMatrix3::Identity();
  IntervalVector3 spin, spin_rate;

  void take(const Step& step) {
    const IntervalVector3 way = within<IntervalVector3>(rotation * step.way, norm(step.way).hi());
    const IntervalVector3 swing = cross(spin, way);
    position += way;
    velocity += swing;
    acceleration += cross(spin_rate, way) + cross(spin, swing);
    if (step.slides) {
      const IntervalVector3 drift = rotation * step.way_rate;
      velocity += drift;
      acceleration += cross(spin, drift) * Interval(2.0) + rotation * step.way_acceleration;
    }
    if (step.turns) {
      const IntervalVector3 turning = rotation * step.spin;
      spin_rate += cross(spin, turning);
      if (!step.evenly) spin_rate += rotation * step.spin_rate;
      spin += turning;
    }
    rotation = within<IntervalMatrix3>(rotation * step.turn, 1.0);
  }
};

class Chain final : public MotionModel {
 public:
  explicit Chain(std::vector<ChainJoint> joints) : joints_(std::move(joints)), plain_(joints_.begin(), joints_.end()) {
    const auto turns_evenly = [](const ChainJoint& joint) {
      return joint.kind == Kind::Fixed || (joint.kind == Kind::Turns && joint.curve.is_even());
    };
    if (std::all_of(joints_.begin(), joints_.end(), turns_evenly)) constant_lengths_ = sum_of_lengths(0.0);
  }

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    MotionEnclosure result = composed(time, origin);
    if (time.is_point() || !std::isfinite(time.width())) return result;
    const double middle = time.mid();
    const MotionEnclosure at = composed(middle, origin);
    const Interval away = time - Interval(middle);
    cut_to<IntervalVector3>(at.velocity + result.acceleration * away, result.velocity);
    cut_to<IntervalMatrix3>(at.rotation_rate + result.rotation_acceleration * away, result.rotation_rate);
    cut_to<IntervalVector3>(at.position + result.velocity * away, result.position);
    cut_to<IntervalMatrix3>(at.rotation + result.rotation_rate * away, result.rotation);
    return result;
  }

  MotionInstant instant(double time, const Vector3& origin) const override {
    PlainFrame frame(origin);
    for (std::size_t k = 0; k < plain_.size(); ++k) frame.take(joints_[k], plain_[k], time);
    const std::optional<MotionInstant> at = frame.instant();
    return at ? *at : MotionModel::instant(time, origin);
  }

  Pose pose(double time) const override {
    const MotionInstant at = instant(time, Vector3::Zero());
    Pose result = Pose::Identity();
    result.translation() = at.position;
    result.linear() = at.rotation;
    return result;
  }

  RateBound speed_bound(const Interval& time) const override { return lengths_over(time).speed_bound(); }
  RateBound acceleration_bound(const Interval& time) const override { return lengths_over(time).acceleration_bound(); }
  AngularVelocity angular_velocity(const Interval& time) const override {
    return angular_velocity_of(instant(time.lo(), Vector3::Zero()), lengths_over(time).spin_rate.hi());
  }
  std::string_view name() const override { return "articulated"; }

 private:
  MotionEnclosure composed(const Interval& time, const Vector3& origin) const {
    Frame frame;
    // Before anything else is added: what is left is as small as the chain.
    Step first = step_over(joints_.front(), time);
    for (int i = 0; i < 3; ++i) first.way[i] -= Interval(origin[i]);
    frame.take(first);
    for (std::size_t k = 1; k < joints_.size(); ++k) frame.take(step_over(joints_[k], time));
    MotionEnclosure result;
    result.position = frame.position;
    result.velocity = frame.velocity;
    result.acceleration = frame.acceleration;
    result.rotation = frame.rotation;
    const IntervalMatrix3 spin = cross_matrix(frame.spin);
    result.rotation_rate = spin * frame.rotation;
    result.rotation_acceleration = spin * result.rotation_rate + cross_matrix(frame.spin_rate) * frame.rotation;
    return result;
  }

  Lengths lengths_over(const Interval& time) const {
    return constant_lengths_ ? *constant_lengths_ : sum_of_lengths(time);
  }
  Lengths sum_of_lengths(const Interval& time) const {
    Lengths lengths;
    for (const ChainJoint& joint : joints_) lengths.take(joint, time);
    return lengths;
  }

  std::vector<ChainJoint> joints_;
  std::vector<PlainJoint> plain_;            // the same in doubles
  std::optional<Lengths> constant_lengths_;  // if they do not depend on time
};

// A joint that does not move, as a fixed one.
ChainJoint frozen(const ChainJoint& joint) {
  const Step step = step_over(joint, 0.0);
  ChainJoint result;
  result.offset = step.way;
  result.start = step.turn;
  return result;
}

}  // namespace

ChainJoint ChainJoint::fixed(const Placement& placement) {
  ChainJoint joint;
  joint.offset = require_length(placement.position, "motion: position").cast<Interval>();
  joint.start = rotation_of(balanced(placement.orientation));
  return joint;
}

ChainJoint ChainJoint::after(const ChainJoint& front) const {
  ChainJoint joint = *this;
  joint.offset = front.offset + front.start * offset;
  joint.start = front.start * start;
  joint.across = front.start * across;
  joint.inward = front.start * inward;
  joint.axis = front.start * axis;
  return joint;
}

Motion chain_motion(const std::vector<ChainJoint>& joints) {
  std::vector<ChainJoint> moving;
  std::optional<ChainJoint> front;  // what does not move, since the last that does
  for (const ChainJoint& joint : joints) {
    const bool constant = joint.kind != Kind::Free && !joint.curve.moves();
    const ChainJoint taken = constant && joint.kind != Kind::Fixed ? frozen(joint) : joint;
    const ChainJoint merged = front ? taken.after(*front) : taken;
    if (constant) {
      front = merged;
    } else {
      moving.push_back(merged);
      front.reset();
    }
  }
  if (front) moving.push_back(*front);
  if (moving.empty()) moving.push_back(ChainJoint::fixed({}));
  return Motion(std::make_shared<const Chain>(std::move(moving)));
}

}  // namespace graze
