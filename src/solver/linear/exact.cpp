// SPDX-License-Identifier: Apache-2.0
// The exact decision. Coordinates are doubles and times are dyadic, so with all coordinates scaled to integers every
// quantity below is a polynomial in time with integer coefficients, and "do they touch at a root of f" is a matter of
// signs of polynomials at algebraic numbers (numeric/exact/polynomial.hpp).
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

#include "numeric/exact/root.hpp"
#include "numeric/infinity.hpp"
#include "solver/linear/features.hpp"

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

// Paths as polynomials, all coordinates scaled by the same power of two.
void scale_paths(std::span<const LinearPath> paths, std::span<Vector> points) {
  int exponent = std::numeric_limits<int>::max();
  for (const LinearPath& path : paths)
    for (const Vector3& end : {path.start, path.end})
      for (const double x : end)
        if (x != 0.0) exponent = std::min(exponent, odd_part(x).exponent);
  const auto scaled = [exponent](double x) {
    if (x == 0.0) return Integer(0);
    const OddPart part = odd_part(x);
    return Integer(part.odd) << static_cast<unsigned>(part.exponent - exponent);
  };
  for (std::size_t c = 0; c < paths.size(); ++c)
    for (int i = 0; i < 3; ++i) points[c][i] = Polynomial::line(scaled(paths[c].start[i]), scaled(paths[c].end[i]));
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

// Vertex against face, or edge against edge, as three vectors: two sides u and w, and the offset d between the origins.
//   vertex v, face pqr:  u = q - p,  w = r - p,  d = v - p;  they touch where d = x u + y w with x, y, 1 - x - y >= 0
//   edges pq and rs:     u = q - p,  w = s - r,  d = r - p;  they touch where d = x u - y w with x, y, 1 - x, 1 - y >=
//   0
struct Sides {
  Vector u, w, d;
  bool edges;

  Sides at(const Dyadic& t) const { return {graze::at(u, t), graze::at(w, t), graze::at(d, t), edges}; }
  // Zero where all is in one plane.
  Polynomial coplanarity() const { return dot(d, cross(u, w)); }

  enum class Overlap : std::uint8_t { No, Yes, Degenerate };
  // At a time at which all is in one plane. Degenerate: u and w are parallel, so x and y say nothing.
  Overlap overlap(ExactRoot& t) const {
    for (int k = 0; k < 3; ++k) {
      const Polynomial n = cross_component(u, w, k);
      if (const int orientation = t.sign_of(n); orientation != 0)
        return inside(n, orientation, k, t) ? Overlap::Yes : Overlap::No;
    }
    return Overlap::Degenerate;
  }

 private:
  // Crossing d with w and with u gives x n and y n, of which this takes coordinate k.
  bool inside(const Polynomial& n, int orientation, int k, ExactRoot& t) const {
    const auto positive = [&](const Polynomial& p) { return t.sign_of(p) * orientation >= 0; };
    const Polynomial xn = cross_component(d, w, k);
    if (!positive(xn)) return false;
    const Polynomial yn = edges ? cross_component(d, u, k) : cross_component(u, d, k);
    if (!positive(yn)) return false;
    return edges ? positive(n - xn) && positive(n - yn) : positive(n - xn - yn);
  }
};

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
    ExactRoot start = ExactRoot::at(from_);
    if (size_b_ == 1) {
      contacts.at_start = same_point(points_[0], points_[1], start);
      if (!contacts.at_start) meet_vertices(points_[0], points_[1], contacts.later);
    } else if (size_a_ == 1 && size_b_ == 2) {
      contacts.at_start = on_edge(points_[0], points_[1], points_[2], start);
      if (!contacts.at_start) meet_edge(points_[0], points_[1], points_[2], contacts.later);
    } else {
      const Sides sides = sides_of(points_);
      const Polynomial f = sides.coplanarity();
      contacts.at_start = f.sign_at(from_) == 0 && touch_in_plane(sides, start);
      if (!contacts.at_start) meet_coplanar(sides, f, contacts.later);
    }
    return contacts;
  }

 private:
  Sides sides_of(const Points& x) const {
    if (size_a_ == 1) return {x[2] - x[1], x[3] - x[1], x[0] - x[1], false};
    return {x[1] - x[0], x[3] - x[2], x[2] - x[0], true};
  }

  bool touch_in_plane(const Sides& sides, ExactRoot& t) const {
    // At a known instant all is constant, and cheap.
    const Sides::Overlap overlap = t.is_point() ? sides.at(t.lo()).overlap(t) : sides.overlap(t);
    return overlap == Sides::Overlap::Degenerate ? touch_on_line(t) : overlap == Sides::Overlap::Yes;
  }

  // A face without area is its three edges; of parallel edges, an end is on the other.
  bool touch_on_line(ExactRoot& t) const {
    const auto& [a, b, c, d] = points_;
    if (size_a_ == 1) return on_edge(a, b, c, t) || on_edge(a, c, d, t) || on_edge(a, d, b, t);
    return on_edge(a, c, d, t) || on_edge(b, c, d, t) || on_edge(c, a, b, t) || on_edge(d, a, b, t);
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

  void meet_coplanar(const Sides& sides, const Polynomial& f, std::vector<ExactRoot>& found) const {
    if (!f.is_zero()) {
      for (ExactRoot& t : roots_between(f, from_, to_))
        if (touch_in_plane(sides, t)) {
          found.push_back(t);
          return;
        }
      return;
    }
    const auto& [a, b, c, d] = points_;
    if (size_a_ == 1) {
      meet_edge(a, b, c, found);
      meet_edge(a, c, d, found);
      meet_edge(a, d, b, found);
      return;
    }
    meet_edge(a, c, d, found);
    meet_edge(b, c, d, found);
    meet_edge(c, a, b, found);
    meet_edge(d, a, b, found);
  }

  // p and q stay on one side of v along a coordinate: all of it is linear in time, so the ends of the window tell.
  bool pass_beside(const Vector& to_p, const Vector& to_q) const {
    return std::ranges::any_of(std::array{0, 1, 2}, [&](int i) {
      const int side = to_p[i].sign_at(from_);
      return side != 0 && to_q[i].sign_at(from_) == side && to_p[i].sign_at(to_) == side &&
             to_q[i].sign_at(to_) == side;
    });
  }

  void meet_edge(const Vector& v, const Vector& p, const Vector& q, std::vector<ExactRoot>& found) const {
    const Vector to_p = p - v;
    const Vector to_q = q - v;
    if (pass_beside(to_p, to_q)) return;
    const Vector f = cross(to_p, to_q);
    const auto first = std::ranges::find_if_not(f, &Polynomial::is_zero);
    if (first == f.end()) {
      meet_vertices(v, p, found);
      meet_vertices(v, q, found);
      return;
    }
    for (ExactRoot& t : roots_between(*first, from_, to_)) {
      const bool collinear = std::all_of(first + 1, f.end(), [&](const Polynomial& g) { return t.sign_of(g) == 0; });
      if (collinear && t.sign_of(dot(to_p, to_q)) <= 0) {
        found.push_back(t);
        return;
      }
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
