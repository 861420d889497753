// SPDX-License-Identifier: Apache-2.0
#include "features/oracle.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>

namespace graze::testing {

using Poly = IntegerPolynomial;

class TouchOracle::Condition {
 public:
  virtual ~Condition() = default;
  virtual bool holds(const AlgebraicTime& t) const = 0;
  // Polynomials such that the truth changes only at their roots. If one of them has to be zero for the condition to
  // hold, and is not zero throughout, it is enough.
  virtual std::vector<Poly> polynomials() const = 0;
};

namespace {

using Condition = TouchOracle::Condition;

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
// on an edge. What only few queries need is made when it is asked for.
class InPlane : public Condition {
 public:
  bool holds(const AlgebraicTime& t) const override {
    if (t.sign_of(volume_) != 0) return false;
    if (t.sign_of(square()) == 0) {
      const std::vector<OnSegment> ends = flat();
      return std::any_of(ends.begin(), ends.end(), [&](const OnSegment& c) { return c.holds(t); });
    }
    const std::vector<Poly> all = weights();
    return std::all_of(all.begin(), all.end(), [&](const Poly& w) { return t.sign_of(w) >= 0; });
  }
  std::vector<Poly> polynomials() const override {
    if (!volume_.is_zero()) return {volume_};
    std::vector<Poly> all = weights();
    all.push_back(square());
    for (const OnSegment& c : flat())
      for (const Poly& p : c.polynomials()) all.push_back(p);
    return all;
  }

 protected:
  InPlane(std::vector<Vector> corners, Vector normal, const Vector& between)
      : x_(std::move(corners)), n_(std::move(normal)), volume_(n_ * between) {}

  Poly square() const { return n_ * n_; }
  virtual std::vector<Poly> weights() const = 0;
  virtual std::vector<OnSegment> flat() const = 0;

  std::vector<Vector> x_;
  Vector n_;
  Poly volume_;
};

class InTriangle : public InPlane {
 public:
  explicit InTriangle(const std::vector<Vector>& x) : InPlane(x, (x[2] - x[1]) ^ (x[3] - x[1]), x[0] - x[3]) {}

 private:
  std::vector<Poly> weights() const override {
    const Vector p = x_[1] - x_[0];
    const Vector q = x_[2] - x_[0];
    const Vector r = x_[3] - x_[0];
    return {n_ * (q ^ r), n_ * (r ^ p), n_ * (p ^ q)};
  }
  std::vector<OnSegment> flat() const override {
    return {{x_[0], x_[1], x_[2]}, {x_[0], x_[2], x_[3]}, {x_[0], x_[3], x_[1]}};
  }
};

class SegmentsCross : public InPlane {
 public:
  explicit SegmentsCross(const std::vector<Vector>& x) : InPlane(x, (x[1] - x[0]) ^ (x[3] - x[2]), x[3] - x[1]) {}

 private:
  std::vector<Poly> weights() const override {
    const Vector between = x_[2] - x_[0];
    const Poly along_a = (between ^ (x_[3] - x_[2])) * n_;
    const Poly along_b = (between ^ (x_[1] - x_[0])) * n_;
    return {along_a, square() - along_a, along_b, square() - along_b};
  }
  std::vector<OnSegment> flat() const override {
    return {{x_[0], x_[2], x_[3]}, {x_[1], x_[2], x_[3]}, {x_[2], x_[0], x_[1]}, {x_[3], x_[0], x_[1]}};
  }
};

std::unique_ptr<const Condition> condition_of(const Corners& corners) {
  const std::vector<Vector> x = integer_paths(corners.all());
  if (corners.size_b == 1) return std::make_unique<SamePoint>(x[0], x[1]);
  if (corners.size_b == 3) return std::make_unique<InTriangle>(x);
  if (corners.size_a == 2) return std::make_unique<SegmentsCross>(x);
  return std::make_unique<OnSegment>(x[0], x[1], x[2]);
}

AlgebraicTime at(double time) { return {{}, fraction(time), fraction(time)}; }

}  // namespace

TouchOracle::TouchOracle(const Corners& corners) : condition_(condition_of(corners)) {
  for (const Poly& p : condition_->polynomials())
    if (!p.is_zero()) changes_.emplace_back(p);
}
TouchOracle::~TouchOracle() = default;

bool TouchOracle::touch_during(const Interval& window) const {
  if (touch_at(window.lo()) || touch_at(window.hi())) return true;
  for (const RootFinder& finder : changes_)
    for (const AlgebraicTime& t : finder.inside(fraction(window.lo()), fraction(window.hi())))
      if (condition_->holds(t)) return true;
  return false;
}

bool TouchOracle::touch_at(double time) const { return condition_->holds(at(time)); }

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
