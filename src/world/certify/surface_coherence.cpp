// SPDX-License-Identifier: Apache-2.0
#include "world/certify/surface_coherence.hpp"

#include <algorithm>

#include "world/tuning.hpp"

namespace graze {
namespace {

constexpr CloseLeaves::Limits kMost{tuning::kMostNodeTests, tuning::kMostCloseLeaves};
constexpr double kRoom = 1e-12;  // for roundings, of all lengths

Pose pose_of(const Traveller& traveller) {
  Pose pose = Pose::Identity();
  pose.linear() = traveller.rotation;
  pose.translation() = traveller.state.position;
  return pose;
}

double size_of(const Traveller& a, const Traveller& b) {
  return a.body->shape.radius() + b.body->shape.radius() + a.state.position.norm() + b.state.position.norm();
}

}  // namespace

// As seen from b, a point x of a, at r = x - c_a from the middle of a, starts at the velocity
//   v = v_a - v_b - w_b x (c_a - c_b) + (w_a - w_b) x r,
// whose length changes at no more than |w_a|^2 |r| + |w_b| (|v_a - v_b| + |w_a| |r|): in the world's axes its
// derivative is w_a x (w_a x r) - w_b x (v_a - v_b + w_a x r).
double SurfaceCoherence::travel_during(const Traveller& a, const Traveller& b, double h) {
  const auto travel = [h](const Traveller& x, const Traveller& y) {
    const double radius = x.body->shape.radius();
    const Vector3& rate_x = x.state.angular_velocity;
    const Vector3& rate_y = y.state.angular_velocity;
    const Vector3 approach = x.state.velocity - y.state.velocity;
    const double start =
        (approach - rate_y.cross(x.state.position - y.state.position)).norm() + (rate_x - rate_y).norm() * radius;
    const double turn = rate_x.norm() * radius;
    return h * start + 0.5 * h * h * (rate_x.norm() * turn + rate_y.norm() * (approach.norm() + turn));
  };
  const double lengths = size_of(a, b) + h * (a.state.velocity.norm() + b.state.velocity.norm());
  return std::min(travel(a, b), travel(b, a)) * (1 + kRoom) + kRoom * lengths;
}

// In the coordinates of b a point x of a is moved by the change of the translation, and by that of the rotation times
// x, for which the root of the sum of squares is a bound. The same holds with the bodies exchanged: a large one is
// better at rest. Where a body was to get to is known but for roundings of its start and of its displacement.
double SurfaceCoherence::deviation_since(double time, const Traveller& a, const Traveller& b) const {
  const auto pose_then = [time](const BodyState& start) {
    return pose_of(moved(start, start.velocity, start.angular_velocity, time));
  };
  const auto size_then = [time](const BodyState& start) {
    return start.position.norm() + time * start.velocity.norm();
  };
  const auto moved_by = [](const Pose& before, const Pose& now, double radius) {
    return (now.translation() - before.translation()).norm() + (now.linear() - before.linear()).norm() * radius;
  };
  const Pose then = pose_then(last_.b).inverse() * pose_then(last_.a);
  const Pose now = pose_of(b).inverse() * pose_of(a);
  return std::min(moved_by(then, now, a.body->shape.radius()),
                  moved_by(then.inverse(), now.inverse(), b.body->shape.radius())) +
         kRoom * (size_of(a, b) + size_then(last_.a) + size_then(last_.b));
}

double SurfaceCoherence::deviation(const Traveller& a, const Traveller& b, double length) const {
  const double after_it = deviation_since(last_.length, a, b) + travel_during(a, b, length);
  if (last_.length < length) return after_it;
  return std::min(after_it, last_.deviation(a, b, length) + kRoom * size_of(a, b));
}

std::vector<NodePair> SurfaceCoherence::nodes_within(double distance, const Traveller& a, const Traveller& b,
                                                     double left) const {
  if (nodes_.empty()) return {{0, 0}};
  double off = deviation_since(last_.length, a, b);
  if (left < last_.length) off = std::min(off, deviation_since(last_.length - left, a, b));
  std::vector<NodePair> close;
  for (const KeptNodes& pair : nodes_)
    if (!(pair.kept > distance + off)) close.push_back(pair.nodes);
  return close;
}

std::optional<std::vector<KeptNodes>> SurfaceCoherence::close_leaves(const Traveller& a, const Traveller& b,
                                                                     double length, double need) {
  const bool anew = nodes_.empty();
  const std::vector<NodePair> open = anew ? std::vector<NodePair>{{0, 0}} : take_open(need, deviation(a, b, length));
  last_ = {a.state, b.state, length};
  if (open.empty()) return std::vector<KeptNodes>();
  const Body body_a = a.moving();
  const Body body_b = b.moving();
  const LeafyBody leafy_a(body_a);
  const LeafyBody leafy_b(body_b);
  Meter meter{Budget{}};
  CloseLeaves close(leafy_a, leafy_b, {0.0, length}, need, kMost, CloseLeaves::Leaves::Quickly, meter);
  close.note_apart(nodes_);
  for (const NodePair& pair : open) {
    if (close.add(pair)) continue;
    nodes_.clear();
    return std::nullopt;
  }
  std::vector<KeptNodes> near = close.with_kept();
  nodes_.insert(nodes_.end(), near.begin(), near.end());
  if (anew) spares_ = close.tests();
  if (close.tests() > spares_) nodes_.clear();  // too fine for where they are now
  return near;
}

// What is not known to stay further apart than `need`, where points are off by so much. The rest stays.
std::vector<NodePair> SurfaceCoherence::take_open(double need, double off) {
  std::vector<NodePair> open;
  auto apart = nodes_.begin();
  for (const KeptNodes& pair : nodes_) {
    if (pair.kept - off > need)
      *apart++ = {pair.nodes, pair.kept - off};
    else
      open.push_back(pair.nodes);
  }
  nodes_.erase(apart, nodes_.end());
  return open;
}

}  // namespace graze
