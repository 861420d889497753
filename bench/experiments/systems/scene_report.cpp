// SPDX-License-Identifier: Apache-2.0
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "experiments/systems/scene_bench.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "plot/plot.hpp"

namespace graze {
namespace bench {
namespace {

LinePlot frame_plot(const SceneBenchResults& results) {
  LinePlot plot;
  plot.title = "First impact of a frame against the number of bodies";
  plot.subtitle =
      fmt::format("spinning meshes, 1/60 s, median of {} frames, one thread of {}", results.options.frames, cpu_name());
  plot.x = {"bodies", Scale::Log};
  plot.y = {"CPU time of a frame (ms)", Scale::Log};
  for (const BroadPhase broad_phase :
       {BroadPhase::AllPairs, BroadPhase::SweepAndPrune, BroadPhase::AdaptiveBvh, BroadPhase::Grid}) {
    LineSeries line{std::string(to_string(broad_phase)), {}, false};
    for (const FrameRow& row : results.frames)
      if (row.broad_phase == broad_phase)
        line.points.emplace_back(static_cast<double>(row.bodies), row.first_ms.median);
    plot.series.push_back(std::move(line));
  }
  return plot;
}

std::string frames_csv(const SceneBenchResults& results) {
  std::string text = provenance_lines();
  fmt::format_to(std::back_inserter(text), "# experiment: scene; seed {}; frames {}; thread CPU time; result hash {}\n",
                 results.options.seed, results.options.frames, results.hash);
  text += "bodies,broad_phase,first_ms_median,first_ms_max,all_ms_median,all_ms_max,pairs_mean,slices_mean,impacts\n";
  for (const FrameRow& row : results.frames)
    fmt::format_to(std::back_inserter(text), "{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.1f},{:.1f},{}\n", row.bodies,
                   to_string(row.broad_phase), row.first_ms.median, row.first_ms.max, row.all_ms.median, row.all_ms.max,
                   row.pairs, row.slices, row.impacts);
  return text;
}

std::string boxes_csv(const SceneBenchResults& results) {
  std::string text = provenance_lines();
  fmt::format_to(std::back_inserter(text), "# experiment: swept boxes; {} boxes; thread CPU time, best of {}\n",
                 results.options.boxes, results.options.repeat);
  text += "what,ns_per_box,overlaps\n";
  for (const BoxRow& row : results.boxes)
    fmt::format_to(std::back_inserter(text), "{},{:.1f},{}\n", row.what, row.nanoseconds, row.overlaps);
  fmt::format_to(std::back_inserter(text), "# experiment: batch; {} pairs\nthreads,wall_s,cpu_s,busier_thread_cpu_s\n",
                 results.options.pairs);
  for (const BatchRow& row : results.batch)
    fmt::format_to(std::back_inserter(text), "{},{:.4g},{:.4g},{:.4g}\n", row.threads, row.wall, row.cpu,
                   row.busier_thread);
  return text;
}

void add_batch(const SceneBenchResults& results, std::string& text) {
  const BatchRow& one = results.batch.front();
  const BatchRow& two = results.batch.back();
  fmt::format_to(std::back_inserter(text), "\nbatch of {} pairs\n  {:>7} {:>8} {:>8} {:>14} {:>10}\n",
                 results.options.pairs, "threads", "wall s", "CPU s", "busier thread", "cores had");
  for (const BatchRow& row : results.batch)
    fmt::format_to(std::back_inserter(text), "  {:>7} {:>8.3f} {:>8.3f} {:>14.3f} {:>10.2f}\n", row.threads, row.wall,
                   row.cpu, row.busier_thread, row.cpu / row.wall);
  fmt::format_to(
      std::back_inserter(text),
      "  two threads are {:.2f} times as fast by the wall clock, {:.2f} times by the busier thread's CPU time\n",
      one.wall / two.wall, one.cpu / two.busier_thread);
}

}  // namespace

std::string scene_bench_text(const SceneBenchResults& results) {
  std::string text = fmt::format(
      "spinning meshes, frames of 1/60 s, {} each; CPU time of one thread, ms\n"
      "  {:>6} {:<16} {:>13} {:>9} {:>12} {:>9} {:>7} {:>7} {:>8}\n",
      results.options.frames, "bodies", "broad phase", "first: median", "max", "all: median", "max", "pairs", "slices",
      "impacts");
  for (const FrameRow& row : results.frames)
    fmt::format_to(std::back_inserter(text),
                   "  {:>6} {:<16} {:>13.3f} {:>9.3f} {:>12.3f} {:>9.3f} {:>7.1f} {:>7.1f} {:>8}\n", row.bodies,
                   to_string(row.broad_phase), row.first_ms.median, row.first_ms.max, row.all_ms.median, row.all_ms.max,
                   row.pairs, row.slices, row.impacts);
  fmt::format_to(std::back_inserter(text), "\n{} boxes; ns of CPU time a box, best of {}\n", results.options.boxes,
                 results.options.repeat);
  for (const BoxRow& row : results.boxes)
    fmt::format_to(std::back_inserter(text), "  {:<16} {:>7.1f} {:>9} overlaps\n", row.what, row.nanoseconds,
                   row.overlaps);
  add_batch(results, text);
  if (!results.same) text += "broad phases or threads differ in their answers\n";
  return text + fmt::format("result hash {}\n", results.hash);
}

std::vector<std::filesystem::path> write_scene_files(const SceneBenchResults& results) {
  const std::filesystem::path& out = results.options.out;
  write_file(out / "scene.csv", frames_csv(results));
  write_file(out / "scene-boxes.csv", boxes_csv(results));
  write_file(out / "scene-growth.svg", to_svg(frame_plot(results)));
  return {out / "scene.csv", out / "scene-boxes.csv", out / "scene-growth.svg"};
}

}  // namespace bench

void add_scene_bench(CLI::App& bench) {
  auto options = std::make_shared<bench::SceneBenchOptions>();
  CLI::App* command = bench.add_subcommand("scene", "many bodies by broad phase; batches on two threads");
  const auto count = [command](const char* name, std::size_t& value, const char* what) {
    command->add_option(name, value, what)->check(CLI::PositiveNumber)->capture_default_str();
  };
  count("--bodies", options->bodies, "of a frame");
  count("--most", options->most_bodies, "bodies, for the growth");
  count("--frames", options->frames, "for each number of bodies");
  count("--boxes", options->boxes, "for the broad phases alone");
  count("--pairs", options->pairs, "of the batch");
  command->add_option("--seed", options->seed, "of the random scenes")->capture_default_str();
  command->add_option("--repeat", options->repeat, "the best of so many runs counts, for boxes and batch")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--out,-o", options->out, "directory for the CSV and SVG files")->capture_default_str();
  command->callback([options] {
    const bench::SceneBenchResults results = bench::run_scene_bench(*options);
    fmt::print("{}", bench::scene_bench_text(results));
    for (const std::filesystem::path& path : bench::write_scene_files(results)) fmt::print("wrote {}\n", path.string());
    if (!results.same) throw CLI::RuntimeError(1);
  });
}

}  // namespace graze
