// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/interval.hpp>

namespace graze {

// sin(x) and cos(x) at once, which takes about as long as one of them.
void sin_cos(const Interval& x, Interval& sine, Interval& cosine);

}  // namespace graze
