// SPDX-License-Identifier: Apache-2.0
// An OMPL planner whose plans are proved free, not sampled. Run from the project's folder.
#include <iostream>

#include <ompl/geometric/SimpleSetup.h>
#include <graze/ompl.hpp>

int main() {
  const graze::Robot arm = graze::Robot::from_urdf("scenes/robots/arm.urdf");
  const graze::Scene cell = graze::read_scene("scenes/robots/cell.json");

  auto space = std::make_shared<ompl::base::RealVectorStateSpace>(arm.linkage().variables());
  space->setBounds(-2.0, 2.0);
  ompl::geometric::SimpleSetup setup(space);
  const auto validator = std::make_shared<graze::CertifiedMotionValidator>(setup.getSpaceInformation(), arm, cell);
  setup.getSpaceInformation()->setMotionValidator(validator);
  setup.setStateValidityChecker([&](const ompl::base::State* state) { return validator->is_free(state); });

  ompl::base::ScopedState<> start(space), goal(space);
  start = std::vector<double>{1.4, 0.9, 0, -0.4, 0, 0, 0};
  goal = std::vector<double>{-1.4, 0.9, 0, -0.4, 0, 0, 0};
  setup.setStartAndGoalStates(start, goal);
  const bool found = setup.solve(60.0) == ompl::base::PlannerStatus::EXACT_SOLUTION;
  std::cout << "moves of the plan: " << setup.getSolutionPath().getStateCount() - 1 << "\n";
  return found ? 0 : 1;
}
