// SPDX-License-Identifier: Apache-2.0
// What every plot shares: the page, its title, the frame with grid and ticks, and the legend.
#pragma once

#include <string>
#include <vector>

#include "plot/plot.hpp"
#include "plot/svg.hpp"

namespace graze::bench {

struct Frame {
  double left, top, right, bottom;

  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

inline constexpr double kPageWidth = 760.0;
inline constexpr double kPageHeight = 470.0;
inline constexpr Frame kFrame{86.0, 92.0, 736.0, 404.0};
inline constexpr std::string_view kGrid = "#e3e6ea";
inline constexpr std::string_view kFaint = "#f1f3f5";
inline constexpr std::string_view kInk = "#2b2f36";
inline constexpr std::string_view kSoftInk = "#5b636e";

void draw_titles(Svg& svg, const std::string& title, const std::string& subtitle);
// The page's height with a legend of these names.
double page_height(const std::vector<std::string>& names);
// Names with their colours, in a row above the frame and in as many below as it takes.
void draw_legend(Svg& svg, const std::vector<std::string>& names, const std::vector<bool>& dashed = {});
void draw_vertical_axis(Svg& svg, const Axis& axis, const std::string& label);
void draw_horizontal_axis(Svg& svg, const Axis& axis, const std::string& label);
void draw_border(Svg& svg);

}  // namespace graze::bench
