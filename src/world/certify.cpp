// SPDX-License-Identifier: Apache-2.0
#include "world/certify.hpp"

#include <algorithm>
#include <optional>

#include <graze/distance.hpp>

#include "shape/shape_data.hpp"
#include "solver/directional.hpp"
#include "solver/parallel.hpp"
#include "world/witness.hpp"

namespace graze {
namespace {

// A step ends in nearest doubles, a few roundings from where the motion does: that must stay well below the separation.
double rounding_of(const Traveller& traveller, double length) {
  const double radius = traveller.body->bound.bounded ? traveller.body->shape.radius() : 0.0;
  const double reach = 2 * traveller.state.position.norm() + length * traveller.state.velocity.norm() + radius;
  return 64 * rounding::kUlp * (reach + radius * traveller.state.angular_velocity.norm() * length);
}

// One look at a pair of bodies.
class PairLook {
 public:
  PairLook(const Traveller& a, const Traveller& b, double length, double separation)
      : from_a_(a),
        from_b_(b),
        whole_(length),
        least_(rounding_of(a, length) + rounding_of(b, length)),
        a_(a),
        b_(b),
        length_(length),
        separation_(std::max(separation, least_)) {}

  // Along the axis on which they touch, or those that boxes around them show: in parts, each with an axis of its own.
  // True if that proves them apart all the time. If not, solve() goes on from where it got.
  bool clearly_apart(const ManifoldPoint* touch) {
    constexpr int kMostLooks = 40;
    if (touch != nullptr && apart_along(a_, b_, axis_of(*touch), length_, separation_)) return true;
    double part = length_;
    for (int looks = 0; looks < kMostLooks; ++looks) {
      const SeparatingAxis here = widest_axis(a_, b_);
      if (!(here.gap >= separation_) && from_a_.body->bound.bounded && from_b_.body->bound.bounded) return false;
      if (!apart_along(a_, b_, here, part, separation_)) {
        part *= 0.25;
        continue;
      }
      if (until_ + part >= whole_) return true;
      move_to(until_ + part);
      part = std::min(2 * part, length_);
    }
    return false;
  }

  // True if they keep as much as is aimed at, all the time, which says something about motions hardly different too.
  bool amply_apart(double aim, PairCache& cache, NearLeaves& near) const {
    if (until_ > 0 || !(aim > separation_)) return false;
    return ask(a_.moving(), b_.moving(), aim, cache, near).verdict == Verdict::Free;
  }
  double separation() const { return separation_; }

  std::optional<Meeting> solve(const BodyIds& ids, PairCache& cache, NearLeaves& near) const {
    const Body a = a_.moving();
    const Body b = b_.moving();
    Toi toi = ask(a, b, separation_, cache, near);
    if (toi.verdict == Verdict::InitialContact && separation_ > least_) {
      const double half = 0.5 * distance(a.shape, a.motion.pose(0.0), b.shape, b.motion.pose(0.0)).lower;
      toi = ask(a, b, std::max(half, least_), cache, near);
    }
    if (toi.verdict == Verdict::Free) return std::nullopt;
    const bool known = toi.verdict == Verdict::Impact || toi.verdict == Verdict::Undecided;
    return Meeting{ids, until_ + (known ? toi.safe_until() : 0.0), toi.contact, toi.verdict != Verdict::Impact};
  }

 private:
  Toi ask(const Body& a, const Body& b, double separation, PairCache& cache, NearLeaves& near) const {
    constexpr std::uint64_t kMostTests = 50000;
    Query query;
    query.window = {0.0, length_};
    query.separation = separation;
    query.tolerance = kTolerance * separation;
    query.budget.iterations = kMostTests;
    // Before the cache is asked, which a resumed run does not have: what is near, and so the bits of the answer, must
    // not depend on it.
    if (find_near((1 + kTolerance) * separation, near)) return solve_directional_near(a, b, query, near.nodes, cache);
    return time_of_impact(a, b, query, Solver::automatic(), cache);
  }

  static constexpr double kTolerance = 0.1;  // of the separation

  static Pose pose_of(const Traveller& traveller) {
    Pose pose = Pose::Identity();
    pose.linear() = traveller.rotation;
    pose.translation() = traveller.state.position;
    return pose;
  }

  // All leaves that can come closer than `closest` are known then. As seen from b, a point x of a starts at the
  // velocity
  //   v(x) = v_a + w_a x (x - c_a) - v_b - w_b x (x - c_b),
  // which is small where the bodies roll on each other, and changes at no more than
  //   |w_a|^2 r_a + |w_b| (|v_a - v_b| + |w_a| r_a):
  // its derivative along the way of x is w_a x (w_a x (x - c_a)) - w_b x (v_a - v_b + w_a x (x - c_a)). What starts
  // further apart than x gets in this way stays apart.
  bool find_near(double closest, NearLeaves& near) const {
    constexpr double kSpare = 0.1;  // of the way they go, for plans that are made later in the stretch
    constexpr std::size_t kMost = 1000;
    constexpr double kRoom = 1e-12;  // for roundings, of all lengths
    const Shape& shape_a = a_.body->shape;
    const Shape& shape_b = b_.body->shape;
    if (until_ > 0 || shape_a.kind() != ShapeKind::Mesh || shape_b.kind() != ShapeKind::Mesh) return false;
    if (closest <= near.closest && near.plan.covers(a_, b_, length_)) return !near.too_many;
    const double h = length_;
    const Vector3& rate_a = a_.state.angular_velocity;
    const Vector3& rate_b = b_.state.angular_velocity;
    const Vector3 between = a_.state.position - b_.state.position;
    const Vector3 approach = a_.state.velocity - b_.state.velocity;
    const double turn_a = rate_a.norm() * shape_a.radius();
    const double change = rate_a.norm() * turn_a + rate_b.norm() * (approach.norm() + turn_a);
    const double travel = h * (approach.norm() + turn_a + rate_b.norm() * shape_b.radius());
    const double sizes =
        shape_a.radius() + shape_b.radius() + a_.state.position.norm() + b_.state.position.norm() + travel + closest;
    near.closest = closest;
    near.plan = {a_.state, b_.state, kSpare * travel + closest};
    const double rest = 0.5 * h * h * change + closest + near.plan.spare + kRoom * sizes;
    // In the frame of b.
    const Vector3 velocity = b_.rotation.transpose() * (approach - rate_a.cross(between));
    const Vector3 rate = b_.rotation.transpose() * (rate_a - rate_b);
    const auto reach_of = [&](const Vector3& middle, const Vector3& half) {
      return h * ((velocity + rate.cross(middle)).norm() + rate.norm() * half.norm()) + rest;
    };
    near.nodes.clear();
    const NearNodes trees(shape_a.mesh_shape().boxes(), shape_b.mesh_shape().boxes(),
                          pose_of(b_).inverse() * pose_of(a_));
    near.too_many = !trees.each(reach_of, [&](std::uint32_t i, std::uint32_t j) {
      near.nodes.push_back({i, j});
      return near.nodes.size() < kMost;
    });
    return !near.too_many;
  }

  SeparatingAxis axis_of(const ManifoldPoint& touch) const {
    const Vector3& rate_a = a_.state.angular_velocity;
    const Vector3& rate_b = b_.state.angular_velocity;
    switch (touch.turns) {
      case ManifoldPoint::Turns::WithA:
        return {touch.normal, rate_a};
      case ManifoldPoint::Turns::WithB:
        return {touch.normal, rate_b};
      case ManifoldPoint::Turns::WithEdges:
        return {touch.normal, rate_across(touch.edge_a, rate_a, touch.edge_b, rate_b)};
      case ManifoldPoint::Turns::Not:
        break;
    }
    return {touch.normal};
  }

  // Where they are then is known but for roundings, which `least_` covers.
  void move_to(double time) {
    const auto at_time = [&](const Traveller& t) {
      return Traveller(*t.body, moved(t.state, t.state.velocity, t.state.angular_velocity, time), t.moves);
    };
    a_ = at_time(from_a_);
    b_ = at_time(from_b_);
    if (until_ == 0.0) separation_ += least_;
    until_ = time;
    length_ = whole_ - time;
  }

  const Traveller& from_a_;
  const Traveller& from_b_;
  double whole_;
  double least_;
  // What is left to look at, and what has been proved.
  Traveller a_, b_;
  double length_;
  double until_ = 0.0;
  double separation_;
};

}  // namespace

// Two motions from the same start are, after a time t, apart by no more than t times the difference of their velocities
// and, at a distance r from the centre, r t times that of their angular velocities: for the angle between two rotations
// is never more than the distance of their rotation vectors. What both bodies of the pair do alike does not matter.
bool PairPlan::covers(const Traveller& now_a, const Traveller& now_b, double length) const {
  const auto turned = [](const Traveller& now, const BodyState& before) {
    const double rate = (now.state.angular_velocity - before.angular_velocity).norm();
    return rate > 0 ? rate * now.body->shape.radius() : 0.0;
  };
  if (!(spare >= 0)) return false;
  const Vector3 change = now_a.state.velocity - a.velocity - (now_b.state.velocity - b.velocity);
  return length * (change.norm() + turned(now_a, a) + turned(now_b, b)) * (1 + 1e-9) <= spare;
}

void Certifier::begin(double separation, double length, Touching touching) {
  separation_ = separation;
  length_ = length;
  touching_ = std::move(touching);
  proofs_.clear();
  near_.clear();
}

const ManifoldPoint* Certifier::touch(const BodyIds& ids) const {
  const auto at = touching_.find({ids.a, ids.b});
  return at == touching_.end() ? nullptr : &at->second;
}

// Half of the gap, so that there is room to move; but from some closeness on, bodies may hardly come closer at all, or
// they would end up where doubles do not tell them apart.
double Certifier::kept(const ManifoldPoint* touch) const {
  constexpr double kTooClose = 0.02;  // of the separation
  if (touch == nullptr) return separation_;
  return std::min(separation_, (touch->gap > kTooClose * separation_ ? 0.5 : 0.95) * touch->gap);
}

// What a pair keeps if nothing special happens: then plans that are made again and again in a stretch, and hardly
// differ, are certified once.
double Certifier::aimed(const ManifoldPoint* touch) const {
  constexpr double kResting = 10.0;  // separations; half of what bodies at rest keep
  constexpr double kOther = 200.0;
  if (touch == nullptr) return kOther * separation_;
  return std::min(kResting * separation_, 0.5 * touch->gap);
}

PairCache& Certifier::cache(const BodyIds& ids, const Traveller& a) {
  const bool first = a.body->scene->kind != BodyKind::Static;
  return first ? caches_.of(ids_[ids.a], ids_[ids.b]) : caches_.of(ids_[ids.b], ids_[ids.a]);
}

std::optional<Meeting> Certifier::look(const Traveller& a, const Traveller& b, const BodyIds& ids, double length) {
  const ManifoldPoint* const closest = touch(ids);
  PairLook look(a, b, length, kept(closest));
  if (look.clearly_apart(closest)) return std::nullopt;
  NearLeaves near;
  return look.solve(ids, cache(ids, a), near);
}

std::vector<Meeting> Certifier::certify(std::span<const Traveller> travellers, const Allowed& allowed, int threads) {
  struct Hard {
    BodyIds ids;
    PairLook look;
    PairCache* cache;
    NearLeaves* near;
    bool ample = false;
    std::optional<Meeting> answer{};
  };
  std::vector<Hard> hard;
  pairs_ = close_pairs(travellers, length_, 2 * separation_, allowed);
  for (const BodyIds& ids : pairs_) {
    const Traveller& a = travellers[ids.a];
    const Traveller& b = travellers[ids.b];
    if (const auto at = proofs_.find({ids.a, ids.b}); at != proofs_.end() && at->second.covers(a, b, length_)) continue;
    const ManifoldPoint* const closest = touch(ids);
    PairLook look(a, b, length_, kept(closest));
    if (!look.clearly_apart(closest)) hard.push_back({ids, look, &cache(ids, a), &near_[{ids.a, ids.b}]});
  }
  for_each_index_here(hard.size(), threads, [&](std::size_t i) {
    Hard& pair = hard[i];
    pair.ample = pair.look.amply_apart(aimed(touch(pair.ids)), *pair.cache, *pair.near);
    if (!pair.ample) pair.answer = pair.look.solve(pair.ids, *pair.cache, *pair.near);
  });
  std::vector<Meeting> meetings;
  for (const Hard& pair : hard) {
    if (pair.answer) meetings.push_back(*pair.answer);
    if (!pair.ample) continue;
    const double spare = aimed(touch(pair.ids)) - pair.look.separation();
    proofs_[{pair.ids.a, pair.ids.b}] = {travellers[pair.ids.a].state, travellers[pair.ids.b].state, spare};
  }
  std::stable_sort(meetings.begin(), meetings.end(),
                   [](const Meeting& x, const Meeting& y) { return x.until < y.until; });
  return meetings;
}

}  // namespace graze
