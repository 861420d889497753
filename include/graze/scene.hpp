// SPDX-License-Identifier: Apache-2.0
// Many pairs at once, and scenes of many moving bodies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <graze/time_of_impact.hpp>

namespace graze {

struct BodyPair {
  Body a, b;
};

// A pair of a batch that cannot be asked about.
class PairError : public std::invalid_argument {
 public:
  PairError(std::size_t index, const std::string& what)
      : std::invalid_argument("pair " + std::to_string(index) + ": " + what), index_(index) {}
  std::size_t index() const { return index_; }  // position in the batch, from 0

 private:
  std::size_t index_;
};

// The answer of time_of_impact for every pair, in order, on so many threads (0: all cores). The bits are those of
// single calls, whatever the number of threads; Statistics::microseconds and answers that ran out of budget.seconds
// differ from run to run as those do. Throws std::invalid_argument on a query that is not one, before any pair is asked
// about. A pair can be bad by itself (a deforming body and a window outside [0, 1], a motion of yours that throws): all
// others are answered first, then a PairError names the first bad one.
std::vector<Toi> time_of_impact_batch(std::span<const BodyPair> pairs, const Query& query = {},
                                      const Solver& solver = Solver::automatic(), int threads = 0);
// The same into the caller's memory, one answer for each pair, or std::invalid_argument is thrown. When a PairError is
// thrown, the answers of the good pairs are there; those of bad ones are left as they were.
void time_of_impact_batch(std::span<const BodyPair> pairs, std::span<Toi> answers, const Query& query = {},
                          const Solver& solver = Solver::automatic(), int threads = 0);

// How pairs of bodies that may come close are found, by boxes around all of a body's way during a slice of the window.
// The choice changes the cost, never an answer.
enum class BroadPhase : std::uint8_t {
  AllPairs,       // every box against every other
  AdaptiveBvh,    // a tree of boxes, split at medians (Kaya)
  SweepAndPrune,  // sorted along the axis on which the boxes are spread most
  Grid,           // columns of cells, and a sweep along each
};
std::string_view to_string(BroadPhase broad_phase);  // "all_pairs", "adaptive_bvh", "sweep_and_prune", "grid"
// Throws std::invalid_argument naming the known ones.
BroadPhase broad_phase_named(std::string_view name);

// Two bodies of a scene, by their positions in its list.
struct BodyIds {
  std::size_t a = 0, b = 0;
  friend bool operator==(const BodyIds&, const BodyIds&) = default;
};

// How a scene is looked at.
struct Pipeline {
  BroadPhase broad_phase = BroadPhase::AdaptiveBvh;
  Solver solver = Solver::automatic();
  // Pairs that may touch or overlap: they are not looked at. In any order, and any order of the two.
  std::vector<BodyIds> ignored{};
  // When given, only pairs for which it is true are looked at. Called with a < b, by the calling thread alone.
  std::function<bool(std::size_t a, std::size_t b)> allowed{};
  int threads = 0;  // 0: all cores
};

struct SceneStatistics {
  double microseconds = 0.0;       // wall clock
  std::uint64_t slices = 0;        // of the window, each with boxes of its own
  std::uint64_t broad_phases = 0;  // slices tried, those that were too long included
  std::uint64_t pairs = 0;         // asked about one by one
  Statistics pair_queries;         // of all of them together
};

// The answer for two bodies of a scene.
struct PairToi {
  BodyIds ids;  // a < b
  Toi toi;
};

// What has been established for all allowed pairs together. Verdicts mean what they mean for one pair: Free if all
// pairs are; Impact and InitialContact are the first pair's; Undecided if a pair ran out of budget before (its
// safe_until() is everyone's); Unsupported if the solver does not take some allowed pair: then no pair is asked about.
struct SceneToi {
  // Of the deciding pair, if there is one, and exactly what time_of_impact answers for it. Of pairs with the same
  // bracket start, one in initial contact comes first, then an undecided one, then the one with the smaller positions.
  Toi toi;
  // The deciding pair. None if the scene is free, and if the deadline passed before all pairs were asked about.
  std::optional<BodyIds> pair;
  // Verdict::Unsupported: the pairs that the solver does not take, in order. Ignore them, or choose another solver.
  std::vector<BodyIds> unsupported;
  // By all_impacts: the answer of every pair that is not free, in order of bracket start (ties as above).
  std::vector<PairToi> impacts;
  // Every pair that may come close before this time has been asked about: `impacts` is complete up to here. The end of
  // the window, unless the deadline passed (or, for first_impact, an impact made the rest irrelevant).
  double searched_until = 0.0;
  SceneStatistics statistics;

  // All allowed pairs are strictly further apart than the separation until this time; as Toi::safe_until().
  double safe_until() const { return toi.safe_until(); }
};

// The first impact among many moving bodies: the smallest bracket start over all allowed pairs, as if time_of_impact
// were called for each of them with this query. Same bits whatever the broad phase and the number of threads. (One
// reservation: a pair whose boxes are further apart than separation + 2 tolerance is free without being asked. Asking
// might have run out of budget, or said Impact where a method stops further off than that, as capoeira does.)
// Budget: `iterations` is for each pair, so that it means the same for every broad phase; `seconds` is for the scene.
// Bodies do not collide with themselves. Throws std::invalid_argument on an invalid query and on bodies that leave the
// range of graze/limits.hpp during the window, as time_of_impact does, and on positions in `ignored` that are not
// there.
SceneToi first_impact(std::span<const Body> bodies, const Query& query = {}, const Pipeline& pipeline = {});
// The same, and the first impact of every pair over the whole window, as if the bodies passed through each other.
SceneToi all_impacts(std::span<const Body> bodies, const Query& query = {}, const Pipeline& pipeline = {});

struct NamedBody {
  std::string name;
  Body body;
};

// What a query or scene file describes. A query is a scene with two bodies.
struct Scene {
  Query query;
  Solver solver = Solver::automatic();
  std::vector<NamedBody> bodies;
  std::vector<BodyIds> ignored;  // pairs that may touch; only queries on the whole scene heed it
};

}  // namespace graze
