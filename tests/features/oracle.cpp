// SPDX-License-Identifier: Apache-2.0
#include "features/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

#include "features/sturm.hpp"

namespace graze::testing {
namespace {

using Poly = IntegerPolynomial;

struct Vector {
  std::array<Poly, 3> c;
};
Vector operator-(const Vector& x, const Vector& y) { return {{x.c[0] - y.c[0], x.c[1] - y.c[1], x.c[2] - y.c[2]}}; }
Poly operator*(const Vector& x, const Vector& y) { return x.c[0] * y.c[0] + x.c[1] * y.c[1] + x.c[2] * y.c[2]; }
Vector operator^(const Vector& x, const Vector& y) {
  return {{x.c[1] * y.c[2] - x.c[2] * y.c[1], x.c[2] * y.c[0] - x.c[0] * y.c[2], x.c[0] * y.c[1] - x.c[1] * y.c[0]}};
}

// The paths over one power of two that makes all coordinates integers.
std::vector<Vector> integer_paths(std::span<const LinearPath> paths) {
  unsigned long shift = 0;
  for (const LinearPath& path : paths)
    for (const Vector3* end : {&path.start, &path.end})
      for (int i = 0; i < 3; ++i) shift = std::max(shift, fraction((*end)[i]).shift);
  const auto integer = [shift](double x) {
    const BinaryFraction f = fraction(x);
    return mpz_class(f.numerator << (shift - f.shift));
  };
  std::vector<Vector> result(paths.size());
  for (std::size_t k = 0; k < paths.size(); ++k)
    for (int i = 0; i < 3; ++i) {
      const mpz_class from = integer(paths[k].start[i]);
      result[k].c[static_cast<std::size_t>(i)] = Poly({from, integer(paths[k].end[i]) - from});
    }
  return result;
}

// A set of conditions on signs, as polynomials: when does it hold?
class Condition {
 public:
  virtual ~Condition() = default;
  virtual bool holds(const AlgebraicTime& t) const = 0;
  // Polynomials such that the truth changes only at their roots. If one of them has to be zero for the condition to
  // hold, and is not zero throughout, it is enough.
  virtual std::vector<Poly> polynomials() const = 0;
};

class SamePoint : public Condition {
 public:
  SamePoint(const Vector& p, const Vector& q) : square_((p - q) * (p - q)) {}
  bool holds(const AlgebraicTime& t) const override { return t.sign_of(square_) == 0; }
  std::vector<Poly> polynomials() const override { return {square_}; }

 private:
  Poly square_;
};

// v on the segment pq: no area between them, and its foot is between the ends.
class OnSegment : public Condition {
 public:
  OnSegment(const Vector& v, const Vector& p, const Vector& q)
      : length_((q - p) * (q - p)), start_((v - p) * (v - p)), foot_((v - p) * (q - p)), rest_((q - v) * (q - p)) {
    const Vector n = (v - p) ^ (q - p);
    area_ = n * n;
  }
  bool holds(const AlgebraicTime& t) const override {
    if (t.sign_of(length_) == 0) return t.sign_of(start_) == 0;
    return t.sign_of(area_) == 0 && t.sign_of(foot_) >= 0 && t.sign_of(rest_) >= 0;
  }
  std::vector<Poly> polynomials() const override {
    if (!area_.is_zero()) return {area_};
    return {length_, start_, foot_, rest_};
  }

 private:
  Poly length_, start_, foot_, rest_, area_;
};

// Two features of four corners: coplanar, and weights over |n|^2 that are not negative; where n vanishes, a vertex is
// on an edge.
class InPlane : public Condition {
 public:
  bool holds(const AlgebraicTime& t) const override {
    if (t.sign_of(volume_) != 0) return false;
    if (t.sign_of(square_) == 0)
      return std::any_of(flat_.begin(), flat_.end(), [&](const OnSegment& c) { return c.holds(t); });
    return std::all_of(weights_.begin(), weights_.end(), [&](const Poly& w) { return t.sign_of(w) >= 0; });
  }
  std::vector<Poly> polynomials() const override {
    if (!volume_.is_zero()) return {volume_};
    std::vector<Poly> all = weights_;
    all.push_back(square_);
    for (const OnSegment& c : flat_)
      for (const Poly& p : c.polynomials()) all.push_back(p);
    return all;
  }

 protected:
  Poly volume_, square_;
  std::vector<Poly> weights_;
  std::vector<OnSegment> flat_;
};

class InTriangle : public InPlane {
 public:
  InTriangle(const Vector& v, const Vector& p, const Vector& q, const Vector& r) {
    const Vector n = (q - p) ^ (r - p);
    volume_ = n * (v - r);
    square_ = n * n;
    weights_ = {n * ((q - v) ^ (r - v)), n * ((r - v) ^ (p - v)), n * ((p - v) ^ (q - v))};
    flat_ = {{v, p, q}, {v, q, r}, {v, r, p}};
  }
};

class SegmentsCross : public InPlane {
 public:
  SegmentsCross(const Vector& a0, const Vector& a1, const Vector& b0, const Vector& b1) {
    const Vector n = (a1 - a0) ^ (b1 - b0);
    volume_ = n * (b1 - a1);
    square_ = n * n;
    const Poly along_a = ((b0 - a0) ^ (b1 - b0)) * n;
    const Poly along_b = ((b0 - a0) ^ (a1 - a0)) * n;
    weights_ = {along_a, square_ - along_a, along_b, square_ - along_b};
    flat_ = {{a0, b0, b1}, {a1, b0, b1}, {b0, a0, a1}, {b1, a0, a1}};
  }
};

std::unique_ptr<Condition> condition_of(const Corners& corners) {
  const std::vector<Vector> x = integer_paths(corners.all());
  if (corners.size_b == 1) return std::make_unique<SamePoint>(x[0], x[1]);
  if (corners.size_b == 3) return std::make_unique<InTriangle>(x[0], x[1], x[2], x[3]);
  if (corners.size_a == 2) return std::make_unique<SegmentsCross>(x[0], x[1], x[2], x[3]);
  return std::make_unique<OnSegment>(x[0], x[1], x[2]);
}

AlgebraicTime at(double time) { return {{}, fraction(time), fraction(time)}; }

}  // namespace

bool touch_during(const Corners& corners, const Interval& window) {
  const std::unique_ptr<Condition> condition = condition_of(corners);
  if (condition->holds(at(window.lo())) || condition->holds(at(window.hi()))) return true;
  for (const Poly& p : condition->polynomials()) {
    if (p.is_zero()) continue;
    for (const AlgebraicTime& t : roots_inside(p, fraction(window.lo()), fraction(window.hi())))
      if (condition->holds(t)) return true;
  }
  return false;
}

bool touch_at(const Corners& corners, double time) { return condition_of(corners)->holds(at(time)); }

FeatureToi ask(const Corners& corners, const FeatureQuery& query) {
  const LinearPath* p = corners.paths.data();
  if (corners.size_b == 1) return vertex_vertex_toi(p[0], p[1], query);
  if (corners.size_b == 3) return vertex_face_toi(p[0], std::span<const LinearPath, 3>(p + 1, 3), query);
  if (corners.size_a == 1) return vertex_edge_toi(p[0], std::span<const LinearPath, 2>(p + 1, 2), query);
  return edge_edge_toi(std::span<const LinearPath, 2>(p, 2), std::span<const LinearPath, 2>(p + 2, 2), query);
}

std::string to_text(const Corners& corners, const Interval& window) {
  std::string text = "{{{";
  char number[40];
  for (const LinearPath& path : corners.all()) {
    text += "{";
    for (const Vector3* end : {&path.start, &path.end}) {
      text += "{";
      for (int i = 0; i < 3; ++i) {
        std::snprintf(number, sizeof number, "%a%s", (*end)[i], i < 2 ? ", " : "");
        text += number;
      }
      text += end == &path.start ? "}, " : "}},\n  ";
    }
  }
  std::snprintf(number, sizeof number, "%a, %a", window.lo(), window.hi());
  return text + "}}, " + std::to_string(corners.size_a) + ", " + std::to_string(corners.size_b) + "}, {" + number + "}";
}

}  // namespace graze::testing
