// SPDX-License-Identifier: Apache-2.0
// Small SVG plots: lines with markers, and box plots. No dependencies; the text they return is a complete file.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/encounters/summary.hpp"

namespace graze::bench {

enum class Scale { Linear, Log };

// Maps values to positions on a segment of the page. A log axis takes positive values only; others are pinned to its
// start.
class Axis {
 public:
  struct Tick {
    double value;
    std::string label;  // empty: a minor tick
  };

  // An axis over at least [lowest, highest], widened to round numbers, from page position `start` to `end`.
  Axis(Scale scale, double lowest, double highest, double start, double end);

  double position(double value) const;
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }
  std::vector<Tick> ticks() const;

 private:
  double along(double value) const { return scale_ == Scale::Log ? log_of(value) : value; }
  static double log_of(double value);
  std::vector<Tick> linear_ticks() const;
  std::vector<Tick> log_ticks() const;

  Scale scale_;
  double lowest_, highest_, start_, end_;
};

struct AxisStyle {
  std::string label;
  Scale scale = Scale::Linear;
};

struct LineSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;
  bool dashed = false;
};

struct LinePlot {
  std::string title, subtitle;
  AxisStyle x, y;
  std::vector<LineSeries> series;
};

// A group of boxes stands at one place of the horizontal axis; the boxes in it are told apart by colour.
struct BoxGroup {
  std::string label;
  std::vector<Summary> boxes;  // one per name of BoxPlot::names; count = 0: left out
};

struct BoxPlot {
  std::string title, subtitle;
  AxisStyle y;
  std::vector<std::string> names;
  std::vector<BoxGroup> groups;
  std::optional<std::pair<double, std::string>> reference;  // a horizontal line with a label
};

std::string to_svg(const LinePlot& plot);
// Whiskers at the extremes, the box at the quartiles, a bar at the median, a dot at the mean.
std::string to_svg(const BoxPlot& plot);

}  // namespace graze::bench
