// SPDX-License-Identifier: Apache-2.0
// Bounds on pairs of nodes, and whole answers, have the same bits in every instruction set.
#include "numeric/vector/instruction_set.hpp"

#include <bit>
#include <vector>

#include <gtest/gtest.h>

#include <graze/time_of_impact.hpp>

#include "solver/linearization/linearized_span.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

Motion random_motion(Random& random) {
  const Vector3 position = random.vector(2.0);
  const Quaternion orientation = random.quaternion();
  const Vector3 velocity = random.vector(random.magnitude(1e-2, 1e1));
  const Vector3 spin = random.chance(0.3) ? Vector3(Vector3::Zero()) : random.vector(random.magnitude(1e-2, 1e1));
  return Motion::constant_velocity(position, orientation, velocity, spin);
}

Shape random_mesh(Random& random) {
  TriangleMesh mesh;
  for (int i = 0; i < 3 + random.below(12); ++i) mesh.vertices.emplace_back(random.vector(0.7));
  for (std::uint32_t i = 0; i + 2 < mesh.vertices.size(); ++i) mesh.triangles.push_back({i, i + 1, i + 2});
  return Shape::mesh(mesh);
}

void add_bits(double x, std::vector<std::uint64_t>& bits) { bits.push_back(std::bit_cast<std::uint64_t>(x)); }

// All that kernels of the solvers say of the nodes of two bodies.
void add_bounds(const Body& a, const Body& b, Random& random, std::vector<std::uint64_t>& bits) {
  const LeafBody leaves_a(a.shape);
  const LeafBody leaves_b(b.shape);
  const LinearizedSpan frame(a.motion, leaves_a, b.motion, leaves_b, 0.1, random.magnitude(1e-3, 1.0),
                             random.vector(1.0));
  const double need = random.magnitude(1e-9, 0.1);
  for (const BoxNode& p : leaves_a.boxes())
    for (const BoxNode& q : leaves_b.boxes()) {
      add_bits(frame.apart_for(p, q, need), bits);
      add_bits(frame.gap(p, q), bits);
      add_bits(frame.boxes_apart_by(frame.reach_of_a(p), frame.reach_of_b(q), need), bits);
      add_bits(frame.slabs_apart_by(p, q, need), bits);
      if (p.is_leaf() && q.is_leaf()) add_bits(frame.triangles_apart_by(p, q), bits);
    }
}

// With each set that the CPU has, in turn.
template <class Compute>
void expect_same_bits(const Compute& compute, std::uint64_t seed) {
  const InstructionSet chosen = instruction_set();
  std::vector<std::uint64_t> first;
  for (const InstructionSet set : instruction_sets_of_cpu()) {
    use_instruction_set(set);
    std::vector<std::uint64_t> bits;
    compute(bits);
    if (set == InstructionSet::Baseline) first = bits;
    EXPECT_EQ(bits, first) << name_of(set) << ", seed " << seed;
  }
  use_instruction_set(chosen);
}

TEST(InstructionSets, BoundsOnNodesHaveTheSameBits) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Body a{random_mesh(random), random_motion(random)};
    const Body b{random_mesh(random), random_motion(random)};
    expect_same_bits(
        [&](std::vector<std::uint64_t>& bits) {
          Random same(seed);
          add_bounds(a, b, same, bits);
        },
        seed);
  }
}

TEST(InstructionSets, AnswersHaveTheSameBits) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Body a{random_mesh(random), random_motion(random)};
    const Body b{random_mesh(random), random_motion(random)};
    expect_same_bits(
        [&](std::vector<std::uint64_t>& bits) {
          const Toi toi = time_of_impact(a, b);
          bits.push_back(static_cast<std::uint64_t>(toi.verdict));
          add_bits(toi.bracket.lo(), bits);
          add_bits(toi.bracket.hi(), bits);
          bits.push_back(toi.statistics.node_tests);
        },
        seed);
  }
}

}  // namespace
}  // namespace graze::testing
