// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/interval.hpp>

namespace graze {

inline Interval norm(const IntervalVector3& x) { return sqrt(sqr(x[0]) + sqr(x[1]) + sqr(x[2])); }

}  // namespace graze
