// SPDX-License-Identifier: Apache-2.0
#include "robot/dense_sampling.hpp"

#include <algorithm>
#include <cmath>

#include <graze/distance.hpp>

namespace graze::testing {
namespace {

Pose pose_of(const Placement& placement) {
  Pose pose = Pose::Identity();
  pose.linear() = placement.orientation.normalized().toRotationMatrix();
  pose.translation() = placement.position;
  return pose;
}

// Two things that must not touch: a shape of the robot, and another or a body of the scene.
struct CheckedPair {
  std::size_t shape, other;
  bool in_scene;
};

class Sampling {
 public:
  Sampling(const Robot& robot, const Configuration& from, const Configuration& to, const Scene& scene)
      : robot_(robot), from_(from), to_(to), scene_(scene), speed_(speed_bound()) {
    for (const BodyIds& ids : robot.self_pairs()) pairs_.push_back({ids.a, ids.b, false});
    for (std::size_t i = 0; i < robot.model().shapes.size(); ++i)
      for (std::size_t j = 0; j < scene.bodies.size(); ++j)
        if (robot.model().shapes[i].link > 0 || scene.bodies[j].body.motion.name() != "still")
          pairs_.push_back({i, j, true});
  }

  double distance_at(const CheckedPair& pair, double s) const {
    const std::vector<Pose> links = link_poses(robot_.model(), robot_.linkage(), blended(from_, to_, s));
    const auto place = [&](std::size_t i) {
      const LinkShape& shape = robot_.model().shapes[i];
      return Pose(links[shape.link] * pose_of(shape.origin));
    };
    const Shape& shape = robot_.model().shapes[pair.shape].shape;
    if (!pair.in_scene)
      return distance(shape, place(pair.shape), robot_.model().shapes[pair.other].shape, place(pair.other)).upper;
    const Body& body = scene_.bodies[pair.other].body;
    const Interval& window = scene_.query.window;
    const double time = (1 - s) * window.lo() + s * window.hi();
    return distance(shape, place(pair.shape), body.shape, body.motion.pose(time)).upper;
  }

  // The first of the poses in which the pair is in contact; 2 if none is. A pose is not looked at when the distance in
  // an earlier one is more than both can have travelled since.
  double first_contact(const CheckedPair& pair, int poses) const {
    for (int k = 0; k < poses;) {
      const double s = static_cast<double>(k) / (poses - 1);
      const double apart = distance_at(pair, s) - scene_.query.separation;
      if (apart <= 1e-13) return s;
      k += std::max(1, static_cast<int>(std::min(1e9, 0.99 * apart / speed_ * (poses - 1))));
    }
    return 2.0;
  }

  std::span<const CheckedPair> pairs() const { return pairs_; }

 private:
  // Of any two points relative to each other, per unit of s. Only bodies at rest may be in the scene.
  double speed_bound() const {
    const RobotModel& model = robot_.model();
    double reach = 0.0;
    for (const LinkShape& shape : model.shapes)
      reach = std::max(reach, shape.origin.position.norm() + shape.shape.radius());
    for (const Joint& joint : model.joints) reach += joint.origin.position.norm();
    double turns = 1e-300;
    for (std::size_t i = 0; i < from_.size(); ++i) turns += std::abs(to_[i] - from_[i]);
    return 2 * turns * std::max(1.0, reach);
  }

  const Robot& robot_;
  const Configuration& from_;
  const Configuration& to_;
  const Scene& scene_;
  double speed_;
  std::vector<CheckedPair> pairs_;
};

bool is_about(const CheckedPair& pair, const RobotContact& contact) {
  return pair.in_scene == contact.in_scene && pair.shape == contact.shape_a && pair.other == contact.shape_b;
}

}  // namespace

std::vector<Pose> link_poses(const RobotModel& model, const Linkage& linkage, const Configuration& q) {
  std::vector<Pose> poses{Pose::Identity()};
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    const Joint& joint = model.joints[k];
    const Joint::Mimic mimic = joint.mimic.value_or(Joint::Mimic{});
    Pose pose = poses[joint.parent] * pose_of(joint.origin);
    if (joint.type != JointType::Fixed) {
      const double value = mimic.multiplier * q[linkage.variable_of(k)] + mimic.offset;
      if (joint.type == JointType::Prismatic)
        pose.translate(Vector3(joint.axis.normalized() * value));
      else
        pose.rotate(Eigen::AngleAxisd(value, joint.axis.normalized()));
    }
    poses.push_back(pose);
  }
  return poses;
}

std::vector<std::string> faults_of(const MotionCheck& answer, const Robot& robot, const Configuration& from,
                                   const Configuration& to, const Scene& scene, int poses) {
  std::vector<std::string> faults;
  const Sampling sampling(robot, from, to, scene);
  const bool in_contact = answer.contact.has_value();
  double nearest = 1e300;
  for (const CheckedPair& pair : sampling.pairs()) {
    const double seen = sampling.first_contact(pair, poses);
    if (seen <= 1.0 && seen < answer.free_fraction - 1e-12)
      faults.push_back("in contact at " + std::to_string(seen) + ", said to be free until " +
                       std::to_string(answer.free_fraction));
    if (seen <= 1.0 && answer.verdict() == Verdict::Free) faults.emplace_back("missed");
    if (in_contact && is_about(pair, *answer.contact))
      nearest = std::min(nearest, sampling.distance_at(pair, answer.free_fraction));
  }
  if (answer.verdict() == Verdict::Undecided) faults.emplace_back("undecided");
  if (in_contact && nearest > scene.query.separation + answer.toi.tolerance + 1e-9)
    faults.push_back("the pair named is " + std::to_string(nearest) + " apart");
  return faults;
}

Configuration random_configuration(const Robot& robot, Random& random) {
  Configuration q = robot.rest();
  for (std::size_t k = 0; k < robot.model().joints.size(); ++k) {
    if (robot.model().limits[k] == Interval::entire()) continue;
    const Interval& limits = robot.model().limits[k];
    q[robot.linkage().variable_of(k)] = random.uniform(limits.lo(), limits.hi());
  }
  return q;
}

Robot example_arm() { return Robot::from_urdf(GRAZE_SOURCE_DIR "/scenes/robots/arm.urdf"); }

Scene random_cell(Random& random) {
  Scene scene;
  const auto add = [&](const std::string& name, const Shape& shape) {
    const double angle = random.uniform(0.0, 6.28);
    const double away = random.uniform(0.45, 0.9);
    const double height = random.uniform(0.1, 1.2);
    const Vector3 position(away * std::cos(angle), away * std::sin(angle), height);
    scene.bodies.push_back({name, {shape, Motion::still(position, random.quaternion())}});
  };
  scene.bodies.push_back({"floor", {Shape::half_space(Vector3::UnitZ(), 0.0), Motion::still(Vector3::Zero())}});
  const double side = random.uniform(0.05, 0.3);
  add("sheet", Shape::box({0.0005, side, 0.3}));
  add("ball", Shape::sphere(random.uniform(0.02, 0.1)));
  add("rod", Shape::cylinder(0.001, random.uniform(0.1, 0.5)));
  add("box", Shape::box({0.1, 0.05, 0.2}));
  add("knot", Shape::mesh(make_torus_knot(2, 3, 0.08, 0.03, 0.015, 60, 6)));
  add("ring", Shape::mesh(make_torus(0.2, 0.004, 40, 6)));
  return scene;
}

}  // namespace graze::testing
