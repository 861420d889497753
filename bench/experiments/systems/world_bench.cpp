// SPDX-License-Identifier: Apache-2.0
#include "experiments/systems/world_bench.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "judges/penetration.hpp"
#include "peers/bullet_world.hpp"
#include "plot/plot.hpp"
#include "scenes/world_scenes.hpp"

namespace graze::bench {
namespace {

constexpr double kDepth = 1e-6;  // deeper is a penetration

struct WorldBenchOptions {
  std::vector<std::string> scenes{"pile", "bunnies", "chain", "paper"};
  std::size_t frames = 0;  // 0: as many as the scene has
  std::uint64_t seed = 1;
  std::filesystem::path models, out = ".";
};

struct FrameResult {
  double milliseconds = 0.0;
  Penetrations penetrations;
};

struct EngineResult {
  std::string engine;
  std::vector<FrameResult> frames;
  std::size_t tunnelled = 0;  // bodies

  std::size_t penetrations() const {
    std::size_t sum = 0;
    for (const FrameResult& frame : frames) sum += frame.penetrations.pairs;
    return sum;
  }
  double deepest() const {
    double most = 0.0;
    for (const FrameResult& frame : frames) most = std::max(most, frame.penetrations.deepest);
    return most;
  }
  std::vector<double> times() const {
    std::vector<double> result;
    for (const FrameResult& frame : frames) result.push_back(frame.milliseconds);
    std::sort(result.begin(), result.end());
    return result;
  }
};

struct TrialResult {
  WorldTrial trial;
  std::vector<EngineResult> engines;
};

// An engine as the experiment sees it.
struct Engine {
  std::string name;
  std::function<void(double)> step;
  std::function<std::vector<BodyState>()> states;
};

EngineResult run_engine(const WorldTrial& trial, const Engine& engine, const PenetrationMeter& meter,
                        std::size_t frames) {
  EngineResult result;
  result.engine = engine.name;
  std::vector<bool> tunnelled(trial.scene.bodies.size(), false);
  Progress progress(trial.name + ", " + engine.name, frames);
  for (std::size_t k = 0; k < frames; ++k) {
    const double start = thread_cpu_microseconds();
    engine.step(trial.timestep);
    const double took = thread_cpu_microseconds() - start;
    const std::vector<BodyState> states = engine.states();
    result.frames.push_back({1e-3 * took, meter.measure(states, kDepth)});
    for (std::size_t i = 0; i < states.size(); ++i) tunnelled[i] = tunnelled[i] || trial.tunnelled(states, i);
    progress.step();
  }
  result.tunnelled = static_cast<std::size_t>(std::count(tunnelled.begin(), tunnelled.end(), true));
  return result;
}

std::vector<BodyState> states_of(const World& world) {
  std::vector<BodyState> states;
  for (std::size_t i = 0; i < world.size(); ++i) states.push_back(world.body(i));
  return states;
}

TrialResult run_trial(const WorldTrial& trial, const WorldBenchOptions& options) {
  TrialResult result{trial, {}};
  const std::size_t frames = options.frames > 0 ? options.frames : trial.frames;
  const World start(trial.scene);
  const PenetrationMeter meter(start);
  World world(trial.scene);
  result.engines.push_back(run_engine(
      trial, {"graze", [&](double dt) { world.step(dt); }, [&] { return states_of(world); }}, meter, frames));
  if (!BulletWorld::available()) return result;
  for (const bool continuous : {false, true}) {
    BulletWorld bullet(trial.scene, start, continuous);
    const std::string name = continuous ? "bullet, ccd" : "bullet";
    result.engines.push_back(
        run_engine(trial, {name, [&](double dt) { bullet.step(dt); }, [&] { return bullet.states(); }}, meter, frames));
  }
  return result;
}

std::vector<TrialResult> run(const WorldBenchOptions& options) {
  std::vector<TrialResult> results;
  for (const WorldTrial& trial : world_trials(options.models, options.seed))
    if (std::find(options.scenes.begin(), options.scenes.end(), trial.name) != options.scenes.end())
      results.push_back(run_trial(trial, options));
  return results;
}

std::string text_of(const std::vector<TrialResult>& results) {
  std::string text = fmt::format(
      "CPU ms a frame of one thread; penetrations are pairs of bodies deeper than {:g}, summed over frames\n", kDepth);
  text += fmt::format("  {:<12} {:>9} {:>9} {:>9} {:>13} {:>10} {:>10}\n", "", "mean", "99 %", "max", "penetrations",
                      "deepest", "tunnelled");
  for (const TrialResult& result : results) {
    text += fmt::format("{}: {}, {} frames\n", result.trial.name, result.trial.description,
                        result.engines.front().frames.size());
    for (const EngineResult& engine : result.engines) {
      const std::vector<double> times = engine.times();
      text += fmt::format("  {:<12} {:>9.3f} {:>9.3f} {:>9.3f} {:>13} {:>10.2g} {:>10}\n", engine.engine,
                          summarize(times).mean, quantile(times, 0.99), times.back(), engine.penetrations(),
                          engine.deepest(), engine.tunnelled);
    }
  }
  return text;
}

std::string csv_of(const std::vector<TrialResult>& results) {
  std::string text = provenance_lines() + "scene,engine,frame,cpu_ms,penetrations,deepest\n";
  for (const TrialResult& result : results)
    for (const EngineResult& engine : result.engines)
      for (std::size_t k = 0; k < engine.frames.size(); ++k)
        text += fmt::format("{},\"{}\",{},{:.4f},{},{:.3g}\n", result.trial.name, engine.engine, k,
                            engine.frames[k].milliseconds, engine.frames[k].penetrations.pairs,
                            engine.frames[k].penetrations.deepest);
  return text;
}

BoxPlot plot_of(const std::vector<TrialResult>& results) {
  BoxPlot plot{"Time per frame", cpu_name(), {"CPU ms", Scale::Log}, {}, {}, std::pair(1e3 / 60, "60 frames a second")};
  for (const TrialResult& result : results) {
    BoxGroup group{result.trial.name, {}};
    for (const EngineResult& engine : result.engines) group.boxes.push_back(summarize(engine.times()));
    plot.groups.push_back(std::move(group));
  }
  for (const EngineResult& engine : results.front().engines) plot.names.push_back(engine.engine);
  return plot;
}

bool has_faults(const std::vector<TrialResult>& results) {
  return std::any_of(results.begin(), results.end(), [](const TrialResult& result) {
    return result.engines.front().penetrations() > 0 || result.engines.front().tunnelled > 0;
  });
}

}  // namespace
}  // namespace graze::bench

namespace graze {

void add_world_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::WorldBenchOptions>();
  CLI::App* command =
      bench.add_subcommand("world", "rigid-body worlds beside Bullet: time per frame, penetrations, tunnelling");
  command->add_option("--scenes", options->scenes, "of pile, bunnies, chain, paper")
      ->delimiter(',')
      ->check(CLI::IsMember({"pile", "bunnies", "chain", "paper"}))
      ->capture_default_str();
  command->add_option("--frames", options->frames, "of each scene (0: as many as it has)")->capture_default_str();
  command->add_option("--seed", options->seed, "of what is random in the scenes")->capture_default_str();
  command->add_option("--models", options->models, "directory with stanford-bunny.obj");
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    const std::vector<bench::TrialResult> results = bench::run(*options);
    fmt::print("{}", bench::text_of(results));
    const auto write = [&](const char* name, const std::string& text) {
      const std::filesystem::path path = options->out / name;
      bench::write_file(path, text);
      fmt::print("wrote {}\n", path.string());
    };
    write("world.csv", bench::csv_of(results));
    write("world.svg", to_svg(bench::plot_of(results)));
    if (bench::has_faults(results)) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
