// SPDX-License-Identifier: Apache-2.0
#include "features/verify.hpp"

#include <cmath>
#include <string>

namespace graze::testing {
namespace {

// The largest distance that a corner of one goes against one of the other per unit of time; may overflow.
double fastest(const Corners& corners) {
  double speed = 0.0;
  for (const LinearPath& a : corners.all().first(static_cast<std::size_t>(corners.size_a)))
    for (const LinearPath& b : corners.all().subspan(static_cast<std::size_t>(corners.size_a)))
      speed = std::max(speed, ((a.end - a.start) - (b.end - b.start)).norm());
  return speed;
}

bool adds_up(const std::array<double, 3>& weights) {
  double sum = 0.0;
  for (const double w : weights) {
    if (!(w >= 0 && w <= 1)) return false;
    sum += w;
  }
  return std::abs(sum - 1) < 1e-12;
}

std::string fault_in_contact(const FeatureToi& toi, const TouchOracle& oracle, const Corners& corners,
                             const FeatureQuery& query) {
  const Interval& window = query.window;
  const Interval& bracket = toi.bracket;
  if (!adds_up(toi.weights_a) || !adds_up(toi.weights_b)) return "weights do not add up to one";
  const double length = toi.normal.norm();
  if (!(length == 0 || std::abs(length - 1) < 1e-12)) return "the normal is not a unit vector";
  const bool at_start = oracle.touch_at(window.lo());
  if (at_start != (toi.verdict == Verdict::InitialContact)) return "initial contact or not?";
  if (at_start) return bracket == Interval(window.lo()) ? "" : "the bracket of an initial contact";
  if (!(window.lo() <= bracket.lo() && bracket.lo() <= bracket.hi() && bracket.hi() <= window.hi()))
    return "the bracket leaves the window";
  if (oracle.touch_during({window.lo(), bracket.lo()})) return "contact before the bracket";
  if (!oracle.touch_during(bracket)) return "no contact in the bracket";
  const double width = bracket.hi() - bracket.lo();
  if (width > 0x1p-46 && width * fastest(corners) > query.tolerance * (1 + 1e-6)) return "the bracket is too wide";
  return "";
}

}  // namespace

std::string fault_in(const FeatureToi& toi, const Corners& corners, const FeatureQuery& query) {
  if (toi.guarantee != Guarantee::Proved) return "not proved";
  const TouchOracle oracle(corners);
  const bool truth = oracle.touch_during(query.window);
  if (toi.verdict == Verdict::Free) {
    if (truth) return "missed";
    return toi.bracket == Interval(query.window.hi()) ? "" : "the bracket of a free flight";
  }
  if (toi.verdict != Verdict::Impact && toi.verdict != Verdict::InitialContact) return "undecided";
  if (!truth) return "reported, but there is none";
  return fault_in_contact(toi, oracle, corners, query);
}

std::string fault_of(const Corners& corners, const FeatureQuery& query) {
  const FeatureToi toi = ask(corners, query);
  const std::string fault = fault_in(toi, corners, query);
  if (fault.empty()) return "";
  return fault + ": " + to_text(corners, query.window) + ", tolerance " + std::to_string(query.tolerance) + ": " +
         std::string(to_string(toi.verdict)) + " [" + std::to_string(toi.bracket.lo()) + ", " +
         std::to_string(toi.bracket.hi()) + "]" + (toi.exact ? ", decided exactly" : ", decided by the filter");
}

}  // namespace graze::testing
