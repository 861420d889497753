// SPDX-License-Identifier: Apache-2.0
#include "distance/gjk.hpp"

#include "numeric/stable_norm.hpp"

#include <algorithm>
#include <span>

namespace graze {
namespace {

// The part of a simplex that holds the point closest to the origin: which of its corners, and their weights.
struct Part {
  std::array<int, 3> corners{};
  std::array<double, 3> weights{};
  int size = 0;
  Vector3 point;

  double square() const { return point.squaredNorm(); }
};

Part corner(const Simplex4& s, int i) { return {{i}, {1.0}, 1, s.pairs[i].difference}; }

Part on_segment(const Simplex4& s, int i, int j) {
  const Vector3& p = s.pairs[i].difference;
  const Vector3 edge = s.pairs[j].difference - p;
  const double square = edge.squaredNorm();
  const double t = -p.dot(edge);
  if (!(t > 0)) return corner(s, i);
  if (!(t < square)) return corner(s, j);
  const double w = t / square;
  return {{i, j}, {1 - w, w}, 2, p + w * edge};
}

const Part& nearer(const Part& x, const Part& y) { return y.square() < x.square() ? y : x; }

// The inside of the triangle if the origin's foot is there, else the nearest of its edges.
Part on_triangle(const Simplex4& s, int i, int j, int k) {
  const Vector3& p = s.pairs[i].difference;
  const Vector3& q = s.pairs[j].difference;
  const Vector3& r = s.pairs[k].difference;
  const Vector3 normal = (q - p).cross(r - p);
  const double square = normal.squaredNorm();
  const double wi = q.cross(r).dot(normal);
  const double wj = r.cross(p).dot(normal);
  const double wk = p.cross(q).dot(normal);
  if (square > 0 && wi > 0 && wj > 0 && wk > 0) {
    const double sum = wi + wj + wk;
    Part inside{{i, j, k}, {wi / sum, wj / sum, wk / sum}, 3, Vector3::Zero()};
    inside.point = inside.weights[0] * p + inside.weights[1] * q + inside.weights[2] * r;
    return inside;
  }
  return nearer(nearer(on_segment(s, i, j), on_segment(s, j, k)), on_segment(s, i, k));
}

// Is the origin on the far side of the plane of i, j, k from the corner l? Yes in doubt: the signs count only beyond
// their rounding, or a flat tetrahedron would hold whatever is in its plane.
bool outside(const Simplex4& s, int i, int j, int k, int l) {
  const Vector3& p = s.pairs[i].difference;
  const Vector3 u = s.pairs[j].difference - p;
  const Vector3 v = s.pairs[k].difference - p;
  const Vector3 to_corner = s.pairs[l].difference - p;
  const Vector3 normal = u.cross(v);
  const double doubt = 16 * rounding::kUlp * u.norm() * v.norm();
  const double of_corner = normal.dot(to_corner);
  const double of_origin = of_corner < 0 ? normal.dot(p) : -normal.dot(p);
  return !(std::abs(of_corner) > doubt * to_corner.norm() && of_origin > doubt * p.norm());
}

// In place: the corners of a part are in ascending order.
void keep(Simplex4& simplex, const Part& part) {
  simplex.size = part.size;
  for (int i = 0; i < part.size; ++i) {
    if (part.corners[i] != i) simplex.pairs[i] = simplex.pairs[part.corners[i]];
    simplex.weights[i] = part.weights[i];
  }
}

// Where in a tetrahedron the origin is: by the volumes of what it cuts it into.
void weigh_origin(Simplex4& s) {
  const auto volume = [&s](int i, int j, int k) {
    return std::abs(s.pairs[i].difference.cross(s.pairs[j].difference).dot(s.pairs[k].difference));
  };
  s.weights = {volume(1, 2, 3), volume(0, 2, 3), volume(0, 1, 3), volume(0, 1, 2)};
  const double sum = s.weights[0] + s.weights[1] + s.weights[2] + s.weights[3];
  for (double& weight : s.weights) weight /= sum;
}

}  // namespace

bool reduce(Simplex4& s) {
  if (s.size == 1) {
    keep(s, corner(s, 0));
  } else if (s.size == 2) {
    keep(s, on_segment(s, 0, 1));
  } else if (s.size == 3) {
    keep(s, on_triangle(s, 0, 1, 2));
  } else {
    constexpr std::array<std::array<int, 4>, 4> kFaces{{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}};
    Part best;
    for (const auto& [i, j, k, l] : kFaces) {
      if (!outside(s, i, j, k, l)) continue;
      const Part part = on_triangle(s, i, j, k);
      if (best.size == 0 || part.square() < best.square()) best = part;
    }
    if (best.size == 0) {
      weigh_origin(s);
      return true;
    }
    keep(s, best);
  }
  return false;
}

WitnessPoints witnesses(const Simplex4& simplex, double radius_a, double radius_b) {
  const Vector3 a = simplex.point_a();
  const Vector3 b = simplex.point_b();
  const Vector3 along = unit_of(b - a);
  return {a + radius_a * along, b - radius_b * along};
}

Vector3 facing_direction(const Simplex4& s) {
  const Vector3& p = s.pairs[0].difference;
  Vector3 direction = Vector3::Zero();
  if (s.size == 3) direction = (s.pairs[1].difference - p).cross(s.pairs[2].difference - p);
  if (s.size == 2) {
    // Twice: the first time leaves a rest of the rounding of p.
    const Vector3 edge = unit_of(s.pairs[1].difference - p);
    direction = p - edge.dot(p) * edge;
    direction -= edge.dot(direction) * edge;
  }
  if (s.size == 1) direction = p;
  const Vector3 unit = unit_of(direction);
  return unit.dot(s.closest()) < 0 ? Vector3(-unit) : unit;
}

}  // namespace graze
