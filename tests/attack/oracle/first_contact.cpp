// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "attack/oracle/oracle.hpp"

namespace graze::attack {
namespace {

struct Look {
  double time, value;
};

std::vector<double> times_to_look_at(const Question& question, int samples) {
  std::vector<double> times{question.start, question.end};
  for (int i = 1; i < samples; ++i)
    times.push_back(question.start + (question.end - question.start) * (static_cast<double>(i) / samples));
  for (const double t : question.suspects)
    if (t >= question.start && t <= question.end) times.push_back(t);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// The bottom of a dip between two times: golden section.
Look bottom(const Oracle& oracle, double left, const Look& middle, double right) {
  Look best = middle;
  for (int round = 0; round < 24; ++round) {
    const bool upper = right - best.time > best.time - left;
    const double t = upper ? best.time + 0.382 * (right - best.time) : best.time - 0.382 * (best.time - left);
    if (!(t > left && t < right) || t == best.time) break;
    const Look look{t, oracle.estimate(t)};
    const bool better = look.value < best.value;
    if (better) (upper ? left : right) = best.time;
    if (!better) (upper ? right : left) = t;
    if (better) best = look;
    if (best.value < 0) break;
  }
  return best;
}

// Halves the time between one seen apart and one in contact; the last ones seen in contact are proved in quads.
std::optional<double> earliest(const Oracle& oracle, double apart, double contact) {
  std::vector<double> seen{contact};
  for (int round = 0; round < 44; ++round) {
    const double middle = apart + (contact - apart) / 2;
    if (!(middle > apart && middle < contact)) break;
    const bool touches = oracle.estimate(middle) <= 0;
    (touches ? contact : apart) = middle;
    if (touches) seen.push_back(middle);
  }
  for (std::size_t i = seen.size(); i-- > 0;)
    if (oracle.contact_at(seen[i])) return seen[i];
  return std::nullopt;
}

}  // namespace

std::optional<double> first_contact(const Oracle& oracle, const Question& question, int samples) {
  std::vector<Look> looks;
  for (const double t : times_to_look_at(question, samples)) {
    looks.push_back({t, oracle.estimate(t)});
    if (looks.back().value <= 0 && oracle.contact_at(t)) break;
  }
  for (std::size_t i = 0; i < looks.size(); ++i) {
    if (looks[i].value <= 0 && oracle.contact_at(looks[i].time))
      return i == 0 ? looks[0].time : earliest(oracle, looks[i - 1].time, looks[i].time);
    const bool dips =
        i > 0 && i + 1 < looks.size() && looks[i].value <= looks[i - 1].value && looks[i].value <= looks[i + 1].value;
    if (!dips) continue;
    const Look low = bottom(oracle, looks[i - 1].time, looks[i], looks[i + 1].time);
    if (low.value <= 0 && oracle.contact_at(low.time)) return earliest(oracle, looks[i - 1].time, low.time);
  }
  return std::nullopt;
}

std::unique_ptr<Oracle> oracle_for(const Question& question) {
  if (!question.others.empty()) return group_oracle(question);
  if (question.motion_a.path == Path::Deforming) return deforming_oracle(question);
  if (is_curved(question.shape_a) || is_curved(question.shape_b)) return curved_oracle(question);
  return parts_oracle(question);
}

}  // namespace graze::attack
