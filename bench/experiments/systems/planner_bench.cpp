// SPDX-License-Identifier: Apache-2.0
#include "experiments/systems/planner_bench.hpp"

#include <memory>
#include <stdexcept>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#if GRAZE_HAVE_OMPL
#include <ompl/base/DiscreteMotionValidator.h>
#include <ompl/base/terminationconditions/IterationTerminationCondition.h>
#include <ompl/geometric/SimpleSetup.h>
#include <ompl/geometric/planners/rrt/RRTConnect.h>
#include <ompl/util/RandomNumbers.h>

#include <graze/ompl.hpp>

#include "experiments/encounters/summary.hpp"
#include "harness/cpu_time.hpp"
#include "harness/progress.hpp"
#endif

namespace graze::bench {
namespace {

struct PlannerBenchOptions {
  std::size_t plans = 100;
  double resolution = 0.005;  // of the sampled validator, as a part of the space's extent
  std::uint32_t seed = 1;
};

#if GRAZE_HAVE_OMPL

// A ball of a millimetre that slides in a square of a metre.
Robot slider() {
  RobotModel model;
  model.name = "slider";
  model.link_names = {"floor", "carriage", "ball"};
  model.joint_names = {"x", "y"};
  for (std::size_t k = 0; k < 2; ++k) {
    Joint joint;
    joint.type = JointType::Prismatic;
    joint.parent = k;
    joint.axis = Vector3::Unit(static_cast<int>(k));
    model.joints.push_back(joint);
    model.limits.emplace_back(0.0, 1.0);
  }
  model.shapes.push_back({2, Shape::sphere(0.001)});
  return Robot(std::move(model));
}

// A wall of 0.2 mm across the square, but for a gap at one end.
Scene thin_wall() {
  Scene scene;
  scene.bodies.push_back({"wall", {Shape::box({0.0002, 1.8, 0.1}), Motion::still({0.5, 0.0, 0.0})}});
  return scene;
}

struct PlannerResult {
  std::size_t found = 0, through_the_wall = 0;
  std::vector<double> milliseconds;
};

PlannerResult plan(const PlannerBenchOptions& options, bool certified) {
  namespace ob = ompl::base;
  const Robot robot = slider();
  const Scene scene = thin_wall();
  PlannerResult result;
  Progress progress(certified ? "certified plans" : "sampled plans", options.plans);
  for (std::size_t i = 0; i < options.plans; ++i) {
    auto space = std::make_shared<ob::RealVectorStateSpace>(2);
    space->setBounds(0.0, 1.0);
    ompl::geometric::SimpleSetup setup(space);
    const ob::SpaceInformationPtr information = setup.getSpaceInformation();
    const auto proved = std::make_shared<CertifiedMotionValidator>(information, robot, scene);
    setup.setStateValidityChecker([&](const ob::State* state) { return proved->is_free(state); });
    if (certified) information->setMotionValidator(proved);
    information->setStateValidityCheckingResolution(options.resolution);
    ob::ScopedState<> start(space), goal(space);
    start = std::vector<double>{0.2, 0.1};
    goal = std::vector<double>{0.8, 0.1};
    setup.setStartAndGoalStates(start, goal);
    setup.setPlanner(std::make_shared<ompl::geometric::RRTConnect>(information));
    ob::IterationTerminationCondition enough(100'000);
    const double begin = thread_cpu_microseconds();
    const bool solved = setup.solve(enough) == ob::PlannerStatus::EXACT_SOLUTION;
    result.milliseconds.push_back(1e-3 * (thread_cpu_microseconds() - begin));
    progress.step();
    if (!solved) continue;
    ++result.found;
    JointPath path;
    for (const ob::State* state : setup.getSolutionPath().getStates())
      path.configurations.push_back(configuration_of(robot, state));
    bool free = true;
    for (const MotionCheck& part : robot.check_path(path, scene, 1)) free = free && part.verdict() == Verdict::Free;
    if (!free) ++result.through_the_wall;
  }
  return result;
}

void run(const PlannerBenchOptions& options) {
  ompl::msg::setLogLevel(ompl::msg::LOG_NONE);
  ompl::RNG::setSeed(options.seed);
  const PlannerResult sampled = plan(options, false);
  const PlannerResult certified = plan(options, true);
  fmt::print("{} plans of RRTConnect past a wall of 0.2 mm\n  {:<18} {:>8} {:>18} {:>12} {:>10}\n", options.plans,
             "motions", "found", "through the wall", "median ms", "mean ms");
  const auto line = [](const std::string& name, const PlannerResult& r) {
    const Summary time = summarize(r.milliseconds);
    fmt::print("  {:<18} {:>8} {:>18} {:>12.3f} {:>10.3f}\n", name, r.found, r.through_the_wall, time.median,
               time.mean);
  };
  line(fmt::format("sampled, {:g}", options.resolution), sampled);
  line("certified", certified);
  if (certified.through_the_wall > 0) throw CLI::RuntimeError(1);
}

#else

void run(const PlannerBenchOptions&) {
  throw std::runtime_error("this graze was built without OMPL, which makes the plans (Debian: libompl-dev)");
}

#endif

}  // namespace
}  // namespace graze::bench

namespace graze {

void add_planner_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::PlannerBenchOptions>();
  CLI::App* command = bench.add_subcommand("planner", "plans past a thin wall, by sampled and by certified motions");
  command->add_option("--plans", options->plans, "of each kind")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--resolution", options->resolution, "of the samples, as a part of the space's extent")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "of the planner")->check(CLI::PositiveNumber)->capture_default_str();
  command->callback([options] { bench::run(*options); });
}

}  // namespace graze
