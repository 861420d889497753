// SPDX-License-Identifier: Apache-2.0
#include "view/view_motion.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "reports/vector_json.hpp"
#include "view/base64.hpp"

namespace graze {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kEvenSamples = 256;
constexpr int kDecades = 13;
constexpr int kPerDecade = 4;

Json quaternion_json(const Eigen::Matrix3d& rotation) {
  const Quaternion q = Quaternion(rotation).normalized();
  return {q.x(), q.y(), q.z(), q.w()};
}

Vector3 middle(const IntervalVector3& v) { return {v[0].mid(), v[1].mid(), v[2].mid()}; }

// Position, velocity and so on at one instant; enclosures of an instant are a few roundings wide.
struct State {
  Pose pose;
  Vector3 velocity, acceleration, angular_velocity;
};

State state_at(const Motion& motion, double time) {
  const MotionEnclosure at = motion.enclose(Interval(time));
  const Pose pose = motion.pose(time);
  Eigen::Matrix3d rate;
  for (int i = 0; i < 9; ++i) rate.data()[i] = at.rotation_rate.data()[i].mid();
  const Eigen::Matrix3d spin = rate * pose.linear().transpose();  // the matrix of w x
  const Vector3 angular_velocity =
      0.5 * Vector3(spin(2, 1) - spin(1, 2), spin(0, 2) - spin(2, 0), spin(1, 0) - spin(0, 1));
  return {pose, middle(at.velocity), middle(at.acceleration), angular_velocity};
}

Json rates(const State& state, double epoch) {
  return {{"type", "rates"},
          {"epoch", epoch},
          {"position", vector_json(state.pose.translation())},
          {"orientation", quaternion_json(state.pose.linear())},
          {"velocity", vector_json(state.velocity)},
          {"acceleration", vector_json(state.acceleration)},
          {"angular_velocity", vector_json(state.angular_velocity)}};
}

// The axis is where w x (x - axis) is the velocity less the advance along it.
Json screw(const State& state, double epoch) {
  const Vector3& w = state.angular_velocity;
  const double square = w.squaredNorm();
  if (square == 0.0) return rates(state, epoch);
  const Vector3 advance = state.velocity.dot(w) / square * w;
  const Vector3 from_axis = (state.velocity - advance).cross(w) / square;
  return {{"type", "screw"},
          {"epoch", epoch},
          {"position", vector_json(state.pose.translation())},
          {"orientation", quaternion_json(state.pose.linear())},
          {"axis_point", vector_json(state.pose.translation() - from_axis)},
          {"advance", vector_json(advance)},
          {"angular_velocity", vector_json(w)}};
}

Json pieces(const Motion& motion, const Interval& window, double epoch) {
  Json list = Json::array();
  double from = window.lo();
  for (const MotionPiece& piece : motion.pieces()) {
    const double until = std::min(piece.until, window.hi());
    if (until < from) continue;
    const double at = std::clamp(epoch, from, until);
    list.push_back({{"until", std::isfinite(piece.until) ? Json(piece.until) : Json(nullptr)},
                    {"motion", view_motion(piece.motion, Interval(from, until), at)}});
    if (piece.until >= window.hi()) break;
    from = until;
  }
  return {{"type", "pieces"}, {"pieces", std::move(list)}};
}

Json samples(const Motion& motion, const Interval& window, double epoch) {
  const std::vector<double> times = sample_times(window, epoch);
  std::vector<double> positions, orientations;
  for (const double time : times) {
    const Pose pose = motion.pose(time);
    const Quaternion q = Quaternion(pose.linear()).normalized();
    positions.insert(positions.end(), pose.translation().begin(), pose.translation().end());
    orientations.insert(orientations.end(), q.coeffs().begin(), q.coeffs().end());
  }
  return {{"type", "samples"},
          {"times", packed(times)},
          {"positions", packed(positions)},
          {"orientations", packed(orientations)}};
}

Json vertex_linear(const Motion& motion) {
  std::vector<double> end;
  for (const Vector3& v : motion.end_vertices()) end.insert(end.end(), v.begin(), v.end());
  return {{"type", "vertex_linear"}, {"end", packed(end)}};
}

}  // namespace

Json packed(const std::vector<double>& numbers) {
  const auto* const bytes = reinterpret_cast<const char*>(numbers.data());
  return {{"float64", to_base64({bytes, numbers.size() * sizeof(double)})}};
}

std::vector<double> sample_times(const Interval& window, double epoch) {
  const double length = window.hi() - window.lo();
  std::vector<double> times{window.lo(), epoch, window.hi()};
  for (int i = 1; i < kEvenSamples; ++i) times.push_back(window.lo() + length * i / kEvenSamples);
  for (int i = 0; i <= kDecades * kPerDecade; ++i) {
    const double away = length * std::pow(10.0, -static_cast<double>(i) / kPerDecade);
    times.insert(times.end(), {epoch - away, epoch + away});
  }
  std::erase_if(times, [&](double time) { return time < window.lo() || time > window.hi(); });
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

Json view_motion(const Motion& motion, const Interval& window, double epoch) {
  if (!motion.is_rigid()) return vertex_linear(motion);
  if (!motion.pieces().empty()) return pieces(motion, window, epoch);
  const std::string_view name = motion.name();
  if (name == "screw") return screw(state_at(motion, epoch), epoch);
  if (name == "still" || name == "constant_velocity" || name == "ballistic" || name == "interpolated") {
    return rates(state_at(motion, epoch), epoch);
  }
  return samples(motion, window, epoch);
}

}  // namespace graze
