// SPDX-License-Identifier: Apache-2.0
#include "world/certify/leaf_separation.hpp"

#include <bit>
#include <optional>

#include "distance/gjk.hpp"
#include "world/certify/separating_axis.hpp"
#include "world/tuning.hpp"

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

  // How far they surely stay apart, if that is of interest about `need`.
  double kept(double length, double need) const {
    const GjkResult found = gjk([this](const Vector3& direction) { return support(direction); }, {},
                                placed_b_[0] - placed_a_[0], kAccuracyOfSteps, need);
    if (found.overlap) return -1.0;
    Vector3 direction = facing_direction(found.simplex);
    if (direction.isZero(0.0)) direction = found.direction;
    const auto kept_at = [&](const Vector3& rate) {
      return triangles_apart_by(a_, corners_a_, b_, corners_b_, {direction, rate}, length);
    };
    const Vector3 rate = rate_of(found.simplex, direction);
    const double turning = kept_at(rate);
    return turning > need || rate.isZero(0.0) ? turning : std::max(turning, kept_at(Vector3::Zero()));
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

// A substep and its halves, again and again: slices. A slice starts where its bodies are but for roundings.
class Slices {
 public:
  Slices(const Traveller& a, const Traveller& b, double length, double need)
      : a_(a),
        b_(b),
        length_(length),
        need_(need),
        need_later_(need + rounding_of(a, length) + rounding_of(b, length)) {
    slices_[1].emplace(a, b, length);
  }

  // In the slices below one, 1 for the whole substep: the halves of slice i are 2 i and 2 i + 1.
  bool stay_apart(const NodePair& pair, std::size_t i = 1) {
    const LeafSeparation& here = slice(i);
    const double need = starts_later(i) ? need_later_ : need_;
    if ((i > 1 ? here.kept(pair, need) : here.kept_along_fixed(pair)) > need) return true;
    return 2 * i < tuning::kHalvedTimes && stay_apart(pair, 2 * i) && stay_apart(pair, 2 * i + 1);
  }

 private:
  static bool starts_later(std::size_t i) { return std::popcount(i) > 1; }

  const LeafSeparation& slice(std::size_t i) {
    if (!slices_[i]) {
      const std::size_t count = std::bit_floor(i);
      const double length = length_ / static_cast<double>(count);
      const double start = static_cast<double>(i - count) * length;
      const auto then = [start](const Traveller& t) {
        return Traveller(*t.body, moved(t.state, t.state.velocity, t.state.angular_velocity, start), t.moves);
      };
      slices_[i].emplace(then(a_), then(b_), length);
    }
    return *slices_[i];
  }

  const Traveller& a_;
  const Traveller& b_;
  double length_, need_, need_later_;
  std::array<std::optional<LeafSeparation>, tuning::kHalvedTimes> slices_;
};

}  // namespace

LeafSeparation::LeafSeparation(const Traveller& a, const Traveller& b, double length)
    : a_(a),
      b_(b),
      length_(length),
      body_a_(a.moving()),
      body_b_(b.moving()),
      leaves_a_(body_a_.shape),
      leaves_b_(body_b_.shape),
      linearization_(body_a_.motion, leaves_a_, body_b_.motion, leaves_b_, 0.0, length, b.state.position) {}

double LeafSeparation::kept(const NodePair& pair, double need) const {
  const double fixed = kept_along_fixed(pair);
  return fixed > need ? fixed : std::max(fixed, kept_along_turning(pair, need));
}

double LeafSeparation::kept_along_fixed(const NodePair& pair) const {
  return linearization_.triangles_apart_by(leaves_a_.boxes()[pair.a], leaves_b_.boxes()[pair.b]);
}

double LeafSeparation::kept_along_turning(const NodePair& pair, double need) const {
  const Corners corners_a = leaves_a_.corners(leaves_a_.boxes()[pair.a].leaf);
  const Corners corners_b = leaves_b_.corners(leaves_b_.boxes()[pair.b].leaf);
  return TrianglePair(a_, corners_a, b_, corners_b).kept(length_, need);
}

std::vector<NodePair> not_apart(std::span<const NodePair> leaves, const Traveller& a, const Traveller& b, double length,
                                double need) {
  std::vector<NodePair> left;
  if (leaves.empty()) return left;
  Slices slices(a, b, length, need);
  for (const NodePair& pair : leaves)
    if (left.size() >= tuning::kMostLeavesTried || !slices.stay_apart(pair)) left.push_back(pair);
  return left;
}

}  // namespace graze
