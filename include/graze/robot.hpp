// SPDX-License-Identifier: Apache-2.0
// Robots: is this motion of the joints free, and if not, what touches first?
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <graze/articulated.hpp>
#include <graze/io.hpp>

namespace graze {

// Something solid on a link. A link may have many, and they may overlap.
struct LinkShape {
  std::size_t link = 0;
  Shape shape;
  Placement origin{};  // in the link's frame
};

// Two links that may touch.
struct LinkPair {
  std::size_t a = 0, b = 0;
};

// What a robot is made of. Link 0 is the root; joint k carries link k + 1.
struct RobotModel {
  std::string name;
  std::vector<std::string> link_names, joint_names;
  std::vector<Joint> joints;
  std::vector<Interval> limits;  // of each joint's variable; Interval::entire() if it has none
  std::vector<LinkShape> shapes;
  std::vector<LinkPair> ignored;
  std::vector<std::pair<std::string, std::string>> ignored_bodies;  // a link and a body of the scene, by name
  bool ignore_adjacent = true;                                      // links that a joint holds together
  // Links that may touch any other, and any body of the scene, unless a pair is in `enabled`.
  std::vector<std::size_t> ignored_links;
  // Pairs that are checked although their links are adjacent or may touch others. A pair of `ignored` is not.
  std::vector<LinkPair> enabled;
  std::vector<std::string> warnings;
};

struct UrdfOptions {
  // Pairs to ignore; none if empty. Heeded as MoveIt does: disable_default_collisions, then enable_collisions, then
  // disable_collisions.
  std::filesystem::path srdf;
  // Where packages are looked for (package://NAME/FILE), before the folders above the URDF file: each is a folder of
  // packages, or a package itself.
  std::vector<std::filesystem::path> package_paths;
  bool ignore_adjacent = true;
};

// The first contact of a motion.
struct RobotContact {
  std::string link_a;
  std::string link_b;  // a link, or a body of the scene
  bool in_scene = false;
  // The shapes themselves: positions in RobotModel::shapes, or b's in Scene::bodies if it is there.
  std::size_t shape_a = 0, shape_b = 0;
  Vector3 point = Vector3::Zero();   // on link_a, in the world
  Vector3 normal = Vector3::Zero();  // unit, away from link_a
};

struct MotionCheck {
  // About the pair that decides; times are those of the scene. A contact is in the world's frame.
  Toi toi;
  // The motion is certified free up to this part of it: 1 if it is free, 0 if it starts in contact.
  double free_fraction = 0.0;
  // What free_fraction meets. Toi::tolerance is for the bracket, and coarser where doubles tell late times no better.
  double tolerance = 0.0;
  std::optional<RobotContact> contact;  // if there is an impact, or contact at the start

  Verdict verdict() const { return toi.verdict; }
};

// Configurations one after the other.
struct JointPath {
  std::vector<double> times;  // as many, increasing; none: evenly over the scene's window
  std::vector<Configuration> configurations;
  std::vector<std::string> warnings;  // joints beyond their limits
};

// Immutable, cheap to copy; moving copies, so there is no empty one. Const calls are thread-safe.
class Robot {
 public:
  // Throws std::invalid_argument on a model that is none: lists of the wrong length, links that are not there, numbers
  // outside of their range (graze/limits.hpp).
  explicit Robot(RobotModel model);
  Robot(const Robot&) = default;
  Robot& operator=(const Robot&) = default;
  ~Robot() = default;
  // Reads a URDF file and the meshes (.obj, .stl) it names. What is checked is the collision geometry. Meshes are
  // surfaces: what is wholly inside of one does not touch it. Throws InputError, naming file and line, on what cannot
  // be read or would be dropped; lists in warnings() what is left out.
  static Robot from_urdf(const std::filesystem::path& file, const UrdfOptions& options = {});

  const RobotModel& model() const;
  const Linkage& linkage() const;
  std::span<const std::string> warnings() const { return model().warnings; }
  // By variable. A joint with one gives it its name; a floating joint has NAME/trans_x, _y, _z, NAME/rot_x, _y, _z, _w.
  std::span<const std::string> variable_names() const;
  // All variables at zero, or at the limit next to it.
  Configuration rest() const;
  // A sentence for each joint, mimic joints too, that is beyond its limits. Throws std::invalid_argument on a
  // configuration of the wrong size.
  std::vector<std::string> beyond_limits(const Configuration& q) const;
  // The pairs of shapes (positions in model().shapes) that are checked against each other: not of one link, not of
  // links that are ignored or have no moving joint between them.
  std::span<const BodyIds> self_pairs() const;

  // Is the motion straight in the joints from one configuration to the other free: of contact of the robot with itself,
  // and with the bodies of the scene? The scene says the window of time in which it takes place (its bodies may move
  // meanwhile), separation, tolerance, budget and solver. Bodies that stand still all the time are not checked against
  // links that no joint moves; pairs of the scene's own bodies are not checked. Throws std::invalid_argument on
  // configurations of the wrong size, invalid queries, motions that leave the range of graze/limits.hpp, and if there
  // is no pair to check: that would prove nothing.
  MotionCheck check_motion(const Configuration& from, const Configuration& to, const Scene& scene = {}) const;
  // The same for every part of a path, on so many threads (0: all cores); same bits on any number. The path's times
  // take the place of the scene's window. Throws std::invalid_argument if there are less than two configurations, or
  // there is no pair to check.
  std::vector<MotionCheck> check_path(const JointPath& path, const Scene& scene = {}, int threads = 0) const;

  // The robot's shapes moving along the path, named after their links, followed by the scene's own bodies: to look at.
  // The window is that of the path.
  Scene scene_of(const JointPath& path, const Scene& scene = {}) const;

  struct Data;  // private

 private:
  std::shared_ptr<const Data> data_;
};

// A table of comma-separated values: a row of variable names, then a configuration in each row. A first column `time`
// is optional. Variables not named rest (Robot::rest). Throws InputError naming file, line and column.
JointPath read_joint_path(const std::filesystem::path& file, const Robot& robot);

}  // namespace graze
