// SPDX-License-Identifier: Apache-2.0
#include "shape/exact_area.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace graze {
namespace {

using Vector2 = std::array<double, 2>;

// Six products of two terms each make at most twelve components.
class ExactSum {
 public:
  void add_product(double x, double y) {
    const double product = x * y;
    add(std::fma(x, y, -product));
    add(product);
  }
  bool is_zero() const {
    return std::all_of(terms_.begin(), terms_.begin() + count_, [](double term) { return term == 0.0; });
  }

 private:
  // Adds one number to a non-overlapping expansion by error-free sums, smallest component first.
  void add(double x) {
    for (int i = 0; i < count_; ++i) {
      const double sum = x + terms_[i];
      const double part = sum - x;
      terms_[i] = (x - (sum - part)) + (terms_[i] - part);
      x = sum;
    }
    terms_[count_++] = x;
  }

  std::array<double, 12> terms_{};
  int count_ = 0;
};

// Twice the signed area in a plane is ab' + bc' + ca' with xy' = x0 y1 - x1 y0.
bool is_flat(const Vector2& a, const Vector2& b, const Vector2& c) {
  const double left = (b[0] - a[0]) * (c[1] - a[1]);
  const double right = (b[1] - a[1]) * (c[0] - a[0]);
  // Two differences and a product on each side: their relative error stays below 2^-50.
  if (std::abs(left - right) > 0x1p-50 * (std::abs(left) + std::abs(right))) return false;
  ExactSum sum;
  for (const auto& [x, y] : {std::pair{a, b}, {b, c}, {c, a}}) {
    sum.add_product(x[0], y[1]);
    sum.add_product(-x[1], y[0]);
  }
  return sum.is_zero();
}

}  // namespace

bool has_zero_area(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
  const double largest =
      std::max({a.lpNorm<Eigen::Infinity>(), b.lpNorm<Eigen::Infinity>(), c.lpNorm<Eigen::Infinity>()});
  if (largest == 0.0) return true;
  const int exponent = std::ilogb(largest);
  const auto scale = [exponent](double x) { return std::scalbn(x, -exponent); };
  const Eigen::Vector3d p = a.unaryExpr(scale);
  const Eigen::Vector3d q = b.unaryExpr(scale);
  const Eigen::Vector3d r = c.unaryExpr(scale);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (!is_flat({p[i], p[j]}, {q[i], q[j]}, {r[i], r[j]})) return false;
  }
  return true;
}

}  // namespace graze
