// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "experiments/encounters/encounters_report.hpp"
#include "experiments/encounters/encounters_summary.hpp"
#include "peers/mesh_ccd_peer.hpp"

namespace graze::bench {

namespace {

std::string models_text(const EncounterResults& results) {
  std::string text = "models (largest extent 1)\n";
  for (const Model& model : results.models) {
    text += fmt::format("  {:<10} {:>7} triangles  {}\n", model.name, model.mesh.triangles.size(), model.source);
  }
  return text;
}

// A table line for each method and kind of encounter, and for each method overall.
template <class Line>
std::string for_groups(const EncounterResults& results, Line line) {
  std::string text;
  for (std::size_t m = 0; m < results.options.methods.size(); ++m) {
    const std::string& method = results.options.methods[m];
    for (const Encounter& encounter : results.options.encounters)
      text += line(method, encounter.name, total(results, m, of_encounter(encounter)));
    text += line(method, "all", total(results, m, every_case()));
  }
  return text;
}

std::string verdict_text(const EncounterResults& results) {
  return fmt::format("  {:<11} {:<8} {:>6} {:>7} {:>6} {:>9} {:>7} {:>12} {:>7}\n", "method", "meeting", "trials",
                     "impact", "free", "undecided", "misses", "penetrations", "failed") +
         for_groups(results, [](const std::string& method, std::string_view kind, const EncounterTotals& t) {
           return fmt::format("  {:<11} {:<8} {:>6} {:>7} {:>6} {:>9} {:>7} {:>12} {:>7}\n", method, kind, t.trials,
                              t.impacts, t.free, t.undecided, t.misses, t.penetrations, t.failures);
         });
}

std::string six_numbers(const Summary& s, double unit, const char* format) {
  std::string text;
  if (s.count == 0) return "  none";
  for (const double value : {s.min, s.lower_quartile, s.median, s.mean, s.upper_quartile, s.max}) {
    text += fmt::format(fmt::runtime(format), value / unit);
  }
  return text;
}

constexpr const char* kSixHeader = "  {:<11} {:<8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n";

std::string six_header() {
  return fmt::format(kSixHeader, "method", "meeting", "min", "quartile", "median", "mean", "quartile", "max");
}

std::string separation_text(const EncounterResults& results) {
  return six_header() +
         for_groups(results, [](const std::string& method, std::string_view kind, const EncounterTotals& t) {
           return fmt::format("  {:<11} {:<8}{}\n", method, kind, six_numbers(t.separation, 1.0, " {:>9.2e}"));
         });
}

std::string time_text(const EncounterResults& results) {
  return six_header() +
         for_groups(results, [](const std::string& method, std::string_view kind, const EncounterTotals& t) {
           return fmt::format("  {:<11} {:<8}{}   99%: {:.2f}\n", method, kind,
                              six_numbers(t.microseconds, 1000.0, " {:>9.3f}"), t.time_99 / 1000.0);
         });
}

std::string work_text(const EncounterResults& results) {
  return fmt::format("  {:<11} {:<8} {:>12} {:>12} {:>14}\n", "method", "meeting", "node tests", "leaf tests",
                     "feature tests") +
         for_groups(results, [](const std::string& method, std::string_view kind, const EncounterTotals& t) {
           if (MeshCcdPeer::knows(method)) return std::string();  // it does not count
           return fmt::format("  {:<11} {:<8} {:>12.0f} {:>12.0f} {:>14.0f}\n", method, kind, t.node_tests.mean,
                              t.leaf_tests.mean, t.feature_tests.mean);
         });
}

std::string peer_text(const EncounterResults& results) {
  double largest = 0.0;
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    largest = std::max(largest, total(results, m, every_case()).largest_peer_difference);
  }
  return fmt::format("(by {}; differs from our extended-precision recount by at most {:.1e})", peer_name(), largest);
}

std::string failure_text(const EncounterResults& results) {
  std::string text;
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    for (std::size_t i = 0; i < results.cases.size(); ++i) {
      const EncounterAnswer& answer = results.answers[m][i];
      if (!answer.failed) continue;
      const EncounterCase& c = results.cases[i];
      text += fmt::format("FAILED {} {} {} trial {}: {} at {}, separation {:.4g} ({:.4g}){}{}\n",
                          results.options.methods[m], results.pair_name(c), c.encounter.name, c.index,
                          to_string(answer.toi.verdict), answer.toi.bracket.lo(), answer.separation,
                          answer.refined_separation, answer.penetrates ? ", penetrates" : "",
                          answer.earlier_contact ? fmt::format(", contact at {} missed", *answer.earlier_contact) : "");
    }
  }
  return text;
}

// How many times as long as the first method the others take.
std::string ratio_text(const EncounterResults& results) {
  if (results.answers.size() < 2) return "";
  const Summary first = total(results, 0, every_case()).microseconds;
  std::string text = fmt::format("\ntime as a multiple of {}'s\n  {:<11} {:>9} {:>9}\n", results.options.methods[0],
                                 "method", "median", "mean");
  for (std::size_t m = 1; m < results.answers.size(); ++m) {
    const Summary other = total(results, m, every_case()).microseconds;
    text += fmt::format("  {:<11} {:>9.1f} {:>9.1f}\n", results.options.methods[m], other.median / first.median,
                        other.mean / first.mean);
  }
  return text;
}

}  // namespace

std::string encounter_text(const EncounterResults& results) {
  const std::string truth = results.options.truth
                                ? "misses: contacts found by dense sampling with an exact intersection test"
                                : "misses were not looked for (--no-truth)";
  return fmt::format(
      "{}\nverdicts ({})\n{}\nseparation at impact, units {}\n{}\ntime per query, ms (thread CPU time; under 1 ms the "
      "best of 5)\n{}{}\nwork per query, mean\n{}\nresult hash {}\n{}",
      models_text(results), truth, verdict_text(results), peer_text(results), separation_text(results),
      time_text(results), ratio_text(results), work_text(results), encounter_hash(results), failure_text(results));
}

}  // namespace graze::bench
