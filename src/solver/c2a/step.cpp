// SPDX-License-Identifier: Apache-2.0
#include "solver/c2a/step.hpp"

#include <algorithm>

namespace graze {
namespace {

MovingSimplex moving_face(const MeshShape& shape, const StageBody& body, std::uint32_t face) {
  MovingSimplex result;
  for (const std::uint32_t v : shape.face(face)) result.add(body, shape.vertex(v));
  const EnclosingSphere& sphere = shape.face_sphere(face);
  result.sphere = body.sphere(sphere.center, sphere.radius, distance_above(sphere.center, Vector3::Zero()));
  return result;
}

}  // namespace

double C2aStep::run(double most, const std::optional<FacePair>& guess, double reach) {
  most_ = step_ = most;
  reach_ = reach;
  // The guess limits what is worth opening; it is met again below, so it does not count as such.
  if (guess) test_faces(guess->a, guess->b, 0.0);
  open_.assign(1, {0, 0, of_spheres(a_.tree().nodes[0], b_.tree().nodes[0])});
  while (!open_.empty() && !close()) {
    const Open pair = open_.back();
    open_.pop_back();
    if (meter_.spent()) return 0.0;
    if (settled(pair.safe))
      step_ = std::min(step_, pair.safe);
    else if (a_.tree().nodes[pair.a].is_leaf() && b_.tree().nodes[pair.b].is_leaf())
      test_leaves(pair);
    else
      expand(pair);
  }
  return step_;
}

double C2aStep::of_spheres(const SphereNode& p, const SphereNode& q) const {
  ++meter_.counts.node_tests;
  return safe_time(stage_, stage_.a.sphere(p.center, p.radius, p.center_radius),
                   stage_.b.sphere(q.center, q.radius, q.center_radius));
}

// What is safe for a pair of volumes is so for what they hold: children keep their parents' time if it is longer.
void C2aStep::expand(const Open& pair) {
  const SphereNode& p = a_.tree().nodes[pair.a];
  const SphereNode& q = b_.tree().nodes[pair.b];
  const bool split_a = q.is_leaf() || (!p.is_leaf() && p.radius > q.radius);
  Open first = split_a ? Open{p.left, pair.b, 0.0} : Open{pair.a, q.left, 0.0};
  Open second = split_a ? Open{p.left + 1, pair.b, 0.0} : Open{pair.a, q.left + 1, 0.0};
  for (Open* child : {&first, &second})
    child->safe = std::max(pair.safe, of_spheres(a_.tree().nodes[child->a], b_.tree().nodes[child->b]));
  if (first.safe < second.safe) std::swap(first, second);
  open_.insert(open_.end(), {first, second});  // the sooner one is looked at next
}

void C2aStep::test_leaves(const Open& pair) {
  ++meter_.counts.leaf_tests;
  for (const std::uint32_t face_a : a_.tree().faces_of(a_.tree().leaves[a_.tree().nodes[pair.a].leaf]))
    for (const std::uint32_t face_b : b_.tree().faces_of(b_.tree().leaves[b_.tree().nodes[pair.b].leaf]))
      step_ = std::min(step_, test_faces(face_a, face_b, pair.safe));
}

double C2aStep::test_faces(std::uint32_t face_a, std::uint32_t face_b, double known) {
  const MovingSimplex a = moving_face(a_, stage_.a, face_a);
  const MovingSimplex b = moving_face(b_, stage_.b, face_b);
  ++meter_.counts.node_tests;
  const double of_spheres = std::max(known, safe_time(stage_, a.sphere, b.sphere));
  if (settled(of_spheres)) return of_spheres;
  ++meter_.counts.feature_tests;
  const double acceleration = stage_.a.acceleration.at(a_.face_sphere(face_a).radius +
                                                       distance_above(a_.face_sphere(face_a).center, Vector3::Zero())) +
                              stage_.b.acceleration.at(b_.face_sphere(face_b).radius +
                                                       distance_above(b_.face_sphere(face_b).center, Vector3::Zero()));
  const double enough = closest_ ? closest_->safe : most_;
  const TriangleTime time = safe_time(stage_, a, b, acceleration, margin_, enough);
  const double safe = std::max(time.safe, of_spheres);
  if (safe < enough) closest_ = ClosestFaces{{face_a, face_b}, safe, time.distance};
  return safe;
}

}  // namespace graze
