// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/leaf_pair.hpp"

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

// A bound this much less than the distance is that of a direction that is known to few digits.
constexpr double kPoor = 0.5;

}  // namespace

SupportPair LeafPair::support(const Vector3& direction, double t) const {
  const LinearizedMotion& a = linearized_.a();
  const LinearizedMotion& b = linearized_.b();
  const auto place = [t](const LinearizedMotion& linearized, const Vector3& point) -> Vector3 {
    return linearized.position + linearized.rotation * point + t * linearized.velocity_of(point);
  };
  const auto seen = [t](const LinearizedMotion& linearized, const Vector3& n) -> Vector3 {
    return linearized.rotation.transpose() * n + t * (linearized.rate.transpose() * n);
  };
  const ConvexShape::Support on_a = a_.support(leaf_a_, seen(a, direction));
  const ConvexShape::Support on_b = b_.support(leaf_b_, -seen(b, direction));
  SupportPair pair;
  pair.body_a = on_a.point;
  pair.body_b = on_b.point;
  pair.a = place(a, on_a.point);
  pair.b = place(b, on_b.point);
  pair.difference = pair.b - pair.a;
  pair.vertex_a = on_a.vertex;
  pair.vertex_b = on_b.vertex;
  return pair;
}

LeafGap::LeafGap(const LeafPair& pair, const Vector3& n) : pair_(pair) {
  const LinearizedMotion& a = pair.linearized_.a();
  const LinearizedMotion& b = pair.linearized_.b();
  on_a_ = a.rotation.transpose() * n;
  on_b_ = b.rotation.transpose() * n;
  turn_a_ = a.rate.transpose() * n;
  turn_b_ = b.rate.transpose() * n;
  offset_ = n.dot(b.position - a.position);
  drift_ = n.dot(b.velocity - a.velocity);
  acceleration_ = pair.linearized_.acceleration_along(n);
}

Gap LeafGap::at(double t) const {
  const LeafBody& a = pair_.a_;
  const LeafBody& b = pair_.b_;
  const Vector3 on_a = on_a_ + t * turn_a_;
  const Vector3 on_b = on_b_ + t * turn_b_;
  const Vector3 point_a = a.support(pair_.leaf_a_, on_a).point;
  const Vector3 point_b = b.support(pair_.leaf_b_, -on_b).point;
  const double value = offset_ + t * drift_ + point_b.dot(on_b) - point_a.dot(on_a);
  const double slope = drift_ + point_b.dot(turn_b_) - point_a.dot(turn_a_);
  const double error = pair_.linearized_.error(t) +
                       (a.support_error() + b.support_error()) * (1 + t * pair_.linearized_.turn_rate()) * (1 + 1e-9);
  const double bend = bend_by(t, acceleration_) * (1 + 8 * rounding::kUlp);
  return {value - a.rounding_radius() - b.rounding_radius() - error - bend, slope - acceleration_ * t, acceleration_};
}

void LeafPair::prove_along(const Vector3& direction, double t, LeafDistance& at) const {
  if (direction.isZero(0.0)) return;
  const double proved = LeafGap(*this, direction).at(t).value;
  if (proved <= at.lower) return;
  at.lower = proved;
  at.direction = direction;
}

void LeafPair::prove_along_own(double t, LeafDistance& at) const {
  const auto placed = [t](const LeafBody& body, std::uint32_t leaf, const LinearizedMotion& linearized) {
    auto edges = body.edges(leaf);
    if (edges)
      for (Vector3& edge : *edges) edge = (linearized.rotation * edge + t * (linearized.rate * edge)).eval();
    return edges;
  };
  const Vector3 facing = at.direction;
  const auto prove = [&](const Vector3& direction) {
    const Vector3 unit = unit_of(direction);
    prove_along(unit.dot(facing) < 0 ? Vector3(-unit) : unit, t, at);
  };
  const auto on_a = placed(a_, leaf_a_, linearized_.a());
  const auto on_b = placed(b_, leaf_b_, linearized_.b());
  if (on_a) prove((*on_a)[0].cross((*on_a)[1]));
  if (on_b) prove((*on_b)[0].cross((*on_b)[1]));
  if (!on_a || !on_b) return;
  for (const Vector3& edge_a : *on_a)
    for (const Vector3& edge_b : *on_b) prove(edge_a.cross(edge_b));
}

LeafDistance LeafPair::distance(double t, double separation, double accuracy) const {
  const Vector3 between = linearized_.b().position - linearized_.a().position;
  const GjkResult found = gjk([&](const Vector3& direction) { return support(direction, t); }, {}, between, accuracy,
                              a_.rounding_radius() + b_.rounding_radius() + separation);
  LeafDistance result;
  result.lower = -std::numeric_limits<double>::infinity();
  result.direction = found.direction;
  result.simplex = found.simplex;
  const double radii = a_.rounding_radius() + b_.rounding_radius();
  if (!found.overlap) {
    prove_along(found.direction, t, result);
    prove_along(facing_direction(found.simplex), t, result);
    // Faces that are nearly coplanar and close: one edge of their difference does not tell how they face.
    if (result.lower < kPoor * (found.upper - radii)) prove_along_own(t, result);
  }
  const double bend = bend_by(t, linearized_.acceleration());
  const double error = linearized_.error(t) + a_.support_error() + b_.support_error() + bend;
  result.upper = upper_distance((found.upper + error) * (1 + 8 * rounding::kUlp) - radii);
  return result;
}

}  // namespace graze
