// SPDX-License-Identifier: Apache-2.0
#include "world/pair_front.hpp"

#include <algorithm>

namespace graze {
namespace {

constexpr CloseLeaves::Limits kMost{8000, 800};
constexpr double kSteps = 3.0;            // a look is good for bodies that have moved as far as in this many steps
constexpr std::size_t kMostLeaves = 200;  // of a front
constexpr int kMostSkips = 32;            // queries without a look, when the last ones did not pay
constexpr double kRoom = 1e-12;           // for roundings, of all lengths

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

// In the frame of b a point x of a is moved by the change of the translation, and by that of the rotation times x, for
// which the root of the sum of squares is a bound. The same holds with the bodies exchanged: a large one is better at
// rest.
double PairFront::way_since(const Pose& a_in_b, const Traveller& a, const Traveller& b) {
  const auto way = [](const Pose& before, const Pose& now, double radius) {
    return (now.translation() - before.translation()).norm() + (now.linear() - before.linear()).norm() * radius;
  };
  const Pose now = pose_of(b).inverse() * pose_of(a);
  return std::min(way(a_in_b, now, a.body->shape.radius()),
                  way(a_in_b.inverse(), now.inverse(), b.body->shape.radius())) +
         kRoom * size_of(a, b);
}

// As seen from b, a point x of a, at r = x - c_a from the middle of a, starts at the velocity
//   v = v_a - v_b - w_b x (c_a - c_b) + (w_a - w_b) x r,
// whose length changes at no more than |w_a|^2 |r| + |w_b| (|v_a - v_b| + |w_a| |r|): in the world's axes its
// derivative is w_a x (w_a x r) - w_b x (v_a - v_b + w_a x r).
double PairFront::way_during(const Traveller& a, const Traveller& b, double h) {
  const auto way = [h](const Traveller& x, const Traveller& y) {
    const double radius = x.body->shape.radius();
    const Vector3& rate_x = x.state.angular_velocity;
    const Vector3& rate_y = y.state.angular_velocity;
    const Vector3 approach = x.state.velocity - y.state.velocity;
    const double start =
        (approach - rate_y.cross(x.state.position - y.state.position)).norm() + (rate_x - rate_y).norm() * radius;
    const double turn = rate_x.norm() * radius;
    return h * start + 0.5 * h * h * (rate_x.norm() * turn + rate_y.norm() * (approach.norm() + turn));
  };
  const double travel = h * (a.state.velocity.norm() + b.state.velocity.norm());
  return std::min(way(a, b), way(b, a)) * (1 + kRoom) + kRoom * (size_of(a, b) + travel);
}

// Where a body gets to is known but for roundings of where it starts and of its way.
double PairFront::way_off(double time, const Traveller& a, const Traveller& b) const {
  const auto pose_then = [time](const BodyState& start) {
    return pose_of(moved(start, start.velocity, start.angular_velocity, time));
  };
  const auto size = [time](const BodyState& start) { return start.position.norm() + time * start.velocity.norm(); };
  return way_since(pose_then(last_.b).inverse() * pose_then(last_.a), a, b) + kRoom * (size(last_.a) + size(last_.b));
}

std::vector<NodePair> PairFront::nodes_within(double distance, const Traveller& a, const Traveller& b,
                                              double left) const {
  std::vector<NodePair> close;
  if (last_.need > distance) {
    double off = way_off(last_.length, a, b);
    if (left < last_.length) off = std::min(off, way_off(last_.length - left, a, b));
    if (distance + off < last_.need) {
      for (const KeptLeaves& leaves : last_.close)
        if (!(leaves.kept > distance + off)) close.push_back(leaves.nodes);
      return close;
    }
  }
  if (front_.empty()) return {{0, 0}};
  const double enough = distance + way_since(a_in_b_, a, b);
  for (const Apart& pair : front_) {
    if (pair.gap > enough) break;
    close.push_back(pair.nodes);
  }
  return close;
}

// Opens what is nearer than `far`; leaves get their distance.
void PairFront::look(const Traveller& a, const Traveller& b, double far, const LeafyBody& leafy_a,
                     const LeafyBody& leafy_b) {
  front_.clear();
  a_in_b_ = pose_of(b).inverse() * pose_of(a);
  const BoxFrame frame(leafy_a.motion, leafy_a.leaves, leafy_b.motion, leafy_b.leaves, 0.0, 0.0, b.state.position);
  const LeafBody& leaves_a = leafy_a.leaves;
  const LeafBody& leaves_b = leafy_b.leaves;
  std::vector<NodePair> open_pairs{{0, 0}};
  std::size_t leaves = 0;
  while (!open_pairs.empty()) {
    const NodePair next = open_pairs.back();
    open_pairs.pop_back();
    const BoxNode& node_a = leaves_a.boxes()[next.a];
    const BoxNode& node_b = leaves_b.boxes()[next.b];
    const double gap = frame.gap(node_a, node_b, far);
    if (gap <= far && !are_leaves(leaves_a, leaves_b, next)) {
      open(leaves_a, leaves_b, next, [&](const NodePair& child) { open_pairs.push_back(child); });
      continue;
    }
    front_.push_back({gap, next, Eigen::Vector3f::Zero()});
    leaves += gap <= far ? 1 : 0;
    if (leaves > kMostLeaves) {
      front_.clear();
      return;
    }
  }
  for (Apart& pair : front_) {
    if (pair.gap > far) continue;
    const BoxNode& node_a = leaves_a.boxes()[pair.nodes.a];
    const BoxNode& node_b = leaves_b.boxes()[pair.nodes.b];
    const LeafDistance at = LeafPair(leaves_a, node_a.leaf, leaves_b, node_b.leaf, frame).distance(0.0, 0.0);
    pair.gap = std::max(pair.gap, at.lower);
    pair.direction = (b.rotation.transpose() * at.direction).cast<float>();
  }
  std::sort(front_.begin(), front_.end(),
            [](const Apart& x, const Apart& y) { return std::tie(x.gap, x.nodes) < std::tie(y.gap, y.nodes); });
}

// One that served no query was in vain: pause the longer the more of these there were.
void PairFront::give_up() {
  pause_ = served_ > 0 ? 0 : std::min(2 * pause_ + 1, kMostSkips);
  skip_ = pause_;
  served_ = 0;
  front_.clear();
}

std::optional<std::vector<KeptLeaves>> PairFront::close_leaves(const Traveller& a, const Traveller& b, double length,
                                                               double need) {
  std::optional<std::vector<KeptLeaves>> found = walk(a, b, length, need);
  last_.need = -1.0;
  if (found) last_ = {a.state, b.state, length, need, *found};
  return found;
}

std::optional<std::vector<KeptLeaves>> PairFront::walk(const Traveller& a, const Traveller& b, double length,
                                                       double need) {
  const Body body_a = a.moving();
  const Body body_b = b.moving();
  const LeafyBody leafy_a(body_a);
  const LeafyBody leafy_b(body_b);
  Meter meter{Budget{}};
  CloseLeaves close(leafy_a, leafy_b, {0.0, length}, need, kMost, CloseLeaves::Leaves::Quickly, meter);
  const double way = way_during(a, b, length);
  if (!front_.empty()) {
    const double enough = need + way + way_since(a_in_b_, a, b);
    bool few = true;
    for (const Apart& pair : front_) {
      if (pair.gap > enough || !few) break;
      few = pair.direction.isZero(0.0F)
                ? close.add(pair.nodes)
                : close.add(pair.nodes, (b.rotation * pair.direction.cast<double>()).normalized());
    }
    if (few) {
      ++served_;
      if (close.tests() > spares_ / 4) look(a, b, need + kSteps * way, leafy_a, leafy_b);
      return close.with_kept();
    }
    give_up();
    return std::nullopt;
  }
  if (!close.add({0, 0})) return std::nullopt;
  spares_ = close.tests();
  if (skip_ > 0) {
    --skip_;
    return close.with_kept();
  }
  look(a, b, need + kSteps * way, leafy_a, leafy_b);
  if (front_.empty()) give_up();
  return close.with_kept();
}

}  // namespace graze
