// SPDX-License-Identifier: Apache-2.0
// An arm of seven joints and a cell for it, all of meshes: what `graze bench robot` measures on.
#pragma once

#include <cstdint>

#include <graze/robot.hpp>

#include "harness/random.hpp"

namespace graze::bench {

// About 20 000 triangles, 1.6 m high when straight; its hand holds a probe a millimetre thick.
Robot bench_arm();
// About 50 000 triangles around it, and rods and sheets a millimetre thick among them.
Scene bench_cell(std::uint64_t seed);

std::size_t triangles_of(const Robot& robot);
std::size_t triangles_of(const Scene& scene);

// Anywhere within the limits.
Configuration random_configuration(const Robot& robot, Random& random);

// Where the links are, in plain doubles.
std::vector<Pose> link_poses(const Robot& robot, const Configuration& q);

}  // namespace graze::bench
