// SPDX-License-Identifier: Apache-2.0
#include "robot/part_tracks.hpp"

#include <algorithm>

namespace graze {
namespace {

constexpr double kMostParts = 32;

bool all_finite(const SweptBox& box) { return box.lower.allFinite() && box.upper.allFinite(); }

// Boxes and planes want rotations that are known.
bool is_plain(const MotionInstant& at) { return at.rotation_error < 1e-6; }

Track::Place place_at(const MotionInstant& at, const RateBound& acceleration, const ShapeBound& bound,
                      double half_time) {
  if (!bound.bounded) return Anywhere();
  const PartBox box(at, acceleration, bound, half_time);
  if (!all_finite(box.swept)) return Anywhere();
  return box;
}

Track::Place still_place(const Body& body, const ShapeBound& bound, double time) {
  const MotionInstant at = body.motion.instant(time, Vector3::Zero());
  if (!is_plain(at)) return Anywhere();
  if (const std::optional<HalfSpace>& half_space = body.shape.data().half_space) return StillPlane(at, *half_space);
  return place_at(at, {}, bound, 0.0);
}

// Enclosures hold for motions with corners too.
Track::Place swept_place(const Body& body, const ShapeBound& bound, const Interval& part) {
  if (!bound.bounded) return Anywhere();
  const SweptBox box = sweep(body, bound, part, 0.0).box;
  if (!all_finite(box)) return Anywhere();
  return PartBox(box);
}

// A bound on how long before and after its middle a part lasts.
double half_of(const Interval& part) {
  return std::max(rounding::up(part.hi() - part.mid()), rounding::up(part.mid() - part.lo()));
}

}  // namespace

bool stays(const Motion& motion, const Interval& window) {
  if (!motion.is_rigid()) return false;
  const RateBound speed = motion.speed_bound(window);
  return speed.origin == 0.0 && speed.per_radius == 0.0;
}

Track::Track(std::vector<Place> places) : places_(std::move(places)) {
  for (const Place& place : places_) {
    const auto* const box = std::get_if<PartBox>(&place);
    if (box == nullptr) {
      hull_.reset();
      return;
    }
    if (!hull_) hull_ = box->swept;
    hull_->lower = hull_->lower.cwiseMin(box->swept.lower);
    hull_->upper = hull_->upper.cwiseMax(box->swept.upper);
  }
}

bool Track::surely_apart(const Track& other, double distance) const {
  return hull_ && other.hull_ && graze::surely_apart(*hull_, *other.hull_, distance);
}

bool Track::surely_apart(const Track& other, std::size_t part, double distance) const {
  const auto* const box = std::get_if<PartBox>(&place(part));
  if (box == nullptr) return false;
  if (const auto* const plane = std::get_if<StillPlane>(&other.place(part)))
    return graze::surely_apart(*box, *plane, distance);
  const auto* const other_box = std::get_if<PartBox>(&other.place(part));
  return other_box != nullptr && graze::surely_apart(*box, *other_box, distance);
}

PartTracks::PartTracks(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene,
                       double distance) {
  const LinkFrames frames(trajectory);
  const std::vector<Lengths> links = frames.lengths(scene.query.window);
  std::vector<Lengths> lengths;
  for (std::size_t i = 0; i < robot.model.shapes.size(); ++i) {
    lengths.push_back(links[robot.model.shapes[i].link]);
    lengths.back().take(robot.placements[i], scene.query.window);
  }
  cut(scene.query.window, lengths, robot);
  follow_shapes(robot, frames, lengths);
  for (const NamedBody& named : scene.bodies) bodies_.push_back(track_of(named.body, distance));
}

void PartTracks::cut(const Interval& window, const std::vector<Lengths>& lengths, const Robot::Data& robot) {
  double way = 0.0;
  double size = 0.0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const double radius = robot.model.shapes[i].shape.radius();
    if (!std::isfinite(radius)) continue;
    way = std::max(way, lengths[i].speed_bound().at(radius) * (window.hi() - window.lo()));
    size = std::max(size, 2 * radius);
  }
  const int count = way > size ? static_cast<int>(std::min(std::ceil(way / size), kMostParts)) : 1;
  double from = window.lo();
  for (int k = 1; k <= count; ++k) {
    const double to = k == count ? window.hi() : window.lo() + (window.hi() - window.lo()) * k / count;
    parts_.emplace_back(from, to);
    from = to;
  }
}

void PartTracks::follow_shapes(const Robot::Data& robot, const LinkFrames& frames,
                               const std::vector<Lengths>& lengths) {
  const std::size_t count = robot.model.shapes.size();
  std::vector<ShapeBound> bounds;
  for (const LinkShape& shape : robot.model.shapes) bounds.push_back(bound_of(shape.shape));
  std::vector<std::vector<Track::Place>> places(count);
  for (const Interval& part : parts_) {
    const std::vector<PlainFrame> links = frames.at(part.mid());
    for (std::size_t i = 0; i < count; ++i) {
      PlainFrame frame = links[robot.model.shapes[i].link];
      frame.take(robot.placements[i], robot.plain_placements[i], part.mid());
      const std::optional<MotionInstant> at = frame.instant();
      places[i].push_back(at ? place_at(*at, lengths[i].acceleration_bound(), bounds[i], half_of(part)) : Anywhere());
    }
  }
  for (std::vector<Track::Place>& track : places) shapes_.emplace_back(std::move(track));
}

Track PartTracks::track_of(const Body& body, double distance) const {
  const ShapeBound bound = bound_of(body.shape);
  const Interval window(parts_.front().lo(), parts_.back().hi());
  if (stays(body.motion, window)) return Track({still_place(body, bound, window.lo())});
  Track whole({swept_place(body, bound, window)});
  const auto is_apart = [&](const Track& shape) { return shape.surely_apart(whole, distance); };
  if (std::all_of(shapes_.begin(), shapes_.end(), is_apart)) return whole;
  std::vector<Track::Place> places;
  for (const Interval& part : parts_) places.push_back(swept_place(body, bound, part));
  return Track(std::move(places));
}

}  // namespace graze
