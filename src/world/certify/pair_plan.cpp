// SPDX-License-Identifier: Apache-2.0
#include "world/certify/pair_plan.hpp"

#include <algorithm>

namespace graze {

// A body is off by as much as it is now, and in a time t by no more than t times the difference of the velocities and,
// at a distance r from the center, r t times that of the angular velocities: for the angle between two rotations is
// never more than the distance of their rotation vectors. What both bodies of the pair do alike does not matter. The
// path of the centers is a straight line, so that it ends furthest off or starts there. Roundings are far below what
// PairCertifier has left for them wherever this is compared with a distance.
double PairPlan::deviation(const Traveller& now_a, const Traveller& now_b, double length_now) const {
  const double since = length - length_now;
  const auto where = [since](const BodyState& before) {
    return since > 0 ? moved(before, before.velocity, before.angular_velocity, since) : before;
  };
  const BodyState there_a = where(a);
  const BodyState there_b = where(b);
  const auto turned = [&](const Traveller& now, const BodyState& there) {
    const bool same = now.state.orientation.coeffs() == there.orientation.coeffs();
    const double angle = same ? 0.0 : 2 * (there.orientation.conjugate() * now.state.orientation).vec().norm();
    const double most = angle + length_now * (now.state.angular_velocity - there.angular_velocity).norm();
    return most > 0 ? most * now.body->shape.radius() : 0.0;
  };
  const Vector3 off = now_a.state.position - there_a.position - (now_b.state.position - there_b.position);
  const Vector3 change = now_a.state.velocity - a.velocity - (now_b.state.velocity - b.velocity);
  const double centers = std::max(off.norm(), (off + length_now * change).norm());
  return (centers + turned(now_a, there_a) + turned(now_b, there_b)) * (1 + 1e-9);
}

}  // namespace graze
