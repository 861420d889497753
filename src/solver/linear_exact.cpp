// SPDX-License-Identifier: Apache-2.0
// The exact decision. Coordinates are doubles and times are dyadic, so with all coordinates scaled to integers every
// quantity below is a polynomial in time with integer coefficients, and "do they touch at a root of f" is a matter of
// signs of polynomials at algebraic numbers (numeric/exact_polynomial.hpp).
//
// Which times can be the first contact, given none at the start?
//   vertex/face, edge/edge: the four points are coplanar: roots of a cubic. If it is zero throughout, everything
//     happens in one moving plane, and the first contact has a vertex on an edge.
//   vertex/edge: they are collinear: common roots of three quadratics. If those are zero throughout, everything
//     happens on one moving line, and the first contact has a vertex on a vertex.
//   vertex/vertex: roots of three linear functions.
#include <algorithm>
#include <bit>
#include <cmath>

#include "numeric/exact_root.hpp"
#include "solver/linear_features.hpp"

namespace graze {
namespace {

using Vector = std::array<Polynomial, 3>;

Vector operator-(const Vector& x, const Vector& y) { return {x[0] - y[0], x[1] - y[1], x[2] - y[2]}; }
Polynomial dot(const Vector& x, const Vector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
Polynomial cross_component(const Vector& x, const Vector& y, int k) {
  const int i = (k + 1) % 3;
  const int j = (k + 2) % 3;
  return x[i] * y[j] - x[j] * y[i];
}
Vector cross(const Vector& x, const Vector& y) {
  return {cross_component(x, y, 0), cross_component(x, y, 1), cross_component(x, y, 2)};
}
bool is_zero(const Vector& x) { return x[0].is_zero() && x[1].is_zero() && x[2].is_zero(); }

// The exponent of a double's lowest set bit.
int lowest_exponent(double x) {
  int exponent = 0;
  const auto digits = static_cast<std::uint64_t>(std::ldexp(std::abs(std::frexp(x, &exponent)), 53));
  return exponent - 53 + std::countr_zero(digits);
}

// x 2^-exponent, which is an integer.
Integer scaled(double x, int exponent) {
  if (x == 0.0) return 0;
  const int lowest = lowest_exponent(x);
  return Integer(static_cast<long long>(std::ldexp(x, -lowest))) << static_cast<unsigned>(lowest - exponent);
}

// Paths as polynomials, all coordinates scaled by the same power of two.
void scale_paths(std::span<const LinearPath> paths, std::span<Vector> points) {
  int exponent = std::numeric_limits<int>::max();
  for (const LinearPath& path : paths)
    for (const Vector3& end : {path.start, path.end})
      for (const double x : end)
        if (x != 0.0) exponent = std::min(exponent, lowest_exponent(x));
  for (std::size_t c = 0; c < paths.size(); ++c)
    for (int i = 0; i < 3; ++i)
      points[c][i] = Polynomial::line(scaled(paths[c].start[i], exponent), scaled(paths[c].end[i], exponent));
}

class Decider {
 public:
  Decider(const LinearPair& pair, const Interval& window)
      : size_a_(pair.size_a), size_b_(pair.size_b), from_(exactly(window.lo())), to_(exactly(window.hi())) {
    scale_paths({pair.corners.data(), static_cast<std::size_t>(size_a_ + size_b_)}, points_);
    if (size_b_ == 3)
      coplanarity_ = dot(points_[0] - points_[1], cross(points_[2] - points_[1], points_[3] - points_[1]));
    if (size_a_ == 2)
      coplanarity_ = dot(points_[2] - points_[0], cross(points_[1] - points_[0], points_[3] - points_[2]));
  }

  // Possible first contacts after the start, unless there is one at the start. The earliest is the first.
  struct Contacts {
    bool at_start = false;
    std::vector<ExactRoot> later;
  };
  Contacts find() {
    Contacts contacts;
    ExactRoot start = ExactRoot::at(from_);
    if (touch(start)) {
      contacts.at_start = true;
      return contacts;
    }
    if (size_a_ == 1 && size_b_ == 1)
      meet_vertices(points_[0], points_[1], contacts.later);
    else if (size_a_ == 1 && size_b_ == 2)
      meet_edge(points_[0], points_[1], points_[2], contacts.later);
    else
      meet_coplanar(contacts.later);
    return contacts;
  }

 private:
  // At an instant given as a root.
  bool touch(ExactRoot& t) {
    if (size_b_ == 1) return same_point(points_[0], points_[1], t);
    if (size_a_ == 1 && size_b_ == 2) return on_edge(points_[0], points_[1], points_[2], t);
    return t.sign_of(coplanarity_) == 0 && touch_in_plane(t);
  }

  static bool same_point(const Vector& p, const Vector& q, ExactRoot& t) {
    const Vector d = p - q;
    return t.sign_of(d[0]) == 0 && t.sign_of(d[1]) == 0 && t.sign_of(d[2]) == 0;
  }

  // v is on the segment pq, be that a point: collinear with it and not beyond either end.
  static bool on_edge(const Vector& v, const Vector& p, const Vector& q, ExactRoot& t) {
    const Vector to_p = p - v;
    const Vector to_q = q - v;
    if (t.sign_of(dot(to_p, to_q)) > 0) return false;
    for (int k = 0; k < 3; ++k)
      if (t.sign_of(cross_component(to_p, to_q, k)) != 0) return false;
    return true;
  }

  // A coordinate along which n does not vanish at t, and its sign there.
  struct Axis {
    int index = -1;
    int sign = 0;
  };
  static Axis axis_of(const Vector& n, ExactRoot& t) {
    for (int k = 0; k < 3; ++k)
      if (const int s = t.sign_of(n[k]); s != 0) return {k, s};
    return {};
  }

  // The vertex, which is in the plane of the face, is in the face. One without area is its three edges.
  bool in_face(ExactRoot& t) {
    const Vector& v = points_[0];
    const Axis axis = axis_of(cross(points_[2] - points_[1], points_[3] - points_[1]), t);
    for (int k = 0; k < 3; ++k) {
      const Vector& p = points_[1 + k];
      const Vector& q = points_[1 + (k + 1) % 3];
      if (axis.index < 0) {
        if (on_edge(v, p, q, t)) return true;
      } else if (t.sign_of(cross_component(q - p, v - p, axis.index)) * axis.sign < 0) {
        return false;
      }
    }
    return axis.index >= 0;
  }

  // The edges, which are coplanar, have a point in common. Parallel ones have an end on the other.
  bool edges_cross(ExactRoot& t) {
    const Vector& a0 = points_[0];
    const Vector& a1 = points_[1];
    const Vector& b0 = points_[2];
    const Vector& b1 = points_[3];
    const Axis axis = axis_of(cross(a1 - a0, b1 - b0), t);
    if (axis.index < 0)
      return on_edge(a0, b0, b1, t) || on_edge(a1, b0, b1, t) || on_edge(b0, a0, a1, t) || on_edge(b1, a0, a1, t);
    const auto side = [&](const Vector& p, const Vector& q, const Vector& r) {
      return t.sign_of(cross_component(q - p, r - p, axis.index));
    };
    return side(a0, a1, b0) * side(a0, a1, b1) <= 0 && side(b0, b1, a0) * side(b0, b1, a1) <= 0;
  }

  void meet_coplanar(std::vector<ExactRoot>& found) {
    if (!coplanarity_.is_zero()) {
      for (ExactRoot& t : roots_between(coplanarity_, from_, to_))
        if (touch_in_plane(t)) {
          found.push_back(t);
          return;
        }
      return;
    }
    if (size_a_ == 1) {
      for (int k = 0; k < 3; ++k) meet_edge(points_[0], points_[1 + k], points_[1 + (k + 1) % 3], found);
      return;
    }
    meet_edge(points_[0], points_[2], points_[3], found);
    meet_edge(points_[1], points_[2], points_[3], found);
    meet_edge(points_[2], points_[0], points_[1], found);
    meet_edge(points_[3], points_[0], points_[1], found);
  }
  bool touch_in_plane(ExactRoot& t) { return size_a_ == 1 ? in_face(t) : edges_cross(t); }

  void meet_edge(const Vector& v, const Vector& p, const Vector& q, std::vector<ExactRoot>& found) {
    const Vector f = cross(p - v, q - v);
    if (is_zero(f)) {
      meet_vertices(v, p, found);
      meet_vertices(v, q, found);
      return;
    }
    const Polynomial& first = !f[0].is_zero() ? f[0] : !f[1].is_zero() ? f[1] : f[2];
    for (ExactRoot& t : roots_between(first, from_, to_))
      if (on_edge(v, p, q, t)) {
        found.push_back(t);
        return;
      }
  }

  void meet_vertices(const Vector& p, const Vector& q, std::vector<ExactRoot>& found) {
    const Vector f = p - q;
    if (is_zero(f)) return;  // together all along: then they were at the start
    const Polynomial& first = !f[0].is_zero() ? f[0] : !f[1].is_zero() ? f[1] : f[2];
    for (ExactRoot& t : roots_between(first, from_, to_))
      if (same_point(p, q, t)) found.push_back(t);
  }

  int size_a_, size_b_;
  Polynomial coplanarity_;  // of four corners
  Dyadic from_, to_;
  std::array<Vector, 4> points_;
};

// The bracket of a root in doubles: at most time_step wide if doubles allow, nothing at or before its start.
Interval bracket_of(ExactRoot& root, double start, double time_step) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  // Rounding to doubles adds an ulp at either end; times are at most 1.
  root.narrow(exactly(std::max(time_step - 4 * rounding::kUlp, rounding::kUlp)));
  const double lo = round_down(root.lo());
  // The root is strictly above root.lo(), unless it is known exactly; so nothing happens at lo.
  return {std::max(start, root.is_point() ? std::nextafter(lo, -kInfinity) : lo), round_up(root.hi())};
}

}  // namespace

ExactResult linear_exact(const LinearPair& pair, const Interval& window, double time_step) {
  Decider::Contacts contacts = Decider(pair, window).find();
  ExactResult result;
  result.at_start = contacts.at_start;
  result.contact = contacts.at_start || !contacts.later.empty();
  if (contacts.at_start) result.bracket = Interval(window.lo());
  bool first = true;
  for (ExactRoot& root : contacts.later) {
    const Interval bracket = bracket_of(root, window.lo(), time_step);
    if (first || bracket.lo() < result.bracket.lo()) result.bracket = bracket;
    first = false;
  }
  return result;
}

bool pierces(std::span<const LinearPath, 2> edge, std::span<const LinearPath, 3> face, double time) {
  std::array<Vector, 5> points;
  const std::array<LinearPath, 5> paths{edge[0], edge[1], face[0], face[1], face[2]};
  scale_paths(paths, points);
  ExactRoot now = ExactRoot::at(exactly(time));
  const auto volume = [&](const Vector& p, const Vector& q, const Vector& r, const Vector& s) {
    return now.sign_of(dot(q - p, cross(r - p, s - p)));
  };
  const auto& [p, q, a, b, c] = points;
  if (volume(p, a, b, c) * volume(q, a, b, c) >= 0) return false;
  const int side = volume(p, q, a, b);
  return side != 0 && volume(p, q, b, c) == side && volume(p, q, c, a) == side;
}

}  // namespace graze
