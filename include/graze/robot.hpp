// SPDX-License-Identifier: Apache-2.0
/// @file
/// Robots: is a motion of the joints free, and if not, what touches first?
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

/// A collision shape on a link. A link may have several, and they may overlap.
struct LinkShape {
  std::size_t link = 0;  ///< Number of the link; 0 is the root.
  Shape shape;           ///< In its own coordinates.
  Placement origin{};    ///< Of the shape, in the link's frame.
};

/// Two links, by number. The order does not matter.
struct LinkPair {
  std::size_t a = 0,  ///< Number of a link; 0 is the root.
      b = 0;          ///< Number of another link.
};

/// The parts of a robot. Link 0 is the root; joint k carries link k + 1.
struct RobotModel {
  std::string name;                     ///< For messages.
  std::vector<std::string> link_names,  ///< By number; one more than joints.
      joint_names;                      ///< By number.
  std::vector<Joint> joints;            ///< Each after the joint that carries its parent link.
  std::vector<Interval> limits;   ///< Of each joint's variable (radians or length); Interval::entire() if it has none.
  std::vector<LinkShape> shapes;  ///< The collision geometry.
  std::vector<LinkPair> ignored;  ///< Links that may touch each other.
  /// A link and a body of the scene that may touch each other, by name.
  std::vector<std::pair<std::string, std::string>> ignored_bodies;
  bool ignore_adjacent = true;  ///< May links that a joint holds together touch?
  /// Links that may touch any other link and any body of the scene, except for the pairs in `enabled`.
  std::vector<std::size_t> ignored_links;
  /// Pairs that are checked even if their links are adjacent or in `ignored_links`. `ignored` takes precedence.
  std::vector<LinkPair> enabled;
  std::vector<std::string> warnings;  ///< What a reader left out, in sentences.
};

/// How Robot::from_urdf reads a file.
struct UrdfOptions {
  /// An SRDF file with the pairs to ignore; none if empty. Its elements apply in MoveIt's order:
  /// disable_default_collisions, then enable_collisions, then disable_collisions.
  std::filesystem::path srdf;
  /// Where to look for packages (package://NAME/FILE), before the folders above the URDF file. Each path is a folder of
  /// packages, or a package itself.
  std::vector<std::filesystem::path> package_paths;
  bool ignore_adjacent = true;  ///< For RobotModel::ignore_adjacent.
};

/// The first contact of a motion.
struct RobotContact {
  std::string link_a;                ///< Name of a link.
  std::string link_b;                ///< Name of a link, or of a body of the scene.
  bool in_scene = false;             ///< Is link_b a body of the scene?
  std::size_t shape_a = 0,           ///< Position in RobotModel::shapes.
      shape_b = 0;                   ///< The same for b; a position in Scene::bodies if in_scene is true.
  Vector3 point = Vector3::Zero();   ///< On link_a, in the world.
  Vector3 normal = Vector3::Zero();  ///< Unit vector, away from link_a, in the world.
};

/// The answer about one motion of the joints.
struct MotionCheck {
  Toi toi;                     ///< Of the deciding pair. Times are those of the scene; contacts are in the world frame.
  double free_fraction = 0.0;  ///< Share of the motion that is certified free: 1 if all, 0 if it starts in contact.
  /// The tolerance that free_fraction meets. Toi::tolerance is for the bracket. It is coarser if the window is late,
  /// where doubles resolve times less finely.
  double tolerance = 0.0;
  std::optional<RobotContact> contact;  ///< Set for Impact and InitialContact.

  /// The verdict of `toi`.
  Verdict verdict() const { return toi.verdict; }
};

/// Configurations one after the other.
struct JointPath {
  std::vector<double> times;                  ///< One for each, increasing. Empty: evenly over the scene's window.
  std::vector<Configuration> configurations;  ///< At least two.
  std::vector<std::string> warnings;          ///< From read_joint_path(): joints beyond their limits.
};

/// A robot as a value: immutable, cheap to copy. Moving copies, so there is no empty robot. Const calls are
/// thread-safe.
class Robot {
 public:
  /// Throws std::invalid_argument if the model is invalid: a list has the wrong length, a link does not exist, limits
  /// are reversed, or a number is out of range (graze/limits.hpp).
  explicit Robot(RobotModel model);
  /// Copies share the model.
  /// @{
  Robot(const Robot&) = default;
  Robot& operator=(const Robot&) = default;
  /// @}
  ~Robot() = default;
  /// Reads a URDF file and the meshes (.obj, .stl) that it names. Only collision geometry is used. Meshes are surfaces:
  /// a body wholly inside a mesh does not touch it. Throws InputError, naming file and line, if something cannot be
  /// read or would be dropped without notice. warnings() lists what is left out.
  static Robot from_urdf(const std::filesystem::path& file, const UrdfOptions& options = {});

  /// The parts that the robot was made of.
  const RobotModel& model() const;
  /// The tree of links; it says how variables are ordered in a Configuration.
  const Linkage& linkage() const;
  /// The warnings of the model.
  std::span<const std::string> warnings() const { return model().warnings; }
  /// A name for each variable: the joint's name if it has one variable. A floating joint has NAME/trans_x, _y, _z and
  /// NAME/rot_x, _y, _z, _w.
  std::span<const std::string> variable_names() const;
  /// All variables at zero, or at the nearest limit. Floating joints are at the identity.
  Configuration rest() const;
  /// A sentence for each joint, mimic joints included, that is beyond its limits. Empty if there is none.
  /// Throws std::invalid_argument if the configuration has the wrong size.
  std::vector<std::string> beyond_limits(const Configuration& q) const;
  /// The pairs of shapes (positions in model().shapes) that are checked against each other. Left out are pairs of one
  /// link, ignored pairs, and pairs without a moving joint between their links.
  std::span<const BodyIds> self_pairs() const;

  /// Is the motion, straight in the joint variables from one configuration to the other, free of contact of the robot
  /// with itself and with the bodies of the scene? The scene gives window, separation, tolerance, budget and solver;
  /// its bodies may move during the window. Not checked: bodies at rest against links that no joint moves, and pairs of
  /// the scene's own bodies.
  ///
  /// Throws std::invalid_argument if a configuration has the wrong size, the query is invalid, a motion leaves the
  /// range of graze/limits.hpp, or no pair is left to check (the answer would prove nothing).
  MotionCheck check_motion(const Configuration& from, const Configuration& to, const Scene& scene = {}) const;
  /// The same for every part of a path, on `threads` threads (0: all cores), with the same bits for every number. The
  /// path's times replace the scene's window. Throws std::invalid_argument also if there are fewer than two
  /// configurations, or not one time for each.
  std::vector<MotionCheck> check_path(const JointPath& path, const Scene& scene = {}, int threads = 0) const;

  /// A scene for viewing: the robot's shapes moving along the path, named after their links, then the scene's own
  /// bodies. The window is the path's. Throws std::invalid_argument if the path is invalid.
  Scene scene_of(const JointPath& path, const Scene& scene = {}) const;

  struct Data;  // private

 private:
  std::shared_ptr<const Data> data_;
};

/// Reads a table of comma-separated values: a row of variable names, then one configuration in each row. The first
/// column may be `time`. Variables that are not named stay at Robot::rest().
/// Throws InputError, naming file, line and column.
JointPath read_joint_path(const std::filesystem::path& file, const Robot& robot);

}  // namespace graze
