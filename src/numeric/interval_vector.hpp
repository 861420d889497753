// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <graze/interval.hpp>

namespace graze {

inline Interval norm(const IntervalVector3& x) { return sqrt(sqr(x[0]) + sqr(x[1]) + sqr(x[2])); }

// Middles into `middle`; returns a bound on the Frobenius norm of the distance of any member from them. Half a width
// is taken as all of it: that covers the rounding of the middle and of the sum of squares.
template <class IntervalMatrix, class Matrix>
double split(const IntervalMatrix& enclosure, Matrix& middle) {
  double squares = 0.0;
  bool known = true;
  for (Eigen::Index i = 0; i < enclosure.rows(); ++i)
    for (Eigen::Index j = 0; j < enclosure.cols(); ++j) {
      const Interval& entry = enclosure(i, j);
      middle(i, j) = entry.mid();
      if (entry.is_point()) continue;
      known = false;
      const double width = entry.width();
      squares += width * width;
    }
  return known ? 0.0 : std::sqrt(squares) + 0x1p-480;  // below which squares vanish
}

}  // namespace graze
