// SPDX-License-Identifier: Apache-2.0
#include "reports/toi_report.hpp"

#include <iterator>
#include <string_view>

#include <fmt/format.h>

#include "reports/vector_words.hpp"

namespace graze {
namespace {

class Table {
 public:
  void row(std::string_view title, const std::string& text) {
    fmt::format_to(std::back_inserter(text_), "{:<11} {}\n", title, text);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string verdict_in_words(const Toi& toi, const Query& query) {
  const std::string apart = query.separation > 0.0 ? fmt::format("further apart than {}", query.separation) : "apart";
  const std::string touch = query.separation > 0.0 ? fmt::format("come within {}", query.separation) : "touch";
  switch (toi.verdict) {
    case Verdict::Free:
      if (toi.guarantee == Guarantee::Sampled)
        return fmt::format("free, as far as seen: no contact at any of the {} instants looked at",
                           toi.statistics.leaf_tests);
      return fmt::format("free: the bodies are {} during the whole window", apart);
    case Verdict::Impact:
      if (toi.guarantee == Guarantee::Sampled)
        return fmt::format("impact: the bodies {} after t = {:.10g}, if not before", touch, toi.bracket.lo());
      return fmt::format("impact: the bodies first {} at t = {:.10g}", touch, toi.bracket.lo());
    case Verdict::InitialContact:
      return "initial contact: the bodies touch or overlap at the start of the window";
    case Verdict::Undecided: {
      const bool limited = query.budget.iterations > 0 || query.budget.seconds > 0;
      const std::string_view why = limited ? "the budget ran out" : "doubles, or the solver's own limit, do not tell";
      if (!(toi.bracket.lo() > query.window.lo())) return fmt::format("undecided: {}, and nothing is established", why);
      return fmt::format("undecided: {}; the bodies are {} at least until t = {}", why, apart, toi.bracket.lo());
    }
    case Verdict::Unsupported:
      return "unsupported: this solver does not take this pair of shapes and motions";
  }
  return "";
}

std::string_view guarantee_in_words(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::Proved:
      return "proved: holds with floating-point rounding included";
    case Guarantee::Conservative:
      return "conservative: holds in exact arithmetic";
    case Guarantee::Sampled:
      return "sampled: may have missed a contact";
    case Guarantee::None:
      return "none: nothing was established";
  }
  return "";
}

std::string feature_in_words(const Feature& feature) {
  const auto& [i, j, k] = feature.vertices;
  switch (feature.kind) {
    case FeatureKind::Vertex:
      return fmt::format("vertex {}", feature.index);
    case FeatureKind::Edge:
      return fmt::format("edge {}-{}", i, j);
    case FeatureKind::Face:
      return fmt::format("face {} ({}, {}, {})", feature.index, i, j, k);
    case FeatureKind::Surface:
      return "the surface";
  }
  return "";
}

void add_contact(Table& table, const Contact& contact, const std::string& name_a, const std::string& name_b) {
  table.row("contact", fmt::format("{} of {} with {} of {}", feature_in_words(contact.feature_a), name_a,
                                   feature_in_words(contact.feature_b), name_b));
  table.row("  at", fmt::format("{} on {}", in_words(contact.point_a), name_a));
  table.row("", fmt::format("{} on {}", in_words(contact.point_b), name_b));
  table.row("  normal", fmt::format("{} from {} to {}", in_words(contact.normal), name_a, name_b));
  table.row("  approach", fmt::format("{:.10g} length units per time unit along the normal", contact.approach_speed));
}

std::string effort(const Statistics& statistics) {
  return fmt::format("{:.3f} ms: {} node, {} leaf and {} feature tests, {} root-finder steps",
                     statistics.microseconds / 1000.0, statistics.node_tests, statistics.leaf_tests,
                     statistics.feature_tests, statistics.root_iterations);
}

}  // namespace

std::string describe(const Toi& toi, const Query& query, const std::string& name_a, const std::string& name_b) {
  const bool impact = toi.verdict == Verdict::Impact;
  Table table;
  table.row("verdict", verdict_in_words(toi, query));
  table.row("guarantee", std::string(guarantee_in_words(toi.guarantee)));
  table.row("window", fmt::format("[{}, {}]", query.window.lo(), query.window.hi()));
  table.row("bracket", fmt::format("[{:.17g}, {:.17g}]", toi.bracket.lo(), toi.bracket.hi()));
  if (impact) {
    table.row("", toi.guarantee == Guarantee::Sampled
                      ? "seen apart at its start and in contact at its end; not looked at in between"
                      : "apart up to its start; the contact, or a miss by less than the tolerance, lies in it");
    table.row("separation", fmt::format("between {:.4g} and {:.4g} at the start of the bracket (tolerance {:.4g})",
                                        toi.separation.lo(), toi.separation.hi(), toi.tolerance));
  }
  if (impact || toi.verdict == Verdict::InitialContact) add_contact(table, toi.contact, name_a, name_b);
  if (!toi.patch.empty()) table.row("patch", fmt::format("{} feature pairs in contact", toi.patch.size()));
  for (const Contact& contact : toi.patch) {
    table.row("", fmt::format("{} with {} at {}", feature_in_words(contact.feature_a),
                              feature_in_words(contact.feature_b), in_words(contact.point_a)));
  }
  table.row("effort", effort(toi.statistics));
  return table.take();
}

}  // namespace graze
