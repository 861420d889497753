// SPDX-License-Identifier: Apache-2.0
#include "plot/plot.hpp"

#include <cmath>
#include <stack>
#include <string>

#include <gtest/gtest.h>

#include "plot/histogram.hpp"

namespace graze::bench {
namespace {

// Enough of XML to catch what breaks a figure: every tag closed, in order, nothing after the root, no stray markup.
bool well_formed(const std::string& text) {
  std::stack<std::string> open;
  bool root_closed = false;
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string::npos) {
    const std::size_t end = text.find('>', at);
    if (end == std::string::npos || text.find('<', at + 1) < end || root_closed) return false;
    const std::string tag = text.substr(at + 1, end - at - 1);
    const std::string name = tag.substr(0, tag.find_first_of(" /"));
    if (tag[0] == '/') {
      if (open.empty() || open.top() != tag.substr(1)) return false;
      open.pop();
      root_closed = open.empty();
    } else if (tag[0] != '?' && tag.back() != '/') {
      open.push(name);
    }
    at = end + 1;
  }
  return root_closed;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Axis, LogPositions) {
  const Axis axis(Scale::Log, 1e-3, 1e3, 100.0, 700.0);
  EXPECT_NEAR(axis.position(1e-3), 100.0, 1e-9);
  EXPECT_NEAR(axis.position(1.0), 400.0, 1e-9);
  EXPECT_NEAR(axis.position(1e3), 700.0, 1e-9);
  EXPECT_NEAR(axis.position(std::sqrt(10.0)), 450.0, 1e-9);
  EXPECT_NEAR(axis.position(0.0), 100.0, 1e-9);
}

TEST(Axis, LogWidensToPowersOfTen) {
  const Axis axis(Scale::Log, 3e-10, 0.2, 0.0, 1.0);
  EXPECT_NEAR(axis.lowest(), 1e-10, 1e-22);
  EXPECT_NEAR(axis.highest(), 1.0, 1e-12);
  EXPECT_EQ(axis.ticks().front().label, "10⁻¹⁰");
}

TEST(Axis, LogOfOneValueStillHasAnExtent) {
  const Axis axis(Scale::Log, 1.0, 1.0, 0.0, 1.0);
  EXPECT_GT(axis.highest(), axis.lowest());
}

TEST(Axis, LinearTicksAreRound) {
  const Axis axis(Scale::Linear, 0.3, 2.95, 0.0, 270.0);
  EXPECT_DOUBLE_EQ(axis.lowest(), 0.0);
  EXPECT_DOUBLE_EQ(axis.highest(), 3.0);
  EXPECT_EQ(axis.ticks()[1].label, "0.5");
  EXPECT_NEAR(axis.position(1.0), 90.0, 1e-9);
}

TEST(Plot, LinePlotIsWellFormedAndEscapesText) {
  LinePlot plot;
  plot.title = "a < b & \"c\"";
  plot.x.scale = Scale::Log;
  plot.series = {{"one", {{1.0, 2.0}, {10.0, 3.0}}, false}};
  const std::string svg = to_svg(plot);
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
}

TEST(Plot, BoxPlotDrawsEachBoxThatHasSamples) {
  BoxPlot plot;
  plot.y.scale = Scale::Log;
  plot.names = {"one", "two"};
  plot.groups = {{"g", {summarize({1.0, 2.0, 3.0}), Summary{}}}, {"h", {summarize({1.0}), summarize({5.0, 9.0})}}};
  const std::string svg = to_svg(plot);
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_EQ(count(svg, "<circle"), 3U);
}

TEST(Plot, HistogramHasAnOutlineForEachSetOfSamples) {
  HistogramPlot plot;
  plot.names = {"one", "two"};
  plot.rows = {{"r", {{1.0, 2.0, 300.0}, {}}}, {"s", {{0.1, 0.1}, {5.0}}}};
  const std::string svg = to_svg(plot);
  EXPECT_TRUE(well_formed(svg)) << svg;
  EXPECT_EQ(count(svg, "<polyline"), 3U);
}

TEST(Plot, EmptyPlotsAreWellFormed) {
  EXPECT_TRUE(well_formed(to_svg(HistogramPlot{})));
  EXPECT_TRUE(well_formed(to_svg(LinePlot{})));
  EXPECT_TRUE(well_formed(to_svg(BoxPlot{})));
}

}  // namespace
}  // namespace graze::bench
