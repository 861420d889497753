// SPDX-License-Identifier: Apache-2.0
// The smallest questions: when do a vertex and a face, two edges, a vertex and an edge, or two vertices first touch,
// while every vertex moves along its own straight path (cloth, deforming meshes) or with a rigid body?
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/motion.hpp>
#include <graze/time_of_impact.hpp>

namespace graze {

// A vertex on a straight path: at start at t = 0 and at end at t = 1. The doubles are taken at face value.
struct LinearPath {
  Vector3 start = Vector3::Zero();
  Vector3 end = Vector3::Zero();
};

struct FeatureQuery {
  Interval window{0.0, 1.0};  // linear paths: inside [0, 1]
  double separation = 0.0;    // contact means distance <= separation (Euclidean)
  double tolerance = 1e-10;   // in length units
};

struct FeatureToi {
  // Verdicts as for Toi. For linear paths at separation 0 the decision is exact: Impact or InitialContact if and only
  // if the two features share a point at some time of the closed window. (A contact at the window's start is
  // InitialContact.) With a separation, or on rigid paths, it is certified as for Toi: never a miss, and a near miss
  // within tolerance may be reported.
  Verdict verdict = Verdict::Free;
  Guarantee guarantee = Guarantee::Proved;
  // [lo, hi] holds the first contact. No contact at or before lo (InitialContact: lo = hi = the window's start). With a
  // separation, lo = hi may also be a near miss within tolerance.
  Interval bracket{0.0, 0.0};
  // Where they touch: weights of the corners of each feature, adding up to 1, and the unit normal from a to b (zero if
  // the features leave it open).
  std::array<double, 3> weights_a{}, weights_b{};
  Vector3 normal = Vector3::Zero();
  bool exact = false;  // decided by exact arithmetic: the floating-point filters could not tell

  double safe_until() const { return bracket.lo(); }
};

// All of these throw std::invalid_argument on numbers that are not finite or a window outside [0, 1]; nothing else.
// They bring coordinates to a scale of their own: every finite double will do.
FeatureToi vertex_vertex_toi(const LinearPath& a, const LinearPath& b, const FeatureQuery& query = {});
FeatureToi vertex_edge_toi(const LinearPath& vertex, std::span<const LinearPath, 2> edge,
                           const FeatureQuery& query = {});
FeatureToi vertex_face_toi(const LinearPath& vertex, std::span<const LinearPath, 3> face,
                           const FeatureQuery& query = {});
FeatureToi edge_edge_toi(std::span<const LinearPath, 2> a, std::span<const LinearPath, 2> b,
                         const FeatureQuery& query = {});

// The same with the corners fixed in two rigid bodies, in body coordinates, over any window. Throws
// std::invalid_argument as time_of_impact does, on numbers outside of their range (graze/limits.hpp), and on motions
// that are not rigid.
FeatureToi vertex_face_toi(const Vector3& vertex, const Motion& motion_a, std::span<const Vector3, 3> face,
                           const Motion& motion_b, const FeatureQuery& query = {});
FeatureToi edge_edge_toi(std::span<const Vector3, 2> a, const Motion& motion_a, std::span<const Vector3, 2> b,
                         const Motion& motion_b, const FeatureQuery& query = {});

// Many queries at once, on all cores; the answers are those of the calls above, in order. Written to the caller's own
// memory, which spares fresh pages when it is used again: as many answers as queries, or std::invalid_argument is
// thrown. (A query that is not finite throws too; what the answers are then is left open.)
using FourPaths = std::array<LinearPath, 4>;  // vertex/face: v f0 f1 f2; edge/edge: a0 a1 b0 b1
void vertex_face_toi_batch(std::span<const FourPaths> queries, std::span<FeatureToi> answers,
                           const FeatureQuery& query = {}, int threads = 0);
void edge_edge_toi_batch(std::span<const FourPaths> queries, std::span<FeatureToi> answers,
                         const FeatureQuery& query = {}, int threads = 0);
std::vector<FeatureToi> vertex_face_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query = {},
                                              int threads = 0);
std::vector<FeatureToi> edge_edge_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query = {},
                                            int threads = 0);

}  // namespace graze
