// SPDX-License-Identifier: Apache-2.0
// The question: moving bodies, when do they first touch? And what an answer means.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include <graze/interval.hpp>
#include <graze/motion.hpp>
#include <graze/pair_cache.hpp>
#include <graze/shape.hpp>
#include <graze/solver.hpp>

namespace graze {

// Out of budget gives Verdict::Undecided with a certified safe_until(). Zero means unlimited.
struct Budget {
  std::uint64_t iterations = 0;  // node, leaf and feature tests together; the same on every machine
  double seconds = 0.0;          // wall clock
};

struct Query {
  Interval window{0.0, 1.0};  // within +-1e40
  double separation = 0.0;    // how far apart is apart: contact means distance <= separation; up to 1e40
  double tolerance = 1e-10;   // in length units, from 1e-300 to 1e40; see Toi::tolerance for what can be met
  Budget budget{};
  bool all_contacts = false;  // also list every feature pair in contact at the bracket's start (Toi::patch)
  // For this one query (0: all cores; same bits). Pays where bodies turn many times; calls that take many queries share
  // those among their threads instead. Not used with a budget.
  int threads = 1;
};

// What has been established on the window [t0, t1].
enum class Verdict : std::uint8_t {
  Free,            // distance > separation at every time of the window; bracket [t1, t1]
  Impact,          // distance > separation on [t0, lo]; at lo it is <= separation + tolerance; a contact, or a near
                   // miss within tolerance, lies in [lo, hi]
  InitialContact,  // touching or overlapping at t0, or too close there for doubles to tell; bracket [t0, t0]
  Undecided,       // free on [t0, lo) (nothing, if lo = t0); the budget ran out there, or doubles do not know how the
                   // bodies are turned there (after some 1e13 radians); bracket [lo, t1]
  Unsupported,     // nothing: the solver does not take this pair; bracket [t0, t1]
};

enum class FeatureKind : std::uint8_t { Vertex, Edge, Face, Surface };

// A vertex, edge or face of a mesh or polytope, or a place on a curved surface, which has no number. Vertices and faces
// count as in the mesh; edges, and faces of convex solids, are named by their vertices.
struct Feature {
  FeatureKind kind = FeatureKind::Vertex;
  std::uint32_t index = 0;                  // of the vertex or face; edges: position in the shape's edge list
  std::array<std::uint32_t, 3> vertices{};  // the 1, 2 or 3 vertices of it
  // Those that count: as many as the kind has; none of a curved surface.
  std::span<const std::uint32_t> corners() const {
    return {vertices.data(), kind < FeatureKind::Surface ? static_cast<std::size_t>(kind) + 1 : 0};
  }
  friend bool operator==(const Feature&, const Feature&) = default;
};

// Two features in contact at the bracket's start, in world coordinates.
struct Contact {
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  // closest points of the two features
  Vector3 normal = Vector3::Zero();                              // unit, from a to b
  Feature feature_a, feature_b;
  double approach_speed = 0.0;  // of the points along the normal; positive when closing
};

struct Statistics {
  double microseconds = 0.0;
  std::uint64_t node_tests = 0;       // pairs of bounding volumes
  std::uint64_t leaf_tests = 0;       // pairs of leaves
  std::uint64_t feature_tests = 0;    // vertex/face and edge/edge pairs given to a root finder
  std::uint64_t root_iterations = 0;  // intervals the root finders looked at
};

struct Toi {
  Verdict verdict = Verdict::Unsupported;
  Guarantee guarantee = Guarantee::None;  // the solver's; None for Unsupported
  Interval bracket{0.0, 0.0};
  // Impact: certified bounds on the distance of the contact features at lo. Else [0, inf].
  Interval separation{0.0, std::numeric_limits<double>::infinity()};
  // The tolerance this answer meets: the query's, or what doubles allow at this scale and speed if that is coarser,
  // or what the method allows (Capoeira stops at bounding spheres).
  double tolerance = 0.0;
  Contact contact;             // Impact and InitialContact
  std::vector<Contact> patch;  // when Query::all_contacts
  Statistics statistics;

  // Bodies moved to this time, or any earlier one of the window, are strictly further apart than the separation.
  // Certified for every verdict but InitialContact and Unsupported (and Undecided that got nowhere, lo = t0), unless
  // the guarantee is Sampled: then it says where they were seen apart last.
  double safe_until() const { return bracket.lo(); }
};

// The first contact of two moving bodies. Every pair of shapes, motions and solver has an answer, if only
// Verdict::Unsupported. Throws std::invalid_argument, naming the field, on an invalid query: a window that is not
// finite or reversed, or outside of [0, 1] for a deforming body, a negative separation, a tolerance that is not above
// 0, numbers outside of their range (graze/limits.hpp), and bodies that leave that range during the window: with an
// origin further than 1e41 from the world's, points faster than 1e41 or accelerated by more, or a way longer than 1e60.
// Thread-safe; same input, same bits.
Toi time_of_impact(const Body& a, const Body& b, const Query& query = {}, const Solver& solver = Solver::automatic());
// The same with memory: the cache makes the next query on this pair of shapes cheaper. It never changes an answer.
Toi time_of_impact(const Body& a, const Body& b, const Query& query, const Solver& solver, PairCache& cache);

// The first contact of a deforming mesh (Motion::vertex_linear) with itself, between features that share no vertex.
// Throws std::invalid_argument on an invalid query, without a mesh, or if the motion is rigid or has not one end for
// each vertex.
Toi time_of_self_impact(const Body& body, const Query& query = {});

std::string_view to_string(Verdict verdict);      // "free", "impact", "initial_contact", "undecided", "unsupported"
std::string_view to_string(Guarantee guarantee);  // "proved", "conservative", "sampled", "none"
std::string_view to_string(FeatureKind kind);     // "vertex", "edge", "face", "surface"

}  // namespace graze
