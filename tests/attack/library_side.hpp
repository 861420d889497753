// SPDX-License-Identifier: Apache-2.0
// A question put to the library.
#pragma once

#include <optional>

#include <graze/graze.hpp>
#include <graze/robot.hpp>

#include "attack/questions/question.hpp"

namespace graze::attack {

Shape shape_of(const ShapeNumbers& numbers);
Motion motion_of(const MotionNumbers& numbers);
Query query_of(const Question& question);
inline Vector3 eigen(const Point& p) { return {p.x, p.y, p.z}; }
inline Point point(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

// The bodies of a question, built once for all solvers. Throws what the library throws.
class Asked {
 public:
  explicit Asked(const Question& question);
  bool takes(const std::string& solver) const;
  // For every demand but Distance.
  Toi ask(const std::string& solver) const;
  DistanceBounds distance_bounds() const;

 private:
  Demand demand_;
  std::vector<Body> bodies_;
  std::optional<Robot> robot_;
  Configuration from_, to_;
  Scene surroundings_;
  Query query_;
};

}  // namespace graze::attack
