// SPDX-License-Identifier: Apache-2.0
// Systems that rounds alone do not solve.
#include "world/contact_solver/contact_solver.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace graze {
namespace {

constexpr double kSpeed = 0.1;  // that gravity gives in a step
constexpr double kAccuracy = 1e-8;
constexpr SolverEffort kEffort{.rounds = 100, .newton = 5000};
constexpr SolverEffort kRoundsOnly{.rounds = 100};

SolverBody cube_at(const Vector3& position, double mass) {
  SolverBody body;
  body.position = position;
  body.velocity = {0, 0, -kSpeed};
  body.inverse_mass = Vector3::Constant(1 / mass);
  body.inverse_inertia = Eigen::Matrix3d::Identity() * (6 / mass);
  return body;
}

// Cubes on a floor; all corners of neighbours touch.
struct Stack {
  std::vector<SolverBody> bodies{SolverBody{}};
  std::vector<SolverContact> contacts;
  std::vector<SolverJointRow> joints;

  void add(double mass, double friction) {
    const auto level = static_cast<double>(bodies.size() - 1);
    bodies.push_back(cube_at({0, 0, level + 0.5}, mass));
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5}) {
        SolverContact c;
        c.b = static_cast<std::uint32_t>(bodies.size() - 1);
        c.a = c.b - 1;
        c.point_a = c.point_b = {x, y, level};
        c.normal = {0, 0, 1};
        c.friction = friction;
        contacts.push_back(c);
      }
  }
  double fastest() const {
    double result = 0.0;
    for (const SolverBody& body : bodies)
      result = std::max(result, body.velocity.norm() + body.angular_velocity.norm());
    return result;
  }
};

TEST(ContactSolver, HeavyLiesOnLight) {
  Stack stack;
  for (int k = 0; k < 10; ++k) stack.add(std::pow(3.0, k), 0.5);
  Stack by_rounds = stack;
  solve_contacts(stack.bodies, stack.contacts, stack.joints, kEffort, kAccuracy);
  EXPECT_LT(stack.fastest(), 1e-6);
  double load = 0.0;
  for (std::size_t i = 0; i < 4; ++i) load += stack.contacts[i].normal_impulse;
  double mass = 0.0;
  for (std::size_t i = 1; i < stack.bodies.size(); ++i) mass += 1 / stack.bodies[i].inverse_mass.x();
  EXPECT_NEAR(load, mass * kSpeed, 1e-6 * load);
  solve_contacts(by_rounds.bodies, by_rounds.contacts, by_rounds.joints, kRoundsOnly, kAccuracy);
  EXPECT_GT(by_rounds.fastest(), 1e-3) << "what is this test for?";
}

TEST(ContactSolver, LongChainHangsOnItsJoints) {
  std::vector<SolverBody> bodies{SolverBody{}};
  std::vector<SolverJointRow> joints;
  constexpr std::uint32_t kLinks = 100;
  for (std::uint32_t k = 1; k <= kLinks; ++k) {
    bodies.push_back(cube_at({0, 0, -static_cast<double>(k)}, k == kLinks ? 100.0 : 1.0));
    for (int axis = 0; axis < 3; ++axis) {
      const Vector3 along = Vector3::Unit(axis);
      joints.push_back({k - 1, k, along, Vector3(0, 0, -0.5).cross(along), Vector3(0, 0, 0.5).cross(along), 0.0, 0.0});
    }
  }
  std::vector<SolverContact> none;
  solve_contacts(bodies, none, joints, kEffort, kAccuracy);
  for (const SolverBody& body : bodies) EXPECT_LT(body.velocity.norm(), 1e-6);
  EXPECT_NEAR(joints[2].impulse, (kLinks - 1 + 100.0) * kSpeed, 1e-3);
}

// Blocks that slide, and are not tipped over: they slow down by friction, and do not leave the floor.
TEST(ContactSolver, SlidingBlocksStayOnTheFloor) {
  for (const double friction : {0.1, 0.2, 0.3}) {
    Stack stack;
    stack.add(2.0, friction);
    stack.add(500.0, friction);
    stack.bodies[1].velocity.x() = stack.bodies[2].velocity.x() = 3.0;
    solve_contacts(stack.bodies, stack.contacts, stack.joints, kEffort, kAccuracy);
    for (std::size_t i : {1U, 2U}) {
      EXPECT_NEAR(stack.bodies[i].velocity.x(), 3.0 - friction * kSpeed, 1e-5) << friction;
      EXPECT_NEAR(stack.bodies[i].velocity.z(), 0.0, 1e-5) << friction;
    }
  }
}

// As after an impact: the impulses at the start are far too large, and there is no time to take them back.
TEST(ContactSolver, ImpulsesThatDoNotFitGiveNoEnergy) {
  Stack stack;
  for (int k = 0; k < 10; ++k) stack.add(k == 9 ? 1000.0 : 1.0, 0.5);
  for (SolverContact& c : stack.contacts) c.normal_impulse = 1e4;
  const auto energy = [&] {
    double sum = 0.0;
    for (std::size_t i = 1; i < stack.bodies.size(); ++i) {
      const SolverBody& body = stack.bodies[i];
      sum += 0.5 * (body.velocity.squaredNorm() + body.angular_velocity.squaredNorm() / 6) / body.inverse_mass.x();
    }
    return sum;
  };
  const double before = energy();
  solve_contacts(stack.bodies, stack.contacts, stack.joints, {.rounds = 5}, kAccuracy);
  EXPECT_LE(energy(), before);
}

}  // namespace
}  // namespace graze
