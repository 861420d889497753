// SPDX-License-Identifier: Apache-2.0
/// @file
/// Many pairs at once, and scenes of many moving bodies.
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

/// Two bodies of a batch.
struct BodyPair {
  Body a,  ///< The first body; contact normals point away from it.
      b;   ///< The second body.
};

/// Thrown after a batch if one of its pairs is invalid by itself.
class PairError : public std::invalid_argument {
 public:
  /// The message names the pair and quotes `what`.
  PairError(std::size_t index, const std::string& what)
      : std::invalid_argument("pair " + std::to_string(index) + ": " + what), index_(index) {}
  std::size_t index() const { return index_; }  ///< Position of the pair in the batch, from 0.

 private:
  std::size_t index_;
};

/// Answers time_of_impact for every pair, in order, on `threads` threads (0: all cores).
/// The answers have the bits of single calls, for every number of threads. Exceptions are Statistics::microseconds and
/// answers that ran out of Budget::seconds, which differ from run to run.
///
/// Throws std::invalid_argument if the query is invalid, before any pair is examined. A pair may also be invalid by
/// itself, for example a deforming body with a window outside [0, 1], or a motion model that throws. Then all other
/// pairs are answered first, and a PairError names the first invalid pair.
std::vector<Toi> time_of_impact_batch(std::span<const BodyPair> pairs, const Query& query = {},
                                      const Solver& solver = Solver::automatic(), int threads = 0);
/// The same, written to the caller's memory. Throws std::invalid_argument unless there is one answer for each pair.
/// After a PairError the answers of valid pairs are written; the answers of invalid pairs are unchanged.
void time_of_impact_batch(std::span<const BodyPair> pairs, std::span<Toi> answers, const Query& query = {},
                          const Solver& solver = Solver::automatic(), int threads = 0);

/// How to find the pairs whose swept boxes overlap during a slice of the window. The choice changes the cost, never an
/// answer.
enum class BroadPhase : std::uint8_t {
  AllPairs,       ///< Every box against every other.
  AdaptiveBvh,    ///< A tree of boxes, split at medians (Kaya).
  SweepAndPrune,  ///< Boxes sorted along the axis on which they are spread most.
  Grid,           ///< Columns of cells, with a sweep along each column.
};
/// The name as files spell it: "all_pairs", "adaptive_bvh", "sweep_and_prune" or "grid".
std::string_view to_string(BroadPhase broad_phase);
/// The inverse of to_string(). Throws std::invalid_argument, listing the known names, if the name is unknown.
BroadPhase broad_phase_named(std::string_view name);

/// Two bodies of a scene, by their positions in its list.
struct BodyIds {
  std::size_t a = 0,  ///< Position of the first body, from 0.
      b = 0;          ///< Position of the second body.
  /// The order of the two matters: {0, 1} and {1, 0} differ.
  friend bool operator==(const BodyIds&, const BodyIds&) = default;
};

/// How a scene is searched: which pairs, by which solver and broad phase, on how many threads.
struct Pipeline {
  BroadPhase broad_phase = BroadPhase::AdaptiveBvh;  ///< Changes the cost only.
  Solver solver = Solver::automatic();               ///< Answers each pair that the broad phase finds.
  /// Pairs that are not checked because they may touch or overlap. Order does not matter, in the list or in a pair.
  std::vector<BodyIds> ignored{};
  /// If given, only pairs for which it returns true are checked. Called with a < b, on the calling thread only.
  std::function<bool(std::size_t a, std::size_t b)> allowed{};
  int threads = 0;  ///< 0 means all cores. The answer has the same bits for every number.
};

/// The work that a search of a scene did.
struct SceneStatistics {
  double microseconds = 0.0;       ///< Wall-clock time.
  std::uint64_t slices = 0;        ///< Slices of the window, each with its own swept boxes.
  std::uint64_t broad_phases = 0;  ///< Slices tried, including those that turned out too long.
  std::uint64_t pairs = 0;         ///< Pairs that a solver answered.
  Statistics pair_queries;         ///< Sums over these pairs.
};

/// The answer for two bodies of a scene.
struct PairToi {
  BodyIds ids;  ///< The pair, with a < b.
  Toi toi;      ///< The answer of time_of_impact for it.
};

/// The answer for all allowed pairs of a scene together. Verdicts mean the same as for one pair:
/// - Free: all pairs are free.
/// - Impact, InitialContact: the verdict of the first pair.
/// - Undecided: a pair ran out of budget before the first impact; its safe_until() holds for all pairs.
/// - Unsupported: the solver does not take some allowed pair. No pair was examined.
struct SceneToi {
  /// The answer of time_of_impact for the deciding pair, if there is one. Among pairs with the same bracket start, a
  /// pair in initial contact comes first, then an undecided pair, then the pair with the smaller positions.
  Toi toi;
  /// The deciding pair. Empty if the scene is free, or if the budget ran out before all pairs were examined.
  std::optional<BodyIds> pair;
  /// For Verdict::Unsupported: the pairs that the solver does not take, in order. Ignore them or change the solver.
  std::vector<BodyIds> unsupported;
  /// From all_impacts(): the answer of every pair that is not free, by bracket start (ties as for `toi`).
  std::vector<PairToi> impacts;
  /// Every pair that may come close before this time has been examined, so `impacts` is complete up to here. It is the
  /// window's end, unless the budget ran out or, for first_impact(), an impact made the rest irrelevant.
  double searched_until = 0.0;
  SceneStatistics statistics;  ///< The work of the whole search.

  /// All allowed pairs are strictly further apart than the separation until this time; see Toi::safe_until().
  double safe_until() const { return toi.safe_until(); }
};

/// Finds the first impact among many moving bodies: the smallest bracket start over all allowed pairs, as if
/// time_of_impact were called for each pair. Bodies are not checked against themselves. The same bits for every broad
/// phase and number of threads. Budget::iterations counts for each pair, Budget::seconds for the whole scene.
///
/// One difference to separate calls: a pair whose boxes are further apart than separation + 2 tolerance is free without
/// a query. A query might have run out of budget, or reported an Impact by a method that stops early (capoeira).
///
/// Throws std::invalid_argument if the query is invalid, a body leaves the range of graze/limits.hpp during the window,
/// or `ignored` names a body that does not exist.
SceneToi first_impact(std::span<const Body> bodies, const Query& query = {}, const Pipeline& pipeline = {});
/// The same, and also the first impact of every pair over the whole window, as if bodies passed through each other.
SceneToi all_impacts(std::span<const Body> bodies, const Query& query = {}, const Pipeline& pipeline = {});

/// A body of a scene file.
struct NamedBody {
  std::string name;  ///< For messages and reports.
  Body body;         ///< Its shape and motion.
};

/// The contents of a query or scene file. A query is a scene with two bodies.
struct Scene {
  Query query;                          ///< Window, separation, tolerance and budget.
  Solver solver = Solver::automatic();  ///< For every pair.
  std::vector<NamedBody> bodies;        ///< A query file has exactly two.
  std::vector<BodyIds> ignored;         ///< Pairs that may touch. Only queries on the whole scene use it.
};

}  // namespace graze
