// SPDX-License-Identifier: Apache-2.0
// graze batch: a file of queries, one a line, answered on all cores.
#include <unistd.h>

#include <memory>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/batch_results.hpp"
#include "commands/batch_run.hpp"
#include "commands/commands.hpp"
#include "harness/progress.hpp"
#include "options/interrupt.hpp"
#include "program/exit_codes.hpp"
#include "program/output.hpp"

namespace graze {
namespace {

constexpr const char* kBatchExamples = R"(
examples:
  graze batch queries.jsonl -o answers.jsonl
  graze batch queries.jsonl -o part2.jsonl --shard 2/8      part 2 of 8; all parts in a row are the whole
  graze batch queries.jsonl -o answers.jsonl                again, after Ctrl-C: goes on where it was)";

struct BatchOptions {
  std::filesystem::path queries, results;
  std::string shard;
  unsigned threads = 0;
  bool timings = false;
};

Toi answer(const Scene& scene, const std::string& where) {
  if (scene.bodies.size() != 2)
    throw InputError(fmt::format("{}: bodies: expected two for a time of impact, got {}", where, scene.bodies.size()));
  return time_of_impact(scene.bodies[0].body, scene.bodies[1].body, scene.query, scene.solver);
}

BatchResult result_of(const QueryLine& line, SceneReader& reader, const BatchOptions& options) {
  const std::string where = fmt::format("{}:{}", options.queries.string(), line.number);
  try {
    const Toi toi = answer(reader.parse(std::string(line.text), line.number), where);
    const std::string json = to_json(toi, options.timings ? Timing::Included : Timing::LeftOut);
    return {line.result_start() + json.substr(1), ""};
  } catch (const InputError& fault) {
    return {error_result(line, fault.what()), fault.what()};
  } catch (const std::invalid_argument& refusal) {
    const std::string fault = fmt::format("{}: {}", where, refusal.what());
    return {error_result(line, fault), fault};
  }
}

// Over the progress line, if there is one.
void warn(const std::string& message) {
  fmt::print(stderr, "{}graze: {}\n", isatty(STDERR_FILENO) == 1 ? "\r\033[K" : "", message);
}

int exit_code(const BatchCounts& counts, std::size_t queries, const BatchOptions& options) {
  if (counts.done < queries) {
    warn(fmt::format("interrupted after {} of {} queries; the same command goes on from there", counts.done, queries));
    return 128 + InterruptGuard::signal();
  }
  write_output(fmt::format("{} queries: {} answered, {} undecided, {} bad; wrote {}\n", queries,
                           queries - counts.undecided - counts.bad, counts.undecided, counts.bad,
                           options.results.string()));
  if (counts.bad > 0) return kBadInput;
  return counts.undecided > 0 ? kUndecided : kAnswered;
}

void run_batch(const BatchOptions& options) {
  refuse_to_overwrite(options.queries, options.results);
  const std::string text = read_queries(options.queries);
  const Shard shard = options.shard.empty() ? Shard{} : parse_shard(options.shard);
  const std::vector<QueryLine> lines = shard_of(query_lines(text), shard);
  BatchResults results(options.results, lines, options.timings);
  SceneReader reader(options.queries.string(), options.queries.parent_path());
  const InterruptGuard guard;
  {
    bench::Progress progress("batch", lines.size() - results.counts().done);
    const auto use = [&](const BatchResult& result) {
      results.append(result.line);
      if (!result.fault.empty()) warn(result.fault);
      progress.step();
    };
    OrderedRun(
        results.counts().done, lines.size(), [&](std::size_t i) { return result_of(lines[i], reader, options); }, use,
        [] { return InterruptGuard::signal() != 0; })
        .on_threads(options.threads);
  }
  if (const int code = exit_code(results.counts(), lines.size(), options); code != kAnswered)
    throw CLI::RuntimeError(code);
}

}  // namespace

void add_batch_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("batch", "Answers a file of queries, one a line, on all cores");
  const auto options = std::make_shared<BatchOptions>();
  command.footer(kBatchExamples);
  command.add_option("FILE", options->queries, "query objects, one a line; mesh files are relative to it")
      ->required()
      ->type_name("QUERIES.jsonl");
  command.add_option("-o,--out", options->results, "one answer a line, in order; an interrupted run goes on")
      ->required()
      ->type_name("RESULTS.jsonl");
  command.add_option("--shard", options->shard, "only part I of N, from 1")->type_name("I/N");
  command.add_option("--threads", options->threads, "0: all cores (default)");
  command.add_flag("--timings", options->timings, "add how long each query took; runs then differ");
  command.callback([options] { run_batch(*options); });
}

}  // namespace graze
