// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/encounters_summary.hpp"

#include <algorithm>
#include <cmath>

namespace graze::bench {

namespace {

void count_verdict(EncounterTotals& totals, Verdict verdict) {
  switch (verdict) {
    case Verdict::Impact:
      ++totals.impacts;
      break;
    case Verdict::Free:
      ++totals.free;
      break;
    case Verdict::InitialContact:
      ++totals.initial_contacts;
      break;
    case Verdict::Undecided:
    case Verdict::Unsupported:
      ++totals.undecided;
      break;
  }
}

}  // namespace

EncounterTotals total(const EncounterResults& results, std::size_t method, const CaseFilter& filter) {
  EncounterTotals totals;
  std::vector<double> separation, microseconds, nodes, leaves, features;
  for (std::size_t i = 0; i < results.cases.size(); ++i) {
    if (!filter(results.cases[i])) continue;
    const EncounterAnswer& answer = results.answers[method][i];
    ++totals.trials;
    count_verdict(totals, answer.toi.verdict);
    totals.misses += answer.earlier_contact ? 1 : 0;
    totals.penetrations += answer.penetrates ? 1 : 0;
    totals.failures += answer.failed ? 1 : 0;
    microseconds.push_back(answer.microseconds);
    nodes.push_back(static_cast<double>(answer.toi.statistics.node_tests));
    leaves.push_back(static_cast<double>(answer.toi.statistics.leaf_tests));
    features.push_back(static_cast<double>(answer.toi.statistics.feature_tests));
    if (answer.toi.verdict != Verdict::Impact) continue;
    separation.push_back(answer.separation);
    totals.largest_peer_difference =
        std::max(totals.largest_peer_difference, std::abs(answer.separation - answer.refined_separation));
  }
  totals.separation = summarize(std::move(separation));
  totals.microseconds = summarize(microseconds);
  totals.node_tests = summarize(std::move(nodes));
  totals.leaf_tests = summarize(std::move(leaves));
  totals.feature_tests = summarize(std::move(features));
  std::sort(microseconds.begin(), microseconds.end());
  totals.time_99 = quantile(microseconds, 0.99);
  return totals;
}

CaseFilter every_case() {
  return [](const EncounterCase&) { return true; };
}

CaseFilter of_encounter(const Encounter& encounter) {
  return [name = encounter.name](const EncounterCase& c) { return c.encounter.name == name; };
}

CaseFilter of_pair(std::size_t model_a, std::size_t model_b, const Encounter& encounter) {
  return [=, name = encounter.name](const EncounterCase& c) {
    return c.model_a == model_a && c.model_b == model_b && c.encounter.name == name;
  };
}

}  // namespace graze::bench
