// SPDX-License-Identifier: Apache-2.0
// graze particles: event-driven simulation of discs and spheres.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/particle_files.hpp>

#include "commands/commands.hpp"
#include "io/json/text_file.hpp"
#include "options/interrupt.hpp"
#include "options/number_options.hpp"
#include "program/output.hpp"
#include "reports/particles_report.hpp"
#include "view/view_page.hpp"

namespace graze {
namespace {

struct ParticlesOptions {
  std::string source;
  int dimension = 2;
  std::optional<double> packing, time, dt, drag, contact_time, sample;
  std::optional<std::uint64_t> events, seed;
  std::string box = "walls", velocities, method = "grid";
  Numbers radii, gravity, restitution, bvh;
  std::string log, save, observables, write_scene, view;
  bool json = false;
};

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

ParticleSetup setup_of(const ParticlesOptions& options) {
  ParticleSetup setup;
  setup.count = std::stoull(options.source.substr(0, 12));
  setup.dimension = options.dimension;
  setup.periodic = options.box == "periodic";
  setup.packing = options.packing.value_or(0.12);
  setup.seed = options.seed.value_or(1);
  if (setup.periodic) {
    setup.smallest_radius = setup.largest_radius = 0.5;
    setup.velocities = ParticleSetup::Velocities::Maxwell;
  }
  if (options.velocities == "uniform") setup.velocities = ParticleSetup::Velocities::Uniform;
  if (options.velocities == "maxwell") setup.velocities = ParticleSetup::Velocities::Maxwell;
  if (options.velocities == "rest") setup.velocities = ParticleSetup::Velocities::Rest;
  if (!options.radii.empty()) {
    setup.smallest_radius = options.radii[0];
    setup.largest_radius = options.radii[1];
  }
  return setup;
}

void override_scene(ParticleScene& scene, const ParticlesOptions& options) {
  if (!options.gravity.empty()) scene.gravity = Vector3::Zero();
  for (std::size_t k = 0; k < options.gravity.size(); ++k) scene.gravity[static_cast<int>(k)] = options.gravity[k];
  if (options.drag) scene.drag = *options.drag;
  if (options.contact_time) scene.contact_time = *options.contact_time;
  if (!options.restitution.empty()) scene.restitution = {options.restitution[0]};
}

EventMethod method_named(const std::string& name) {
  for (const EventMethod method : kEventMethods)
    if (to_string(method) == name) return method;
  throw InputError("--method: expected one of the methods listed by --help, got \"" + name + "\"");
}

EventOptions event_options(const ParticlesOptions& options) {
  EventOptions chosen;
  chosen.method = method_named(options.method);
  if (!options.bvh.empty()) {
    chosen.bvh_increase = options.bvh[0];
    chosen.bvh_decrease = options.bvh[1];
  }
  return chosen;
}

// Where the simulation comes from: a number of particles, a scene, or a run to be resumed.
EventSimulator make_simulator(const ParticlesOptions& options) {
  if (!is_number(options.source) && is_particle_run(options.source)) {
    if (!options.gravity.empty() || options.drag || options.contact_time || !options.restitution.empty())
      throw InputError(options.source + ": a run is resumed with its own gravity, drag, restitution and contact time");
    return EventSimulator(read_particle_run(options.source).final, event_options(options));
  }
  ParticleScene scene =
      is_number(options.source) ? make_particles(setup_of(options)) : read_particle_scene(options.source);
  override_scene(scene, options);
  if (!options.write_scene.empty()) write_particle_scene(scene, options.write_scene);
  return EventSimulator(scene, event_options(options));
}

// A line on stderr, where that is a terminal.
class Progress {
 public:
  Progress(double start, double end) : start_(start), end_(end), visible_(isatty(STDERR_FILENO) == 1) {}
  ~Progress() {
    if (visible_) fmt::print(stderr, "\r\033[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(const EventSimulator& simulator, std::uint64_t events) const {
    if (!visible_) return;
    const double share = end_ > start_ ? (simulator.now() - start_) / (end_ - start_) : 1.0;
    fmt::print(stderr, "\rgraze: time {:.6g}, {} events, {:.0f} %\033[K", simulator.now(), events, 100.0 * share);
  }

 private:
  double start_, end_;
  bool visible_;
};

// In pieces, so that the progress line is served; the pieces do not change the bits.
double run(EventSimulator& simulator, const ParticlesOptions& options, ParticleObservables* observables) {
  constexpr std::uint64_t kPiece = 50000;
  const double end = options.time ? *options.time : options.events ? HUGE_VAL : 5.0;
  std::uint64_t left = options.events.value_or(~std::uint64_t{0});
  const Progress progress(simulator.now(), end);
  const auto start = std::chrono::steady_clock::now();
  while (left > 0 && InterruptGuard::signal() == 0) {
    const double sample_at = observables != nullptr ? observables->next_sample() : HUGE_VAL;
    const std::uint64_t piece = std::min(left, kPiece);
    const std::uint64_t done =
        simulator.run_until(std::min(end, sample_at), piece, [] { return InterruptGuard::signal() != 0; });
    left -= done;
    progress.show(simulator, simulator.totals().events);
    if (done == piece || InterruptGuard::signal() != 0) continue;
    if (observables == nullptr || sample_at > end) break;
    observables->sample(simulator);
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Where the events go: the log asked for, or one beside the page, which is removed once it is in the page.
class EventLog {
 public:
  EventLog(const ParticlesOptions& options, EventSimulator& simulator)
      : view_(options.view), file_(!options.log.empty() || view_.empty() ? options.log : view_ + ".grz") {
    if (file_.empty()) return;
    writer_ = std::make_unique<ParticleRunWriter>(file_, simulator.state());
    simulator.set_sink(writer_.get());
    is_own_ = options.log.empty();
  }
  ~EventLog() {
    std::error_code ignored;
    if (is_own_) std::filesystem::remove(file_, ignored);
  }
  EventLog(const EventLog&) = delete;
  EventLog& operator=(const EventLog&) = delete;

  void finish(const EventSimulator& simulator) {
    if (writer_) writer_->finish(simulator.state());
    if (!view_.empty()) write_view_page(view_, "run.grz", read_text_file(file_));
  }

 private:
  std::string view_, file_;
  bool is_own_ = false;
  std::unique_ptr<ParticleRunWriter> writer_;
};

void run_events(const ParticlesOptions& options) {
  for (const std::string& written : {options.log, options.save, options.view, options.write_scene})
    refuse_to_overwrite(options.source, written);
  EventSimulator simulator = make_simulator(options);
  EventLog log(options, simulator);
  std::unique_ptr<ParticleObservables> observables;
  if (!options.observables.empty())
    observables = std::make_unique<ParticleObservables>(simulator, options.sample.value_or(0.1));
  const ParticleTotals before = simulator.totals();
  // Ctrl-C ends the run after the event that is being looked for, with valid files.
  const InterruptGuard guard;
  const double seconds = run(simulator, options, observables.get());
  log.finish(simulator);
  if (!options.save.empty()) write_particle_state(simulator.state(), options.save);
  const ParticlesReport report = make_report(simulator, before, seconds, InterruptGuard::signal() != 0);
  write_output(options.json ? report_json(report) : report_text(report));
  if (!observables) return;
  const std::string written = observables->write(options.observables);
  if (!options.json) write_output(written);
}

void run_steps(const ParticlesOptions& options) {
  if (!is_number(options.source) && is_particle_run(options.source))
    throw InputError("--method discrete starts from a number of particles or a scene, not from a run");
  if (!options.log.empty() || !options.save.empty() || !options.observables.empty() || !options.view.empty() ||
      options.events)
    throw InputError("--method discrete takes no --log, --save, --observables, --view or --events");
  ParticleScene scene =
      is_number(options.source) ? make_particles(setup_of(options)) : read_particle_scene(options.source);
  override_scene(scene, options);
  const DiscreteTotals totals = run_discrete(scene, options.dt.value_or(0.01), options.time.value_or(5.0));
  write_output(discrete_report(totals, scene.particles.size(), options.json));
}

void add_scene_options(CLI::App& command, ParticlesOptions& options) {
  command.add_option("--dim", options.dimension, "2 (discs) or 3 (spheres)")
      ->check(CLI::IsMember({2, 3}))
      ->capture_default_str();
  add_number(command, "--packing", options.packing, Sign::Positive, "SHARE", "of the box that particles fill (0.12)");
  command.add_option("--box", options.box, "walls or periodic")
      ->check(CLI::IsMember({"walls", "periodic"}))
      ->capture_default_str();
  add_numbers(command, "--radius", options.radii, "LEAST,MOST",
              "radii, uniform in between (0.5,1; in a periodic box 0.5,0.5)");
  command
      .add_option("--velocities", options.velocities,
                  "uniform (the fastest cross the box in a unit of time), maxwell or rest (uniform; periodic: maxwell)")
      ->check(CLI::IsMember({"uniform", "maxwell", "rest"}));
  add_count(command, "--seed", options.seed, "N", "of the initial state (1)");
  add_numbers(command, "--gravity", options.gravity, "X,Y[,Z]", "acceleration of every particle");
  add_number(command, "--drag", options.drag, Sign::NotNegative, "RATE", "dv/dt = gravity - drag v");
  add_numbers(command, "--restitution", options.restitution, "E", "of every contact, 0 to 1 (1)");
  add_number(command, "--contact-time", options.contact_time, Sign::NotNegative, "TIME",
             "contacts that follow one another faster are elastic (TC model)");
}

void add_run_options(CLI::App& command, ParticlesOptions& options) {
  std::string methods;
  for (const EventMethod method : kEventMethods) methods += std::string(to_string(method)) + ", ";
  command.add_option("--method", options.method, "how the next event is found: " + methods + "or discrete time steps")
      ->check(CLI::IsMember(
          {"all_pairs", "adaptive_bvh", "priority_queue", "sweep_and_prune", "cell_heap", "grid", "discrete"}))
      ->transform([](std::string name) {  // scripts for version 0.1 spell them with hyphens
        std::ranges::replace(name, '-', '_');
        return name;
      })
      ->capture_default_str();
  add_number(command, "--time", options.time, Sign::NotNegative, "T",
             "run until this time (5, unless --events is given)");
  add_count(command, "--events", options.events, "E", "run for so many events at most");
  add_number(command, "--dt", options.dt, Sign::Positive, "STEP", "of --method discrete (0.01)");
  add_numbers(command, "--bvh-steps", options.bvh, "UP,DOWN", "factors on the time step of adaptive_bvh (2,0.5)");
  command.add_option("--log", options.log, "write all events, with exact trajectories, to this file");
  command.add_option("--save", options.save, "write the state at the end to this file; it can be run on");
  command.add_option("--view", options.view, "also write a page to look at in a browser")->type_name("PAGE.html");
  command.add_option("--write-scene", options.write_scene, "write the initial scene as JSON");
  command.add_option("--observables", options.observables, "directory for CSV and SVG files of what is measured");
  add_number(command, "--sample", options.sample, Sign::Positive, "TIME", "between samples of --observables (0.1)");
  command.add_flag("--json", options.json, "print one JSON object");
}

}  // namespace

void add_particles_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("particles", "Event-driven simulation of discs or spheres");
  command.footer(
      "\nexamples:\n  graze particles 2048 --packing 0.12 --time 5 --seed 1\n"
      "  graze particles 10000 --dim 3 --box periodic --packing 0.49 --events 1000000 --json\n"
      "  graze particles scene.json --time 10 --log run.grz\n"
      "  graze particles run.grz --time 20 --save later.grz");
  const auto options = std::make_shared<ParticlesOptions>();
  command.add_option("N|FILE", options->source, "number of particles, a scene (JSON), or a run to be resumed")
      ->required();
  add_scene_options(command, *options);
  add_run_options(command, *options);
  command.callback([options] { options->method == "discrete" ? run_steps(*options) : run_events(*options); });
}

}  // namespace graze
