// SPDX-License-Identifier: Apache-2.0
// The clamped cubic spline at 200 bits, by its second derivatives at the knots ("moments") and dense elimination.
#pragma once

#include <vector>

#include "support/real.hpp"

namespace graze::testing {

class ExactSpline {
 public:
  ExactSpline(const std::vector<double>& times, std::vector<Real> values)
      : times_(times.begin(), times.end()), values_(std::move(values)) {
    const std::size_t n = times_.size();
    std::vector<std::vector<Real>> rows;
    for (std::size_t k = 0; k < n; ++k) {
      rows.emplace_back(n + 1, Real(0));
      if (k > 0) {
        rows[k][k - 1] += step(k - 1);
        rows[k][k] += 2 * step(k - 1);
        rows[k][n] -= 6 * mean(k - 1);
      }
      if (k + 1 < n) {
        rows[k][k + 1] += step(k);
        rows[k][k] += 2 * step(k);
        rows[k][n] += 6 * mean(k);
      }
    }
    solve(rows);
  }

  // Value and the first two derivatives at a time between the first knot and the last.
  std::array<Real, 3> at(const Real& t) const {
    std::size_t k = 0;
    while (k + 2 < times_.size() && t > times_[k + 1]) ++k;
    const Real h = step(k);
    const Real a = times_[k + 1] - t;
    const Real b = t - times_[k];
    const Real& m = moments_[k];
    const Real& n = moments_[k + 1];
    const Real from = values_[k] / h - m * h / 6;
    const Real to = values_[k + 1] / h - n * h / 6;
    return {(m * a * a * a + n * b * b * b) / (6 * h) + from * a + to * b,
            (n * b * b - m * a * a) / (2 * h) - from + to, (m * a + n * b) / h};
  }

 private:
  Real step(std::size_t k) const { return times_[k + 1] - times_[k]; }
  Real mean(std::size_t k) const { return (values_[k + 1] - values_[k]) / step(k); }

  void solve(std::vector<std::vector<Real>>& rows) {
    const std::size_t n = rows.size();
    for (std::size_t p = 0; p < n; ++p)
      for (std::size_t r = 0; r < n; ++r) {
        if (r == p) continue;
        const Real factor = rows[r][p] / rows[p][p];
        for (std::size_t c = p; c <= n; ++c) rows[r][c] -= factor * rows[p][c];
      }
    for (std::size_t p = 0; p < n; ++p) moments_.push_back(rows[p][n] / rows[p][p]);
  }

  std::vector<Real> times_, values_, moments_;
};

}  // namespace graze::testing
