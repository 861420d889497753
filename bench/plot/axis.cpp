// SPDX-License-Identifier: Apache-2.0
// The value-to-page mapping of plots, and where its ticks go.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "plot/plot.hpp"

namespace graze::bench {

namespace {

constexpr int kMostLabels = 9;
// A value this little beyond a power of ten (in decades) is drawn at it rather than given a decade of its own.
constexpr double kSlack = 0.004;

// 1, 2 or 5 times a power of ten, at least x.
double round_step(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  for (const double digit : {1.0, 2.0, 5.0}) {
    if (digit * power >= x * (1.0 - 1e-12)) return digit * power;
  }
  return 10.0 * power;
}

std::string superscript(int exponent) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string result = exponent < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(exponent))) result += kDigits[digit - '0'];
  return result;
}

// Small powers of ten are easier to read written out, where the whole axis can be.
std::string power_label(int exponent, bool written_out) {
  return written_out ? fmt::format("{:g}", std::pow(10.0, exponent)) : "10" + superscript(exponent);
}

}  // namespace

Axis::Axis(Scale scale, double lowest, double highest, double start, double end)
    : scale_(scale), lowest_(lowest), highest_(highest), start_(start), end_(end) {
  if (scale_ == Scale::Log) {
    lowest_ = std::pow(10.0, std::floor(log_of(lowest) + kSlack));
    highest_ = std::pow(10.0, std::ceil(log_of(highest) - kSlack));
    if (highest_ <= lowest_) highest_ = 10.0 * lowest_;
    return;
  }
  if (!(highest_ > lowest_)) highest_ = lowest_ + 1.0;
  const double step = round_step((highest_ - lowest_) / kMostLabels);
  lowest_ = step * std::floor(lowest_ / step + 1e-9);
  highest_ = step * std::ceil(highest_ / step - 1e-9);
}

double Axis::log_of(double value) { return std::log10(std::max(value, 1e-300)); }

double Axis::position(double value) const {
  const double share = (along(value) - along(lowest_)) / (along(highest_) - along(lowest_));
  return std::lerp(start_, end_, std::clamp(share, 0.0, 1.0));
}

std::vector<Axis::Tick> Axis::ticks() const { return scale_ == Scale::Log ? log_ticks() : linear_ticks(); }

std::vector<Axis::Tick> Axis::linear_ticks() const {
  std::vector<Tick> result;
  const double step = round_step((highest_ - lowest_) / kMostLabels);
  const auto count = static_cast<int>(std::lround((highest_ - lowest_) / step));
  for (int i = 0; i <= count; ++i) {
    const double value = lowest_ + i * step;
    result.push_back({value, fmt::format("{:g}", std::abs(value) < 1e-9 * step ? 0.0 : value)});
  }
  return result;
}

std::vector<Axis::Tick> Axis::log_ticks() const {
  std::vector<Tick> result;
  const auto first = static_cast<int>(std::lround(log_of(lowest_)));
  const auto last = static_cast<int>(std::lround(log_of(highest_)));
  const bool written_out = first >= -3 && last <= 3;
  const int stride = (last - first) / kMostLabels + 1;
  for (int exponent = first; exponent <= last; ++exponent) {
    const bool labelled = (exponent - first) % stride == 0;
    result.push_back({std::pow(10.0, exponent), labelled ? power_label(exponent, written_out) : ""});
    if (stride > 1 || exponent == last) continue;
    for (int digit = 2; digit <= 9; ++digit) result.push_back({digit * std::pow(10.0, exponent), ""});
  }
  return result;
}

}  // namespace graze::bench
