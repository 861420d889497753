// SPDX-License-Identifier: Apache-2.0
#include "plot/plot_frame.hpp"

#include <algorithm>

namespace graze::bench {

namespace {

// Room a text takes, near enough for placing legends; multi-byte characters count once.
double width_of(std::string_view text, double size) {
  std::size_t characters = 0;
  for (const char c : text) characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1 : 0;
  return 0.58 * size * static_cast<double>(characters);
}

struct LegendPlace {
  double x, y;
};

// From left to right above the frame, and what finds no room there below it.
std::vector<LegendPlace> legend_places(const std::vector<std::string>& names) {
  std::vector<LegendPlace> places;
  LegendPlace at{kFrame.left, 74.0};
  for (const std::string& name : names) {
    const double width = 28.0 + width_of(name, 13.0);
    if (at.x + width > kFrame.right && at.x > kFrame.left)
      at = {kFrame.left, at.y < kFrame.top ? kPageHeight + 6.0 : at.y + 20.0};
    places.push_back(at);
    at.x += width + 24.0;
  }
  return places;
}

}  // namespace

void draw_titles(Svg& svg, const std::string& title, const std::string& subtitle) {
  svg.text(kFrame.left, 28.0, title, {.size = 18.0, .bold = true});
  svg.text(kFrame.left, 49.0, subtitle, {.size = 12.5, .color = kSoftInk});
}

double page_height(const std::vector<std::string>& names) {
  const std::vector<LegendPlace> places = legend_places(names);
  return places.empty() ? kPageHeight : std::max(kPageHeight, places.back().y + 18.0);
}

void draw_legend(Svg& svg, const std::vector<std::string>& names, const std::vector<bool>& dashed) {
  const std::vector<LegendPlace> places = legend_places(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [x, y] = places[i];
    if (dashed.empty()) {
      svg.rectangle(x, y - 8.0, 18.0, 12.0, palette(i), 0.35, palette(i));
    } else {
      svg.line(x, y - 2.0, x + 22.0, y - 2.0, palette(i), 2.2, dashed[i] ? "5 3" : "");
      svg.circle(x + 11.0, y - 2.0, 3.6, palette(i));
    }
    svg.text(x + 28.0, y + 2.5, names[i], {.size = 13.0});
  }
}

void draw_vertical_axis(Svg& svg, const Axis& axis, const std::string& label) {
  for (const Axis::Tick& tick : axis.ticks()) {
    const double y = axis.position(tick.value);
    svg.line(kFrame.left, y, kFrame.right, y, tick.label.empty() ? kFaint : kGrid);
    if (tick.label.empty()) continue;
    svg.line(kFrame.left - 5.0, y, kFrame.left, y, kInk);
    svg.text(kFrame.left - 9.0, y + 4.5, tick.label, {.anchor = Anchor::End});
  }
  svg.text(24.0, 0.5 * (kFrame.top + kFrame.bottom), label, {.size = 13.5, .anchor = Anchor::Middle, .turn = -90.0});
}

void draw_horizontal_axis(Svg& svg, const Axis& axis, const std::string& label) {
  for (const Axis::Tick& tick : axis.ticks()) {
    const double x = axis.position(tick.value);
    svg.line(x, kFrame.top, x, kFrame.bottom, tick.label.empty() ? kFaint : kGrid);
    if (tick.label.empty()) continue;
    svg.line(x, kFrame.bottom, x, kFrame.bottom + 5.0, kInk);
    svg.text(x, kFrame.bottom + 21.0, tick.label, {.anchor = Anchor::Middle});
  }
  svg.text(0.5 * (kFrame.left + kFrame.right), kFrame.bottom + 48.0, label, {.size = 13.5, .anchor = Anchor::Middle});
}

void draw_border(Svg& svg) {
  svg.line(kFrame.left, kFrame.top, kFrame.left, kFrame.bottom, kInk, 1.2);
  svg.line(kFrame.left, kFrame.bottom, kFrame.right, kFrame.bottom, kInk, 1.2);
}

}  // namespace graze::bench
