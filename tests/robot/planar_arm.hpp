// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <graze/robot.hpp>

namespace graze::testing {

// Two links of length 1 that turn about z, with a ball at the end of the second; another one around the base.
Robot planar_arm(double base_radius, double tip_radius);
// A scene of one body at rest.
Scene with_body(const std::string& name, const Shape& shape, const Vector3& position);

}  // namespace graze::testing
