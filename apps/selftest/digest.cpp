// SPDX-License-Identifier: Apache-2.0
#include "selftest/digest.hpp"

namespace graze {
namespace {

template <class Enumeration>
std::uint64_t number(Enumeration x) {
  return static_cast<std::uint64_t>(x);
}

}  // namespace

Digest& Digest::add(const TriangleMesh& mesh) {
  for (const Vector3& vertex : mesh.vertices) add(vertex);
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle) add(std::uint64_t{corner});
  return *this;
}

Digest& Digest::add(const MotionEnclosure& x) {
  add_entries(x.position).add_entries(x.velocity).add_entries(x.acceleration);
  return add_entries(x.rotation).add_entries(x.rotation_rate).add_entries(x.rotation_acceleration);
}

Digest& Digest::add(const Contact& x) {
  add(x.point_a).add(x.point_b).add(x.normal).add(x.approach_speed);
  for (const Feature& feature : {x.feature_a, x.feature_b}) {
    add(number(feature.kind)).add(std::uint64_t{feature.index});
    const std::size_t corners = feature.kind == FeatureKind::Vertex ? 1 : feature.kind == FeatureKind::Edge ? 2 : 3;
    for (std::size_t i = 0; i < corners; ++i) add(std::uint64_t{feature.vertices[i]});
  }
  return *this;
}

Digest& Digest::add(const Toi& x) {
  add(number(x.verdict)).add(number(x.guarantee)).add(x.bracket).add(x.separation).add(x.tolerance).add(x.contact);
  for (const Contact& contact : x.patch) add(contact);
  return *this;
}

Digest& Digest::add(const FeatureToi& x) {
  add(number(x.verdict)).add(number(x.guarantee)).add(x.bracket).add(x.normal).add(number(x.exact));
  for (const double weight : x.weights_a) add(weight);
  for (const double weight : x.weights_b) add(weight);
  return *this;
}

Digest& Digest::add(const SceneToi& x) {
  add(x.toi);
  if (x.pair) add(std::uint64_t{x.pair->a}).add(std::uint64_t{x.pair->b});
  for (const PairToi& impact : x.impacts)
    add(std::uint64_t{impact.ids.a}).add(std::uint64_t{impact.ids.b}).add(impact.toi);
  return *this;
}

Digest& Digest::add(const BodyState& x) {
  return add(x.position).add(x.orientation).add(x.velocity).add(x.angular_velocity);
}

}  // namespace graze
