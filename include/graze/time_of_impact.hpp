// SPDX-License-Identifier: Apache-2.0
/// @file
/// The question "when do two moving bodies first touch?", and the meaning of its answer.
///
/// Lengths and times have the units of the caller. Coordinates are in the world frame unless a comment says otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <graze/body.hpp>
#include <graze/interval.hpp>
#include <graze/pair_cache.hpp>
#include <graze/solver.hpp>

namespace graze {

/// How much work a query may do. Zero means unlimited.
/// A query that runs out of budget gives Verdict::Undecided, with a certified Toi::safe_until().
struct Budget {
  std::uint64_t iterations = 0;  ///< Tests and root iterations together. The same on every machine.
  double seconds = 0.0;          ///< Wall-clock time. Answers that run out of it differ from run to run.
};

/// The window, separation, tolerance and budget of one question.
struct Query {
  Interval window{0.0, 1.0};  ///< The time interval asked about, within +-1e40. Deforming bodies: within [0, 1].
  double separation = 0.0;    ///< The distance that bodies must keep: contact means distance <= separation. 0 to 1e40.
  /// How far above the separation the distance may still be at the start of the bracket, in length units.
  /// From 1e-300 to 1e40. Toi::tolerance says which tolerance an answer meets.
  double tolerance = 1e-10;
  Budget budget{};            ///< Unlimited by default.
  bool all_contacts = false;  ///< Also list every feature pair in contact at the bracket's start, in Toi::patch.
  /// Threads for this one query; 0 means all cores. The answer has the same bits for every number of threads.
  /// More threads pay where bodies turn many times. Ignored with a budget, and by calls that take many queries: they
  /// share the queries among their threads instead.
  int threads = 1;
};

/// What an answer establishes on the window [t0, t1].
enum class Verdict : std::uint8_t {
  Free,  ///< distance > separation at every time of the window. Bracket [t1, t1].
  /// distance > separation on [t0, lo], and distance <= separation + tolerance at lo.
  /// A contact, or a near miss within the tolerance, lies in [lo, hi].
  Impact,
  InitialContact,  ///< Contact at t0, or too close at t0 for doubles to decide. Bracket [t0, t0].
  /// Free on [t0, lo); nothing is proved if lo = t0. Bracket [lo, t1]. Either the budget ran out at lo, or doubles
  /// cannot represent the orientation there (after some 1e13 radians).
  Undecided,
  Unsupported,  ///< The solver does not take this pair; nothing is established. Bracket [t0, t1].
};

/// What kind of feature takes part in a contact.
enum class FeatureKind : std::uint8_t {
  Vertex,  ///< A vertex of a mesh or polytope.
  Edge,    ///< An edge of a mesh or polytope.
  Face,    ///< A triangle of a mesh, or a face of a polytope.
  Surface  ///< A place on a curved surface. It has no number.
};

/// A vertex, edge or face of a mesh or polytope, or a place on a curved surface.
/// Vertices and faces are numbered as in the mesh. Edges, and faces of convex solids, are named by their vertices.
struct Feature {
  FeatureKind kind = FeatureKind::Vertex;   ///< How many entries of `vertices` count depends on it.
  std::uint32_t index = 0;                  ///< Number of the vertex or face. Edges: position in the shape's edge list.
  std::array<std::uint32_t, 3> vertices{};  ///< Numbers of the 1, 2 or 3 vertices; the rest is unused.
  /// The entries of `vertices` that count: 1, 2 or 3 by kind, and none for a curved surface.
  std::span<const std::uint32_t> corners() const {
    return {vertices.data(), kind < FeatureKind::Surface ? static_cast<std::size_t>(kind) + 1 : 0};
  }
  /// Compares kind, index and all three vertex numbers.
  friend bool operator==(const Feature&, const Feature&) = default;
};

/// Two features in contact at the bracket's start, in world coordinates.
struct Contact {
  Vector3 point_a = Vector3::Zero(),  ///< The point of feature_a closest to feature_b.
      point_b = Vector3::Zero();      ///< The point of feature_b closest to feature_a.
  Vector3 normal = Vector3::Zero();   ///< Unit vector from a to b.
  Feature feature_a,                  ///< The feature of body a.
      feature_b;                      ///< The feature of body b.
  double approach_speed = 0.0;        ///< Of the two points along the normal; positive when closing.
};

/// The work that a query did. Only `microseconds` differs from run to run.
struct Statistics {
  double microseconds = 0.0;          ///< Wall-clock time.
  std::uint64_t node_tests = 0;       ///< Tests of two bounding volumes.
  std::uint64_t leaf_tests = 0;       ///< Tests of two leaves.
  std::uint64_t feature_tests = 0;    ///< Vertex/face and edge/edge pairs given to a root finder.
  std::uint64_t root_iterations = 0;  ///< Time intervals that the root finders examined.
  /// Times at which both motions were linearized: many if bodies turn or bend much. Counted by directional, surfaces
  /// and conservative_advancement. The first two also count the numbers below; other solvers leave all three at zero.
  std::uint64_t linearizations = 0;
  std::uint64_t opened_nodes = 0;    ///< Pairs of nodes that were replaced by pairs of their children.
  std::uint64_t retested_pairs = 0;  ///< Pairs of nodes or leaves that were examined again at a later time.
};

/// The answer to a query: verdict, guarantee and bracket, with the contact if there is one.
struct Toi {
  Verdict verdict = Verdict::Unsupported;  ///< What is established; it also says what `bracket` means.
  Guarantee guarantee = Guarantee::None;   ///< The solver's guarantee; None for Verdict::Unsupported.
  Interval bracket{0.0, 0.0};              ///< The time interval [lo, hi] of the answer; see Verdict.
  /// Impact: certified bounds on the distance of the contact features at lo. Other verdicts: [0, infinity].
  Interval separation{0.0, std::numeric_limits<double>::infinity()};
  /// The tolerance that this answer meets: the query's, or a coarser one. It is coarser where doubles allow no better
  /// at this scale and speed, or where the method stops early (Capoeira stops at bounding spheres).
  double tolerance = 0.0;
  Contact contact;             ///< Set for Impact and InitialContact.
  std::vector<Contact> patch;  ///< All contacts at the bracket's start. Filled if Query::all_contacts is set.
  Statistics statistics;       ///< The work that this answer took.

  /// The bodies are strictly further apart than the separation from the window's start up to this time, inclusive.
  /// Certified for Free and Impact, and for Undecided if the search got past the window's start. Not for InitialContact
  /// and Unsupported. With Guarantee::Sampled it is only the last time at which the bodies were seen apart.
  double safe_until() const { return bracket.lo(); }
};

/// Computes the first contact of two moving bodies.
/// Every combination of shapes, motions and solver has an answer; Verdict::Unsupported if the solver does not take it.
/// Thread-safe. The same input gives the same bits.
///
/// Throws std::invalid_argument, naming the field, if the query or a body is out of range (graze/limits.hpp):
/// - the window is reversed or not finite, or not within [0, 1] for a deforming body;
/// - the separation is negative, the tolerance is not above 0, or a number is outside its range;
/// - within the window, a body's origin gets further than 1e41 from the world's origin;
/// - within the window, a point is faster than 1e41, is accelerated by more, or travels further than 1e60.
Toi time_of_impact(const Body& a, const Body& b, const Query& query = {}, const Solver& solver = Solver::automatic());
/// The same, with a cache that makes the next query on this pair cheaper. The cache never changes an answer, except how
/// far a search gets within a budget. One cache serves one thread at a time.
Toi time_of_impact(const Body& a, const Body& b, const Query& query, const Solver& solver, PairCache& cache);

/// Computes the first contact of a deforming mesh (Motion::vertex_linear) with itself, between features that share no
/// vertex. Throws std::invalid_argument if the query is invalid, the shape has no mesh, the motion is rigid, or the
/// motion does not have exactly one end point for each vertex.
Toi time_of_self_impact(const Body& body, const Query& query = {});

/// The verdict as files spell it: "free", "impact", "initial_contact", "undecided" or "unsupported".
std::string_view to_string(Verdict verdict);
/// The guarantee as files spell it: "proved", "conservative", "sampled" or "none".
std::string_view to_string(Guarantee guarantee);
/// The kind as files spell it: "vertex", "edge", "face" or "surface".
std::string_view to_string(FeatureKind kind);

}  // namespace graze
