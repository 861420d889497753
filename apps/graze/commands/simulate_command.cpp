// SPDX-License-Identifier: Apache-2.0
// graze simulate: a world of rigid bodies that never intersect.
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/world_files.hpp>

#include "commands/commands.hpp"
#include "io/json/text_file.hpp"
#include "options/interrupt.hpp"
#include "options/number_options.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"
#include "reports/world_check.hpp"
#include "view/view_page.hpp"
#include "view/world_view.hpp"

namespace graze {
namespace {

constexpr const char* kSimulateExamples = R"(
examples:
  graze simulate scene.json -o run.grw
  graze simulate run.grw --time 20          goes on where the run ended
  graze simulate scene.json --check --json
  graze simulate scene.json --view page.html)";

struct SimulateOptions {
  std::string file, output, view, glb;
  std::optional<double> time;
  bool check = false, json = false;
};

struct Summary {
  std::uint64_t frames = 0, impacts = 0, intersections = 0, stalled = 0;
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
  if (s.stalled > 0) text += fmt::format("slowed down    {} times a body had to wait for the next frame\n", s.stalled);
  if (checked) text += fmt::format("intersections  {} (exact test at every frame and impact)\n", s.intersections);
  text += fmt::format("energy         {:.9g} at the start, {:.9g} at the end\n", s.energy_start, s.energy_end);
  return text;
}

// A scene from its start, or a run from its last checkpoint.
class Simulation {
 public:
  explicit Simulation(const SimulateOptions& options) : options_(options) {
    const bool resumed = is_world_run(options.file);
    if (resumed && !options.output.empty()) throw InputError("a run is resumed in its own file: -o is for scenes");
    for (const std::string& written : {options.output, options.view, options.glb})
      refuse_to_overwrite(options.file, written);
    resumed ? resume() : start();
    if (options.check) check_ = std::make_unique<WorldCheck>(*world_);
  }

  Summary run() {
    const InterruptGuard guard;
    const std::uint64_t frames =
        options_.time ? static_cast<std::uint64_t>(std::ceil(*options_.time / file_.timestep * (1 - 1e-12)))
                      : file_.frames;
    look();
    world_->on_impact = [this](const WorldImpact& impact) {
      look();
      if (writer_) writer_->impact(impact);
    };
    if (writer_) world_->on_substep = [this](const WorldSubstep& substep) { writer_->substep(substep); };
    while (summary_.frames < frames && InterruptGuard::signal() == 0) {
      step();
      if (summary_.frames % kCheckpointFrames == 0) save();
    }
    if (summary_.frames % kCheckpointFrames != 0) save();
    summary_.energy_end = world_->energy();
    return summary_;
  }

 private:
  static constexpr std::uint64_t kCheckpointFrames = 64;

  const std::string& name(std::size_t i) const { return file_.scene.bodies[i].name; }

  std::unique_ptr<World> world_of(const WorldScene& scene) const {
    try {
      return std::make_unique<World>(scene);
    } catch (const std::invalid_argument& fault) {
      throw InputError(options_.file + ": " + fault.what());
    }
  }

  void start() {
    const std::filesystem::path path(options_.file);
    const std::string text = read_text_file(path);
    file_ = parse_world(text, options_.file, path.parent_path());
    for (const std::string& warning : file_.warnings)
      fmt::print(stderr, "graze: {}: warning: {}\n", options_.file, warning);
    world_ = world_of(file_.scene);
    for (const InitialOverlap& pair : world_->initial_overlaps())
      fmt::print(stderr, "graze: {}: {} overlapped {} at the start; moved by {:.6g}\n", options_.file, name(pair.a),
                 name(pair.b), pair.distance);
    summary_.energy_start = world_->energy();
    if (options_.output.empty()) return;
    const std::filesystem::path meshes = std::filesystem::absolute(path).parent_path();
    writer_ = std::make_unique<WorldRunWriter>(
        options_.output, WorldRunStart{text, meshes, file_.timestep, file_.frames, geometry_checksum(*world_)});
    save();
  }

  void resume() {
    const WorldRun run = read_world_run(options_.file);
    file_ = parse_world(run.start.scene, options_.file, run.start.mesh_directory);
    world_ = world_of(file_.scene);
    if (geometry_checksum(*world_) != run.start.geometry)
      throw InputError(options_.file + ": the meshes of the scene have changed since the run began");
    world_->restore(run.last.state);
    summary_.frames = run.last.state.steps;
    summary_.impacts = run.last.impacts;
    summary_.energy_start = run.last.energy_start;
    writer_ = std::make_unique<WorldRunWriter>(options_.file, run);
    if (summary_.frames > 0 && summary_.frames % kCheckpointFrames == 0) save();
  }

  void save() {
    if (writer_) writer_->checkpoint({world_->state(), summary_.impacts, summary_.energy_start});
  }

  void step() {
    using Clock = std::chrono::steady_clock;
    checking_ = 0.0;
    const auto start = Clock::now();
    const StepReport report = world_->step(file_.timestep);
    const double took = std::chrono::duration<double>(Clock::now() - start).count() - checking_;
    look();
    if (writer_) writer_->end_frame();
    summary_.seconds += took;
    summary_.max_frame_ms = std::max(summary_.max_frame_ms, 1e3 * took);
    summary_.impacts += report.impacts;
    summary_.stalled += report.stalled.size();
    ++summary_.frames;
  }

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
  std::unique_ptr<WorldRunWriter> writer_;
  Summary summary_;
  double checking_ = 0.0;
};

// The run that pages and animations are made of: the one asked for, or one beside them that is removed again.
class RunFile {
 public:
  explicit RunFile(SimulateOptions& options) : options_(options) {
    if (options.view.empty() && options.glb.empty()) return;
    if (is_world_run(options.file)) {
      path_ = options.file;
    } else if (!options.output.empty()) {
      path_ = options.output;
    } else {
      path_ = options.output = (options.view.empty() ? options.glb : options.view) + ".grw";
      is_own_ = true;
    }
  }
  ~RunFile() {
    std::error_code ignored;
    if (is_own_) std::filesystem::remove(path_, ignored);
  }
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  void show() const {
    if (path_.empty()) return;
    const WorldRun run = read_world_run(path_);
    const std::string title = std::filesystem::path(options_.file).filename().string();
    if (!options_.view.empty()) write_view_page(options_.view, title + ".json", world_view_json(title, run));
    if (!options_.glb.empty()) write_text_file(options_.glb, world_glb(run));
  }

 private:
  const SimulateOptions& options_;
  std::filesystem::path path_;
  bool is_own_ = false;
};

void run_simulate(SimulateOptions options) {
  const RunFile file(options);
  const Summary summary = Simulation(options).run();
  file.show();
  write_output(options.json ? to_json(summary) : to_text(summary, options.check));
  if (summary.intersections == 0) return;
  fmt::print(stderr, "graze: {}: {}\n", options.file, summary.first_offence);
  throw CLI::RuntimeError(kDoesNotHold);
}

}  // namespace

void add_simulate_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("simulate", "A world of rigid bodies that never intersect");
  const auto options = std::make_shared<SimulateOptions>();
  command.footer(kSimulateExamples);
  command.add_option("FILE", options->file, "a scene or a fixture of rigid-ipc (JSON), or a run to be resumed")
      ->required()
      ->type_name("SCENE|RUN");
  command.add_option("-o,--output", options->output, "write all motions and impacts to this file")->type_name("RUN");
  add_number(command, "--time", options->time, Sign::NotNegative, "T", "run so long (default: what the scene says)");
  command.add_flag("--check", options->check, "test exactly, at every frame and impact, that no two bodies intersect");
  command.add_flag("--json", options->json, "print one JSON object");
  command.add_option("--view", options->view, "also write a page to look at in a browser")->type_name("PAGE.html");
  command.add_option("--glb", options->glb, "also write the motion as animated glTF")->type_name("FILE.glb");
  command.callback([options] { run_simulate(*options); });
}

}  // namespace graze
