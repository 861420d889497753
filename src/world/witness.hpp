// SPDX-License-Identifier: Apache-2.0
// Most pairs of a world are apart along some direction during the whole stretch. Where one is known that is proved in a
// look at the points of the two bodies, a hundred times faster than by the solver.
#pragma once

#include <optional>

#include "world/traveller.hpp"

namespace graze {

// Proved, rounding included: at every time of [0, length] each point of b is further along the direction (unit, to
// within rounding) than each point of a by more than `need`. False if that is not so, or not seen in this way.
bool apart_along(const Traveller& a, const Traveller& b, const Vector3& direction, double length, double need);

// The direction, from a to b, along which boxes around the two are furthest apart when they start. Plain doubles,
// nothing proved.
struct SeparatingAxis {
  Vector3 direction;
  double gap;  // negative: they overlap along every direction looked at
};
SeparatingAxis widest_axis(const Traveller& a, const Traveller& b);

}  // namespace graze
