// SPDX-License-Identifier: Apache-2.0
#include "motion/chain/chain_lengths.hpp"

#include "numeric/interval_vector.hpp"

namespace graze {

void Lengths::take(const ChainJoint& joint, const Interval& time) {
  Interval way(0.0, norm(joint.offset).hi());
  Taylor2<Interval> along, about;
  if (joint.kind == ChainJoint::Kind::Slides) along = joint.curve.over(time);
  if (joint.kind == ChainJoint::Kind::Turns) about = joint.curve.over(time);
  if (joint.kind == ChainJoint::Kind::Free) {
    const RateBound speed = joint.free->speed_bound(time);
    const RateBound acceleration_of = joint.free->acceleration_bound(time);
    along = {norm(joint.free->enclose(time, Vector3::Zero()).position), speed.origin, acceleration_of.origin};
    // A bound on |R' r| / |r| is one on the angular velocity; one on |R'' r| / |r| is one on the angular
    // acceleration, whose matrix is the part of R'' R^T that changes sign when transposed.
    about = {0.0, speed.per_radius, acceleration_of.per_radius};
  }
  way += abs(along.value);
  velocity += spin * way + abs(along.first);
  acceleration += (spin_rate + sqr(spin)) * way + Interval(2.0) * spin * abs(along.first) + abs(along.second);
  spin_rate += spin * abs(about.first) + abs(about.second);
  spin += abs(about.first);
}

}  // namespace graze
