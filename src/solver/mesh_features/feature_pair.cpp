// SPDX-License-Identifier: Apache-2.0
#include "solver/mesh_features/feature_pair.hpp"
#include "numeric/stable_norm.hpp"

#include "shape/mesh_shape.hpp"

namespace graze {
namespace {

using Jet = Taylor2<Interval>;
using JetVector = std::array<Jet, 3>;

Jet dot(const JetVector& x, const JetVector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

JetVector cross(const JetVector& x, const JetVector& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

IntervalVector3 cross(const IntervalVector3& x, const IntervalVector3& y) {
  return {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
}

Interval dot(const Vector3& u, const IntervalVector3& x) {
  return Interval(u[0]) * x[0] + Interval(u[1]) * x[1] + Interval(u[2]) * x[2];
}

// p - q with its rounding.
IntervalVector3 difference(const Vector3& p, const Vector3& q) { return p.cast<Interval>() - q.cast<Interval>(); }

JetVector jet_of_point(const MotionEnclosure& m, const Vector3& point) {
  const PathEnclosure path = path_of(m, point);
  JetVector jet;
  for (int i = 0; i < 3; ++i) jet[i] = {path.position[i], path.velocity[i], path.acceleration[i]};
  return jet;
}

// A vector fixed in the body: it turns, but does not move.
JetVector jet_of_vector(const MotionEnclosure& m, const IntervalVector3& vector) {
  const IntervalVector3 value = m.rotation * vector;
  const IntervalVector3 first = m.rotation_rate * vector;
  const IntervalVector3 second = m.rotation_acceleration * vector;
  JetVector jet;
  for (int i = 0; i < 3; ++i) jet[i] = {value[i], first[i], second[i]};
  return jet;
}

JetVector operator-(const JetVector& x, const JetVector& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }

// Offset of a point of one body from the plane of a triangle of the other, times twice the triangle's area.
Jet plane_offset(const MotionEnclosure& of_point, const Vector3& point, const MotionEnclosure& of_face,
                 const Simplex& face) {
  const IntervalVector3 normal =
      cross(difference(face.corners[1], face.corners[0]), difference(face.corners[2], face.corners[0]));
  return dot(jet_of_point(of_point, point) - jet_of_point(of_face, face.corners[0]), jet_of_vector(of_face, normal));
}

// The volume spanned by two edges and the vector between them.
Jet spanned_volume(const MotionEnclosure& a, const Simplex& edge_a, const MotionEnclosure& b, const Simplex& edge_b) {
  const JetVector along_a = jet_of_vector(a, difference(edge_a.corners[1], edge_a.corners[0]));
  const JetVector along_b = jet_of_vector(b, difference(edge_b.corners[1], edge_b.corners[0]));
  return dot(cross(along_a, along_b), jet_of_point(b, edge_b.corners[0]) - jet_of_point(a, edge_a.corners[0]));
}

Jet coplanarity_jet(const FeaturePair& pair, const MotionEnclosure& a, const MotionEnclosure& b) {
  if (pair.a.size == 1) return plane_offset(a, pair.a.corners[0], b, pair.b);
  if (pair.b.size == 1) return plane_offset(b, pair.b.corners[0], a, pair.a);
  return spanned_volume(a, pair.a, b, pair.b);
}

Vector3 middle(const IntervalVector3& v) { return {v[0].mid(), v[1].mid(), v[2].mid()}; }

// The part of v that is perpendicular to the edge. Its error is relative to |v|, not to the edge's length, so two ends
// of the edge project to the same value however short v is.
Vector3 perpendicular(const Vector3& v, const Vector3& edge) {
  const double square = edge.squaredNorm();
  return square > 0.0 ? Vector3(v - edge * (v.dot(edge) / square)) : v;
}

}  // namespace

FeatureEnclosure::FeatureEnclosure(const FeaturePair& pair, const PairMotion& motion)
    : pair_(pair), motion_(motion), domain_(motion.domain) {
  std::array<PathEnclosure, 3> a_start;
  std::array<PathEnclosure, 3> b_start;
  std::array<IntervalVector3, 3> a_acceleration;
  std::array<IntervalVector3, 3> b_acceleration;
  for (int i = 0; i < pair.a.size; ++i) {
    const IntervalVector3 corner = pair.a.corners[i].cast<Interval>();
    a_start[i] = path_of(motion.a_start, pair.a.corners[i]);
    a_acceleration[i] = motion.a_over.acceleration + motion.a_over.rotation_acceleration * corner;
    corners_a_[i] = middle(a_start[i].position);
  }
  for (int j = 0; j < pair.b.size; ++j) {
    const IntervalVector3 corner = pair.b.corners[j].cast<Interval>();
    b_start[j] = path_of(motion.b_start, pair.b.corners[j]);
    b_acceleration[j] = motion.b_over.acceleration + motion.b_over.rotation_acceleration * corner;
    corners_b_[j] = middle(b_start[j].position);
  }
  for (int i = 0; i < pair.a.size; ++i)
    for (int j = 0; j < pair.b.size; ++j)
      gaps_[gap_count_++] = {b_start[j].position - a_start[i].position, b_start[j].velocity - a_start[i].velocity,
                             (b_acceleration[j] - a_acceleration[i]) * Interval(0.5)};
}

InclusionParabola FeatureEnclosure::coplanarity() const {
  const Jet start = coplanarity_jet(pair_, motion_.a_start, motion_.b_start);
  const Jet over = coplanarity_jet(pair_, motion_.a_over, motion_.b_over);
  return {start.value, start.first, over.second * Interval(0.5), domain_};
}

void FeatureEnclosure::Directions::add(const Vector3& direction) {
  const Vector3 unit = unit_of(direction);
  if (!unit.isZero(0.0)) list[size++] = unit;
}

FeatureEnclosure::Directions FeatureEnclosure::directions() const {
  const std::span<const Vector3> a(corners_a_.data(), pair_.a.size);
  const std::span<const Vector3> b(corners_b_.data(), pair_.b.size);
  const ClosestPoints closest = closest_of_features(a, b);
  const Vector3 between = closest.b - closest.a;
  Directions result;
  result.add(between);
  if (a.size() == 2) {
    const Vector3 along_a = a[1] - a[0];
    const Vector3 along_b = b[1] - b[0];
    const Vector3 normal = along_a.cross(along_b);
    result.add(normal);
    result.add(normal.cross(along_a));
    result.add(normal.cross(along_b));
    result.add(perpendicular(between, along_a));
    result.add(perpendicular(between, along_b));
    result.add(along_a);
    result.add(along_b);
    return result;
  }
  const std::span<const Vector3> face = a.size() == 3 ? a : b;
  const Vector3 normal = (face[1] - face[0]).cross(face[2] - face[0]);
  result.add(normal);
  for (int k = 0; k < 3; ++k) {
    const Vector3 edge = face[(k + 1) % 3] - face[k];
    result.add(normal.cross(edge));
    result.add(perpendicular(between, edge));
  }
  return result;
}

InclusionParabola FeatureEnclosure::along(const Gap& gap, const Vector3& direction) const {
  return {dot(direction, gap.value), dot(direction, gap.velocity), dot(direction, gap.half_acceleration), domain_};
}

bool FeatureEnclosure::may_touch() const {
  const Directions tried = directions();
  for (int d = 0; d < tried.size; ++d) {
    bool all_above = true;
    bool all_below = true;
    for (int k = 0; k < gap_count_ && (all_above || all_below); ++k) {
      const Interval range = along(gaps_[k], tried.list[d]).range();
      all_above = all_above && range.lo() > 0;
      all_below = all_below && range.hi() < 0;
    }
    if (all_above || all_below) return false;
  }
  return true;
}

double FeatureEnclosure::apart_for(double separation) const {
  const Directions tried = directions();
  // The directions are within 4 ulp of unit length: a gap above this along one of them is a distance above separation.
  const double threshold = separation * (1 + 8 * rounding::kUlp);
  double best = 0.0;
  for (int d = 0; d < tried.size; ++d) {
    const bool upward = along(gaps_[0], tried.list[d]).value.mid() > 0;
    double apart = std::numeric_limits<double>::infinity();
    for (int k = 0; k < gap_count_ && apart > best; ++k) {
      const InclusionParabola gap = along(gaps_[k], upward ? tried.list[d] : Vector3(-tried.list[d]));
      const double excess = rounding::down(gap.value.lo() - threshold);
      apart = excess > 0 ? std::min(apart, positive_until(excess, gap.slope.lo(), gap.half_curvature.lo())) : 0.0;
    }
    best = std::max(best, apart);
  }
  return best;
}

}  // namespace graze
