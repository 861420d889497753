// SPDX-License-Identifier: Apache-2.0
// The distance of two triangles by brute force, at any precision: every vertex against every edge and face, every edge
// against every edge, and every edge through every face. Degenerate triangles are fine.
#pragma once

#include <array>
#include <optional>

#include "support/real.hpp"

namespace graze::testing {

template <class T>
using Corners = std::array<Vec<T>, 3>;

template <class T>
struct ClosestPair {
  T squared{-1};  // negative: nothing found yet
  Vec<T> a, b;

  void offer(const Vec<T>& p, const Vec<T>& q) {
    const Vec<T> d = q - p;
    const T s = dot(d, d);
    if (squared >= 0 && s >= squared) return;
    squared = s;
    a = p;
    b = q;
  }
};

template <class T>
Vec<T> nearest_on_segment(const Vec<T>& p, const Vec<T>& a, const Vec<T>& b) {
  const Vec<T> d = b - a;
  const T length2 = dot(d, d);
  if (length2 == 0) return a;
  const T s = dot(p - a, d) / length2;
  if (s <= 0) return a;
  if (s >= 1) return b;
  return a + s * d;
}

// Where x, a point of the plane of the triangle or straight above it, is over the triangle.
template <class T>
bool is_over(const Vec<T>& x, const Corners<T>& t, const Vec<T>& normal) {
  for (int i = 0; i < 3; ++i) {
    const Vec<T>& p = t[static_cast<std::size_t>(i)];
    const Vec<T>& q = t[static_cast<std::size_t>((i + 1) % 3)];
    if (dot(normal, cross(q - p, x - p)) < 0) return false;
  }
  return true;
}

template <class T>
Vec<T> normal_of(const Corners<T>& t) {
  return cross(t[1] - t[0], t[2] - t[0]);
}

// The point of the face right below p, if there is one.
template <class T>
std::optional<Vec<T>> foot_on_face(const Vec<T>& p, const Corners<T>& t, const Vec<T>& normal) {
  const T length2 = dot(normal, normal);
  if (length2 == 0 || !is_over(p, t, normal)) return std::nullopt;
  return p - T(dot(normal, p - t[0]) / length2) * normal;
}

// Where the segment goes through the face, if it does and is not in its plane.
template <class T>
std::optional<Vec<T>> piercing(const Vec<T>& p, const Vec<T>& q, const Corners<T>& t, const Vec<T>& normal) {
  const T from = dot(normal, p - t[0]);
  const T to = dot(normal, q - t[0]);
  if ((from > 0 && to > 0) || (from < 0 && to < 0) || from == to) return std::nullopt;
  const Vec<T> x = p + T(from / (from - to)) * (q - p);
  if (!is_over(x, t, normal)) return std::nullopt;
  return x;
}

// The closest points of two lines, offered if they lie within both segments; ends are offered elsewhere.
template <class T>
void offer_edges(const Vec<T>& p0, const Vec<T>& p1, const Vec<T>& q0, const Vec<T>& q1, ClosestPair<T>& best) {
  const Vec<T> u = p1 - p0;
  const Vec<T> v = q1 - q0;
  const Vec<T> w = q0 - p0;
  const T uu = dot(u, u);
  const T uv = dot(u, v);
  const T vv = dot(v, v);
  const T determinant = uu * vv - uv * uv;
  if (!(determinant > 0)) return;
  const T wu = dot(w, u);
  const T wv = dot(w, v);
  const T s = (wu * vv - wv * uv) / determinant;
  const T r = (wu * uv - wv * uu) / determinant;
  if (s < 0 || s > 1 || r < 0 || r > 1) return;
  best.offer(p0 + s * u, q0 + r * v);
}

template <class T>
ClosestPair<T> closest_of_triangles(const Corners<T>& a, const Corners<T>& b) {
  const Vec<T> normal_a = normal_of(a);
  const Vec<T> normal_b = normal_of(b);
  ClosestPair<T> best;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec<T>& a1 = a[(i + 1) % 3];
    const Vec<T>& b1 = b[(i + 1) % 3];
    for (std::size_t j = 0; j < 3; ++j) {
      best.offer(a[i], nearest_on_segment(a[i], b[j], b[(j + 1) % 3]));
      best.offer(nearest_on_segment(b[i], a[j], a[(j + 1) % 3]), b[i]);
      offer_edges(a[i], a1, b[j], b[(j + 1) % 3], best);
    }
    if (const auto foot = foot_on_face(a[i], b, normal_b)) best.offer(a[i], *foot);
    if (const auto foot = foot_on_face(b[i], a, normal_a)) best.offer(*foot, b[i]);
    if (const auto x = piercing(a[i], a1, b, normal_b)) best.offer(*x, *x);
    if (const auto x = piercing(b[i], b1, a, normal_a)) best.offer(*x, *x);
  }
  return best;
}

}  // namespace graze::testing
