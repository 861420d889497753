// SPDX-License-Identifier: Apache-2.0
#include "plot/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "plot/plot_frame.hpp"

namespace graze::bench {

namespace {

constexpr int kBinsPerDecade = 3;
constexpr double kHeight = 0.85;  // of the highest bar, as a part of its row

Axis time_axis(const HistogramPlot& plot) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = 0.0;
  for (const HistogramRow& row : plot.rows)
    for (const std::vector<double>& samples : row.samples)
      for (const double sample : samples) {
        if (!(sample > 0.0)) continue;
        lowest = std::min(lowest, sample);
        highest = std::max(highest, sample);
      }
  if (!(lowest <= highest)) return {Scale::Log, 1.0, 10.0, kFrame.left, kFrame.right};
  return {Scale::Log, lowest, highest, kFrame.left, kFrame.right};
}

// The share of the samples in each bin of the axis.
std::vector<double> shares_of(const std::vector<double>& samples, const Axis& axis) {
  const double decades = std::log10(axis.highest() / axis.lowest());
  const auto bins = static_cast<std::size_t>(std::max(1L, std::lround(decades * kBinsPerDecade)));
  std::vector<double> shares(bins, 0.0);
  for (const double sample : samples) {
    const double at = std::log10(std::max(sample, axis.lowest()) / axis.lowest()) * kBinsPerDecade;
    const auto bin = std::min(static_cast<std::size_t>(std::max(at, 0.0)), bins - 1);
    shares[bin] += 1.0 / static_cast<double>(samples.size());
  }
  return shares;
}

// Steps from left to right that begin and end on the floor.
std::vector<std::pair<double, double>> outline(const std::vector<double>& shares, double floor, double height) {
  const double width = kFrame.width() / static_cast<double>(shares.size());
  std::vector<std::pair<double, double>> points{{kFrame.left, floor}};
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double level = floor - height * shares[i];
    points.emplace_back(kFrame.left + width * static_cast<double>(i), level);
    points.emplace_back(kFrame.left + width * static_cast<double>(i + 1), level);
  }
  points.emplace_back(kFrame.right, floor);
  return points;
}

void draw_row(Svg& svg, const Axis& axis, const HistogramRow& row, double floor, double room) {
  std::vector<std::vector<double>> shares;
  double most = 0.0;
  for (const std::vector<double>& samples : row.samples) {
    shares.push_back(samples.empty() ? std::vector<double>() : shares_of(samples, axis));
    for (const double share : shares.back()) most = std::max(most, share);
  }
  const double height = most > 0.0 ? kHeight * room / most : 0.0;
  svg.line(kFrame.left, floor, kFrame.right, floor, kSoftInk);
  svg.text(kFrame.left - 9.0, floor - 4.0, row.label, {.anchor = Anchor::End});
  for (std::size_t m = 0; m < shares.size(); ++m) {
    if (shares[m].empty()) continue;
    const double width = kFrame.width() / static_cast<double>(shares[m].size());
    for (std::size_t i = 0; m == 0 && i < shares[m].size(); ++i) {
      const double high = height * shares[m][i];
      if (high > 0.0)
        svg.rectangle(kFrame.left + width * static_cast<double>(i), floor - high, width, high, palette(m), 0.28);
    }
    svg.polyline(outline(shares[m], floor, height), palette(m), 1.6);
  }
}

}  // namespace

std::string to_svg(const HistogramPlot& plot) {
  const Axis axis = time_axis(plot);
  Svg svg(kPageWidth, page_height(plot.names));
  draw_titles(svg, plot.title, plot.subtitle);
  draw_legend(svg, plot.names);
  draw_horizontal_axis(svg, axis, plot.x);
  draw_border(svg);
  const double room = kFrame.height() / static_cast<double>(std::max<std::size_t>(plot.rows.size(), 1));
  for (std::size_t i = 0; i < plot.rows.size(); ++i)
    draw_row(svg, axis, plot.rows[i], kFrame.top + static_cast<double>(i + 1) * room, room);
  return svg.finish();
}

}  // namespace graze::bench
