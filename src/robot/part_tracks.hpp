// SPDX-License-Identifier: Apache-2.0
// The links of a robot and the bodies of a scene during a motion, part by part of it.
#pragma once

#include <optional>
#include <variant>

#include "motion/chain/link_frames.hpp"
#include "robot/part_box.hpp"
#include "robot/robot_data.hpp"

namespace graze {

// Does it surely not move? By its bounds, not by its name, which a motion of the user's may share.
bool stays(const Motion& motion, const Interval& window);

struct Anywhere {};

// One of them.
class Track {
 public:
  using Place = std::variant<PartBox, StillPlane, Anywhere>;

  // By part; or one for all of the time.
  explicit Track(std::vector<Place> places);

  // All the time: a quick test that often fails.
  bool surely_apart(const Track& other, double distance) const;
  bool surely_apart(const Track& other, std::size_t part, double distance) const;

 private:
  const Place& place(std::size_t part) const { return places_.size() == 1 ? places_[0] : places_[part]; }

  std::vector<Place> places_;
  std::optional<SweptBox> hull_;  // around all boxes, if there is nothing else
};

class PartTracks {
 public:
  // The scene's window in parts so short that no link goes further in one than the largest is long, but few. The
  // trajectory has no corners. Bodies that are never within `distance` of a link are not followed part by part.
  PartTracks(const Robot::Data& robot, const JointTrajectory& trajectory, const Scene& scene, double distance);

  std::size_t parts() const { return parts_.size(); }
  const Interval& part(std::size_t k) const { return parts_[k]; }
  const Track& of_shape(std::size_t i) const { return shapes_[i]; }
  const Track& of_body(std::size_t j) const { return bodies_[j]; }

 private:
  void cut(const Interval& window, const std::vector<Lengths>& lengths, const Robot::Data& robot);
  void follow_shapes(const Robot::Data& robot, const LinkFrames& frames, const std::vector<Lengths>& lengths);
  Track track_of(const Body& body, double distance) const;

  std::vector<Interval> parts_;
  std::vector<Track> shapes_, bodies_;
};

}  // namespace graze
