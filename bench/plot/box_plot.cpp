// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "plot/plot_frame.hpp"

namespace graze::bench {

namespace {

constexpr double kRoom = 1.5;

Axis vertical_axis(const BoxPlot& plot) {
  double lowest = std::numeric_limits<double>::infinity();
  double highest = -std::numeric_limits<double>::infinity();
  const bool log = plot.y.scale == Scale::Log;
  const auto add = [&](double value) {
    if (log && !(value > 0.0)) return;
    lowest = std::min(lowest, value);
    highest = std::max(highest, value);
  };
  for (const BoxGroup& group : plot.groups) {
    for (const Summary& box : group.boxes) {
      if (box.count == 0) continue;
      for (const double value : {box.min, box.lower_quartile, box.median, box.upper_quartile, box.max}) add(value);
    }
  }
  if (plot.reference) add(plot.reference->first);
  if (!(lowest <= highest)) return {plot.y.scale, 1.0, 10.0, kFrame.bottom, kFrame.top};
  const double room = log ? kRoom : 1.0;  // so that no box lies on the border
  return {plot.y.scale, lowest / room, highest * room, kFrame.bottom, kFrame.top};
}

void draw_box(Svg& svg, const Axis& axis, const Summary& box, double x, double width, std::string_view color) {
  const double left = x - 0.5 * width;
  const double low = axis.position(box.lower_quartile);
  const double high = axis.position(box.upper_quartile);
  const double cap = 0.3 * width;
  svg.line(x, axis.position(box.min), x, low, color, 1.6);
  svg.line(x, high, x, axis.position(box.max), color, 1.6);
  for (const double end : {box.min, box.max})
    svg.line(x - cap, axis.position(end), x + cap, axis.position(end), color, 1.6);
  svg.rectangle(left, high, width, low - high, "#ffffff");
  svg.rectangle(left, high, width, low - high, color, 0.28, color);
  svg.line(left, axis.position(box.median), left + width, axis.position(box.median), color, 3.0);
  svg.circle(x, axis.position(box.mean), 4.0, kInk, "#ffffff");
}

void draw_group(Svg& svg, const Axis& axis, const BoxGroup& group, double center, double room) {
  const auto count = static_cast<double>(group.boxes.size());
  const double pitch = std::min(0.8 * room / count, 70.0);
  const double width = 0.62 * pitch;
  for (std::size_t i = 0; i < group.boxes.size(); ++i) {
    if (group.boxes[i].count == 0) continue;
    const double x = center + (static_cast<double>(i) - 0.5 * (count - 1.0)) * pitch;
    draw_box(svg, axis, group.boxes[i], x, width, palette(i));
  }
  svg.text(center, kFrame.bottom + 21.0, group.label, {.anchor = Anchor::Middle});
}

}  // namespace

std::string to_svg(const BoxPlot& plot) {
  const Axis axis = vertical_axis(plot);
  Svg svg(kPageWidth, page_height(plot.names));
  draw_titles(svg, plot.title, plot.subtitle);
  draw_legend(svg, plot.names);
  draw_vertical_axis(svg, axis, plot.y.label);
  draw_border(svg);
  if (plot.reference) {
    const double y = axis.position(plot.reference->first);
    svg.line(kFrame.left, y, kFrame.right, y, kInk, 1.2, "6 4");
    svg.text(kFrame.right - 4.0, y - 6.0, plot.reference->second, {.size = 12.0, .anchor = Anchor::End});
  }
  const double room = kFrame.width() / static_cast<double>(std::max<std::size_t>(plot.groups.size(), 1));
  for (std::size_t i = 0; i < plot.groups.size(); ++i) {
    draw_group(svg, axis, plot.groups[i], kFrame.left + (static_cast<double>(i) + 0.5) * room, room);
  }
  svg.text(0.5 * (kFrame.left + kFrame.right), kFrame.bottom + 48.0,
           "whiskers: smallest and largest · box: quartiles · bar: median · dot: mean",
           {.size = 12.0, .anchor = Anchor::Middle, .color = kSoftInk});
  return svg.finish();
}

}  // namespace graze::bench
