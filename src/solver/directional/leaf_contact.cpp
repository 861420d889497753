// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/leaf_contact.hpp"

#include <algorithm>

namespace graze {
namespace {

Vector3 weighted(const Simplex4& simplex, bool of_b) {
  Vector3 sum = Vector3::Zero();
  for (int i = 0; i < simplex.size; ++i)
    sum += simplex.weights[i] * (of_b ? simplex.pairs[i].body_b : simplex.pairs[i].body_a);
  return sum;
}

Feature feature(const LeafBody& body, std::uint32_t leaf, const Simplex4& simplex, bool of_b) {
  std::array<std::uint32_t, 4> vertices{};
  std::size_t count = 0;
  for (int i = 0; i < simplex.size; ++i) {
    const std::uint32_t v = of_b ? simplex.pairs[i].vertex_b : simplex.pairs[i].vertex_a;
    if (v == ConvexShape::kNoVertex) return body.feature(leaf, {});
    bool known = false;
    for (std::size_t k = 0; k < count; ++k) known = known || vertices[k] == v;
    if (!known) vertices[count++] = v;
  }
  return body.feature(leaf, {vertices.data(), std::min<std::size_t>(count, 3)});
}

}  // namespace

Contact contact_of(const LeafBody& a, std::uint32_t leaf_a, const LeafBody& b, std::uint32_t leaf_b,
                   const LinearizedPair& linearized, const LeafDistance& at) {
  Contact contact;
  const Vector3 body_a = weighted(at.simplex, false);
  const Vector3 body_b = weighted(at.simplex, true);
  contact.normal = at.direction;
  const WitnessPoints points = witnesses(at.simplex, a.rounding_radius(), b.rounding_radius());
  contact.point_a = points.a + linearized.origin();
  contact.point_b = points.b + linearized.origin();
  contact.approach_speed = (linearized.a().velocity_of(body_a) - linearized.b().velocity_of(body_b)).dot(at.direction);
  contact.feature_a = feature(a, leaf_a, at.simplex, false);
  contact.feature_b = feature(b, leaf_b, at.simplex, true);
  return contact;
}

}  // namespace graze
