// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/motion.hpp>

namespace graze {

// A motion without turning that takes one point of the body, given in its coordinates, where the rigid motion takes it.
Motion unturned(const Motion& motion, const Vector3& point);

}  // namespace graze
