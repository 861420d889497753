// SPDX-License-Identifier: Apache-2.0
// Hundreds of turns close by, and gears in mesh.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "experiments/cliffs/cliff.hpp"
#include "experiments/cliffs/grid_mesh.hpp"
#include "experiments/encounters/aim.hpp"
#include "harness/random.hpp"

namespace graze::bench {

namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;
constexpr std::size_t kTurnSamples = 200;
constexpr std::size_t kToothSamples = 50;

Vector3 random_turns(double turns, Random& random) { return kFullTurn * turns * random.direction(); }

// Both spin, and come slowly closer from where their bounding spheres overlap by a part of their radii.
Cliff spinning_pair(const MeshPart& part_a, const MeshPart& part_b, double turns, Random& random) {
  const double reach = part_a.model->radius + part_b.model->radius;
  const Vector3 heading = random.direction();
  const Vector3 start = -random.uniform(0.98, 1.03) * reach * heading;
  const Motion a = Motion::constant_velocity(Vector3::Zero(), random.orientation(), Vector3::Zero(),
                                             random_turns(random.uniform(0.5, 1.0) * turns, random));
  const Motion b = Motion::constant_velocity(start, random.orientation(), 0.03 * heading,
                                             random_turns(random.uniform(0.5, 1.0) * turns, random));
  return mesh_cliff(fmt::format("{}-{}, {} turns", part_a.model->name, part_b.model->name, turns), {part_a, a},
                    {part_b, b}, {0.0, 1.0}, 0.5, kTurnSamples);
}

// A bar turns above a plate, a hair's breadth away.
Cliff bar_over_plate(const MeshPart& bar, const MeshPart& plate, double gap, double turns, Random& random) {
  const double height = gap + 0.05;
  const Motion turning =
      Motion::constant_velocity({random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2), height}, Quaternion::Identity(),
                                Vector3(0.1, 0.05, 0.0), Vector3(0.0, 0.0, kFullTurn * turns));
  Cliff cliff = mesh_cliff(fmt::format("bar {:g} above plate, {} turns", gap, turns), {plate, Motion()}, {bar, turning},
                           {0.0, 1.0}, 0.5, kTurnSamples);
  cliff.truth.gap = [gap](double) { return gap; };
  return cliff;
}

struct Wheels {
  int teeth_a, teeth_b;
  double clearance;  // the least distance over a tooth's turn
};

// Two wheels of the same pitch roll on each other; the second is moved away from the first until the teeth are clear.
Cliff gear_pair(const Wheels& wheels, double turns, Random& random) {
  constexpr double kDepth = 0.025;
  const auto radius_of = [](int teeth) { return 0.04 * teeth; };
  const MeshPart a("wheel", wave_gear_mesh(radius_of(wheels.teeth_a), kDepth, wheels.teeth_a, 0.2));
  const MeshPart b("pinion", wave_gear_mesh(radius_of(wheels.teeth_b), kDepth, wheels.teeth_b, 0.2));
  const double rate = kFullTurn * turns;
  const double ratio = static_cast<double>(wheels.teeth_a) / wheels.teeth_b;
  // A tooth of a on the line of centers meets a gap of b.
  const double half_tooth = std::numbers::pi / wheels.teeth_b;
  const Quaternion start(Eigen::AngleAxisd(std::numbers::pi + half_tooth, Vector3::UnitZ()));
  const Motion turning_a =
      Motion::constant_velocity(Vector3::Zero(), Quaternion::Identity(), Vector3::Zero(), {0.0, 0.0, rate});
  const auto turning_b = [&](double distance) {
    return Motion::constant_velocity({distance, 0.0, 0.01}, start, Vector3::Zero(), {0.0, 0.0, -rate * ratio});
  };
  Aim aim;
  aim.near = {0.0, 1.0 / (turns * wheels.teeth_a)};
  aim.from = radius_of(wheels.teeth_a) + radius_of(wheels.teeth_b) + 2.5 * kDepth;
  aim.accuracy = 0.1 * wheels.clearance;
  const double touching = touching_shift({*a.model, turning_a}, {*b.model, turning_b(0.0)}, aim);
  const double away = touching + wheels.clearance * random.uniform(0.9, 1.1);
  return mesh_cliff(fmt::format("gears of {} and {} teeth, {:g} apart, {} turns", wheels.teeth_a, wheels.teeth_b,
                                wheels.clearance, turns),
                    {a, turning_a}, {b, turning_b(away)}, {0.0, 1.0}, 0.5, kToothSamples);
}

}  // namespace

std::vector<Cliff> many_turns(const CliffScale& scale) {
  const std::vector<Model> models = benchmark_models(model_directory(scale.models), [](const std::string& name) {
    return name == "cube" || name == "cow" || name == "bunny";
  });
  std::vector<MeshPart> parts;
  for (const Model& model : models) parts.emplace_back(model.name, model.mesh);
  const MeshPart bar("bar", drawer_mesh({1.6, 0.1, 0.1}, 3));
  const MeshPart plate("plate", plate_mesh(32));
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials; ++k) {
    Random random(derived_seed(scale.seed, 300 + k));
    for (const double turns : {100.0, 400.0}) {
      cliffs.push_back(spinning_pair(parts[0], parts[2], turns, random));
      cliffs.push_back(spinning_pair(parts[0], parts[0], turns, random));
      cliffs.push_back(spinning_pair(parts[1], parts[1], turns, random));
      cliffs.push_back(bar_over_plate(bar, plate, 1e-3, turns, random));
    }
  }
  return cliffs;
}

std::vector<Cliff> gears_in_mesh(const CliffScale& scale) {
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials; ++k) {
    Random random(derived_seed(scale.seed, 400 + k));
    for (const double clearance : {1e-2, 1e-3, 1e-4}) {
      cliffs.push_back(gear_pair({24, 12, clearance}, 1.0, random));
      cliffs.push_back(gear_pair({24, 24, clearance}, 4.0, random));
    }
  }
  return cliffs;
}

}  // namespace graze::bench
