// SPDX-License-Identifier: Apache-2.0
// The distance of two convex bodies from their farthest points alone (Gilbert, Johnson, Keerthi), in doubles or quads.
#pragma once

#include <algorithm>
#include <limits>

#include "attack/oracle/quad.hpp"

namespace graze::attack {

template <class T>
struct Gap {
  T lower, upper;
};

// At most four points of the difference of the bodies, and the point of their hull that is nearest to the origin.
template <class T>
class NearestOfSimplex {
 public:
  const Vec<T>& nearest() const { return nearest_; }
  bool holds_origin() const { return holds_origin_; }
  bool has(const Vec<T>& w) const {
    for (int i = 0; i < count_; ++i)
      if (points_[static_cast<std::size_t>(i)].x == w.x && points_[static_cast<std::size_t>(i)].y == w.y &&
          points_[static_cast<std::size_t>(i)].z == w.z)
        return true;
    return false;
  }

  // Adds a point, keeps the face that holds the nearest one. False if that is no nearer than before.
  bool add(const Vec<T>& w) {
    points_[static_cast<std::size_t>(count_++)] = w;
    const std::array<Vec<T>, 4> all = points_;
    const int newest = count_ - 1;
    best_ = count_ == 1 ? std::numeric_limits<double>::max() : dot(nearest_, nearest_);
    bool nearer = count_ == 1;
    int kept = 0;
    for (int others = 0; others < (1 << newest); ++others) {
      std::array<Vec<T>, 4> face;
      int size = 0;
      for (int i = 0; i < newest; ++i)
        if ((others >> i & 1) != 0) face[static_cast<std::size_t>(size++)] = all[static_cast<std::size_t>(i)];
      face[static_cast<std::size_t>(size++)] = w;
      if (!inside_nearest(face, size)) continue;
      const T square = dot(candidate_, candidate_);
      if (size < 4 && !(square < best_) && !(count_ == 1)) continue;
      best_ = square;
      nearest_ = candidate_;
      kept = others;
      nearer = true;
      if (size == 4) holds_origin_ = true;
      if (holds_origin_) return true;
    }
    if (!nearer) {
      --count_;
      return false;
    }
    int size = 0;
    for (int i = 0; i < newest; ++i)
      if ((kept >> i & 1) != 0) points_[static_cast<std::size_t>(size++)] = all[static_cast<std::size_t>(i)];
    points_[static_cast<std::size_t>(size++)] = w;
    count_ = size;
    return true;
  }

 private:
  // Is the point of the flat through `face` that is nearest to the origin inside of the face? Then it is candidate_.
  bool inside_nearest(const std::array<Vec<T>, 4>& face, int size) {
    if (size == 1) {
      candidate_ = face[0];
      return true;
    }
    const Vec<T> p = face[1] - face[0];
    if (size == 2) {
      const T square = dot(p, p);
      const T s = -dot(face[0], p);
      if (!(square > 0) || s < 0 || s > square) return false;
      candidate_ = face[0] + s / square * p;
      return true;
    }
    const Vec<T> q = face[2] - face[0];
    if (size == 3) return inside_triangle(face[0], p, q);
    return inside_tetrahedron(face[0], p, q, face[3] - face[0]);
  }

  bool inside_triangle(const Vec<T>& o, const Vec<T>& p, const Vec<T>& q) {
    const Vec<T> normal = cross(p, q);
    const T square = dot(normal, normal);
    if (!(square > 0)) return false;
    const T u = -dot(cross(o, q), normal);
    const T v = -dot(cross(p, o), normal);
    if (u < 0 || v < 0 || u + v > square) return false;
    candidate_ = dot(o, normal) / square * normal;
    return true;
  }

  bool inside_tetrahedron(const Vec<T>& o, const Vec<T>& p, const Vec<T>& q, const Vec<T>& r) {
    T volume = dot(p, cross(q, r));
    T u = -dot(o, cross(q, r));
    T v = -dot(p, cross(o, r));
    T w = -dot(p, cross(q, o));
    if (volume < 0) {
      volume = -volume;
      u = -u;
      v = -v;
      w = -w;
    }
    if (!(volume > 0) || u < 0 || v < 0 || w < 0 || u + v + w > volume) return false;
    candidate_ = Vec<T>();
    return true;
  }

  std::array<Vec<T>, 4> points_;
  int count_ = 0;
  Vec<T> nearest_, candidate_;
  T best_ = 0;
  bool holds_origin_ = false;
};

// `support_a(d)` and `support_b(d)` are points farthest along d. Ends when the bounds are within `part` of the upper
// one, when the upper one is below `zero`, or when nothing comes nearer. Every bound holds, but for rounding.
template <class T, class SupportA, class SupportB>
Gap<T> convex_gap(const SupportA& support_a, const SupportB& support_b, const Vec<T>& start, T part, T zero,
                  int rounds) {
  NearestOfSimplex<T> simplex;
  T lower = 0;
  Vec<T> direction = start;
  for (int round = 0; round < rounds; ++round) {
    const Vec<T> w = support_a(-direction) - support_b(direction);
    const T size = length(direction);
    if (size > 0) lower = std::max(lower, dot(direction, w) / size);
    if (round > 0 && (size - lower <= part * size || simplex.has(w))) break;
    if (!simplex.add(w)) break;
    if (simplex.holds_origin()) return {T(0), T(0)};
    direction = simplex.nearest();
    if (length(direction) <= zero) return {T(0), length(direction)};
  }
  const T upper = length(simplex.nearest());
  return {std::min(lower, upper), upper};
}

}  // namespace graze::attack
