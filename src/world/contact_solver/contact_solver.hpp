// SPDX-License-Identifier: Apache-2.0
// Impulses of contacts and joints by projected Gauss-Seidel: bodies' velocities are changed until nothing is violated.
#pragma once

#include <vector>

#include <graze/motion.hpp>

namespace graze {

// A body as the solver sees it. What cannot be moved has zero inverses.
struct SolverBody {
  Vector3 velocity = Vector3::Zero(), angular_velocity = Vector3::Zero();
  Vector3 inverse_mass = Vector3::Zero();
  Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  // world axes
  Vector3 position = Vector3::Zero();

  Vector3 velocity_at(const Vector3& point) const { return velocity + angular_velocity.cross(point - position); }
};

struct SolverContact {
  std::uint32_t a = 0, b = 0;
  Vector3 point_a = Vector3::Zero(), point_b = Vector3::Zero();  // on the bodies, where they are now
  Vector3 normal = Vector3::Zero();                              // from a to b
  double least_speed = 0.0;                                      // b must leave a along the normal at least so fast
  double friction = 0.0;
  Vector3 sticking_velocity = Vector3::Zero();  // of b against a along the surface: friction aims at this
  // Impulses on b. What is in them at the start is applied first.
  double normal_impulse = 0.0;
  Vector3 tangent_impulse = Vector3::Zero();
};

// One direction in which a joint lets nothing move: linear . (v_b - v_a) + angular_b . w_b - angular_a . w_a = speed.
struct SolverJointRow {
  std::uint32_t a = 0, b = 0;
  Vector3 linear = Vector3::Zero(), angular_a = Vector3::Zero(), angular_b = Vector3::Zero();
  double speed = 0.0;
  double impulse = 0.0;  // on b; what is in it at the start is applied first
};

struct SolverEffort {
  int rounds = 0;
  std::size_t newton = 0;  // most work of a step of Newton's method, in products of blocks
};

// Until the largest change of a speed in a round is below `accuracy`, or as long as the effort lasts.
void solve_contacts(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts,
                    std::vector<SolverJointRow>& joints, const SolverEffort& effort, double accuracy);

double relative_speed(const std::vector<SolverBody>& bodies, const SolverContact& contact);
double relative_speed(const std::vector<SolverBody>& bodies, const SolverJointRow& row);

}  // namespace graze
