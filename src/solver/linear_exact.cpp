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
Polynomial dot(const Vector& x, const Vector& y) {
  Polynomial sum = x[0] * y[0];
  sum += x[1] * y[1];
  sum += x[2] * y[2];
  return sum;
}
Polynomial cross_component(const Vector& x, const Vector& y, int k) {
  const int i = (k + 1) % 3;
  const int j = (k + 2) % 3;
  Polynomial component = x[i] * y[j];
  component -= x[j] * y[i];
  return component;
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

using Points = std::array<Vector, 4>;

// x as it is at t, times a positive constant.
Vector at(const Vector& x, const Dyadic& t) {
  Vector now;
  for (int i = 0; i < 3; ++i) {
    // A constant stays behind by the factor that the scaled value of a line has.
    const unsigned behind = x[i].degree() < 1 ? t.shift : 0;
    now[i] = Polynomial::constant(x[i].scaled_value(t) << behind);
  }
  return now;
}

class Decider {
 public:
  Decider(const LinearPair& pair, const Interval& window)
      : size_a_(pair.size_a), size_b_(pair.size_b), from_(exactly(window.lo())), to_(exactly(window.hi())) {
    scale_paths({pair.corners.data(), static_cast<std::size_t>(size_a_ + size_b_)}, points_);
  }

  // Possible first contacts after the start, unless there is one at the start. The earliest is the first.
  struct Contacts {
    bool at_start = false;
    std::vector<ExactRoot> later;
  };
  Contacts find() const {
    Contacts contacts;
    contacts.at_start = touch_at_start();
    if (contacts.at_start) return contacts;
    if (size_a_ == 1 && size_b_ == 1)
      meet_vertices(points_[0], points_[1], contacts.later);
    else if (size_a_ == 1 && size_b_ == 2)
      meet_edge(points_[0], points_[1], points_[2], contacts.later);
    else
      meet_coplanar(contacts.later);
    return contacts;
  }

 private:
  // Here all is constant, and cheap.
  bool touch_at_start() const {
    ExactRoot start = ExactRoot::at(from_);
    Points now;
    for (int c = 0; c < size_a_ + size_b_; ++c) now[c] = at(points_[c], from_);
    if (size_b_ == 1) return same_point(now[0], now[1], start);
    if (size_a_ == 1 && size_b_ == 2) return on_edge(now[0], now[1], now[2], start);
    return coplanarity(now).is_zero() && touch_in_plane(now, start);
  }

  // Zero where four corners are in one plane.
  Polynomial coplanarity(const Points& x) const {
    if (size_a_ == 1) return dot(x[0] - x[1], cross(x[2] - x[1], x[3] - x[1]));
    return dot(x[2] - x[0], cross(x[1] - x[0], x[3] - x[2]));
  }
  bool touch_in_plane(const Points& x, ExactRoot& t) const { return size_a_ == 1 ? in_face(x, t) : edges_cross(x, t); }

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

  // A coordinate along which p x q does not vanish at t, and its sign there.
  struct Axis {
    int index = -1;
    int sign = 0;
  };
  static Axis axis_of(const Vector& p, const Vector& q, ExactRoot& t) {
    for (int k = 0; k < 3; ++k)
      if (const int s = t.sign_of(cross_component(p, q, k)); s != 0) return {k, s};
    return {};
  }

  // The vertex, which is in the plane of the face, is in the face. One without area is its three edges.
  static bool in_face(const Points& x, ExactRoot& t) {
    const Vector& v = x[0];
    const Axis axis = axis_of(x[2] - x[1], x[3] - x[1], t);
    for (int k = 0; k < 3; ++k) {
      const Vector& p = x[1 + k];
      const Vector& q = x[1 + (k + 1) % 3];
      if (axis.index < 0) {
        if (on_edge(v, p, q, t)) return true;
      } else if (t.sign_of(cross_component(q - p, v - p, axis.index)) * axis.sign < 0) {
        return false;
      }
    }
    return axis.index >= 0;
  }

  // The edges, which are coplanar, have a point in common. Parallel ones have an end on the other.
  static bool edges_cross(const Points& x, ExactRoot& t) {
    const auto& [a0, a1, b0, b1] = x;
    const Axis axis = axis_of(a1 - a0, b1 - b0, t);
    if (axis.index < 0)
      return on_edge(a0, b0, b1, t) || on_edge(a1, b0, b1, t) || on_edge(b0, a0, a1, t) || on_edge(b1, a0, a1, t);
    const auto side = [&](const Vector& p, const Vector& q, const Vector& r) {
      return t.sign_of(cross_component(q - p, r - p, axis.index));
    };
    return side(a0, a1, b0) * side(a0, a1, b1) <= 0 && side(b0, b1, a0) * side(b0, b1, a1) <= 0;
  }

  void meet_coplanar(std::vector<ExactRoot>& found) const {
    if (const Polynomial f = coplanarity(points_); !f.is_zero()) {
      for (ExactRoot& t : roots_between(f, from_, to_))
        if (touch_in_plane(points_, t)) {
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

  void meet_edge(const Vector& v, const Vector& p, const Vector& q, std::vector<ExactRoot>& found) const {
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

  void meet_vertices(const Vector& p, const Vector& q, std::vector<ExactRoot>& found) const {
    const Vector f = p - q;
    if (is_zero(f)) return;  // together all along: then they were at the start
    const Polynomial& first = !f[0].is_zero() ? f[0] : !f[1].is_zero() ? f[1] : f[2];
    for (ExactRoot& t : roots_between(first, from_, to_))
      if (same_point(p, q, t)) found.push_back(t);
  }

  int size_a_, size_b_;
  Dyadic from_, to_;
  Points points_;
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
  for (Vector& x : points) x = at(x, exactly(time));
  const auto volume = [&](const Vector& p, const Vector& q, const Vector& r, const Vector& s) {
    return dot(q - p, cross(r - p, s - p))[0].sign();
  };
  const auto& [p, q, a, b, c] = points;
  if (volume(p, a, b, c) * volume(q, a, b, c) >= 0) return false;
  const int side = volume(p, q, a, b);
  return side != 0 && volume(p, q, b, c) == side && volume(p, q, c, a) == side;
}

}  // namespace graze
