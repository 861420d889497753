// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/patch_pair.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

constexpr double kAccuracy = 1e-2;

}  // namespace

// A point p of a piece is q + e with q in the core and |e| <= margin. Its path from s is linear up to |p| times a bound
// on the acceleration, and p is a point of the body, within its radius; the linear path is that of q and, along the
// direction n, at most margin |(R + t R')^T n| more. R' = [w] R, so that this length is at most 1 + t^2 |w|^2 / 2: the
// margin bends the gap by |w|^2 times as much as it is wide.
PatchGap::PatchGap(const PatchPair& pair, const Vector3& n) : pair_(pair), direction_(n) {
  const LinearizedMotion& a = pair.frame_.a();
  const LinearizedMotion& b = pair.frame_.b();
  on_a_ = a.rotation.transpose() * n;
  on_b_ = b.rotation.transpose() * n;
  turn_a_ = a.rate.transpose() * n;
  turn_b_ = b.rate.transpose() * n;
  offset_ = n.dot(b.position - a.position);
  drift_ = n.dot(b.velocity - a.velocity);
}

PatchGap PatchGap::bent() const {
  PatchGap result = *this;
  const double turn = std::max(pair_.frame_.a().rate_size, pair_.frame_.b().rate_size);
  result.acceleration_ =
      (pair_.frame_.acceleration_along(direction_) + pair_.margins_ * turn * turn) * (1 + 8 * rounding::kUlp);
  return result;
}

Gap PatchGap::at(double t) const {
  const Vector3 on_a = on_a_ + t * turn_a_;
  const Vector3 on_b = on_b_ + t * turn_b_;
  const Vector3 point_a = pair_.a_.support(pair_.node_a_, on_a);
  const Vector3 point_b = pair_.b_.support(pair_.node_b_, -on_b);
  const double value = offset_ + t * drift_ + point_b.dot(on_b) - point_a.dot(on_a);
  const double slope = drift_ + point_b.dot(turn_b_) - point_a.dot(turn_a_);
  const double bend = bend_by(t, acceleration_) * (1 + 8 * rounding::kUlp);
  return {value - pair_.margins_ * (1 + 8 * rounding::kUlp) - pair_.frame_.error(t) - bend, slope - acceleration_ * t,
          acceleration_};
}

SupportPair PatchPair::support(const Vector3& direction, double t) const {
  const auto place = [t](const LinearizedMotion& frame, const Vector3& point) -> Vector3 {
    return frame.position + frame.rotation * point + t * frame.velocity_of(point);
  };
  const auto seen = [t](const LinearizedMotion& frame, const Vector3& n) -> Vector3 {
    return frame.rotation.transpose() * n + t * (frame.rate.transpose() * n);
  };
  SupportPair pair;
  pair.body_a = a_.support(node_a_, seen(frame_.a(), direction));
  pair.body_b = b_.support(node_b_, -seen(frame_.b(), direction));
  pair.a = place(frame_.a(), pair.body_a);
  pair.b = place(frame_.b(), pair.body_b);
  pair.difference = pair.b - pair.a;
  return pair;
}

Separation PatchPair::along_faces(double t) const {
  const LinearizedMotion& a = frame_.a();
  const LinearizedMotion& b = frame_.b();
  Separation best;
  const Vector3 between = b.position - a.position + b.rotation * b_.center(node_b_) - a.rotation * a_.center(node_a_) +
                          t * (b.velocity_of(b_.center(node_b_)) - a.velocity_of(a_.center(node_a_)));
  const auto offer = [&](const Vector3& n) {
    const double gap = PatchGap(*this, n).at(t).value;
    if (gap > best.gap) best = {gap, n};
  };
  if (const Vector3* into = b_.only_direction()) {
    offer(b.rotation * *into);  // half-spaces are at rest
    return best;
  }
  if (const Vector3 unit = unit_of(between); !unit.isZero(0.0)) offer(unit);
  std::array<Vector3, 3> normals;
  const auto offer_normals = [&](const PatchBody& body, std::uint32_t node, const LinearizedMotion& frame) {
    const int count = body.normals(node, normals);
    for (int i = 0; i < count; ++i) {
      const Vector3 n = frame.rotation * normals[static_cast<std::size_t>(i)];
      offer(n.dot(between) < 0 ? Vector3(-n) : n);
    }
  };
  offer_normals(a_, node_a_, a);
  offer_normals(b_, node_b_, b);
  return best;
}

Separation PatchPair::along_any(double t, double separation) const {
  if (b_.only_direction() != nullptr) return along_faces(t);
  const LinearizedMotion& a = frame_.a();
  const LinearizedMotion& b = frame_.b();
  const Vector3 between = b.position - a.position + b.rotation * b_.center(node_b_) - a.rotation * a_.center(node_a_);
  const GjkResult found =
      gjk([&](const Vector3& n) { return support(n, t); }, {}, between, kAccuracy, margins_ + separation);
  Separation best;
  if (found.overlap) return best;
  for (const Vector3& direction : {found.direction, facing_direction(found.simplex)}) {
    if (direction.isZero(0.0)) continue;
    const double gap = PatchGap(*this, direction).at(t).value;
    if (gap > best.gap) best = {gap, direction};
  }
  return best;
}

}  // namespace graze
