// SPDX-License-Identifier: Apache-2.0
// Checks of numbers against the ranges in graze/limits.hpp; each message names the number and its range.
#pragma once

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include <Eigen/Core>

#include <graze/limits.hpp>

namespace graze {

// The shortest decimal that reads back to the same double.
inline std::string shown_number(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

[[noreturn]] inline void refuse_number(std::string_view what, std::string_view expected, double value) {
  throw std::invalid_argument(std::string(what).append(" must be ").append(expected) + ", got " + shown_number(value));
}

// NaN is refused by every comparison below.
inline double require_at_most(double value, double most, std::string_view what) {
  if (!(std::abs(value) <= most)) refuse_number(what, "finite and at most " + shown_number(most) + " in size", value);
  return value;
}

inline const Eigen::Vector3d& require_at_most(const Eigen::Vector3d& values, double most, std::string_view what) {
  for (const double value : values) require_at_most(value, most, what);
  return values;
}

inline double require_length(double value, std::string_view what) {
  return require_at_most(value, limits::kLargestLength, what);
}
inline const Eigen::Vector3d& require_length(const Eigen::Vector3d& values, std::string_view what) {
  return require_at_most(values, limits::kLargestLength, what);
}

// A radius or a length that a shape is given by.
inline double require_size(double value, std::string_view what) {
  if (!(value >= limits::kSmallestSize && value <= limits::kLargestLength))
    refuse_number(what, "positive, from 1e-40 to 1e40", value);
  return value;
}

inline const Eigen::Vector3d& require_size(const Eigen::Vector3d& values, std::string_view what) {
  for (const double value : values) require_size(value, what);
  return values;
}

// The bounding box of a shape: its longest side is a size, or zero.
inline void require_extent(const Eigen::Vector3d& lower, const Eigen::Vector3d& upper, std::string_view what,
                           double most = limits::kLargestLength) {
  require_at_most(lower, most, std::string(what) + ": coordinates");
  require_at_most(upper, most, std::string(what) + ": coordinates");
  const double extent = (upper - lower).maxCoeff();
  if (extent > 0 && extent < limits::kSmallestSize)
    refuse_number(std::string(what) + ": the longest side of its bounding box", "0 or at least 1e-40", extent);
}

}  // namespace graze
