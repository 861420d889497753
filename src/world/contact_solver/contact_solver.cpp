// SPDX-License-Identifier: Apache-2.0
#include "world/contact_solver/contact_solver.hpp"

#include "world/contact_solver/contact_newton.hpp"
#include "world/tuning.hpp"

namespace graze {

void solve_contacts(std::vector<SolverBody>& bodies, std::vector<SolverContact>& contacts,
                    std::vector<SolverJointRow>& joints, const SolverEffort& effort, double accuracy) {
  ContactSystem system(bodies, contacts, joints);
  // The steps ahead may go too far: plain rounds come last. Where contacts jam they lead away from what Newton finds.
  const int plain = 1 + effort.rounds / tuning::kRoundsPerPlainRound;
  bool solved = false;
  for (int i = plain; i < effort.rounds && !solved; ++i) {
    solved = system.accelerated_round() < accuracy;
    if (i == plain + tuning::kRoundsBeforeNewton && !solved)
      solved = solve_by_newton(bodies, system, accuracy, effort.newton);
  }
  for (int i = 0; i < plain && !solved; ++i) solved = system.round() < accuracy;
  // Impulses of the last step that do not fit, after an impact say, may be worse than none, and give energy.
  if (!solved && system.cost(bodies) > 0) {
    system.start_again(bodies);
    for (int i = 0; i < effort.rounds && !solved; ++i) solved = system.round() < accuracy;
  }
  system.finish(bodies, contacts, joints);
}

double relative_speed(const std::vector<SolverBody>& bodies, const SolverContact& contact) {
  return (bodies[contact.b].velocity_at(contact.point_b) - bodies[contact.a].velocity_at(contact.point_a))
      .dot(contact.normal);
}

double relative_speed(const std::vector<SolverBody>& bodies, const SolverJointRow& row) {
  return row.linear.dot(bodies[row.b].velocity - bodies[row.a].velocity) +
         row.angular_b.dot(bodies[row.b].angular_velocity) - row.angular_a.dot(bodies[row.a].angular_velocity);
}

}  // namespace graze
