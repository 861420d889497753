// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include "experiments/cliffs/cliffs.hpp"
#include "experiments/encounters/summary.hpp"
#include "harness/files.hpp"
#include "harness/provenance.hpp"
#include "plot/histogram.hpp"
#include "plot/plot.hpp"

namespace graze::bench {

namespace {

struct Measure {
  Summary summary;
  double most_of_99 = 0.0;  // 99 of 100 are below
};

Measure measured(std::vector<double> samples) {
  std::ranges::sort(samples);
  return {summarize(samples), quantile(samples, 0.99)};
}

struct Totals {
  std::size_t queries = 0, undecided = 0, wrong = 0;
  std::vector<double> milliseconds;
  Measure time, nodes, leaves;
  double first_mean = 0.0;  // of the first method on the same queries, milliseconds
};

Totals totals_of(const CliffsResults& results, std::string_view family, std::size_t method) {
  Totals totals;
  std::vector<double> nodes, leaves, of_first;
  for (const CliffRow& row : results.rows) {
    const CliffAnswer& answer = row.answers[method];
    if (row.family != family || !answer.asked) continue;
    ++totals.queries;
    totals.undecided += answer.toi.verdict == Verdict::Undecided ? 1 : 0;
    totals.wrong += answer.fault.empty() ? 0 : 1;
    totals.milliseconds.push_back(answer.microseconds / 1000.0);
    of_first.push_back(row.answers[0].microseconds / 1000.0);
    nodes.push_back(static_cast<double>(answer.toi.statistics.node_tests));
    leaves.push_back(static_cast<double>(answer.toi.statistics.leaf_tests));
  }
  totals.time = measured(totals.milliseconds);
  totals.nodes = measured(std::move(nodes));
  totals.leaves = measured(std::move(leaves));
  totals.first_mean = summarize(std::move(of_first)).mean;
  return totals;
}

// Calls line(family, method, totals) for each that was asked.
template <class Line>
void for_groups(const CliffsResults& results, const Line& line) {
  for (const std::string& family : results.families)
    for (std::size_t m = 0; m < results.options.methods.size(); ++m) {
      const Totals totals = totals_of(results, family, m);
      if (totals.queries > 0) line(family, results.options.methods[m], totals);
    }
}

std::string four(const Measure& measure, std::string_view between) {
  return fmt::format("{1:.4g}{0}{2:.4g}{0}{3:.4g}{0}{4:.4g}", between, measure.summary.mean, measure.summary.median,
                     measure.most_of_99, measure.summary.max);
}

std::string columns(const Measure& measure) {
  std::string text;
  for (const double value : {measure.summary.mean, measure.summary.median, measure.most_of_99, measure.summary.max})
    text += fmt::format(" {:>9.4g}", value);
  return text;
}

std::string time_table(const CliffsResults& results) {
  std::string text =
      fmt::format("{:<10} {:<10} {:>7} {:>9} {:>5} {:>9} {:>9} {:>9} {:>9} {:>12}\n", "family", "method", "queries",
                  "undecided", "wrong", "mean", "median", "99 %", "max", results.options.methods[0] + "'s mean");
  for_groups(results, [&](const std::string& family, const std::string& method, const Totals& t) {
    text += fmt::format("{:<10} {:<10} {:>7} {:>9} {:>5}{} {:>12.4g}\n", family, method, t.queries, t.undecided,
                        t.wrong, columns(t.time), t.first_mean);
  });
  return text;
}

std::string work_table(const CliffsResults& results) {
  std::string text = fmt::format("{:<10} {:<10} {:>39} {:>39}\n", "family", "method",
                                 "node tests: mean, median, 99 %, max", "leaf tests: mean, median, 99 %, max");
  for_groups(results, [&](const std::string& family, const std::string& method, const Totals& t) {
    text += fmt::format("{:<10} {:<10}{}{}\n", family, method, columns(t.nodes), columns(t.leaves));
  });
  return text;
}

// The dearest queries of a method, and every answer that is wrong.
std::string slowest_text(const CliffsResults& results) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (const std::string& family : results.families) {
    std::vector<const CliffRow*> rows;
    for (const CliffRow& row : results.rows)
      if (row.family == family && row.answers[0].asked) rows.push_back(&row);
    std::ranges::sort(rows, std::greater<>(), [](const CliffRow* row) { return row->answers[0].microseconds; });
    for (std::size_t i = 0; i < std::min(kShown, rows.size()); ++i)
      text +=
          fmt::format("  {:<8} {:>10.4g} ms  {}\n", family, rows[i]->answers[0].microseconds / 1000.0, rows[i]->name);
  }
  return text;
}

// How much of the free time is proved with a part of the work.
std::string curves_text(const CliffsResults& results) {
  std::string text = fmt::format("  {:<10}", "family");
  for (const double part : kBudgetParts)
    text += fmt::format(" {:>7}", part < 1 ? fmt::format("1/{:g}", 1 / part) : "all");
  text += "  query\n";
  for (const BudgetCurve& curve : results.curves) {
    text += fmt::format("  {:<10}", curve.family);
    for (const double known : curve.known) text += fmt::format(" {:>6.1f}%", 100 * known);
    text += fmt::format("  {}{}\n", curve.query, curve.falls ? ": FALLS" : "");
  }
  return text;
}

std::string faults_text(const CliffsResults& results) {
  std::string text;
  for (const CliffRow& row : results.rows)
    for (std::size_t m = 0; m < row.answers.size(); ++m)
      if (!row.answers[m].fault.empty())
        text += fmt::format("WRONG {} {} ({}): {}, {}\n", results.options.methods[m], row.family, row.name,
                            to_string(row.answers[m].toi.verdict), row.answers[m].fault);
  return text;
}

std::string cliffs_hash(const CliffsResults& results) {
  ResultHash hash;
  for (const CliffRow& row : results.rows)
    for (const CliffAnswer& answer : row.answers) {
      if (!answer.asked || answer.toi.verdict == Verdict::Undecided) continue;
      hash.add(to_string(answer.toi.verdict));
      hash.add(answer.toi.bracket.lo());
      hash.add(answer.toi.bracket.hi());
    }
  return hash.text();
}

std::string csv_of(const CliffsResults& results) {
  const CliffsOptions& options = results.options;
  std::string text = provenance_lines();
  text += fmt::format("# experiment: cliffs; seed {}; trials {}; tolerance {}; budget {} s\n", options.scale.seed,
                      options.scale.trials, options.tolerance, options.budget_seconds);
  text += fmt::format("# time: thread CPU time, under 1 ms the best of 5\n# result hash of what is decided: {}\n",
                      cliffs_hash(results));
  text +=
      "family,query,method,verdict,safe_until,milliseconds,node_tests,leaf_tests,linearizations,opened_nodes,"
      "retested_pairs,fault\n";
  for (const CliffRow& row : results.rows)
    for (std::size_t m = 0; m < row.answers.size(); ++m) {
      const CliffAnswer& answer = row.answers[m];
      if (!answer.asked) continue;
      const Statistics& work = answer.toi.statistics;
      text += fmt::format("{},\"{}\",{},{},{},{:.6g},{},{},{},{},{},\"{}\"\n", row.family, row.name, options.methods[m],
                          to_string(answer.toi.verdict), answer.toi.safe_until(), answer.microseconds / 1000.0,
                          work.node_tests, work.leaf_tests, work.linearizations, work.opened_nodes, work.retested_pairs,
                          answer.fault);
    }
  return text;
}

// For the documentation.
std::string markdown_of(const CliffsResults& results) {
  std::string text =
      "| family | method | queries | undecided | wrong | mean, ms | median | 99 % | max | node tests: mean | median | "
      "99 % | max | leaf tests: mean | median | 99 % | max |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for_groups(results, [&](const std::string& family, const std::string& method, const Totals& t) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", family, method, t.queries, t.undecided, t.wrong,
                        four(t.time, " | "), four(t.nodes, " | "), four(t.leaves, " | "));
  });
  return text;
}

LinePlot curves_plot(const CliffsResults& results) {
  LinePlot plot;
  plot.title = "Proved free with a part of the work";
  plot.subtitle = fmt::format("the dearest query of each family, by {}", results.options.methods[0]);
  plot.x = {"iterations", Scale::Log};
  plot.y = {"part of the free time proved"};
  for (const BudgetCurve& curve : results.curves) {
    LineSeries series{curve.family, {}};
    for (std::size_t i = 0; i < kBudgetParts.size(); ++i)
      series.points.emplace_back(std::max(1.0, kBudgetParts[i] * static_cast<double>(curve.iterations)),
                                 curve.known[i]);
    plot.series.push_back(std::move(series));
  }
  return plot;
}

HistogramPlot plot_of(const CliffsResults& results) {
  HistogramPlot plot;
  plot.title = "Queries of the kinds that may take very long";
  plot.subtitle = fmt::format("share of queries by time, budget {} s, one thread of {}", results.options.budget_seconds,
                              cpu_name());
  plot.x = "CPU ms a query";
  plot.names = results.options.methods;
  for (const std::string& family : results.families) {
    HistogramRow row{family, {}};
    for (std::size_t m = 0; m < results.options.methods.size(); ++m)
      row.samples.push_back(totals_of(results, family, m).milliseconds);
    plot.rows.push_back(std::move(row));
  }
  return plot;
}

}  // namespace

std::string cliffs_text(const CliffsResults& results) {
  return fmt::format(
      "time per query, ms (thread CPU time; under 1 ms the best of 5; budget {} s)\n{}\nwork per query\n{}\ndearest "
      "queries of {}\n{}\nproved free with a part of the iterations, dearest query of each family\n{}\nresult hash of "
      "what is decided {}\n{}",
      results.options.budget_seconds, time_table(results), work_table(results), results.options.methods[0],
      slowest_text(results), curves_text(results), cliffs_hash(results), faults_text(results));
}

std::vector<std::filesystem::path> write_cliffs_files(const CliffsResults& results) {
  std::vector<std::filesystem::path> written;
  const auto write = [&](const char* name, const std::string& text) {
    written.push_back(results.options.out / name);
    write_file(written.back(), text);
  };
  write("cliffs.csv", csv_of(results));
  write("cliffs.md", markdown_of(results));
  write("cliffs.svg", to_svg(plot_of(results)));
  if (!results.curves.empty()) write("cliffs-budget.svg", to_svg(curves_plot(results)));
  return written;
}

}  // namespace graze::bench
