// SPDX-License-Identifier: Apache-2.0
// Most pairs of a world are apart along some direction during the whole substep. Where one is known, one pass over the
// points of the two bodies proves it, a hundred times faster than the solver.
#pragma once

#include <array>

#include "world/certify/traveller.hpp"

namespace graze {

// A direction from a body a to a body b that turns at a constant rate.
struct SeparatingAxis {
  Vector3 direction = Vector3::UnitX();  // at the start; unit, to within rounding
  Vector3 rate = Vector3::Zero();        // angular velocity
  double gap = 0.0;                      // along it at the start; negative: overlap along all that were tried
};

// Proved, rounding included: at every time of [0, length] each point of b is further along the axis than each point of
// a by more than `need`. False if that is not so, or not seen in this way.
bool apart_along(const Traveller& a, const Traveller& b, const SeparatingAxis& axis, double length, double need);

// For two triangles of the bodies, which are meshes: by how much at least. Negative if that is not seen.
double triangles_apart_by(const Traveller& a, const std::array<Vector3, 3>& corners_a, const Traveller& b,
                          const std::array<Vector3, 3>& corners_b, const SeparatingAxis& axis, double length);

// The axis along which boxes around the two are furthest apart when they start, turning with the faces or edges that
// face each other. Plain doubles, nothing proved. For a half-space its normal, without a gap.
SeparatingAxis widest_axis(const Traveller& a, const Traveller& b);

// At which rate the direction across two edges turns, if they turn with the bodies.
Vector3 rate_across(const Vector3& edge_a, const Vector3& rate_a, const Vector3& edge_b, const Vector3& rate_b);

}  // namespace graze
