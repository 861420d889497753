// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace graze {

// Lengths below it have squares that vanish, so nothing is known of their directions. Every bound on the error of a
// distance includes it.
inline constexpr double kVanishingLength = 0x1p-480;

// The length of a vector whose squares may overflow or vanish.
inline double stable_norm(const Eigen::Vector3d& v) {
  const double largest = std::max(std::abs(v[0]), std::max(std::abs(v[1]), std::abs(v[2])));
  return largest > 0 && std::isfinite(largest) ? largest * (v / largest).norm() : largest;
}

// A direction of length one, to 4 ulp, from a vector of any size; zero from zero, and from what is not finite. Bounds
// along a direction count on its length. Dividing by a norm does not give it: squares of a vector below 1e-154 lose
// digits or vanish, and so does a norm that is subnormal itself. So such a vector is divided by its largest part first.
inline Eigen::Vector3d unit_of(const Eigen::Vector3d& v) {
  const double square = v.squaredNorm();
  if (square > 0x1p-900 && square < 0x1p900) return v / std::sqrt(square);
  const double largest = std::max(std::abs(v[0]), std::max(std::abs(v[1]), std::abs(v[2])));
  if (!(largest > 0 && v.allFinite())) return Eigen::Vector3d::Zero();
  const Eigen::Vector3d scaled = v / largest;
  return scaled / scaled.norm();
}

// An upper bound on a distance, as a difference gives it: not below zero. If it is not a number, nothing is known.
inline double upper_distance(double bound) {
  if (bound > 0) return bound;
  return bound <= 0 ? 0.0 : std::numeric_limits<double>::infinity();
}

}  // namespace graze
