// SPDX-License-Identifier: Apache-2.0
// First-root finders on intervals: BBOI and HRFOI (Algorithms 1 and 2 of the D2M paper), with gamma as a predicate.
//
// Contract of both. The domain is searched from its start; gamma(T) may answer false only if no root that counts lies
// in T. The result, if any, is an interval no wider than eps_t (or than doubles allow), such that no root that counts
// lies in the domain before it; whether one lies inside is not claimed. No result: there is no such root in the whole
// domain. Roots at either end of the domain count. An empty domain (hi < lo) has none; a domain of a single point is
// looked at like any other. Double roots and stretches where f is zero are reported at their first interval.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "numeric/inclusion_parabola.hpp"

namespace graze {

// The intervals still to be searched, earliest on top. A bisection pushes at most two entries a level, so this is
// enough for domains 2^120 times as wide as eps_t; push() says when it is not.
class SearchStack {
 public:
  bool push(const Interval& interval) {
    if (size_ == intervals_.size()) return false;
    intervals_[size_++] = interval;
    return true;
  }
  bool empty() const { return size_ == 0; }
  Interval pop() { return intervals_[--size_]; }

 private:
  std::array<Interval, 256> intervals_;
  std::size_t size_ = 0;
};

// Can the interval not be halved any more? The seed warns that the midpoint may come out as an end.
inline bool is_narrow(const Interval& interval, double eps_t) {
  const double mid = interval.mid();
  return interval.hi() - interval.lo() <= eps_t || mid <= interval.lo() || mid >= interval.hi();
}

// Binary-Bisection-On-Intervals. f: Interval -> Interval encloses the range of a continuous function.
template <class Function, class Gamma>
std::optional<Interval> bboi(Function&& f, Gamma&& gamma, const Interval& domain, double eps_t) {
  if (!(domain.lo() <= domain.hi())) return std::nullopt;
  SearchStack open;
  open.push(domain);
  while (!open.empty()) {
    const Interval current = open.pop();
    if (!f(current).contains(0.0) || !gamma(current)) continue;
    const double mid = current.mid();
    if (is_narrow(current, eps_t) || !open.push({mid, current.hi()})) return current;
    open.push({current.lo(), mid});
  }
  return std::nullopt;
}

// Hybrid-Root-Finder-On-Intervals. f: Interval -> InclusionParabola gives the second-order inclusion function of a C2
// function over an interval.
//
// Two departures from the listing. (1) The listing keeps only the bracket of the first root of f; if gamma rejects
// that root, a later one that counts is lost. Here the rest of the domain stays on the stack unless f is monotone.
// (2) A bracket that shrank at least fourfold is looked at again before it is halved: that is what makes the search
// converge quadratically.
template <class Function, class Gamma>
std::optional<Interval> hrfoi(Function&& f, Gamma&& gamma, const Interval& domain, double eps_t) {
  if (!(domain.lo() <= domain.hi())) return std::nullopt;
  SearchStack open;
  open.push(domain);
  while (!open.empty()) {
    const Interval current = open.pop();
    const InclusionParabola parabola = f(current);
    if (!parabola.range().contains(0.0)) continue;
    const std::optional<RootDomain> root = ird(parabola);
    if (!root || !gamma(current)) continue;
    const Interval bracket = root->bracket;
    if (root->certain && bracket.hi() < current.hi() && parabola.slope_range().contains(0.0) &&
        !open.push({bracket.hi(), current.hi()}))
      return bracket;
    if (is_narrow(bracket, eps_t)) {
      if (gamma(bracket)) return bracket;
      continue;
    }
    if (bracket.hi() - bracket.lo() <= 0.25 * (current.hi() - current.lo())) {
      if (!open.push(bracket)) return bracket;
      continue;
    }
    const double mid = bracket.mid();
    if (!open.push({mid, bracket.hi()}) || !open.push({bracket.lo(), mid})) return bracket;
  }
  return std::nullopt;
}

}  // namespace graze
