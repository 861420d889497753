// SPDX-License-Identifier: Apache-2.0
/// @file
/// The smallest questions: when do a vertex and a face, two edges, a vertex and an edge, or two vertices first touch?
/// Every vertex moves along its own straight path (cloth, deforming meshes) or with a rigid body.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/motion.hpp>
#include <graze/time_of_impact.hpp>

namespace graze {

/// A vertex on a straight path at constant speed. The doubles count exactly.
struct LinearPath {
  Vector3 start = Vector3::Zero();  ///< Where the vertex is at t = 0.
  Vector3 end = Vector3::Zero();    ///< Where the vertex is at t = 1.
};

/// The question about two features.
struct FeatureQuery {
  Interval window{0.0, 1.0};  ///< The time interval asked about. Linear paths: within [0, 1].
  double separation = 0.0;    ///< Contact means distance <= separation (Euclidean). Not negative.
  /// How far above the separation the distance may be at the bracket's start, in length units. Above 0.
  double tolerance = 1e-10;
};

/// The answer about two features.
struct FeatureToi {
  /// Verdicts as for Toi. For linear paths at separation 0 the decision is exact: Impact or InitialContact if and only
  /// if the features share a point at some time of the closed window. With a separation, or on rigid paths, it is
  /// certified as for Toi: no contact is missed, and a near miss within the tolerance may be reported.
  Verdict verdict = Verdict::Free;
  Guarantee guarantee = Guarantee::Proved;  ///< As for Toi.
  /// [lo, hi] contains the first contact; there is none at or before lo. InitialContact: lo = hi = the window's start.
  /// With a separation, lo = hi may also be a near miss within the tolerance.
  Interval bracket{0.0, 0.0};
  std::array<double, 3> weights_a{},  ///< Where a is touched: weights of its corners, which add up to 1.
      weights_b{};                    ///< The same for b.
  Vector3 normal = Vector3::Zero();   ///< Unit vector from a to b; zero if the features do not determine it.
  bool exact = false;  ///< Was exact arithmetic needed, because the floating-point filters could not decide?

  /// No contact from the window's start up to this time. Not for InitialContact.
  double safe_until() const { return bracket.lo(); }
};

/// The first contact of two features whose vertices move on linear paths. Coordinates are scaled internally: every
/// finite double is allowed. Throws std::invalid_argument if a number is not finite, the separation is negative, or the
/// window is not within [0, 1]. Thread-safe.
/// @{
FeatureToi vertex_vertex_toi(const LinearPath& a, const LinearPath& b, const FeatureQuery& query = {});
FeatureToi vertex_edge_toi(const LinearPath& vertex, std::span<const LinearPath, 2> edge,
                           const FeatureQuery& query = {});
FeatureToi vertex_face_toi(const LinearPath& vertex, std::span<const LinearPath, 3> face,
                           const FeatureQuery& query = {});
FeatureToi edge_edge_toi(std::span<const LinearPath, 2> a, std::span<const LinearPath, 2> b,
                         const FeatureQuery& query = {});
/// @}

/// The same for features that are fixed in two rigid bodies, over any window. Vertices are in body coordinates.
/// Throws std::invalid_argument as time_of_impact() does, and if a number is out of range (graze/limits.hpp) or a
/// motion is not rigid.
/// @{
FeatureToi vertex_face_toi(const Vector3& vertex, const Motion& motion_a, std::span<const Vector3, 3> face,
                           const Motion& motion_b, const FeatureQuery& query = {});
FeatureToi edge_edge_toi(std::span<const Vector3, 2> a, const Motion& motion_a, std::span<const Vector3, 2> b,
                         const Motion& motion_b, const FeatureQuery& query = {});
/// @}

/// The vertices of a feature query. Vertex/face: v f0 f1 f2. Edge/edge: a0 a1 b0 b1.
using FourPaths = std::array<LinearPath, 4>;
/// Many queries at once, on `threads` threads (0: all cores). The answers are those of single calls, in order, written
/// to the caller's memory. Reuse that memory to save time. Throws std::invalid_argument unless there is one answer for
/// each query. Also throws as single calls do; the answers are then unspecified.
/// @{
void vertex_face_toi_batch(std::span<const FourPaths> queries, std::span<FeatureToi> answers,
                           const FeatureQuery& query = {}, int threads = 0);
void edge_edge_toi_batch(std::span<const FourPaths> queries, std::span<FeatureToi> answers,
                         const FeatureQuery& query = {}, int threads = 0);
/// @}
/// The same into new memory.
/// @{
std::vector<FeatureToi> vertex_face_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query = {},
                                              int threads = 0);
std::vector<FeatureToi> edge_edge_toi_batch(std::span<const FourPaths> queries, const FeatureQuery& query = {},
                                            int threads = 0);
/// @}

}  // namespace graze
