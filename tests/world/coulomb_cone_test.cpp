// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver/coulomb_cone.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

struct Case {
  CoulombCone cone;
  std::vector<double> masses;

  explicit Case(Random& random)
      : cone{random.uniform(0.05, 1.5), random.below(4) == 0 ? 0.0 : random.uniform(0.05, 2), random.uniform(0.1, 10),
             random.uniform(0.1, 10)} {
    const int count = 1 + random.below(5);
    for (int i = 0; i < count; ++i) masses.push_back(random.uniform(0.1, 10));
  }

  // Normals, two of sliding, one of turning.
  std::vector<double> allowed(Random& random) const {
    std::vector<double> result;
    double sum = 0.0;
    for (std::size_t i = 0; i < masses.size(); ++i) {
      result.push_back(random.below(3) == 0 ? 0.0 : random.uniform(0, 3));
      sum += result.back();
    }
    const double angle = random.uniform(0, 6.3);
    const double slide = cone.friction * sum * random.uniform(0, 1);
    result.insert(result.end(), {slide * std::cos(angle), slide * std::sin(angle),
                                 cone.friction * cone.radius * sum * random.uniform(-1, 1)});
    return result;
  }

  std::vector<double> project(std::vector<double> x) const {
    const std::size_t n = masses.size();
    CoulombCone::Push push{std::span(x).first(n), {x[n], x[n + 1]}, x[n + 2]};
    cone.project(push, masses);
    x[n] = push.slide[0];
    x[n + 1] = push.slide[1];
    x[n + 2] = push.turn;
    return x;
  }

  double inner(const std::vector<double>& x, const std::vector<double>& y) const {
    const std::size_t n = masses.size();
    double sum = (x[n] * y[n] + x[n + 1] * y[n + 1]) / cone.mass_slide + x[n + 2] * y[n + 2] / cone.mass_turn;
    for (std::size_t i = 0; i < n; ++i) sum += x[i] * y[i] / masses[i];
    return sum;
  }
};

std::vector<double> minus(std::vector<double> x, const std::vector<double>& y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] -= y[i];
  return x;
}

// The nearest point of a convex set: from there, no other point of it lies in the direction of what was asked for.
TEST(CoulombCone, FindsTheNearest) {
  Random random(5);
  for (int trial = 0; trial < 3000; ++trial) {
    const Case one(random);
    std::vector<double> asked;
    for (std::size_t i = 0; i < one.masses.size() + 3; ++i) asked.push_back(random.uniform(-4, 4));
    const std::vector<double> nearest = one.project(asked);
    const std::size_t n = one.masses.size();
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_GE(nearest[i], 0.0);
      sum += nearest[i];
    }
    EXPECT_LE(std::hypot(nearest[n], nearest[n + 1]), one.cone.friction * sum + 1e-12);
    EXPECT_LE(std::abs(nearest[n + 2]), one.cone.friction * one.cone.radius * sum + 1e-12);
    for (int k = 0; k < 20; ++k)
      EXPECT_LE(one.inner(minus(asked, nearest), minus(one.allowed(random), nearest)), 1e-9) << trial;
  }
}

TEST(CoulombCone, LeavesWhatIsAllowed) {
  Random random(6);
  for (int trial = 0; trial < 1000; ++trial) {
    const Case one(random);
    const std::vector<double> allowed = one.allowed(random);
    const std::vector<double> nearest = one.project(allowed);
    for (std::size_t i = 0; i < allowed.size(); ++i) EXPECT_NEAR(nearest[i], allowed[i], 1e-12);
  }
}

}  // namespace
}  // namespace graze
