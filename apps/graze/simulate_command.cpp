// SPDX-License-Identifier: Apache-2.0
// graze simulate: a world of rigid bodies that never intersect.
#include <chrono>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/world_files.hpp>

#include "commands.hpp"
#include "exit_codes.hpp"
#include "interrupt.hpp"
#include "number_options.hpp"
#include "output.hpp"
#include "world_check.hpp"

namespace graze {
namespace {

constexpr const char* kExamples = R"(
examples:
  graze simulate scene.json -o run.grw
  graze simulate scene.json --check --json)";

struct SimulateOptions {
  std::string file, output;
  std::optional<double> time;
  bool check = false, json = false;
};

struct Summary {
  std::uint64_t frames = 0, impacts = 0, intersections = 0, held = 0;
  double seconds = 0.0, max_frame_ms = 0.0, energy_start = 0.0, energy_end = 0.0;
  std::string first_offence;
};

std::string to_json(const Summary& s) {
  return fmt::format(
      R"({{"frames":{},"seconds":{},"impacts":{},"max_frame_ms":{:.3f},"intersections":{},"energy_start":{},"energy_end":{}}})"
      "\n",
      s.frames, s.seconds, s.impacts, s.max_frame_ms, s.intersections, s.energy_start, s.energy_end);
}

std::string to_text(const Summary& s, bool checked) {
  std::string text = fmt::format("frames         {}, {:.3f} s of wall clock, longest {:.3f} ms\n", s.frames, s.seconds,
                                 s.max_frame_ms);
  text += fmt::format("impacts        {}\n", s.impacts);
  if (s.held > 0) text += fmt::format("slowed down    {} times a body had to wait for the next frame\n", s.held);
  if (checked) text += fmt::format("intersections  {} (exact test at every frame and impact)\n", s.intersections);
  text += fmt::format("energy         {:.9g} at the start, {:.9g} at the end\n", s.energy_start, s.energy_end);
  return text;
}

class Simulation {
 public:
  explicit Simulation(const SimulateOptions& options) : options_(options), file_(read_world(options.file)) {
    for (const std::string& warning : file_.warnings)
      fmt::print(stderr, "graze: {}: warning: {}\n", options.file, warning);
    world_ = std::make_unique<World>(file_.scene);
    for (const Separated& pair : world_->separated())
      fmt::print(stderr, "graze: {}: {} overlapped {} at the start; one was moved by {:.6g}\n", options.file,
                 name(pair.a), name(pair.b), pair.distance);
    if (options.check) check_ = std::make_unique<WorldCheck>(*world_);
  }

  Summary run() {
    using Clock = std::chrono::steady_clock;
    const InterruptGuard guard;
    const std::uint64_t frames =
        options_.time ? static_cast<std::uint64_t>(std::ceil(*options_.time / file_.timestep)) : file_.frames;
    summary_.energy_start = world_->energy();
    look();
    world_->on_impact = [this](const WorldImpact&) { look(); };
    double spent = 0.0;
    while (summary_.frames < frames && InterruptGuard::signal() == 0) {
      checking_ = 0.0;
      const auto start = Clock::now();
      const StepReport report = world_->step(file_.timestep);
      const double took = std::chrono::duration<double>(Clock::now() - start).count() - checking_;
      look();
      spent += took;
      summary_.max_frame_ms = std::max(summary_.max_frame_ms, 1e3 * took);
      summary_.impacts += report.impacts;
      summary_.held += report.held.size();
      ++summary_.frames;
    }
    summary_.seconds = spent;
    summary_.energy_end = world_->energy();
    return summary_;
  }

 private:
  const std::string& name(std::size_t i) const { return file_.scene.bodies[i].name; }

  void look() {
    if (!check_) return;
    const auto start = std::chrono::steady_clock::now();
    if (const auto pair = check_->intersecting(*world_)) {
      if (++summary_.intersections == 1)
        summary_.first_offence =
            fmt::format("{} and {} intersect in frame {}", name(pair->a), name(pair->b), summary_.frames);
    }
    checking_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  const SimulateOptions& options_;
  WorldFile file_;
  std::unique_ptr<World> world_;
  std::unique_ptr<WorldCheck> check_;
  Summary summary_;
  double checking_ = 0.0;
};

void run(const SimulateOptions& options) {
  const Summary summary = Simulation(options).run();
  write_output(options.json ? to_json(summary) : to_text(summary, options.check));
  if (summary.intersections == 0) return;
  fmt::print(stderr, "graze: {}: {}\n", options.file, summary.first_offence);
  throw CLI::RuntimeError(kIntersecting);
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("simulate", "A world of rigid bodies that never intersect");
  const auto options = std::make_shared<SimulateOptions>();
  command.footer(kExamples);
  command.add_option("SCENE", options->file, "a scene, or a fixture of rigid-ipc (JSON)")->required();
  add_number(command, "--time", options->time, Sign::NotNegative, "T", "run so long (default: what the scene says)");
  command.add_flag("--check", options->check, "test exactly, at every frame and impact, that no two bodies intersect");
  command.add_flag("--json", options->json, "print one JSON object");
  command.callback([options] { run(*options); });
}

}  // namespace graze
