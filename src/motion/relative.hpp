// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/motion.hpp>

namespace graze {

// The motion of `body` as seen from `frame`: the pose of the one in the body coordinates of the other. Both are rigid.
Motion relative_motion(const Motion& body, const Motion& frame);

}  // namespace graze
