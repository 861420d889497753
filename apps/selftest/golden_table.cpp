// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "selftest/golden.hpp"

namespace graze::golden {
namespace {

const std::vector<Entry> kTable = {
#include "golden/hashes.inc"
};

constexpr std::array kParts{
    Part{"elementary functions", elementary},
    Part{"intervals", intervals},
    Part{"motions", motions},
    Part{"shapes", shapes},
    Part{"distances", distances},
    Part{"features", features},
    Part{"batch auto", [](int threads) { return batch(Solver::automatic(), 11, threads); }},
    Part{"batch directional", [](int threads) { return batch(Solver::directional(), 12, threads); }},
    Part{"batch d2m", [](int threads) { return batch(Solver::d2m(), 13, threads); }},
    Part{"batch capoeira", [](int threads) { return batch(Solver::d2m({.capoeira = true}), 14, threads); }},
    Part{"batch redon", [](int threads) { return batch(Solver::redon(), 15, threads); }},
    Part{"batch c2a", [](int threads) { return batch(Solver::c2a(), 16, threads); }},
    Part{"batch advancement", [](int threads) { return batch(Solver::conservative_advancement(), 17, threads); }},
    Part{"batch surfaces", [](int threads) { return batch(Solver::surfaces(), 18, threads); }},
    Part{"batch bisection", [](int threads) { return batch(Solver::bisection(), 19, threads); }},
    Part{"scenes", scenes},
    Part{"robots", robots},
    Part{"particles in the plane", particles_plane},
    Part{"particles in space", particles_space},
    Part{"particles with drag and walls", particles_drag},
    Part{"world of boxes", world_boxes},
    Part{"world of meshes", world_meshes},
    Part{"world with joints", world_joints},
};

}  // namespace

std::span<const Part> parts() { return kParts; }

std::span<const Entry> table() { return kTable; }

std::optional<std::uint64_t> expected(std::string_view name) {
  const auto entry = std::ranges::find(kTable, name, &Entry::name);
  return entry != kTable.end() ? std::optional(entry->hash) : std::nullopt;
}

}  // namespace graze::golden
