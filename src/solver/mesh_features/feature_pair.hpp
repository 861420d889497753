// SPDX-License-Identifier: Apache-2.0
// One vertex/face, face/vertex or edge/edge pair of two moving bodies: its distance function with second-order
// enclosures, the predicates Gamma, and its first contact (D2M, sections IV-B and IV-C).
#pragma once

#include <array>
#include <optional>
#include <span>

#include <graze/time_of_impact.hpp>

#include "distance/closest_points.hpp"
#include "numeric/inclusion_parabola.hpp"
#include "solver/mesh_features/pair_motion.hpp"

namespace graze {

// A feature as a simplex of one to three corners in body coordinates.
struct Simplex {
  std::array<Vector3, 3> corners;
  int size = 0;
};

struct FeaturePair {
  Feature feature_a, feature_b;
  Simplex a, b;
};

Feature vertex_feature(std::uint32_t vertex);
Feature edge_feature(const MeshShape& shape, std::uint32_t edge);
Feature face_feature(const MeshShape& shape, std::uint32_t face);

FeaturePair vertex_face_pair(const MeshShape& a, std::uint32_t vertex, const MeshShape& b, std::uint32_t face);
FeaturePair face_vertex_pair(const MeshShape& a, std::uint32_t face, const MeshShape& b, std::uint32_t vertex);
FeaturePair edge_edge_pair(const MeshShape& a, std::uint32_t edge_a, const MeshShape& b, std::uint32_t edge_b);

// Interval enclosures of everything about one pair over one time interval.
class FeatureEnclosure {
 public:
  FeatureEnclosure(const FeaturePair& pair, const PairMotion& motion);

  const Interval& domain() const { return domain_; }

  // The distance function of the seed without its normalisation, zero at every contact: for a vertex and a face, the
  // offset from the face's plane (Appendix D); for two edges, the volume they span (Appendix C).
  InclusionParabola coplanarity() const;

  // Gamma. False only if the two simplices are disjoint at every time of the domain. A separating direction of the
  // configuration at the start is tried against the whole domain: the sides of the face or the edges (the seed's
  // barycentric and capsule tests), and the direction between the closest points.
  bool may_touch() const;

  // How long after the start the pair surely stays further apart than `separation`: the best of the same directions.
  double apart_for(double separation) const;

 private:
  // The vector from corner i of a to corner j of b: value and velocity at the start, acceleration over the domain.
  struct Gap {
    IntervalVector3 value, velocity, half_acceleration;
  };
  struct Directions {
    std::array<Vector3, 8> list;
    int size = 0;
    void add(const Vector3& direction);
  };
  Directions directions() const;
  InclusionParabola along(const Gap& gap, const Vector3& direction) const;

  const FeaturePair& pair_;
  const PairMotion& motion_;
  Interval domain_;
  std::array<Vector3, 3> corners_a_, corners_b_;  // about where they are at the start
  std::array<Gap, 4> gaps_;
  int gap_count_ = 0;
};

// The pair at one instant, with certified bounds on its distance.
struct FeatureContact {
  Contact contact;
  Interval distance;
};
FeatureContact contact_at(const FeaturePair& pair, const Motion& a, const Motion& b, double time,
                          const Vector3& origin);

}  // namespace graze
