// SPDX-License-Identifier: Apache-2.0
// Distance to a curved surface: branch and bound on its boxes, which are convex solids themselves, so every bound is
// one of convex solids; points of the surface close to where those are nearest bound it from above.
#include <algorithm>
#include <vector>

#include "distance/pair_distance.hpp"
#include "shape/curved_surface.hpp"

namespace graze {
namespace {

constexpr double kAccuracy = 1e-9;  // of the distance, or of a thousandth of the bodies' size
constexpr int kMostPairs = 5'000;   // reached where whole curves are nearest; the bounds then are wider

struct Open {
  double lower;
  std::uint32_t a, b;

  friend bool operator<(const Open& x, const Open& y) { return x.lower > y.lower; }  // the top of a heap is the nearest
};

// One of the two bodies: pieces of a curved surface, or all of another body.
class Side {
 public:
  Side(const ShapeData& data, const Pose& pose) : data_(data), pose_(pose) {
    if (data.curved) refined_.emplace(data.curved->tree);
  }
  bool is_curved() const { return refined_.has_value(); }
  const ShapeData& data() const { return data_; }
  const Pose& pose() const { return pose_; }
  double extent(std::uint32_t node) const { return is_curved() ? refined_->node(node).patch.extent() : 0.0; }
  RefinedSurface::Parts open(std::uint32_t node) {
    return is_curved() ? refined_->open(node) : RefinedSurface::Parts{0, 0, false};
  }
  ConvexShape piece(std::uint32_t node) const {
    const SurfacePatch& patch = refined_->node(node).patch;
    std::vector<Vector3> corners;
    for (int k = 0; k < 8; ++k) {
      Vector3 corner = patch.center;
      for (std::size_t i = 0; i < 3; ++i) corner += (k >> i & 1) != 0 ? patch.half[i] : Vector3(-patch.half[i]);
      corners.push_back(corner);
    }
    return ConvexShape::polytope(corners).rounded(patch.margin + 8 * rounding::kUlp * patch.reach());
  }
  // A ball around a point of the surface near a place in the world.
  std::optional<ConvexShape> point_near(std::uint32_t node, const Vector3& place, double error) const {
    const Vector3 x = pose_.linear().transpose() * (place - pose_.translation());
    const auto found = data_.curved->tree.model().point_near(refined_->node(node).patch, x, error);
    if (!found) return std::nullopt;
    return ConvexShape::polytope({found->point}).rounded(found->error + rounding::kFloor);
  }

 private:
  const ShapeData& data_;
  const Pose& pose_;
  std::optional<RefinedSurface> refined_;
};

// Of a convex solid to a body that is not curved.
DistanceBounds to_other(const PlacedConvex& a, const Side& b) {
  const ShapeData& data = b.data();
  if (data.half_space) return swapped(half_space_convex_distance({*data.half_space, b.pose()}, a));
  if (data.convex) return convex_convex_distance(a, {*data.convex, b.pose()});
  return swapped(mesh_convex_distance({*data.surface, b.pose()}, a));
}

class CurvedDistance {
 public:
  CurvedDistance(const ShapeData& a, const Pose& pose_a, const ShapeData& b, const Pose& pose_b)
      : a_(a, pose_a), b_(b, pose_b), size_(a.radius + (std::isfinite(b.radius) ? b.radius : 0.0)) {}

  DistanceBounds run() {
    best_.upper = std::numeric_limits<double>::infinity();
    look(0, 0);
    double lower = std::numeric_limits<double>::infinity();
    for (int pairs = 0; !open_.empty(); ++pairs) {
      std::pop_heap(open_.begin(), open_.end());
      const Open next = open_.back();
      open_.pop_back();
      lower = next.lower;
      const bool known = std::isfinite(best_.upper);
      if (known && best_.upper - lower <= kAccuracy * std::max(best_.upper, 1e-3 * size_)) break;
      if (pairs > kMostPairs) break;
      bool first = !b_.is_curved() || a_.extent(next.a) >= b_.extent(next.b);
      RefinedSurface::Parts parts = first ? a_.open(next.a) : b_.open(next.b);
      if (!parts.splits) {
        first = !first;
        parts = first ? a_.open(next.a) : b_.open(next.b);
      }
      if (!parts.splits) break;
      for (std::uint32_t i = 0; i < parts.count; ++i)
        look(first ? parts.first + i : next.a, first ? next.b : parts.first + i);
    }
    best_.lower = std::min(lower, best_.upper);
    return best_;
  }

 private:
  void look(std::uint32_t a, std::uint32_t b) {
    const ConvexShape piece = a_.piece(a);
    const PlacedConvex placed{piece, a_.pose()};
    const DistanceBounds bounds = b_.is_curved() ? pair_bounds(placed, b) : to_other(placed, b_);
    if (!(bounds.lower < best_.upper)) return;
    open_.push_back({bounds.lower, a, b});
    std::push_heap(open_.begin(), open_.end());
    improve_upper(a, b, bounds.point_b);
  }

  DistanceBounds pair_bounds(const PlacedConvex& a, std::uint32_t b) const {
    const ConvexShape piece = b_.piece(b);
    return convex_convex_distance(a, {piece, b_.pose()}, 1e-12);
  }

  // Points of both bodies, by turns the nearest to the one found on the other.
  void improve_upper(std::uint32_t a, std::uint32_t b, Vector3 place) {
    constexpr int kRounds = 3;
    for (int round = 0; round < kRounds; ++round) {
      const auto on_a = a_.point_near(a, place, 1e-12 * size_);
      if (!on_a) return;
      const PlacedConvex point_a{*on_a, a_.pose()};
      DistanceBounds bounds;
      if (b_.is_curved()) {
        const auto on_b = b_.point_near(b, a_.pose() * on_a->points()[0], 1e-12 * size_);
        if (!on_b) return;
        bounds = convex_convex_distance(point_a, {*on_b, b_.pose()});
        bounds.upper += 2 * (on_a->rounding_radius() + on_b->rounding_radius());
      } else {
        bounds = to_other(point_a, b_);
        bounds.upper += 2 * on_a->rounding_radius();
      }
      if (!(bounds.upper < best_.upper)) return;
      best_ = bounds;
      place = bounds.point_b;
    }
  }

  Side a_, b_;
  double size_;
  DistanceBounds best_;
  std::vector<Open> open_;
};

}  // namespace

DistanceBounds curved_distance(const ShapeData& a, const Pose& pose_a, const ShapeData& b, const Pose& pose_b) {
  if (!a.curved) return swapped(CurvedDistance(b, pose_b, a, pose_a).run());
  return CurvedDistance(a, pose_a, b, pose_b).run();
}

}  // namespace graze
