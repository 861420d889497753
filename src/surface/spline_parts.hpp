// SPDX-License-Identifier: Apache-2.0
// Splines within one span of their knots: at a parameter with derivatives, and as control values of a part.
#pragma once

#include <array>
#include <optional>

#include <graze/surface.hpp>
#include <graze/taylor2.hpp>

namespace graze {

inline constexpr int kLargestDegree = 15;

// The value, the first and the second derivative of a spline in one parameter.
using Curve = Taylor2<Interval>;

// The spans of a basis that are not empty, by the number of the knot they start at.
inline std::vector<std::size_t> spans_of(const SplineBasis& basis) {
  std::vector<std::size_t> spans;
  for (auto i = static_cast<std::size_t>(basis.degree);
       i + 1 + static_cast<std::size_t>(basis.degree) < basis.knots.size(); ++i)
    if (basis.knots[i] < basis.knots[i + 1]) spans.push_back(i);
  return spans;
}

inline Interval domain_of(const SplineBasis& basis, std::size_t span) {
  return {basis.knots[span], basis.knots[span + 1]};
}

// De Boor's scheme within one span: `points` are the degree + 1 control values that count there, and are used up. The
// steps are a + s (b - a): differences of neighbours, so that the enclosure does not grow with the distance from the
// origin.
class DeBoor {
 public:
  DeBoor(const SplineBasis& basis, std::size_t span, const Curve& t) : degree_(static_cast<std::size_t>(basis.degree)) {
    std::size_t next = 0;
    for (std::size_t round = 1; round <= degree_; ++round)
      for (std::size_t j = degree_; j >= round; --j) {
        const double from = basis.knots[span - degree_ + j];
        const double to = basis.knots[span + 1 + j - round];
        const Interval length = Interval(to) - Interval(from);
        parts_[next++] = {(t.value - Interval(from)) / length, t.first / length};
      }
  }
  Curve of(std::array<Curve, kLargestDegree + 1>& points) const {
    std::size_t next = 0;
    for (std::size_t round = 1; round <= degree_; ++round)
      for (std::size_t j = degree_; j >= round; --j) {
        const Part& part = parts_[next++];
        const Curve& start = points[j - 1];
        const Curve step = points[j] - start;
        points[j] = Curve(start.value + part.value * step.value,
                          start.first + (part.first * step.value + part.value * step.first),
                          start.second + (Interval(2.0) * (part.first * step.first) + part.value * step.second));
      }
    return points[degree_];
  }

 private:
  struct Part {
    Interval value, first;
  };
  std::size_t degree_;
  std::array<Part, static_cast<std::size_t>(kLargestDegree) * (kLargestDegree + 1) / 2> parts_;
};

// The control values of a spline over a part [t0, t1] of one of its spans: its polar form with t0 so many times, and t1
// the others. The curve is in their hull; its derivatives are in those of their differences.
class PartOfSpan {
 public:
  PartOfSpan(const SplineBasis& basis, std::size_t span, const Interval& part)
      : degree_(static_cast<std::size_t>(basis.degree)),
        from_(weights(basis, span, part.lo())),
        to_(weights(basis, span, part.hi())),
        length_(Interval(part.hi()) - Interval(part.lo())) {}

  std::size_t degree() const { return degree_; }
  const Interval& length() const { return length_; }
  // `points` are the degree + 1 values that count in the span.
  void cut(std::array<Interval, kLargestDegree + 1>& points) const {
    std::array<Interval, kLargestDegree + 1> result;
    for (std::size_t round = 0; round <= degree_; ++round) {
      if (round > 0) step(from_, round, points);
      std::array<Interval, kLargestDegree + 1> rest = points;
      for (std::size_t next = round + 1; next <= degree_; ++next) step(to_, next, rest);
      result[degree_ - round] = rest[degree_];
    }
    points = result;
  }

 private:
  using Weights = std::array<Interval, static_cast<std::size_t>(kLargestDegree) * (kLargestDegree + 1) / 2>;

  Weights weights(const SplineBasis& basis, std::size_t span, double t) const {
    Weights result;
    std::size_t next = 0;
    for (std::size_t round = 1; round <= degree_; ++round)
      for (std::size_t j = degree_; j >= round; --j) {
        const Interval from(basis.knots[span - degree_ + j]);
        result[next++] = (Interval(t) - from) / (Interval(basis.knots[span + 1 + j - round]) - from);
      }
    return result;
  }
  void step(const Weights& weights, std::size_t round, std::array<Interval, kLargestDegree + 1>& points) const {
    // Those of earlier rounds come first: degree + (degree - 1) + ...
    std::size_t next = (round - 1) * (2 * degree_ - round + 2) / 2;
    for (std::size_t j = degree_; j >= round; --j)
      points[j] = points[j - 1] + weights[next++] * (points[j] - points[j - 1]);
  }

  std::size_t degree_;
  Weights from_, to_;
  Interval length_;
};

// A coordinate over a part of the patch, by the control values of that part.
class ControlValues {
 public:
  using Row = std::array<Interval, kLargestDegree + 1>;
  std::array<Row, kLargestDegree + 1> values;

  // The hull of what the n-th and m-th differences along u and v are, times the factor.
  Interval differences(const PartOfSpan& u, const PartOfSpan& v, std::size_t n, std::size_t m) const {
    if (n > u.degree() || m > v.degree()) return Interval(0.0);
    std::optional<Interval> range;
    for (std::size_t i = 0; i + n <= u.degree(); ++i)
      for (std::size_t j = 0; j + m <= v.degree(); ++j) {
        const Interval x = difference(i, j, n, m);
        range = range ? hull(*range, x) : x;
      }
    return *range * factor(u, n) * factor(v, m);
  }

 private:
  Interval difference(std::size_t i, std::size_t j, std::size_t n, std::size_t m) const {
    if (n > 0) return difference(i + 1, j, n - 1, m) - difference(i, j, n - 1, m);
    if (m > 0) return difference(i, j + 1, n, m - 1) - difference(i, j, n, m - 1);
    return values[i][j];
  }
  static Interval factor(const PartOfSpan& part, std::size_t order) {
    Interval result(1.0);
    for (std::size_t k = 0; k < order; ++k) result *= Interval(static_cast<double>(part.degree() - k)) / part.length();
    return result;
  }
};

}  // namespace graze
