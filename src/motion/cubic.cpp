// SPDX-License-Identifier: Apache-2.0
#include "motion/cubic.hpp"

namespace graze {

// Between knots a distance h apart the bend is continuous if the slopes m solve, at every inner knot,
//   l m[k-1] + 2 m[k] + u m[k+1] = 3 (l d[k-1] + u d[k]),   l = h[k] / (h[k-1] + h[k]),  u = 1 - l,
// d the mean slope of each span. Elimination from top to bottom, in intervals: the diagonal dominates, so errors shrink
// from row to row.
std::vector<Cubic> clamped_spline(const std::vector<double>& times, const std::vector<Interval>& values) {
  const std::size_t count = times.size();
  std::vector<Interval> length(count - 1);
  std::vector<Interval> mean(count - 1);
  for (std::size_t k = 0; k + 1 < count; ++k) {
    length[k] = Interval(times[k + 1]) - Interval(times[k]);
    mean[k] = (values[k + 1] - values[k]) / length[k];
  }
  std::vector<Interval> upper(count);
  std::vector<Interval> slope(count);
  for (std::size_t k = 1; k + 1 < count; ++k) {
    const Interval both = length[k - 1] + length[k];
    const Interval l = length[k] / both;
    const Interval u = length[k - 1] / both;
    const Interval pivot = Interval(2.0) - l * upper[k - 1];
    upper[k] = u / pivot;
    slope[k] = (Interval(3.0) * (l * mean[k - 1] + u * mean[k]) - l * slope[k - 1]) / pivot;
  }
  for (std::size_t k = count - 1; k-- > 1;) slope[k] -= upper[k] * slope[k + 1];

  std::vector<Cubic> spans;
  for (std::size_t k = 0; k + 1 < count; ++k) {
    const Interval c2 = (Interval(3.0) * mean[k] - Interval(2.0) * slope[k] - slope[k + 1]) / length[k];
    const Interval c3 = (slope[k] + slope[k + 1] - Interval(2.0) * mean[k]) / length[k] / length[k];
    spans.push_back({slope[k], c2, c3});
  }
  return spans;
}

}  // namespace graze
