// SPDX-License-Identifier: Apache-2.0
// Writes SVG elements. Positions are rounded to hundredths of a pixel, so that equal data give equal files.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graze::bench {

enum class Anchor { Start, Middle, End };

struct TextStyle {
  double size = 13.0;
  Anchor anchor = Anchor::Start;
  std::string_view color = "#2b2f36";
  bool bold = false;
  double turn = 0.0;  // degrees about its own position
};

class Svg {
 public:
  Svg(double width, double height);

  void line(double x1, double y1, double x2, double y2, std::string_view color, double width = 1.0,
            std::string_view dash = "");
  void rectangle(double x, double y, double width, double height, std::string_view fill, double opacity = 1.0,
                 std::string_view stroke = "none");
  void circle(double x, double y, double radius, std::string_view fill, std::string_view stroke = "none");
  void polyline(const std::vector<std::pair<double, double>>& points, std::string_view color, double width,
                std::string_view dash = "");
  void text(double x, double y, std::string_view text, const TextStyle& style = {});

  // The complete file.
  std::string finish() const;

 private:
  std::string body_;
};

// A colour of the palette, told apart also by the colour-blind; counts round.
std::string_view palette(std::size_t index);

}  // namespace graze::bench
