// SPDX-License-Identifier: Apache-2.0
// A body as a union of convex parts: sums of simple cores, rounded. Triangles are parts too.
#pragma once

#include "attack/oracle/convex_gap.hpp"
#include "attack/questions/question.hpp"

namespace graze::attack {

struct Core {
  enum class Kind { Points, Cylinder, Cone };
  Kind kind = Kind::Points;
  std::vector<Point> points;
  double radius = 0, half = 0;
};

struct ConvexPart {
  std::vector<Core> cores;    // their Minkowski sum
  std::vector<double> radii;  // and that of balls of these radii
  Frame<Quad> place;          // in the body
  Point middle;               // of a ball around it, before it is placed
  double reach = 0;
};

// The parts of a shape that is not curved, and no half-space.
std::vector<ConvexPart> parts_of(const ShapeNumbers& shape);

// A part where it is at one instant.
template <class T>
class PlacedPart {
 public:
  PlacedPart(const ConvexPart& part, const Frame<T>& frame) : part_(&part) {
    const Frame<T> placed = frame * Frame<T>{Rotation<T>(part.place.rotation), Vec<T>(part.place.position)};
    rotation_ = placed.rotation;
    back_ = rotation_.transposed();
    position_ = placed.position;
    middle_ = placed * Vec<T>(part.middle);
    for (const double r : part.radii) radius_ += r;
    if (part.cores.size() != 1 || part.cores[0].kind != Core::Kind::Points) return;
    for (const Point& p : part.cores[0].points) points_.push_back(placed * Vec<T>(p));
  }

  T radius() const { return radius_; }
  const Vec<T>& middle() const { return middle_; }
  double reach() const { return part_->reach; }

  // Without the rounding.
  Vec<T> farthest(const Vec<T>& direction) const {
    if (!points_.empty()) return farthest_of(points_, direction);
    const Vec<T> local = back_ * direction;
    Vec<T> sum;
    for (const Core& core : part_->cores) sum = sum + farthest_in(core, local);
    return rotation_ * sum + position_;
  }

 private:
  static Vec<T> farthest_of(const std::vector<Vec<T>>& points, const Vec<T>& direction) {
    std::size_t best = 0;
    T most = dot(points[0], direction);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const T along = dot(points[i], direction);
      if (along > most) {
        most = along;
        best = i;
      }
    }
    return points[best];
  }
  static Vec<T> farthest_in(const Core& core, const Vec<T>& d) {
    if (core.kind == Core::Kind::Points) {
      std::vector<Vec<T>> points;
      for (const Point& p : core.points) points.emplace_back(p);
      return farthest_of(points, d);
    }
    const T across = root(d.x * d.x + d.y * d.y);
    const T scale = across > 0 ? T(core.radius) / across : T(0);
    const T half = core.half;
    if (core.kind == Core::Kind::Cylinder) return {scale * d.x, scale * d.y, d.z < 0 ? -half : half};
    const bool tip = d.z * half > core.radius * across - half * d.z;
    return tip ? Vec<T>(T(0), T(0), half) : Vec<T>(scale * d.x, scale * d.y, -half);
  }

  const ConvexPart* part_;
  Rotation<T> rotation_, back_;
  Vec<T> position_, middle_;
  T radius_ = 0;
  std::vector<Vec<T>> points_;
};

// Of the parts themselves: zero when they overlap.
template <class T>
Gap<T> gap_of(const PlacedPart<T>& a, const PlacedPart<T>& b) {
  const bool wide = sizeof(T) > sizeof(double);
  const T rounding = a.radius() + b.radius();
  const T size = T(a.reach()) + T(b.reach());
  const T part = wide ? T(1e-30) : T(1e-13);
  const T zero = size * part;
  const Vec<T> start = a.middle() - b.middle();
  const Gap<T> gap =
      convex_gap<T>([&](const Vec<T>& d) { return a.farthest(d); }, [&](const Vec<T>& d) { return b.farthest(d); },
                    dot(start, start) > 0 ? start : Vec<T>(1, 0, 0), part, zero, wide ? 200 : 60);
  return {std::max(T(0), gap.lower - rounding), std::max(T(0), gap.upper - rounding)};
}

}  // namespace graze::attack
