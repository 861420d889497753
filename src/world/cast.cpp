// SPDX-License-Identifier: Apache-2.0
// What does something meet first that moves through the world as it is?
#include <stdexcept>

#include "world/core.hpp"

namespace graze {

std::optional<CastHit> World::Core::cast(const Shape& shape, const Placement& from, const Vector3& displacement,
                                         const BodyFilter& filter) const {
  const ShapeBound bound = bound_of(shape);
  if (!bound.bounded) throw std::invalid_argument("a cast needs a bounded shape");
  const Body moving{shape, Motion::constant_velocity(from.position, from.orientation, displacement, Vector3::Zero())};
  Query query;
  const SweptBox box = sweep(moving, bound, query.window, query.tolerance).box;
  std::optional<CastHit> closest;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (filter && !filter(i)) continue;
    const RigidBody& body = bodies[i];
    const Body still{body.shape, Motion::still(body.state.position, body.state.orientation)};
    if (body.bound.bounded && !box.overlaps(sweep(still, body.bound, query.window, query.tolerance).box)) continue;
    const Toi toi = time_of_impact(still, moving, query);
    if (toi.verdict == Verdict::Free) continue;
    closest = CastHit{i, toi.safe_until(), toi.contact.point_a, toi.contact.normal};
    // What comes now counts only if it is met before.
    query.window = {0.0, closest->fraction};
    if (closest->fraction == 0.0) break;
  }
  return closest;
}

}  // namespace graze
