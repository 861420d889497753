// SPDX-License-Identifier: Apache-2.0
// Histograms below each other, over one logarithmic axis.
#pragma once

#include <string>
#include <vector>

namespace graze::bench {

struct HistogramRow {
  std::string label;
  std::vector<std::vector<double>> samples;  // one set per name of HistogramPlot::names; empty: left out
};

// In each row the share of samples per third of a decade, one outline for each set; the first set is filled.
struct HistogramPlot {
  std::string title, subtitle, x;
  std::vector<std::string> names;
  std::vector<HistogramRow> rows;
};

std::string to_svg(const HistogramPlot& plot);

}  // namespace graze::bench
