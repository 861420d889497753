// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/surfaces.hpp"

#include "motion/relative.hpp"
#include "motion/unturned.hpp"
#include "shape/curved_surface.hpp"
#include "solver/answer.hpp"
#include "solver/linearization/linearized_motion.hpp"
#include "solver/surfaces/surface_search.hpp"

namespace graze {
namespace {

void swap_sides(Contact& contact) {
  std::swap(contact.point_a, contact.point_b);
  std::swap(contact.feature_a, contact.feature_b);
  contact.normal = -contact.normal;
}

// In the frame of the half-space, which is at rest there, if it is not at rest anyway.
Toi search_half_space(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options, Meter& meter) {
  const RateBound speed = b.motion.speed_bound(query.window);
  if (speed.origin == 0 && speed.per_radius == 0) return search_surfaces(a, b, query, options, meter);
  const Body seen{a.shape, relative_motion(a.motion, b.motion)};
  const Body still{b.shape, Motion()};
  Toi toi = search_surfaces(seen, still, query, options, meter);
  const Pose frame = b.motion.pose(toi.bracket.lo());
  toi.contact.point_a = frame * toi.contact.point_a;
  toi.contact.point_b = frame * toi.contact.point_b;
  toi.contact.normal = frame.linear() * toi.contact.normal;
  return toi;
}

Toi search(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options, Meter& meter) {
  if (a.shape.data().half_space) {
    Toi toi = search_half_space(b, a, query, options, meter);
    swap_sides(toi.contact);
    return toi;
  }
  if (b.shape.data().half_space) return search_half_space(a, b, query, options, meter);
  return search_surfaces(a, b, query, options, meter);
}

// The same body without the turning that changes nothing: that of a sphere about its middle.
std::optional<Body> without_idle_turning(const Body& body, const Interval& window) {
  const ShapeData& data = body.shape.data();
  std::optional<Vector3> middle;
  if (data.curved) middle = data.curved->tree.model().middle_of_sphere();
  if (data.convex && data.convex->is_ball()) middle = data.convex->points()[0];
  if (!middle || body.motion.speed_bound(window).per_radius == 0) return std::nullopt;
  return Body{body.shape, unturned(body.motion, *middle)};
}

// Of the points of the bodies as they move, turning included.
double approach_speed(const Body& a, const Body& b, const Toi& toi) {
  const auto velocity = [&](const Body& body, const Vector3& point) -> Vector3 {
    const LinearizedMotion motion(body.motion, toi.bracket.lo(), point);
    return motion.velocity_of(motion.rotation.transpose() * -motion.position);
  };
  return (velocity(a, toi.contact.point_a) - velocity(b, toi.contact.point_b)).dot(toi.contact.normal);
}

}  // namespace

Toi solve_surfaces(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options) {
  Meter meter(query.budget);
  const auto idle_a = without_idle_turning(a, query.window);
  const auto idle_b = without_idle_turning(b, query.window);
  Toi toi = search(idle_a.value_or(a), idle_b.value_or(b), query, options, meter);
  if (idle_a || idle_b) toi.contact.approach_speed = approach_speed(a, b, toi);
  return with_one_contact(std::move(toi), query, meter);
}

}  // namespace graze
