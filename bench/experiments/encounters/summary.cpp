// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze::bench {

double quantile(const std::vector<double>& sorted, double fraction) {
  if (sorted.empty()) return 0.0;
  const double place = fraction * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(place));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - std::floor(place));
}

Summary summarize(std::vector<double> samples) {
  Summary result;
  result.count = samples.size();
  if (samples.empty()) return result;
  std::sort(samples.begin(), samples.end());
  result.min = samples.front();
  result.lower_quartile = quantile(samples, 0.25);
  result.median = quantile(samples, 0.5);
  result.mean = std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
  result.upper_quartile = quantile(samples, 0.75);
  result.max = samples.back();
  return result;
}

}  // namespace graze::bench
