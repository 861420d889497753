// SPDX-License-Identifier: Apache-2.0
// Fast passes: one body flies by another along paths of many kinds, aimed at hardly touching it.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <graze/articulated.hpp>

#include "experiments/cliffs/cliff.hpp"
#include "experiments/encounters/aim.hpp"
#include "harness/random.hpp"

namespace graze::bench {

namespace {

constexpr double kSpeed = 512.0;  // of the D2M paper, units a second
constexpr double kSlowest = 0.003;
constexpr double kFastest = 30.0;

// Two bodies' motions; b is to be shifted along `aside`. At the time `closest` b's origin is where a's is.
struct Course {
  Motion a;
  std::function<Motion(const Vector3& shift)> b;
  Vector3 aside = Vector3::UnitX();
  double closest = 0.5;
  Interval window{0.0, 1.0};
};

struct Setting {
  double speed;
  double closest;
  Vector3 heading, aside;
  Quaternion turn_a, turn_b;
  Vector3 spin_a, spin_b;
};

Vector3 aside_of(const Vector3& heading, Random& random) {
  Vector3 other = random.direction().cross(heading);
  while (other.norm() < 0.1) other = random.direction().cross(heading);
  return other.normalized();
}

// None, up to half a turn a second, or up to a quarter of a turn per unit of travel.
Vector3 random_spin(double speed, Random& random) {
  const double kind = random.uniform(0.0, 3.0);
  const double most = kind < 1 ? 0.0 : kind < 2 ? 3.0 : 1.5 * std::min(speed, kSpeed);
  return random.uniform(0.0, most) * random.direction();
}

// From close by, or from far away.
Setting random_setting(double speed, double reach, Random& random) {
  Setting s;
  s.speed = speed;
  const double gap = random.uniform(0.0, 1.0) < 0.5 ? random.uniform(0.2, 2.5) : random.uniform(0.2, 0.7) * speed;
  s.closest = std::min(0.8, (reach + gap) / speed);
  s.heading = random.direction();
  s.aside = aside_of(s.heading, random);
  s.turn_a = random.orientation();
  s.turn_b = random.orientation();
  s.spin_a = random_spin(speed, random);
  s.spin_b = random_spin(speed, random);
  return s;
}

Course straight_course(const Setting& s, Random& random) {
  const double share = random.uniform(0.0, 1.0);
  const Vector3 velocity_a = -share * s.speed * s.heading;
  const Vector3 velocity_b = (1.0 - share) * s.speed * s.heading;
  const auto b = [=](const Vector3& shift) {
    return Motion::constant_velocity(shift - s.closest * velocity_b, s.turn_b, velocity_b, s.spin_b);
  };
  return {Motion::constant_velocity(-s.closest * velocity_a, s.turn_a, velocity_a, s.spin_a), b, s.aside, s.closest};
}

Course ballistic_course(const Setting& s, Random& random) {
  const double t = s.closest;
  const Vector3 pull = random.uniform(0.0, 0.5) * s.speed / t * random.direction();
  const auto b = [=](const Vector3& shift) {
    const Vector3 velocity = s.speed * s.heading - t * pull;
    const Vector3 start = shift - t * velocity - 0.5 * t * t * pull;
    return Motion::ballistic({start, s.turn_b}, velocity, pull, s.spin_b);
  };
  return {Motion::still(Vector3::Zero(), s.turn_a), b, s.aside, t};
}

// On a circle of some units at least, and of at most a turn or so within the window.
Course screw_course(const Setting& s, Random& random) {
  const double radius = std::max(random.uniform(2.0, 20.0), s.speed / 6.0);
  const double rate = s.speed / radius;
  const Vector3 up = s.aside.cross(s.heading);
  const double advance = random.uniform(-0.2, 0.2) * s.speed;
  const auto b = [=](const Vector3& shift) {
    const Vector3 center = shift - radius * s.aside;
    const double back = -rate * s.closest;
    const Quaternion turn(Eigen::AngleAxisd(back, -up));
    const Vector3 start = center + turn * (radius * s.aside) + s.closest * advance * up;
    return Motion::screw({start, turn * s.turn_b}, {center, -up}, rate, advance);
  };
  return {Motion::still(Vector3::Zero(), s.turn_a), b, s.aside, s.closest};
}

// Through places along the heading with some wandering, turning by up to a radian between them.
Course spline_course(const Setting& s, Random& random) {
  const double t = s.closest;
  const std::vector<double> times{-t, 0.0, 0.5 * t, t, 1.5 * t, 2.0 * t, 3.0 * t};
  std::vector<Placement> placements;
  for (const double time : times) {
    const double away = s.speed * (time - t);
    const Vector3 wander = time == t ? Vector3(Vector3::Zero()) : Vector3(0.1 * std::abs(away) * random.direction());
    const Quaternion turn(Eigen::AngleAxisd(random.uniform(0.0, 0.5), random.direction()));
    placements.push_back({away * s.heading + wander, turn * s.turn_b});
  }
  const auto b = [=](const Vector3& shift) {
    std::vector<Placement> shifted = placements;
    for (Placement& placement : shifted) placement.position += shift;
    return Motion::spline(times, shifted);
  };
  return {Motion::still(Vector3::Zero(), s.turn_a), b, s.aside, t, {0.0, std::min(1.0, 2.0 * t)}};
}

// The last of three links sweeps by a body that spins slowly where it is.
Course arm_course(const Setting& s, Random& random) {
  std::vector<Joint> joints(3);
  Configuration start, rates;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    joints[i].type = JointType::Continuous;
    joints[i].parent = i;
    joints[i].axis = i == 0 ? Vector3::UnitZ() : random.direction();
    if (i > 0) joints[i].origin.position = {1.0, 0.0, 0.0};
    start.push_back(random.uniform(-1.0, 1.0));
    rates.push_back(random.uniform(0.3, 1.0));
  }
  const Linkage arm(joints);
  const Placement tip{{1.0, 0.0, 0.0}, s.turn_a};
  const auto moving = [&](double faster) {
    Configuration scaled_rates = rates;
    for (double& rate : scaled_rates) rate *= faster;
    return link_motion(JointTrajectory::constant_rate(arm, start, scaled_rates), 3, tip);
  };
  const auto velocity_at = [](const Motion& motion, double time) {
    constexpr double kStep = 1e-5;
    return Vector3((motion.pose(time + kStep).translation() - motion.pose(time - kStep).translation()) / (2 * kStep));
  };
  const double faster = s.speed / std::max(0.3, velocity_at(moving(1.0), 1.0).norm());
  const Motion a = moving(faster);
  const double closest = 1.0 / faster;
  const Vector3 place = a.pose(closest).translation();
  const Vector3 heading = velocity_at(moving(1.0), 1.0).normalized();
  const Vector3 spin = s.spin_b / std::max(1.0, s.spin_b.norm() / 3.0);
  const auto b = [=](const Vector3& shift) {
    return Motion::constant_velocity(place + shift, s.turn_b, Vector3::Zero(), spin);
  };
  return {a, b, aside_of(heading, random), closest, {0.0, 2.0 * closest}};
}

using MakeCourse = Course (*)(const Setting&, Random&);
struct PathKind {
  std::string_view name;
  MakeCourse make;
};
constexpr std::array<PathKind, 5> kPaths{{{"straight", straight_course},
                                          {"ballistic", ballistic_course},
                                          {"screw", screw_course},
                                          {"spline", spline_course},
                                          {"arm", arm_course}}};

// One in three passes by as closely as doubles tell, or by 1e-11 to 1e-6 on either side; the others by up to 1 % of the
// bodies' size.
Cliff make_pass(const MeshPart& part_a, const MeshPart& part_b, const PathKind& path, std::uint64_t seed) {
  Random random(seed);
  const double reach = part_a.model->radius + part_b.model->radius;
  const double speed = kSpeed * kSlowest * std::pow(kFastest / kSlowest, random.uniform(0.0, 1.0));
  const Course course = path.make(random_setting(speed, reach, random), random);
  const bool exact = random.uniform(0.0, 3.0) < 1.0;
  Aim aim;
  aim.aside = course.aside;
  aim.from = 1.05 * reach;
  aim.accuracy = exact ? 1e-10 : 1e-3;
  const double around = 1.2 * reach / speed;
  aim.near = {std::max(course.window.lo(), course.closest - around),
              std::min(course.window.hi(), course.closest + around)};
  const double touching = touching_shift({*part_a.model, course.a}, {*part_b.model, course.b(Vector3::Zero())}, aim);
  const double side = random.uniform(0.0, 1.0) < 0.5 ? -1.0 : 1.0;
  const double off = exact ? side * std::pow(10.0, random.uniform(-11.0, -6.0)) : random.uniform(-0.01, 0.01) * reach;
  const Motion b = course.b((touching + off) * course.aside);
  std::string name = fmt::format("{}-{} {} x{:.3g}{}", part_a.model->name, part_b.model->name, path.name,
                                 speed / kSpeed, exact ? " grazing" : "");
  return mesh_cliff(std::move(name), {part_a, course.a}, {part_b, b}, course.window, course.closest);
}

}  // namespace

std::vector<Cliff> fast_passes(const CliffScale& scale) {
  const std::vector<Model> models = benchmark_models(model_directory(scale.models), [&](const std::string& name) {
    return std::ranges::find(scale.model_names, name) != scale.model_names.end();
  });
  std::vector<MeshPart> parts;
  for (const Model& model : models) parts.emplace_back(model.name, model.mesh);
  std::vector<Cliff> cliffs;
  std::uint64_t group = 0;
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t j = i; j < parts.size(); ++j)
      for (const PathKind& path : kPaths) {
        for (std::size_t k = 0; k < scale.trials; ++k)
          cliffs.push_back(make_pass(parts[i], parts[j], path, derived_seed(scale.seed, 1000000 * group + k)));
        ++group;
      }
  return cliffs;
}

}  // namespace graze::bench
