// SPDX-License-Identifier: Apache-2.0
#include "broadphase/broad_phase.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace graze {
namespace {

struct Entry {
  BroadPhase kind;
  std::string_view name;
  std::vector<BoxPair> (*find)(std::span<const SweptBox>);
};
constexpr std::array kBroadPhases{
    Entry{BroadPhase::AllPairs, "all_pairs", all_pairs}, Entry{BroadPhase::AdaptiveBvh, "adaptive_bvh", adaptive_bvh},
    Entry{BroadPhase::SweepAndPrune, "sweep_and_prune", sweep_and_prune}, Entry{BroadPhase::Grid, "grid", grid}};

const Entry& entry_of(BroadPhase kind) {
  for (const Entry& entry : kBroadPhases)
    if (entry.kind == kind) return entry;
  throw std::invalid_argument("broad phase: no such value");
}

}  // namespace

std::vector<BoxPair> overlapping_pairs(BroadPhase kind, std::span<const SweptBox> boxes) {
  return entry_of(kind).find(boxes);
}

std::string_view to_string(BroadPhase kind) { return entry_of(kind).name; }

BroadPhase broad_phase_named(std::string_view name) {
  std::string known;
  for (const Entry& entry : kBroadPhases) {
    if (entry.name == name) return entry.kind;
    known.append(known.empty() ? "" : ", ").append(entry.name);
  }
  throw std::invalid_argument("unknown broad phase '" + std::string(name) + "' (expected one of " + known + ")");
}

}  // namespace graze
