// SPDX-License-Identifier: Apache-2.0
#include "motion/cubic.hpp"
#include "motion/piecewise.hpp"
#include "motion/turning.hpp"

namespace graze {
namespace {

using IntervalVector4 = Eigen::Matrix<Interval, 4, 1>;
using Time = Taylor2<Interval>;

// More parts than this for one span, and its orientations are too far apart.
constexpr int kMostParts = 256;

// From one knot to the next.
struct Span {
  Interval window;
  Vector3 position;             // at the start
  IntervalVector4 orientation;  // at the start, x y z w
  std::array<Cubic, 3> travel;
  std::array<Cubic, 4> turning;

  Interval since_start(double time) const { return Interval(time) - Interval(window.lo()); }

  Eigen::Matrix<Time, 4, 1> quaternion_over(const Interval& time) const {
    Eigen::Matrix<Time, 4, 1> q;
    for (int i = 0; i < 4; ++i) {
      q[i] = turning[i].over(since_start(time.lo()), since_start(time.hi()), time.width());
      q[i].value += orientation[i];
    }
    return q;
  }
};

// With squares that know that they are squares: q * q of an interval around zero may be negative.
Time squared_length(const Eigen::Matrix<Time, 4, 1>& q) {
  Time sum;
  for (const Time& x : q) {
    sum.value += sqr(x.value);
    sum.first += Interval(2.0) * (x.value * x.first);
    sum.second += Interval(2.0) * (sqr(x.first) + x.value * x.second);
  }
  return sum;
}

// The ends of the parts of the span over each of which the length of q is known, up to a factor of two. That proves
// that q does not vanish, and keeps bounds over long times finite.
std::vector<double> parts_of(const Span& span) {
  for (int count = 1; count <= kMostParts; count *= 2) {
    std::vector<double> ends{span.window.lo()};
    bool known = true;
    for (int k = 1; k <= count && known; ++k) {
      const double share = static_cast<double>(k) / count;
      ends.push_back(k == count ? span.window.hi() : (1.0 - share) * span.window.lo() + share * span.window.hi());
      const Interval square = squared_length(span.quaternion_over({ends[ends.size() - 2], ends.back()})).value;
      known = square.lo() > 0.25 * square.hi();
    }
    if (known) return ends;
  }
  throw std::invalid_argument("motion: two successive orientations of a spline are too far apart for their times");
}

class SplineSpan final : public MotionModel {
 public:
  explicit SplineSpan(const Span& span) : span_(span), ends_(parts_of(span)) {}

  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    MotionEnclosure result;
    bool first = true;
    for (std::size_t k = 0; k + 1 < ends_.size(); ++k) {
      const double from = k == 0 ? time.lo() : std::max(time.lo(), ends_[k]);
      const double to = k + 2 == ends_.size() ? time.hi() : std::min(time.hi(), ends_[k + 1]);
      if (from > to) continue;
      result = first ? enclose_part({from, to}, origin) : hull_of(result, enclose_part({from, to}, origin));
      first = false;
    }
    return result;
  }

  Pose pose(double time) const override {
    const Interval s = span_.since_start(time);
    Quaternion q;
    for (int i = 0; i < 4; ++i) q.coeffs()[i] = (span_.orientation[i] + span_.turning[i].value(s)).mid();
    Pose result = Pose::Identity();
    result.linear() = q.normalized().toRotationMatrix();
    for (int i = 0; i < 3; ++i)
      result.translation()[i] = (Interval(span_.position[i]) + span_.travel[i].value(s)).mid();
    return result;
  }
  std::string_view name() const override { return "spline"; }

 private:
  MotionEnclosure enclose_part(const Interval& time, const Vector3& origin) const {
    MotionEnclosure result;
    for (int i = 0; i < 3; ++i) {
      const Time travel =
          span_.travel[i].over(span_.since_start(time.lo()), span_.since_start(time.hi()), time.width());
      const Exact offset = two_sum(span_.position[i], -origin[i]);
      result.position[i] = Interval(offset.value) + (Interval(offset.rest) + travel.value);
      result.velocity[i] = travel.first;
      result.acceleration[i] = travel.second;
    }
    const Eigen::Matrix<Time, 4, 1> q = span_.quaternion_over(time);
    const Eigen::Matrix<Time, 3, 3> rotation = rotation_of(q[0], q[1], q[2], q[3], squared_length(q));
    for (int i = 0; i < 9; ++i) {
      result.rotation.data()[i] = rotation.data()[i].value;
      result.rotation_rate.data()[i] = rotation.data()[i].first;
      result.rotation_acceleration.data()[i] = rotation.data()[i].second;
    }
    return result;
  }

  Span span_;
  std::vector<double> ends_;
};

// The unit quaternions, each with the sign that is closer to the one before.
std::vector<IntervalVector4> aligned_units(const std::vector<Placement>& placements) {
  std::vector<IntervalVector4> units;
  Quaternion last = Quaternion::Identity();
  for (const Placement& placement : placements) {
    Quaternion q = balanced(placement.orientation);
    if (!units.empty() && dot(last, q).mid() < 0.0) q.coeffs() = -q.coeffs();
    const IntervalVector4 entries = q.coeffs().cast<Interval>();
    Interval square;
    for (const Interval& entry : entries) square += sqr(entry);
    units.push_back(entries / sqrt(square));
    last = q;
  }
  return units;
}

template <class Entry>
std::vector<Cubic> spline_of(const std::vector<double>& times, Entry entry) {
  std::vector<Interval> values;
  for (std::size_t k = 0; k < times.size(); ++k) values.push_back(entry(k));
  return clamped_spline(times, values);
}

}  // namespace

Motion Motion::spline(const std::vector<double>& times, const std::vector<Placement>& placements) {
  check_waypoints(times, placements);
  const std::vector<IntervalVector4> units = aligned_units(placements);
  std::array<std::vector<Cubic>, 3> travel;
  std::array<std::vector<Cubic>, 4> turning;
  for (int i = 0; i < 3; ++i) travel[i] = spline_of(times, [&](std::size_t k) { return placements[k].position[i]; });
  for (int i = 0; i < 4; ++i) turning[i] = spline_of(times, [&](std::size_t k) { return units[k][i]; });

  std::vector<Motion> between;
  for (std::size_t k = 0; k + 1 < times.size(); ++k) {
    Span span{{times[k], times[k + 1]}, placements[k].position, units[k], {}, {}};
    for (int i = 0; i < 3; ++i) span.travel[i] = travel[i][k];
    for (int i = 0; i < 4; ++i) span.turning[i] = turning[i][k];
    between.emplace_back(std::make_shared<const SplineSpan>(span));
  }
  return piecewise("spline", times, placements, between);
}

}  // namespace graze
