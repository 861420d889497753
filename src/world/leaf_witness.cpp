// SPDX-License-Identifier: Apache-2.0
#include "world/leaf_witness.hpp"

#include "distance/gjk.hpp"
#include "solver/span_frame.hpp"
#include "world/witness.hpp"

namespace graze {
namespace {

using Corners = std::array<Vector3, 3>;

// Which corners of a triangle are in the simplex.
struct Face {
  std::array<std::uint32_t, 3> corners{};
  int count = 0;

  Face(const Simplex4& simplex, bool of_b) {
    std::uint32_t seen = 0;
    for (int i = 0; i < simplex.size; ++i) {
      const std::uint32_t corner = of_b ? simplex.pairs[i].vertex_b : simplex.pairs[i].vertex_a;
      if ((seen >> corner & 1U) == 0) corners[static_cast<std::size_t>(count++)] = corner;
      seen |= 1U << corner;
    }
  }
  Vector3 edge(const Corners& of) const { return of[corners[1]] - of[corners[0]]; }
};

// Two triangles in the world, relative to the place of b.
class TrianglePair {
 public:
  TrianglePair(const Traveller& a, const Corners& corners_a, const Traveller& b, const Corners& corners_b)
      : a_(a), b_(b), corners_a_(corners_a), corners_b_(corners_b) {
    const Vector3 between = a.state.position - b.state.position;
    for (std::size_t k = 0; k < 3; ++k) {
      placed_a_[k] = between + a.rotation * corners_a[k];
      placed_b_[k] = b.rotation * corners_b[k];
    }
  }

  bool stay_apart(double length, double need) const {
    const GjkResult found = gjk([this](const Vector3& direction) { return support(direction); }, {},
                                placed_b_[0] - placed_a_[0], kAccuracyOfSteps, need);
    if (found.overlap) return false;
    Vector3 direction = facing_direction(found.simplex);
    if (direction.isZero(0.0)) direction = found.direction;
    const auto apart_at = [&](const Vector3& rate) {
      return triangles_apart_along(a_, corners_a_, b_, corners_b_, {direction, rate}, length, need);
    };
    const Vector3 rate = rate_of(found.simplex, direction);
    return apart_at(rate) || (!rate.isZero(0.0) && apart_at(Vector3::Zero()));
  }

 private:
  SupportPair support(const Vector3& direction) const {
    const auto furthest = [](const Corners& corners, const Vector3& along) {
      const double p = corners[0].dot(along);
      const double q = corners[1].dot(along);
      const double r = corners[2].dot(along);
      return p >= q && p >= r ? 0U : q >= r ? 1U : 2U;
    };
    SupportPair pair;
    pair.vertex_a = furthest(placed_a_, direction);
    pair.vertex_b = furthest(placed_b_, -direction);
    pair.a = placed_a_[pair.vertex_a];
    pair.b = placed_b_[pair.vertex_b];
    pair.difference = pair.b - pair.a;
    return pair;
  }

  // At which the direction turns: with a face, across two edges, or from one point to another.
  Vector3 rate_of(const Simplex4& simplex, const Vector3& direction) const {
    const Vector3& rate_a = a_.state.angular_velocity;
    const Vector3& rate_b = b_.state.angular_velocity;
    const Face on_a(simplex, false);
    const Face on_b(simplex, true);
    if (on_a.count == 3) return rate_a;
    if (on_b.count == 3) return rate_b;
    if (on_a.count == 2 && on_b.count == 2)
      return rate_across(on_a.edge(placed_a_), rate_a, on_b.edge(placed_b_), rate_b);
    const Vector3 from = simplex.point_a();
    const Vector3 to = simplex.point_b();
    const Vector3 speed_a = a_.state.velocity + rate_a.cross(from - (a_.state.position - b_.state.position));
    const Vector3 speed_b = b_.state.velocity + rate_b.cross(to);
    return direction.cross(speed_b - speed_a) / (to - from).norm();
  }

  const Traveller& a_;
  const Traveller& b_;
  const Corners& corners_a_;
  const Corners& corners_b_;
  Corners placed_a_, placed_b_;
};

}  // namespace

std::vector<NodePair> not_apart(std::span<const NodePair> leaves, const Traveller& a, const Traveller& b, double length,
                                double need) {
  if (leaves.empty()) return {};
  const Body body_a = a.moving();
  const Body body_b = b.moving();
  const LeafBody leaves_a(body_a.shape);
  const LeafBody leaves_b(body_b.shape);
  const SpanFrame frame(body_a.motion, leaves_a, body_b.motion, leaves_b, 0.0, length, b.state.position);
  std::vector<NodePair> left;
  for (const NodePair& pair : leaves) {
    const BoxNode& node_a = leaves_a.boxes()[pair.a];
    const BoxNode& node_b = leaves_b.boxes()[pair.b];
    if (frame.stays_apart(node_a, node_b, need) || frame.triangles_stay_apart(node_a, node_b, need)) continue;
    const Corners corners_a = leaves_a.corners(node_a.leaf);
    const Corners corners_b = leaves_b.corners(node_b.leaf);
    if (!TrianglePair(a, corners_a, b, corners_b).stay_apart(length, need)) left.push_back(pair);
  }
  return left;
}

}  // namespace graze
