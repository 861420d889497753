// SPDX-License-Identifier: Apache-2.0
#include "d2m_csv.hpp"

#include <fmt/format.h>

#include "d2m_report.hpp"
#include "d2m_summary.hpp"
#include "provenance.hpp"

namespace graze::bench {

namespace {

std::string header_lines(const D2mResults& results) {
  const D2mBenchOptions& options = results.options;
  std::string text = provenance_lines();
  text += fmt::format("# experiment: d2m; seed {}; trials {}; tolerance {:g}; query threads {}\n", options.seed,
                      options.trials, options.tolerance, options.threads);
  text += fmt::format("# separation: {}, and a recount in extended precision\n", peer_name());
  text += "# time: thread CPU time of one query; under 1 ms the best of 5\n";
  for (const Model& model : results.models) {
    text += fmt::format("# model: {}, {} triangles, {}\n", model.name, model.mesh.triangles.size(), model.source);
  }
  text += fmt::format("# result hash: {}\n", d2m_result_hash(results));
  return text;
}

std::string trial_row(const D2mResults& results, std::size_t method, std::size_t index) {
  const D2mCase& c = results.cases[index];
  const D2mAnswer& answer = results.answers[method][index];
  const Toi& toi = answer.toi;
  const bool impact = toi.verdict == Verdict::Impact;
  const std::string separations = impact ? fmt::format("{},{},{},{}", answer.separation, answer.refined_separation,
                                                       toi.separation.lo(), toi.separation.hi())
                                         : ",,,";
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{:.3f},{},{},{},{},{},{},{}\n", results.options.methods[method],
                     results.pair_name(c), c.encounter.speed, c.index, c.trial.seed, to_string(toi.verdict),
                     toi.bracket.lo(), toi.bracket.hi(), separations, toi.tolerance, answer.microseconds,
                     toi.statistics.node_tests, toi.statistics.leaf_tests, toi.statistics.feature_tests,
                     toi.statistics.root_iterations, results.truth_samples[index], answer.earlier_contact ? 1 : 0,
                     answer.penetrates ? 1 : 0);
}

std::string six_columns(const std::string& name) {
  std::string text;
  for (const char* part : {"min", "lower_quartile", "median", "mean", "upper_quartile", "max"}) {
    text += fmt::format(",{}_{}", name, part);
  }
  return text;
}

std::string six_values(const Summary& s) {
  return fmt::format(",{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g}", s.min, s.lower_quartile, s.median, s.mean,
                     s.upper_quartile, s.max);
}

std::string summary_row(const std::string& method, const std::string& pair, const std::string& speed,
                        const D2mTotals& t) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}{}{},{:.6g},{:.6g},{:.6g},{:.6g}\n", method, pair, speed,
                     t.trials, t.impacts, t.free, t.initial_contacts, t.undecided, t.misses, t.penetrations, t.failures,
                     six_values(t.separation), six_values(t.microseconds), t.time_99, t.node_tests.mean,
                     t.leaf_tests.mean, t.feature_tests.mean);
}

std::string pair_rows(const D2mResults& results, std::size_t method) {
  std::string text;
  for (std::size_t a = 0; a < results.models.size(); ++a) {
    for (std::size_t b = a; b < results.models.size(); ++b) {
      for (const Encounter& encounter : {slow_encounter(), fast_encounter()}) {
        const D2mTotals totals = total(results, method, of_pair(a, b, encounter.name));
        if (totals.trials == 0) continue;
        text += summary_row(results.options.methods[method], results.models[a].name + "-" + results.models[b].name,
                            fmt::format("{}", encounter.speed), totals);
      }
    }
  }
  return text;
}

}  // namespace

std::string d2m_trials_csv(const D2mResults& results) {
  std::string text = header_lines(results);
  text +=
      "method,pair,speed,trial,trial_seed,verdict,lo,hi,separation,refined_separation,certified_separation_lower,"
      "certified_separation_upper,tolerance,microseconds,node_tests,leaf_tests,feature_tests,root_iterations,"
      "truth_samples,missed,penetrates\n";
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    for (std::size_t i = 0; i < results.cases.size(); ++i) text += trial_row(results, m, i);
  }
  return text;
}

std::string d2m_summary_csv(const D2mResults& results) {
  std::string text = header_lines(results);
  text += "method,pair,speed,trials,impacts,free,initial_contacts,undecided,misses,penetrations,failures" +
          six_columns("separation") + six_columns("microseconds") +
          ",microseconds_99_percent,node_tests_mean,leaf_tests_mean,feature_tests_mean\n";
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    const std::string& method = results.options.methods[m];
    text += pair_rows(results, m);
    text += summary_row(method, "all", "4", total(results, m, at_speed("low")));
    text += summary_row(method, "all", "512", total(results, m, at_speed("high")));
    text += summary_row(method, "all", "all", total(results, m, every_case()));
  }
  return text;
}

}  // namespace graze::bench
