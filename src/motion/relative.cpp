// SPDX-License-Identifier: Apache-2.0
#include "motion/relative.hpp"

namespace graze {
namespace {

// R^T (x - p) for R, p of the frame and x on the body; derivatives by the product rule. Every product is taken on
// enclosures of both factors over the same interval, so the result encloses.
class RelativeMotion final : public MotionModel {
 public:
  RelativeMotion(Motion body, Motion frame) : body_(std::move(body)), frame_(std::move(frame)) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    // Positions are taken about a place on the frame, so that digits are kept far from the world's origin.
    const Vector3 near = frame_.pose(time.mid()).translation();
    const MotionEnclosure b = body_.enclose(time, near);
    const MotionEnclosure f = frame_.enclose(time, near);
    const IntervalVector3 offset = b.position - f.position;
    const IntervalVector3 drift = b.velocity - f.velocity;
    const IntervalVector3 pull = b.acceleration - f.acceleration;
    const IntervalMatrix3 turn = f.rotation.transpose();
    const IntervalMatrix3 turn_rate = f.rotation_rate.transpose();
    const IntervalMatrix3 turn_acceleration = f.rotation_acceleration.transpose();
    const Interval two(2.0);
    MotionEnclosure result;
    result.position = turn * offset - origin.cast<Interval>();
    result.velocity = turn_rate * offset + turn * drift;
    result.acceleration = turn_acceleration * offset + (turn_rate * drift) * two + turn * pull;
    result.rotation = turn * b.rotation;
    result.rotation_rate = turn_rate * b.rotation + turn * b.rotation_rate;
    result.rotation_acceleration =
        turn_acceleration * b.rotation + (turn_rate * b.rotation_rate) * two + turn * b.rotation_acceleration;
    return result;
  }
  Pose pose(double time) const override { return frame_.pose(time).inverse(Eigen::Isometry) * body_.pose(time); }
  std::string_view name() const override { return "relative"; }

 private:
  Motion body_, frame_;
};

}  // namespace

Motion relative_motion(const Motion& body, const Motion& frame) {
  return Motion(std::make_shared<const RelativeMotion>(body, frame));
}

}  // namespace graze
