// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "plot/plot_frame.hpp"

namespace graze::bench {

namespace {

struct Range {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();

  void add(double x, Scale scale) {
    if (scale == Scale::Log && !(x > 0.0)) return;
    lowest = std::min(lowest, x);
    highest = std::max(highest, x);
  }
  Axis axis(Scale scale, double start, double end) const {
    return lowest <= highest ? Axis(scale, lowest, highest, start, end) : Axis(scale, 1.0, 10.0, start, end);
  }
};

}  // namespace

std::string to_svg(const LinePlot& plot) {
  Range x_range;
  Range y_range;
  for (const LineSeries& series : plot.series) {
    for (const auto& [x, y] : series.points) {
      x_range.add(x, plot.x.scale);
      y_range.add(y, plot.y.scale);
    }
  }
  const Axis x_axis = x_range.axis(plot.x.scale, kFrame.left, kFrame.right);
  const Axis y_axis = y_range.axis(plot.y.scale, kFrame.bottom, kFrame.top);

  std::vector<std::string> names;
  std::vector<bool> dashed;
  for (const LineSeries& series : plot.series) {
    names.push_back(series.name);
    dashed.push_back(series.dashed);
  }
  Svg svg(kPageWidth, page_height(names));
  draw_titles(svg, plot.title, plot.subtitle);
  draw_vertical_axis(svg, y_axis, plot.y.label);
  draw_horizontal_axis(svg, x_axis, plot.x.label);
  draw_border(svg);

  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const LineSeries& series = plot.series[i];
    std::vector<std::pair<double, double>> page;
    for (const auto& [x, y] : series.points) page.emplace_back(x_axis.position(x), y_axis.position(y));
    svg.polyline(page, palette(i), 2.2, series.dashed ? "6 4" : "");
    for (const auto& [x, y] : page) svg.circle(x, y, 4.0, palette(i), "#ffffff");
  }
  draw_legend(svg, names, dashed);
  return svg.finish();
}

}  // namespace graze::bench
