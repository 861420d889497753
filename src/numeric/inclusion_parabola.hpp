// SPDX-License-Identifier: Apache-2.0
// The second-order inclusion function of the D2M method, and Intersect-Root-Domain (its Algorithm 3).
#pragma once

#include <optional>

#include <graze/interval.hpp>

namespace graze {

// Encloses f over the domain [t0, t1]: f(t) lies in value + slope x + half_curvature x^2, x = t - t0, where value and
// slope enclose f(t0) and f'(t0), and half_curvature encloses f''/2 over the domain. (The seed halves the curvature
// twice, in Algorithm 2 and in theta; the meaning, Taylor's theorem, is used here.)
struct InclusionParabola {
  Interval value;
  Interval slope;
  Interval half_curvature;
  Interval domain;

  // The enclosure of f over the whole domain.
  Interval range() const;
  // The enclosure of f' over the whole domain.
  Interval slope_range() const;
};

// Where the first root of f may be. None lies before the bracket; if `certain`, the first one lies in it, otherwise
// the bracket ends where the domain ends and there may be none.
struct RootDomain {
  Interval bracket;
  bool certain = false;
};

// Algorithm 3. Nothing: f has no root in the domain. A value that may be zero at the start, and so a piece that is
// zero all along, counts as a possible root there: the seed discards "horizontal" pieces, which would miss bodies that
// slide in a common plane.
std::optional<RootDomain> ird(const InclusionParabola& f);

// For q(x) = c + b x + a x^2 with c > 0: a bound u such that q > 0 on [0, u); infinity if q > 0 for all x >= 0.
double positive_until(double c, double b, double a);
// For any q: a bound u such that q > 0 on (u, end]; infinity if none is known.
double positive_after(double c, double b, double a, double end);

}  // namespace graze
