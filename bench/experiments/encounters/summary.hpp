// SPDX-License-Identifier: Apache-2.0
// The six numbers of a box plot.
#pragma once

#include <cstddef>
#include <vector>

namespace graze::bench {

struct Summary {
  std::size_t count = 0;
  double min = 0.0, lower_quartile = 0.0, median = 0.0, mean = 0.0, upper_quartile = 0.0, max = 0.0;
};

// The value below which the given fraction (0 to 1) of sorted samples lie, linear between neighbours: the common
// definition (type 7 of Hyndman and Fan). 0 when there are no samples.
double quantile(const std::vector<double>& sorted, double fraction);

// All zero when there are no samples.
Summary summarize(std::vector<double> samples);

}  // namespace graze::bench
