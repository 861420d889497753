// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver/newton_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

SolverBody random_body(Random& random) {
  SolverBody body;
  body.inverse_mass = Vector3::Constant(random.uniform(0.2, 3));
  const Eigen::Matrix3d root = Eigen::Matrix3d::NullaryExpr([&] { return random.uniform(-1, 1); });
  body.inverse_inertia = root * root.transpose() + 0.2 * Eigen::Matrix3d::Identity();
  body.position = random.vector(1.0);
  body.velocity = random.vector(1.0);
  body.angular_velocity = random.vector(1.0);
  return body;
}

std::vector<SolverContact> random_patch(Random& random) {
  std::vector<SolverContact> contacts;
  const Vector3 normal = random.vector(1.0).normalized();
  const double friction = random.uniform(0.1, 1.0);
  const int count = 1 + random.below(4);
  for (int i = 0; i < count; ++i) {
    SolverContact c;
    c.b = 1;
    c.point_a = c.point_b = random.vector(1.0);
    c.normal = normal;
    c.friction = friction;
    contacts.push_back(c);
  }
  return contacts;
}

// The derivative of the pushes against differences of them.
TEST(NewtonRows, StiffnessIsHowPushesChange) {
  Random random(3);
  constexpr double kPenalty = 10.0;
  constexpr double kSmall = 1e-7;
  int kinks = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const std::vector<SolverBody> bodies{random_body(random), random_body(random)};
    const ContactSystem system(bodies, random_patch(random), {});
    NewtonRows rows(bodies, system);
    std::vector<double> asked;
    for (std::size_t k = 0; k < rows.size(); ++k) asked.push_back(random.uniform(-0.5, 1.0));
    NewtonVelocities way{Vector6::NullaryExpr([&] { return random.uniform(-1, 1); }),
                         Vector6::NullaryExpr([&] { return random.uniform(-1, 1); })};
    // What the bodies get, if they are so far along the way.
    const auto pushed = [&](double t) {
      std::vector<double> pushes = asked;
      for (std::size_t k = 0; k < rows.size(); ++k) pushes[k] -= t * kPenalty * rows[k].mass * rows[k].speed_of(way);
      rows.limit(pushes);
      NewtonVelocities result(2, Vector6::Zero());
      for (std::size_t k = 0; k < rows.size(); ++k) rows[k].push(pushes[k], result);
      return result;
    };
    const NewtonVelocities ahead = pushed(kSmall);
    const NewtonVelocities behind = pushed(-kSmall);
    std::vector<double> pushes = asked;
    rows.limit(pushes);
    BlockCholesky matrix(2, rows.pairs(), 100);
    matrix.clear();
    rows.add_stiffness(pushes, kPenalty, matrix);
    const auto [block, transposed] = matrix.entry(0, 1);
    const Matrix6 across = transposed ? Matrix6(block->transpose()) : *block;
    const Vector6 expected = matrix.diagonal(0) * way[0] + across * way[1];
    const Vector6 measured = (behind[0] - ahead[0]) / (2 * kSmall);
    if ((expected - measured).norm() > 1e-5 * (1 + expected.norm())) ++kinks;
  }
  EXPECT_LE(kinks, 4);
}

}  // namespace
}  // namespace graze
