// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "experiments/pairs/growth.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "judges/peer.hpp"
#include "plot/plot.hpp"

namespace graze::bench {

namespace {

template <class Value>
LineSeries series(const GrowthResults& results, const std::string& method, const char* what, bool dashed, Value value) {
  LineSeries line{fmt::format("{}, {}", method, what), {}, dashed};
  for (const GrowthRow& row : results.rows)
    if (row.method == method) line.points.emplace_back(static_cast<double>(row.triangles), value(row));
  return line;
}

std::string subtitle(const GrowthResults& results) {
  return fmt::format("two torus knots in {} flights at two speeds, one thread of {}", results.options.trials,
                     cpu_name());
}

LinePlot time_plot(const GrowthResults& results) {
  LinePlot plot;
  plot.title = "Time against triangle count";
  plot.subtitle = subtitle(results);
  plot.x = {"triangles of each body", Scale::Log};
  plot.y = {"time (ms)", Scale::Log};
  for (const std::string& method : results.options.methods) {
    plot.series.push_back(
        series(results, method, "median", false, [](const GrowthRow& row) { return row.milliseconds.median; }));
    plot.series.push_back(
        series(results, method, "slowest", true, [](const GrowthRow& row) { return row.milliseconds.max; }));
  }
  return plot;
}

LinePlot work_plot(const GrowthResults& results) {
  LinePlot plot;
  plot.title = "Tests against triangle count";
  plot.subtitle = subtitle(results);
  plot.x = {"triangles of each body", Scale::Log};
  plot.y = {"tests per query, median", Scale::Log};
  for (const std::string& method : results.options.methods) {
    plot.series.push_back(
        series(results, method, "node pairs", false, [](const GrowthRow& row) { return row.node_tests.median; }));
    plot.series.push_back(
        series(results, method, "feature pairs", true, [](const GrowthRow& row) { return row.feature_tests.median; }));
  }
  return plot;
}

std::string csv(const GrowthResults& results) {
  std::string text = provenance_lines();
  text += fmt::format("# experiment: growth; seed {}; trials {}; tolerance {:g}\n", results.options.seed,
                      results.options.trials, results.options.tolerance);
  text += fmt::format("# separation: {}; time: thread CPU time, each query once\n", peer_name());
  text += fmt::format("# result hash: {}\n", results.hash);
  text +=
      "method,triangles,build_ms,impacts,free,failures,query_ms_min,query_ms_median,query_ms_mean,query_ms_max,"
      "node_tests_median,leaf_tests_median,feature_tests_median,separation_min,separation_max\n";
  for (const GrowthRow& row : results.rows) {
    text +=
        fmt::format("{},{},{:.4g},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{},{},{},{:.4g},{:.4g}\n", row.method,
                    row.triangles, row.build_milliseconds, row.impacts, row.free, row.failures, row.milliseconds.min,
                    row.milliseconds.median, row.milliseconds.mean, row.milliseconds.max, row.node_tests.median,
                    row.leaf_tests.median, row.feature_tests.median, row.separation.min, row.separation.max);
  }
  return text;
}

}  // namespace

std::string growth_text(const GrowthResults& results) {
  std::string text = fmt::format(
      "two torus knots, {} flights at each size; separations by {}\n"
      "  {:<12} {:>9} {:>10} {:>12} {:>10} {:>10} {:>11} {:>13} {:>14} {:>6}\n",
      results.options.trials, peer_name(), "method", "triangles", "build ms", "query median", "mean", "slowest",
      "node tests", "feature tests", "largest sep.", "failed");
  for (const GrowthRow& row : results.rows) {
    text += fmt::format("  {:<12} {:>9} {:>10.1f} {:>12.3f} {:>10.3f} {:>10.3f} {:>11.0f} {:>13.0f} {:>14.2e} {:>6}\n",
                        row.method, row.triangles, row.build_milliseconds, row.milliseconds.median,
                        row.milliseconds.mean, row.milliseconds.max, row.node_tests.median, row.feature_tests.median,
                        row.separation.max, row.failures);
  }
  return text + fmt::format("result hash {}\n", results.hash);
}

std::vector<std::filesystem::path> write_growth_files(const GrowthResults& results) {
  std::vector<std::filesystem::path> written;
  const auto write = [&](const char* name, const std::string& text) {
    written.push_back(results.options.out / name);
    write_file(written.back(), text);
  };
  write("growth.csv", csv(results));
  write("growth-time.svg", to_svg(time_plot(results)));
  write("growth-work.svg", to_svg(work_plot(results)));
  return written;
}

}  // namespace graze::bench
