// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "d2m_report.hpp"
#include "d2m_summary.hpp"

namespace graze::bench {

namespace {

std::string models_text(const D2mResults& results) {
  std::string text = "models (largest extent 1)\n";
  for (const Model& model : results.models) {
    text += fmt::format("  {:<9} {:>7} triangles  {}\n", model.name, model.mesh.triangles.size(), model.source);
  }
  return text;
}

// A table line for each method and speed, and for each method overall.
template <class Line>
std::string for_groups(const D2mResults& results, Line line) {
  std::string text;
  for (std::size_t m = 0; m < results.options.methods.size(); ++m) {
    const std::string& method = results.options.methods[m];
    text += line(method, "4 u/s", total(results, m, at_speed("low")));
    text += line(method, "512 u/s", total(results, m, at_speed("high")));
    text += line(method, "all", total(results, m, every_case()));
  }
  return text;
}

std::string verdict_text(const D2mResults& results) {
  return fmt::format("  {:<9} {:<8} {:>6} {:>7} {:>6} {:>9} {:>7} {:>12} {:>7}\n", "method", "speed", "trials",
                     "impact", "free", "undecided", "misses", "penetrations", "failed") +
         for_groups(results, [](const std::string& method, const char* speed, const D2mTotals& t) {
           return fmt::format("  {:<9} {:<8} {:>6} {:>7} {:>6} {:>9} {:>7} {:>12} {:>7}\n", method, speed, t.trials,
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

constexpr const char* kSixHeader = "  {:<9} {:<8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n";

std::string six_header() {
  return fmt::format(kSixHeader, "method", "speed", "min", "quartile", "median", "mean", "quartile", "max");
}

std::string separation_text(const D2mResults& results) {
  return six_header() + for_groups(results, [](const std::string& method, const char* speed, const D2mTotals& t) {
           return fmt::format("  {:<9} {:<8}{}\n", method, speed, six_numbers(t.separation, 1.0, " {:>9.2e}"));
         });
}

std::string time_text(const D2mResults& results) {
  return six_header() + for_groups(results, [](const std::string& method, const char* speed, const D2mTotals& t) {
           return fmt::format("  {:<9} {:<8}{}   99%: {:.2f}\n", method, speed,
                              six_numbers(t.microseconds, 1000.0, " {:>9.3f}"), t.time_99 / 1000.0);
         });
}

std::string work_text(const D2mResults& results) {
  return fmt::format("  {:<9} {:<8} {:>12} {:>12} {:>14}\n", "method", "speed", "node tests", "leaf tests",
                     "feature tests") +
         for_groups(results, [](const std::string& method, const char* speed, const D2mTotals& t) {
           return fmt::format("  {:<9} {:<8} {:>12.0f} {:>12.0f} {:>14.0f}\n", method, speed, t.node_tests.mean,
                              t.leaf_tests.mean, t.feature_tests.mean);
         });
}

std::string peer_text(const D2mResults& results) {
  double largest = 0.0;
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    largest = std::max(largest, total(results, m, every_case()).largest_peer_difference);
  }
  return fmt::format("(by {}; differs from our extended-precision recount by at most {:.1e})", peer_name(), largest);
}

std::string failure_text(const D2mResults& results) {
  std::string text;
  for (std::size_t m = 0; m < results.answers.size(); ++m) {
    for (std::size_t i = 0; i < results.cases.size(); ++i) {
      const D2mAnswer& answer = results.answers[m][i];
      if (!answer.failed) continue;
      const D2mCase& c = results.cases[i];
      text += fmt::format("FAILED {} {} {} trial {}: {} at {}, separation {:.4g} ({:.4g}){}{}\n",
                          results.options.methods[m], results.pair_name(c), c.encounter.name, c.index,
                          to_string(answer.toi.verdict), answer.toi.bracket.lo(), answer.separation,
                          answer.refined_separation, answer.penetrates ? ", penetrates" : "",
                          answer.earlier_contact ? fmt::format(", contact at {} missed", *answer.earlier_contact) : "");
    }
  }
  return text;
}

}  // namespace

std::string d2m_text(const D2mResults& results) {
  const std::string truth = results.options.truth
                                ? "misses: contacts found by dense sampling with an exact intersection test"
                                : "misses were not looked for (--no-truth)";
  return fmt::format(
      "{}\nverdicts ({})\n{}\nseparation at impact, units {}\n{}\ntime per query, ms (thread CPU time; under 1 ms the "
      "best of 5)\n{}\nwork per query, mean\n{}\nresult hash {}\n{}",
      models_text(results), truth, verdict_text(results), peer_text(results), separation_text(results),
      time_text(results), work_text(results), d2m_result_hash(results), failure_text(results));
}

}  // namespace graze::bench
