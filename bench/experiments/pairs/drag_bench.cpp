// SPDX-License-Identifier: Apache-2.0
#include "experiments/pairs/drag_bench.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/time_of_impact.hpp>

#include "harness/cpu_time.hpp"
#include "harness/files.hpp"
#include "harness/progress.hpp"
#include "harness/provenance.hpp"
#include "harness/random.hpp"
#include "scenes/models.hpp"

namespace graze::bench {
namespace {

// Drags one model around another: a hand circles it, comes close and draws back, and wavers; what it holds follows by
// one small step at a time, and stays where it is when a step would touch.
class Drag {
 public:
  Drag(double radius, double step, std::uint64_t seed) : radius_(radius), step_(step), random_(seed) {
    held_.position = {2 * radius, 0, 0};
    next_ = held_;
  }

  // The next step of the held body, to be taken or not.
  Motion next() {
    angle_ += step_ / radius_;
    phase_ += 3 * step_;
    const double distance = radius_ * (1.6 + 0.5 * std::cos(phase_));
    const Vector3 hand =
        distance * Vector3(std::cos(angle_), std::sin(angle_), 0.3 * std::sin(2 * angle_)).normalized();
    const Vector3 way = hand - held_.position;
    next_.position = held_.position + std::min(1.0, step_ / way.norm()) * way + 0.1 * step_ * waver();
    const Quaternion turn(Eigen::AngleAxisd(step_, (Vector3(0, 0, 1) + waver()).normalized()));
    next_.orientation = (turn * held_.orientation).normalized();
    return Motion::interpolated(held_, next_);
  }
  void take() { held_ = next_; }

 private:
  Vector3 waver() {
    const double x = random_.uniform(-1.0, 1.0);
    const double y = random_.uniform(-1.0, 1.0);
    return {x, y, random_.uniform(-1.0, 1.0)};
  }

  double radius_, step_;
  Random random_;
  double angle_ = 0.0, phase_ = 0.0;
  Placement held_{Vector3::Zero(), Quaternion::Identity()}, next_ = held_;
};

struct Timed {
  Toi toi;
  double microseconds;
};

template <class Ask>
Timed timed(const Ask& ask) {
  const double start = thread_cpu_microseconds();
  Toi toi = ask();
  return {std::move(toi), thread_cpu_microseconds() - start};
}

bool same_answer(const Toi& x, const Toi& y) {
  return x.verdict == y.verdict && x.bracket == y.bracket && x.contact.point_a == y.contact.point_a &&
         x.contact.normal == y.contact.normal;
}

}  // namespace

DragBenchResults run_drag_bench(const DragBenchOptions& options) {
  DragBenchResults results;
  results.options = options;
  const std::vector<Model> models =
      benchmark_models(model_directory(options.models), [&](const std::string& name) { return name == options.model; });
  const Model& model = models.at(0);
  results.source = model.source;
  results.triangles = model.mesh.triangles.size();
  const Shape shape = Shape::mesh(model.mesh);
  const Body fixed{shape, Motion()};
  Drag drag(model.radius, options.step, options.seed);
  PairCache cache;
  Progress progress("steps", options.steps);
  std::vector<double> plain;
  std::vector<double> cached;
  for (std::size_t i = 0; i < options.steps; ++i) {
    const Body held{shape, drag.next()};
    const Timed without = timed([&] { return time_of_impact(fixed, held); });
    const Timed with = timed([&] { return time_of_impact(fixed, held, {}, Solver::automatic(), cache); });
    const bool free = without.toi.verdict == Verdict::Free;
    if (free) drag.take();
    results.same = results.same && same_answer(without.toi, with.toi);
    results.steps.push_back({free, without.microseconds, with.microseconds});
    plain.push_back(without.microseconds);
    cached.push_back(with.microseconds);
    progress.step();
  }
  results.plain = summarize(plain);
  results.cached = summarize(cached);
  return results;
}

std::string drag_bench_text(const DragBenchResults& results) {
  const auto free = std::count_if(results.steps.begin(), results.steps.end(), [](const DragStep& s) { return s.free; });
  std::string text = fmt::format("{} around {} ({} triangles, {}), {} steps of {:g} of its size, {} free\n",
                                 results.options.model, results.options.model, results.triangles, results.source,
                                 results.steps.size(), results.options.step, free);
  text +=
      fmt::format("  {:<14} {:>10} {:>10} {:>10} {:>10}\n", "microseconds", "quartile", "median", "mean", "quartile");
  const auto line = [](const char* name, const Summary& s) {
    return fmt::format("  {:<14} {:>10.1f} {:>10.1f} {:>10.1f} {:>10.1f}\n", name, s.lower_quartile, s.median, s.mean,
                       s.upper_quartile);
  };
  text += line("without cache", results.plain) + line("with cache", results.cached);
  text += fmt::format("median with over without: {:.3f}; answers {}\n", results.cached.median / results.plain.median,
                      results.same ? "the same" : "DIFFER");
  return text;
}

std::string drag_bench_csv(const DragBenchResults& results) {
  std::string text = provenance_lines() + "step,free,plain_us,cached_us\n";
  for (std::size_t i = 0; i < results.steps.size(); ++i) {
    const DragStep& s = results.steps[i];
    text += fmt::format("{},{},{:.3f},{:.3f}\n", i, s.free ? 1 : 0, s.plain, s.cached);
  }
  return text;
}

}  // namespace graze::bench

namespace graze {

void add_drag_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::DragBenchOptions>();
  CLI::App* command = bench.add_subcommand("drag", "one model dragged around another: what the pair cache saves");
  command->add_option("--model", options->model, "cube, cow, fandisk or bunny")
      ->check(CLI::IsMember(bench::model_names()))
      ->capture_default_str();
  command->add_option("--steps", options->steps, "small motions")->check(CLI::PositiveNumber)->capture_default_str();
  command->add_option("--step", options->step, "length of one, of the model's size")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--seed", options->seed, "seed of the wavering")->capture_default_str();
  command->add_option("--models", options->models, "directory of the model files")->check(CLI::ExistingDirectory);
  command->add_option("--out,-o", options->out, "directory for the CSV file")->capture_default_str();
  command->callback([options] {
    const bench::DragBenchResults results = bench::run_drag_bench(*options);
    const std::filesystem::path path = options->out / "drag.csv";
    fmt::print("{}", bench::drag_bench_text(results));
    bench::write_file(path, bench::drag_bench_csv(results));
    fmt::print("wrote {}\n", path.string());
    if (!results.same) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
