// SPDX-License-Identifier: Apache-2.0
#include "plot/svg.hpp"

#include <array>

#include <fmt/format.h>

namespace graze::bench {

namespace {

std::string number(double x) {
  std::string text = fmt::format("{:.2f}", x);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string dashes(std::string_view dash) {
  return dash.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dash);
}

std::string_view name_of(Anchor anchor) {
  return anchor == Anchor::Start ? "start" : anchor == Anchor::Middle ? "middle" : "end";
}

}  // namespace

Svg::Svg(double width, double height) {
  body_ = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\">\n",
      number(width), number(height));
  rectangle(0.0, 0.0, width, height, "#ffffff");
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view color, double width,
               std::string_view dash) {
  body_ += fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{}\"{}/>\n",
                       number(x1), number(y1), number(x2), number(y2), color, number(width), dashes(dash));
}

void Svg::rectangle(double x, double y, double width, double height, std::string_view fill, double opacity,
                    std::string_view stroke) {
  body_ += fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" fill-opacity=\"{}\" stroke=\"{}\"/>\n", number(x),
      number(y), number(width), number(height), fill, number(opacity), stroke);
}

void Svg::circle(double x, double y, double radius, std::string_view fill, std::string_view stroke) {
  body_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"{}\"/>\n", number(x), number(y),
                       number(radius), fill, stroke);
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points, std::string_view color, double width,
                   std::string_view dash) {
  std::string path;
  for (const auto& [x, y] : points) path += number(x) + "," + number(y) + " ";
  body_ += fmt::format(
      "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{}/>\n", path,
      color, number(width), dashes(dash));
}

void Svg::text(double x, double y, std::string_view text, const TextStyle& style) {
  const std::string turn =
      style.turn == 0.0 ? "" : fmt::format(" transform=\"rotate({} {} {})\"", number(style.turn), number(x), number(y));
  body_ += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\" fill=\"{}\"{}{}>{}</text>\n",
                       number(x), number(y), number(style.size), name_of(style.anchor), style.color,
                       style.bold ? " font-weight=\"bold\"" : "", turn, escaped(text));
}

std::string Svg::finish() const { return body_ + "</svg>\n"; }

std::string_view palette(std::size_t index) {
  static constexpr std::array<std::string_view, 10> kColors = {"#c8442e", "#2f6db3", "#2e8b57", "#b07d1a", "#7b4fa3",
                                                               "#4a5568", "#d16ba5", "#17a2a2", "#8c6d31", "#7f7f7f"};
  return kColors[index % kColors.size()];
}

}  // namespace graze::bench
