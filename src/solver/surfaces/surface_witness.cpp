// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/surface_witness.hpp"

#include <algorithm>

#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

Vector3 to_world(const LinearizedMotion& frame, const Vector3& p) { return frame.position + frame.rotation * p; }
Vector3 to_body(const LinearizedMotion& frame, const Vector3& x) {
  return frame.rotation.transpose() * (x - frame.position);
}

// From a to b: the direction along which the pieces are apart, unless the points, which may lie on other pieces, say
// otherwise.
Vector3 normal_of(const Vector3& direction, const SurfaceWitness& witness, double error) {
  const Vector3 between = witness.point_b - witness.point_a;
  const bool agrees = !direction.isZero(0.0) && direction.dot(between) > 0;
  if (!agrees && between.norm() > 8 * error) return unit_of(between);
  return direction.isZero(0.0) ? Vector3(Vector3::UnitX()) : direction;
}

}  // namespace

SurfaceWitness witness_from(const PatchPair& pieces, const Vector3& start, double error) {
  constexpr int kRounds = 4;
  const PatchBody& body_a = pieces.a();
  const PatchBody& body_b = pieces.b();
  const std::uint32_t node_a = pieces.node_a();
  const std::uint32_t node_b = pieces.node_b();
  const LinearizedMotion& a = pieces.frame().a();
  const LinearizedMotion& b = pieces.frame().b();
  SurfaceWitness best;
  best.point_a = to_world(a, body_a.center(node_a));
  best.point_b = to_world(b, body_b.center(node_b));
  Vector3 x = start;
  for (int round = 0; round < kRounds; ++round) {
    const auto on_a = body_a.point_near(node_a, to_body(a, x), error);
    if (!on_a) return best;
    const Vector3 place_a = to_world(a, on_a->point);
    const auto on_b = body_b.point_near(node_b, to_body(b, place_a), error);
    if (!on_b) return best;
    const Vector3 place_b = to_world(b, on_b->point);
    const double distance = (place_b - place_a).norm() + on_a->error + on_b->error + pieces.frame().error(0.0);
    if (!(distance < best.distance)) break;
    best = {place_a, place_b, distance};
    x = place_b;
  }
  return best;
}

SurfaceWitness witness_of(const PatchPair& pieces, double error) {
  const PatchBody& a = pieces.a();
  const PatchBody& b = pieces.b();
  const bool from_a = a.extent(pieces.node_a()) <= b.extent(pieces.node_b()) || b.only_direction() != nullptr;
  const Vector3 start = from_a ? to_world(pieces.frame().a(), a.center(pieces.node_a()))
                               : to_world(pieces.frame().b(), b.center(pieces.node_b()));
  return witness_from(pieces, start, error);
}

SurfaceWitness witness_by(const PatchPair& pieces, const QuadricStep& step, bool overlapping, double error) {
  if (step.across.isZero(0.0)) return witness_of(pieces, error);
  const LinearizedMotion& moved = step.closest_on_a ? pieces.frame().a() : pieces.frame().b();
  const SurfaceWitness witness = witness_from(pieces, to_world(moved, step.closest), error);
  if (!overlapping) return witness;
  const SurfaceWitness other = witness_of(pieces, error);
  return other.distance < witness.distance ? other : witness;
}

SurfaceWitness certain_witness(const PatchPair& pieces, double tolerance) {
  const double size = pieces.a().radius() + pieces.b().radius();
  SurfaceWitness witness;
  for (double error = std::max(tolerance, rounding::kUlp * size);
       !(witness.distance < std::numeric_limits<double>::infinity()); error *= 8) {
    witness = witness_of(pieces, error);
    if (!(error < size)) break;
  }
  return witness;
}

Contact contact_of(const PatchPair& pieces, const Vector3& direction, const SurfaceWitness& witness) {
  const LinearizedPair& frame = pieces.frame();
  const Vector3 seen_a = to_body(frame.a(), witness.point_a);
  const Vector3 seen_b = to_body(frame.b(), witness.point_b);
  Contact contact;
  contact.normal = normal_of(direction, witness, frame.error(0.0));
  contact.point_a = witness.point_a + frame.origin();
  contact.point_b = witness.point_b + frame.origin();
  contact.approach_speed = (frame.a().velocity_of(seen_a) - frame.b().velocity_of(seen_b)).dot(contact.normal);
  contact.feature_a = pieces.a().feature_near(pieces.node_a(), seen_a);
  contact.feature_b = pieces.b().feature_near(pieces.node_b(), seen_b);
  return contact;
}

}  // namespace graze
