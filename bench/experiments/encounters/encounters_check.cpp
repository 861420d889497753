// SPDX-License-Identifier: Apache-2.0
#include "experiments/encounters/encounters_check.hpp"

#include <algorithm>

#include "harness/parallel.hpp"
#include "harness/progress.hpp"
#include "judges/truth.hpp"

namespace graze::bench {

namespace {

// The refined measurement looks at all triangles at least this near, should the peer say 0 by mistake.
constexpr double kNear = 1e-8;

// The time up to which an answer says that the bodies are apart. Negative: it says nothing.
double apart_until(const Toi& toi) {
  switch (toi.verdict) {
    case Verdict::Free:
    case Verdict::Impact:
      return toi.safe_until();
    case Verdict::Undecided:
      return toi.safe_until() > 0.0 ? toi.safe_until() : -1.0;
    case Verdict::InitialContact:
    case Verdict::Unsupported:
      break;
  }
  return -1.0;
}

void measure(const PairOracle& oracle, const Trial& trial, EncounterAnswer& answer) {
  const double until = apart_until(answer.toi);
  if (until < 0.0) return;
  const RealPose pose = relative_pose(trial.a, trial.b, until);
  answer.penetrates = oracle.intersect(pose);
  if (answer.toi.verdict != Verdict::Impact) return;
  answer.separation = oracle.distance(pose);
  answer.refined_separation =
      answer.penetrates ? 0.0 : oracle.refined_distance(pose, std::max(answer.separation, kNear));
}

// A trial starts apart, so initial contact is as wrong as a missed one.
bool has_failed(const EncounterAnswer& answer, bool capoeira, double tolerance) {
  if (answer.toi.guarantee == Guarantee::Sampled) return false;  // it promises nothing; what it misses is counted
  const Verdict verdict = answer.toi.verdict;
  if (verdict == Verdict::InitialContact || verdict == Verdict::Unsupported) return true;
  if (answer.penetrates || answer.earlier_contact) return true;
  if (verdict != Verdict::Impact) return false;
  const auto as_promised = [&](double separation) { return separation > 0.0 && (capoeira || separation <= tolerance); };
  return !as_promised(answer.separation) || !as_promised(answer.refined_separation);
}

class CaseCheck {
 public:
  CaseCheck(EncounterResults& results, std::size_t index)
      : results_(results),
        case_(results.cases[index]),
        index_(index),
        a_(results.models[case_.model_a]),
        b_(results.models[case_.model_b]),
        oracle_(a_, b_) {}

  void run() {
    double furthest = -1.0;
    for (auto& of_method : results_.answers) {
      measure(oracle_, case_.trial, of_method[index_]);
      furthest = std::max(furthest, apart_until(of_method[index_].toi));
    }
    if (results_.options.truth && furthest >= 0.0) compare_with_truth(furthest);
    for (std::size_t m = 0; m < results_.answers.size(); ++m) {
      const bool capoeira = results_.options.methods[m] == "capoeira";
      EncounterAnswer& answer = results_.answers[m][index_];
      answer.failed = has_failed(answer, capoeira, results_.options.tolerance);
    }
  }

 private:
  // One sampling, as far as the method that goes furthest, serves all methods.
  void compare_with_truth(double until) {
    const double speed = closing_speed_bound(case_.trial, a_.radius, b_.radius);
    const auto b_in_a = [&](double time) { return relative_pose(case_.trial.a, case_.trial.b, time); };
    const Truth truth = sample_truth(oracle_, b_in_a, speed, until);
    results_.truth_samples[index_] = truth.samples;
    if (!truth.contact) return;
    for (auto& of_method : results_.answers) {
      if (truth.contact->second <= apart_until(of_method[index_].toi)) {
        of_method[index_].earlier_contact = truth.contact->second;
      }
    }
  }

  EncounterResults& results_;
  const EncounterCase& case_;
  std::size_t index_;
  const Model& a_;
  const Model& b_;
  PairOracle oracle_;
};

}  // namespace

void check_answers(EncounterResults& results) {
  results.truth_samples.assign(results.cases.size(), 0);
  Progress progress("checking", results.cases.size());
  for_each_index(results.cases.size(), results.options.truth_threads, [&](std::size_t i) {
    CaseCheck(results, i).run();
    progress.step();
  });
}

}  // namespace graze::bench
