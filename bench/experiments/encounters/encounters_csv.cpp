// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/encounters_csv.hpp"

#include <fmt/format.h>

#include "experiments/encounters/encounters_report.hpp"
#include "experiments/encounters/encounters_summary.hpp"
#include "harness/provenance.hpp"

namespace graze::bench {

namespace {

std::string header_lines(const EncounterResults& results) {
  const EncounterOptions& options = results.options;
  std::string text = provenance_lines();
  text += fmt::format("# experiment: {}; seed {}; trials {}; tolerance {:g}; query threads {}\n", options.name,
                      options.seed, options.trials, options.tolerance, options.threads);
  text += fmt::format("# separation: {}, and a recount in extended precision\n", peer_name());
  text += "# time: thread CPU time of one query; under 1 ms the best of 5\n";
  for (const Model& model : results.models) {
    text += fmt::format("# model: {}, {} triangles, {}\n", model.name, model.mesh.triangles.size(), model.source);
  }
  text += fmt::format("# result hash: {}\n", encounter_hash(results));
  return text;
}

std::string trial_row(const EncounterResults& results, std::size_t method, std::size_t index) {
  const EncounterCase& c = results.cases[index];
  const EncounterAnswer& answer = results.answers[method][index];
  const Toi& toi = answer.toi;
  const bool impact = toi.verdict == Verdict::Impact;
  const std::string separations = impact ? fmt::format("{},{},{},{}", answer.separation, answer.refined_separation,
                                                       toi.separation.lo(), toi.separation.hi())
                                         : ",,,";
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{:.3f},{},{},{},{},{},{},{}\n", results.options.methods[method],
                     results.pair_name(c), c.encounter.name, c.index, c.trial.seed, to_string(toi.verdict),
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

std::string summary_row(const std::string& method, const std::string& pair, std::string_view encounter,
                        const EncounterTotals& t) {
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{}{}{},{:.6g},{:.6g},{:.6g},{:.6g}\n", method, pair, encounter,
                     t.trials, t.impacts, t.free, t.initial_contacts, t.undecided, t.misses, t.penetrations, t.failures,
                     six_values(t.separation), six_values(t.microseconds), t.time_99, t.node_tests.mean,
                     t.leaf_tests.mean, t.feature_tests.mean);
}

std::string pair_rows(const EncounterResults& results, std::size_t method) {
  std::string text;
  for (std::size_t a = 0; a < results.models.size(); ++a) {
    for (std::size_t b = a; b < results.models.size(); ++b) {
      for (const Encounter& encounter : results.options.encounters) {
        const EncounterTotals totals = total(results, method, of_pair(a, b, encounter));
        if (totals.trials == 0) continue;
        text += summary_row(results.options.methods[method], results.models[a].name + "-" + results.models[b].name,
                            encounter.name, totals);
      }
    }
  }
  return text;
}

}  // namespace

std::string encounter_trials_csv(const EncounterResults& results) {
  std::string text = header_lines(results);
  text +=
      "method,pair,encounter,trial,trial_seed,verdict,lo,hi,separation,refined_separation,certified_separation_lower,"
      "certified_separation_upper,tolerance,microseconds,node_tests,leaf_tests,feature_tests,root_iterations,"
      "truth_samples,missed,penetrates\n";
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    for (std::size_t i = 0; i < results.cases.size(); ++i) text += trial_row(results, m, i);
  }
  return text;
}

std::string encounter_summary_csv(const EncounterResults& results) {
  std::string text = header_lines(results);
  text += "method,pair,encounter,trials,impacts,free,initial_contacts,undecided,misses,penetrations,failures" +
          six_columns("separation") + six_columns("microseconds") +
          ",microseconds_99_percent,node_tests_mean,leaf_tests_mean,feature_tests_mean\n";
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    const std::string& method = results.options.methods[m];
    text += pair_rows(results, m);
    for (const Encounter& encounter : results.options.encounters)
      text += summary_row(method, "all", encounter.name, total(results, m, of_encounter(encounter)));
    text += summary_row(method, "all", "all", total(results, m, every_case()));
  }
  return text;
}

}  // namespace graze::bench
