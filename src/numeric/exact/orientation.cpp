// SPDX-License-Identifier: Apache-2.0
#include "numeric/exact/orientation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "numeric/exact/polynomial.hpp"

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;
using Point = std::array<Integer, 3>;

// All coordinates as integers over the same power of two.
int exact_orientation(const std::array<const Vector3*, 4>& points) {
  int least = 2000;
  for (const Vector3* point : points)
    for (int i = 0; i < 3; ++i)
      if ((*point)[i] != 0.0) least = std::min(least, odd_part((*point)[i]).exponent);
  std::array<Point, 4> x;
  for (std::size_t k = 0; k < 4; ++k)
    for (int i = 0; i < 3; ++i) {
      const double value = (*points[k])[i];
      if (value == 0.0) continue;
      const OddPart part = odd_part(value);
      x[k][static_cast<std::size_t>(i)] = Integer(part.odd) << static_cast<unsigned>(part.exponent - least);
    }
  for (std::size_t k = 1; k < 4; ++k)
    for (std::size_t i = 0; i < 3; ++i) x[k][i] -= x[0][i];
  const Integer determinant = x[1][0] * (x[2][1] * x[3][2] - x[2][2] * x[3][1]) +
                              x[1][1] * (x[2][2] * x[3][0] - x[2][0] * x[3][2]) +
                              x[1][2] * (x[2][0] * x[3][1] - x[2][1] * x[3][0]);
  return determinant.sign();
}

}  // namespace

// The determinant of the three differences, in doubles. Each of its six terms has two rounded differences (three with
// the last factor), two products and up to three sums: 8 roundings, so that 10 u of the sum of the terms'
// sizes, 1.2e-15 of it, is more than it errs by, if nothing underflows; a size above 1e-250 says that what underflows
// does not count.
int orientation(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& p) {
  const Vector3 u = b - a;
  const Vector3 v = c - a;
  const Vector3 w = p - a;
  const std::array<double, 6> terms{u[1] * v[2] * w[0], u[2] * v[1] * w[0], u[2] * v[0] * w[1],
                                    u[0] * v[2] * w[1], u[0] * v[1] * w[2], u[1] * v[0] * w[2]};
  const double determinant = (terms[0] - terms[1]) + (terms[2] - terms[3]) + (terms[4] - terms[5]);
  double size = 0.0;
  for (const double term : terms) size += std::abs(term);
  if (size > 1e-250 && std::abs(determinant) > 1.2e-15 * size && std::isfinite(size)) return determinant > 0 ? 1 : -1;
  return exact_orientation({&a, &b, &c, &p});
}

}  // namespace graze
