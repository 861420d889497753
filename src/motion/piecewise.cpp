// SPDX-License-Identifier: Apache-2.0
#include "motion/piecewise.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "motion/travel.hpp"

namespace graze {
namespace {

RateBound larger(const RateBound& x, const RateBound& y) {
  return {std::max(x.origin, y.origin), std::max(x.per_radius, y.per_radius)};
}

class Piecewise final : public MotionModel {
 public:
  Piecewise(std::string_view name, std::vector<MotionPiece> pieces) : name_(name), pieces_(std::move(pieces)) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    return gathered<MotionEnclosure>(
        time, [&](const Motion& motion, const Interval& part) { return motion.enclose(part, origin); }, hull_of);
  }
  RateBound speed_bound(const Interval& time) const override {
    return gathered<RateBound>(
        time, [](const Motion& motion, const Interval& part) { return motion.speed_bound(part); }, larger);
  }
  RateBound acceleration_bound(const Interval& time) const override {
    return gathered<RateBound>(
        time, [](const Motion& motion, const Interval& part) { return motion.acceleration_bound(part); }, larger);
  }
  // Rotations have no jump, but their rates do at corners; nothing bounds what is not continuous.
  AngularVelocity angular_velocity(const Interval& time) const override {
    const Iterator piece = first_until(time.lo());
    AngularVelocity result = piece->motion.angular_velocity({time.lo(), std::min(time.hi(), piece->until)});
    if (piece->until < time.hi()) result.acceleration = std::numeric_limits<double>::infinity();
    return result;
  }
  Pose pose(double time) const override { return first_until(time)->motion.pose(time); }
  std::span<const MotionPiece> pieces() const override { return pieces_; }
  std::string_view name() const override { return name_; }

 private:
  using Iterator = std::vector<MotionPiece>::const_iterator;

  // The first piece that lasts until `time` or longer.
  Iterator first_until(double time) const {
    return std::partition_point(pieces_.begin(), pieces_.end() - 1,
                                [time](const MotionPiece& piece) { return piece.until < time; });
  }

  // What `ask` says of each piece that shares an instant with `time`, over what they share, joined.
  template <class Result, class Ask, class Join>
  Result gathered(const Interval& time, Ask ask, Join join) const {
    Iterator piece = first_until(time.lo());
    Result result = ask(piece->motion, Interval(time.lo(), std::min(time.hi(), piece->until)));
    for (; piece->until <= time.hi() && piece + 1 != pieces_.end(); ++piece)
      result = join(result, ask((piece + 1)->motion, Interval(piece->until, std::min(time.hi(), (piece + 1)->until))));
    return result;
  }

  std::string_view name_;
  std::vector<MotionPiece> pieces_;
};

}  // namespace

MotionEnclosure hull_of(const MotionEnclosure& x, const MotionEnclosure& y) {
  const auto both = [](const auto& p, const auto& q) {
    return p.binaryExpr(q, [](const Interval& a, const Interval& b) { return hull(a, b); }).eval();
  };
  return {both(x.position, y.position),           both(x.velocity, y.velocity),
          both(x.acceleration, y.acceleration),   both(x.rotation, y.rotation),
          both(x.rotation_rate, y.rotation_rate), both(x.rotation_acceleration, y.rotation_acceleration)};
}

void check_waypoints(const std::vector<double>& times, const std::vector<Placement>& placements) {
  if (times.size() < 2) throw std::invalid_argument("motion: at least two times are needed");
  if (times.size() != placements.size())
    throw std::invalid_argument("motion: there must be as many placements as times, got " +
                                std::to_string(placements.size()) + " and " + std::to_string(times.size()));
  for (std::size_t k = 0; k < times.size(); ++k) {
    checked_time(times[k], "motion: times");
    require_length(placements[k].position, "motion: positions");
    if (k > 0 && !(times[k] - times[k - 1] >= limits::kShortestTime))
      throw std::invalid_argument("motion: times must increase by at least 1e-40, but times[" + std::to_string(k) +
                                  "] does not");
  }
}

Motion piecewise(std::string_view name, std::vector<MotionPiece> pieces) {
  return Motion(std::make_shared<const Piecewise>(name, std::move(pieces)));
}

Motion piecewise(std::string_view name, const std::vector<double>& times, const std::vector<Placement>& placements,
                 const std::vector<Motion>& between) {
  const auto rest = [](const Placement& at) { return Motion::still(at.position, at.orientation); };
  std::vector<MotionPiece> pieces{{rest(placements.front()), times.front()}};
  for (std::size_t k = 0; k < between.size(); ++k) pieces.push_back({between[k], times[k + 1]});
  pieces.push_back({rest(placements.back()), std::numeric_limits<double>::infinity()});
  return piecewise(name, std::move(pieces));
}

Motion Motion::waypoints(const std::vector<double>& times, const std::vector<Placement>& placements) {
  check_waypoints(times, placements);
  std::vector<Motion> between;
  for (std::size_t k = 0; k + 1 < times.size(); ++k)
    between.push_back(interpolated(placements[k], placements[k + 1], {times[k], times[k + 1]}));
  return piecewise("waypoints", times, placements, between);
}

}  // namespace graze
