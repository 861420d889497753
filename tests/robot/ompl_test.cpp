// SPDX-License-Identifier: Apache-2.0
// Planners of OMPL with motions that are proved free.
#include <gtest/gtest.h>

#if __has_include(<ompl/base/MotionValidator.h>)
#include <functional>

#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/est/EST.h>
#include <ompl/geometric/planners/kpiece/BKPIECE1.h>
#include <ompl/geometric/planners/kpiece/KPIECE1.h>
#include <ompl/geometric/planners/kpiece/LBKPIECE1.h>
#include <ompl/geometric/planners/prm/PRM.h>
#include <ompl/geometric/planners/rrt/RRT.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <graze/ompl.hpp>

namespace graze {
namespace {

namespace ob = ompl::base;
namespace og = ompl::geometric;

// A ball that slides along x and y, and one behind it that only slides along x; two walls with a door between them.
Robot ball_and_follower() {
  RobotModel model;
  model.link_names = {"base", "carriage", "ball", "follower"};
  model.joint_names = {"x", "y", "behind"};
  model.joints.resize(3);
  for (std::size_t k = 0; k < 3; ++k) {
    Joint& joint = model.joints[k];
    joint.type = JointType::Prismatic;
    joint.axis = k == 1 ? Vector3::UnitY() : Vector3::UnitX();
    joint.parent = k == 1 ? 1 : 0;
    model.limits.emplace_back(-1.0, 1.0);
  }
  model.shapes = {{2, Shape::sphere(0.1)}, {3, Shape::sphere(0.1), {{0, 0, 1}}}};
  return Robot(model);
}
Scene walls(double tolerance) {
  Scene scene;
  scene.bodies.push_back({"left", {Shape::box({0.1, 1.5, 1}), Motion::still({0, -0.95, 0})}});
  scene.bodies.push_back({"right", {Shape::box({0.1, 1.5, 1}), Motion::still({0, 0.95, 0})}});
  scene.bodies.push_back({"stop", {Shape::box({0.1, 0.5, 0.5}), Motion::still({0.9, 0, 1})}});
  scene.query.tolerance = tolerance;
  return scene;
}

// A space of the robot's variables, with motions that are proved.
struct Planning {
  Robot robot = ball_and_follower();
  std::shared_ptr<ob::RealVectorStateSpace> space = std::make_shared<ob::RealVectorStateSpace>(3);
  og::SimpleSetup simple{space};
  std::shared_ptr<CertifiedMotionValidator> validator;

  explicit Planning(double tolerance) {
    ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
    [[maybe_unused]] static const bool seeded = (ompl::RNG::setSeed(1), true);
    space->setBounds(-1.0, 1.0);
    validator = std::make_shared<CertifiedMotionValidator>(simple.getSpaceInformation(), robot, walls(tolerance));
    simple.getSpaceInformation()->setMotionValidator(validator);
    simple.setStateValidityChecker([this](const ob::State* state) { return validator->is_free(state); });
    ob::ScopedState<> start(space), goal(space);
    start = std::vector<double>{-0.6, 0.4, -0.5};
    goal = std::vector<double>{0.6, -0.4, 0.5};
    simple.setStartAndGoalStates(start, goal);
  }
};

using MakePlanner = std::function<ob::PlannerPtr(const ob::SpaceInformationPtr&)>;
template <class Planner>
MakePlanner planner() {
  return [](const ob::SpaceInformationPtr& space) { return std::make_shared<Planner>(space); };
}

TEST(Ompl, PlannersOfManyKindsFindFreePlans) {
  const std::vector<MakePlanner> planners = {planner<og::KPIECE1>(), planner<og::BKPIECE1>(), planner<og::LBKPIECE1>(),
                                             planner<og::EST>(),     planner<og::RRT>(),      planner<og::RRTConnect>(),
                                             planner<og::PRM>()};
  int solved = 0;
  for (const double tolerance : {1e-10, 0.02})
    for (const MakePlanner& make : planners) {
      Planning setup(tolerance);
      const ob::PlannerPtr made = make(setup.simple.getSpaceInformation());
      setup.simple.setPlanner(made);
      setup.simple.setup();
      ob::IterationTerminationCondition enough(300);
      if (setup.simple.solve(enough) != ob::PlannerStatus::EXACT_SOLUTION) continue;
      ++solved;
      og::PathGeometric& plan = setup.simple.getSolutionPath();
      for (std::size_t k = 0; k + 1 < plan.getStateCount(); ++k)
        EXPECT_TRUE(setup.validator->checkMotion(plan.getState(k), plan.getState(k + 1))) << made->getName();
    }
  EXPECT_GE(solved, 8);
}

// Whatever the tolerance, the state that a planner goes on from is free and before the contact.
TEST(Ompl, TheLastValidStateIsFree) {
  for (const double tolerance : {1e-12, 1e-10, 1e-4, 0.02}) {
    Planning setup(tolerance);
    ob::StateSamplerPtr sampler = setup.space->allocStateSampler();
    ob::ScopedState<> from(setup.space), to(setup.space), last(setup.space);
    int blocked = 0;
    from = std::vector<double>{-0.6, 0.4, -0.5};
    for (int i = 0; i < 200; ++i) {
      sampler->sampleUniform(to.get());
      std::pair<ob::State*, double> valid(last.get(), -1.0);
      if (setup.validator->checkMotion(from.get(), to.get(), valid)) {
        // A motion may end closer to contact than the tolerance.
        if (setup.validator->is_free(to.get())) from = to;
        continue;
      }
      ++blocked;
      EXPECT_GE(valid.second, 0.0);
      EXPECT_LT(valid.second, 1.0);
      EXPECT_TRUE(setup.validator->is_free(last.get())) << tolerance << ", " << valid.second;
      EXPECT_TRUE(setup.validator->checkMotion(from.get(), last.get()));
      from = last;
    }
    EXPECT_GT(blocked, 20);
  }
}

}  // namespace
}  // namespace graze
#else
TEST(Ompl, PlannersOfManyKindsFindFreePlans) { GTEST_SKIP() << "built without OMPL (Debian: libompl-dev)"; }
#endif
