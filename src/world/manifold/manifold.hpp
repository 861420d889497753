// SPDX-License-Identifier: Apache-2.0
// Where two bodies lie on each other: the points at which their surfaces face each other closely.
#pragma once

#include <map>
#include <memory>

#include <graze/world.hpp>

#include "bvh/node_pair.hpp"
#include "world/manifold/mesh_stars.hpp"

namespace graze {

struct ManifoldPoint {
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  // on the two bodies
  Vector3 normal = Vector3::Zero();                              // unit, from a to b
  double gap = 0.0;
  std::uint64_t features = 0;  // what meets here; the same in the next step if the same
  // How the normal turns as the bodies do: with the body whose face it is, with two edges, or not at all.
  enum class Turns : std::uint8_t { Not, WithA, WithB, WithEdges } turns = Turns::Not;
  Vector3 edge_a = Vector3::Zero(), edge_b = Vector3::Zero();
  // Of shapes that are rounded: as they turn, other points of the surface come to be here, as far from what it is
  // round.
  double round_a = 0.0, round_b = 0.0;
};

// By how much a shape is rounded.
double rounding_radius(const Shape& shape);

// The gap when the bodies have moved, as if what meets now were all that does.
double gap_after(const ManifoldPoint& point, const BodyState& from_a, const BodyState& to_a, const BodyState& from_b,
                 const BodyState& to_b);

struct PlacedShape {
  const Shape& shape;
  const Pose& pose;
};

// Finds them. Plain doubles, nothing certified: the points only steer the bodies.
class ManifoldFinder {
 public:
  // Of a shape that will be asked about, and of its parts.
  void learn(const Shape& shape);

  // All points closer than `reach`, thinned out where they are many. A surface may have several; the others one, the
  // closest. Empty if the bodies are further apart.
  std::vector<ManifoldPoint> find(const PlacedShape& a, const PlacedShape& b, double reach) const;
  // The same for two meshes of which no leaves can be that close but those below some pairs of nodes.
  std::vector<ManifoldPoint> find_among(const std::vector<NodePair>& nodes, const PlacedShape& a, const PlacedShape& b,
                                        double reach) const;

 private:
  void find_parts(const PlacedShape& a, const PlacedShape& b, double reach, std::vector<ManifoldPoint>& points) const;
  void find_surfaces(const PlacedShape& a, const PlacedShape& b, double reach, const std::vector<NodePair>& among,
                     std::vector<ManifoldPoint>& points) const;

  std::map<const MeshShape*, std::unique_ptr<MeshStars>> stars_;
};

}  // namespace graze
