// SPDX-License-Identifier: Apache-2.0
// Golden hashes: the bits of fixed computations, with every part of the library, as they are on every machine. The
// table is tests/golden/hashes.inc; tools/update_golden writes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "particles/random.hpp"

#include <graze/graze.hpp>

namespace graze::golden {

struct Part {
  std::string_view name;
  std::uint64_t (*hash)(int threads);  // which must not depend on the threads
};

// In the order of the table. They use nothing but what is in the executable, and take some seconds together.
std::span<const Part> parts();
// What the table says; nothing if it does not know the part.
std::optional<std::uint64_t> expected(std::string_view name);

struct Entry {
  std::string_view name;
  std::uint64_t hash;
};
std::span<const Entry> table();

// Made from whole numbers and exact operations, so they are the same on every machine.
using particles::Random;
Vector3 random_vector(Random& random, double half_width);
Quaternion random_turn(Random& random);
// Every kind of shape about as large as 1, and every kind of motion that starts near a position and goes by a velocity.
std::vector<Shape> meshes();
std::vector<Shape> solids();
std::vector<Shape> surfaces();
inline constexpr int kMotions = 7;
Motion motion(int kind, const Vector3& position, const Vector3& velocity, Random& random);

// The parts, by file.
std::uint64_t elementary(int threads);
std::uint64_t intervals(int threads);
std::uint64_t motions(int threads);
std::uint64_t shapes(int threads);
std::uint64_t distances(int threads);
std::uint64_t features(int threads);
std::uint64_t scenes(int threads);
std::uint64_t robots(int threads);
std::uint64_t particles_plane(int threads);
std::uint64_t particles_space(int threads);
std::uint64_t particles_drag(int threads);
std::uint64_t world_boxes(int threads);
std::uint64_t world_meshes(int threads);
std::uint64_t world_joints(int threads);
// Every query of two bodies in a folder, by the solver it names. Needs its files, so it is no part.
std::uint64_t corpus(const std::filesystem::path& folder);
// A batch of pairs that a solver takes.
std::uint64_t batch(const Solver& solver, std::uint64_t seed, int threads);

}  // namespace graze::golden
