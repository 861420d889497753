// SPDX-License-Identifier: Apache-2.0
// graze features: files of vertex/face and edge/edge queries with ground truth, decided and timed.
#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <graze/io.hpp>

#include "commands/commands.hpp"
#include "program/output.hpp"
#include "reports/json_output.hpp"

namespace graze {
namespace {

struct FeaturesOptions {
  std::vector<std::string> files;
  std::string type;
  double scale = 1.0;
  int repeat = 3;
  bool json = false;
};

bool is_edge_edge(const std::string& file, const std::string& type) {
  if (!type.empty()) return type == "edge-edge";
  const bool edges = file.find("edge-edge") != std::string::npos;
  if (edges == (file.find("vertex-face") != std::string::npos))
    throw InputError(file + ": vertex-face or edge-edge? Name the folder so, or give --type");
  return edges;
}

FeatureToi solve(const FourPaths& p, bool edge_edge) {
  if (!edge_edge) return vertex_face_toi(p[0], std::span<const LinearPath, 3>(p.data() + 1, 3));
  return edge_edge_toi(std::span<const LinearPath, 2>(p.data(), 2), std::span<const LinearPath, 2>(p.data() + 2, 2));
}

// The best of several runs of the query, in microseconds: what the machine does in between is not its cost.
double timed(const FourPaths& paths, bool edge_edge, int repeat, FeatureToi& answer) {
  double best = std::numeric_limits<double>::infinity();
  for (int k = 0; k < repeat; ++k) {
    const auto start = std::chrono::steady_clock::now();
    answer = solve(paths, edge_edge);
    best = std::min(best, std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

FeatureFileReport run_file(const std::string& file, const FeaturesOptions& options) {
  FeatureFileReport report;
  report.file = file;
  const bool edge_edge = is_edge_edge(file, options.type);
  report.type = edge_edge ? "edge-edge" : "vertex-face";
  std::vector<double> times;
  for (FeatureRecord& record : read_feature_csv(file)) {
    for (LinearPath& path : record.paths) {
      path.start *= options.scale;
      path.end *= options.scale;
    }
    FeatureToi answer;
    times.push_back(timed(record.paths, edge_edge, options.repeat, answer));
    const bool contact = answer.verdict != Verdict::Free;
    ++report.queries;
    report.positives += record.truth ? 1 : 0;
    report.false_negatives += record.truth && !contact ? 1 : 0;
    report.false_positives += contact && !record.truth ? 1 : 0;
    report.exact += answer.exact ? 1 : 0;
  }
  std::sort(times.begin(), times.end());
  for (const double time : times) report.mean_us += time / static_cast<double>(times.size());
  report.p50_us = times[times.size() / 2];
  report.p99_us = times[times.size() * 99 / 100];
  report.max_us = times.back();
  return report;
}

std::string features_table(const std::vector<FeatureFileReport>& reports) {
  std::string text =
      fmt::format("{:<12}{:>8}{:>10}{:>11}{:>11}{:>9}{:>9}{:>9}{:>9}{:>7}  {}\n", "type", "queries", "positives",
                  "false neg.", "false pos.", "mean us", "p50", "p99", "max", "exact", "file");
  for (const FeatureFileReport& r : reports)
    fmt::format_to(std::back_inserter(text), "{:<12}{:>8}{:>10}{:>11}{:>11}{:>9.2f}{:>9.2f}{:>9.2f}{:>9.2f}{:>7}  {}\n",
                   r.type, r.queries, r.positives, r.false_negatives, r.false_positives, r.mean_us, r.p50_us, r.p99_us,
                   r.max_us, r.exact, r.file);
  return text;
}

}  // namespace

void add_features_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand(
      "features",
      "Decides files of vertex/face and edge/edge queries (public CSV format) and compares with their truth");
  command.footer(
      "\nexamples:\n  graze features queries/vertex-face/data_0_0.csv\n"
      "  graze features --type edge-edge queries.csv --scale 1024 --json");
  const auto options = std::make_shared<FeaturesOptions>();
  command.add_option("FILE", options->files, "CSV files; vertex-face or edge-edge by the name of their folder")
      ->required();
  command.add_option("--type", options->type, "what the files hold, whatever they are called")
      ->check(CLI::IsMember({"vertex-face", "edge-edge"}));
  command.add_option("--scale", options->scale, "multiplies all coordinates first; powers of two keep them exact")
      ->check(CLI::PositiveNumber);
  command.add_option("--repeat", options->repeat, "times are the best of this many runs of a query")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_flag("--json", options->json, "print JSON");
  command.callback([options] {
    std::vector<FeatureFileReport> reports;
    for (const std::string& file : options->files) reports.push_back(run_file(file, *options));
    write_output(options->json ? features_json(reports) : features_table(reports));
  });
}

}  // namespace graze
