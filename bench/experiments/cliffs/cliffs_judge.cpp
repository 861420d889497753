// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <graze/distance.hpp>

#include "experiments/cliffs/cliffs.hpp"
#include "judges/pair_oracle.hpp"
#include "judges/truth.hpp"

namespace graze::bench {

namespace {

// What the judges' own rounding may come to. Poses of motions other than straight ones are doubles.
constexpr double kRounding = 1e-11;
constexpr std::size_t kSolidSamples = 200;

double start_of(const Cliff& cliff) { return cliff.window.lo(); }

// What a judge has to know: do the bodies touch at a time, are they at most so far apart there, and did they touch
// before?
class Judge {
 public:
  virtual ~Judge() = default;
  virtual bool touches(double time) const = 0;
  virtual bool within(double time, double distance) const = 0;
  // A time up to `until` at which bodies touch, if one was found.
  virtual std::optional<double> contact_before(double until) const = 0;
};

class GapJudge : public Judge {
 public:
  explicit GapJudge(const Cliff& cliff) : cliff_(cliff) {}

  bool touches(double time) const override { return cliff_.truth.gap(time) < -kRounding; }
  bool within(double time, double distance) const override { return cliff_.truth.gap(time) <= distance + kRounding; }
  // Gaps of formulas only shrink, or stay as they are: the end is all there is to look at.
  std::optional<double> contact_before(double until) const override {
    return touches(until) ? std::optional(until) : std::nullopt;
  }

 private:
  const Cliff& cliff_;
};

class MeshJudge : public Judge {
 public:
  explicit MeshJudge(const Cliff& cliff) : cliff_(cliff), oracle_(*cliff.truth.model_a, *cliff.truth.model_b) {}

  // Surfaces that doubles cannot tell from touching are given the benefit of the doubt: they have to touch on both
  // sides of the time, too.
  bool touches(double time) const override {
    if (!oracle_.intersect(cliff_.truth.b_in_a(time))) return false;
    const double moment = kRounding / std::max(closing_speed(), 1.0);
    return oracle_.intersect(cliff_.truth.b_in_a(time - moment));
  }
  bool within(double time, double distance) const override {
    return oracle_.refined_distance(cliff_.truth.b_in_a(time), 2.0 * distance) <= distance + kRounding;
  }
  std::optional<double> contact_before(double until) const override {
    return cliff_.truth.samples > 0 ? sampled(until) : along_the_flight(until);
  }

 private:
  double closing_speed() const {
    return cliff_.a.motion.speed_bound(cliff_.window).at(cliff_.truth.model_a->radius) +
           cliff_.b.motion.speed_bound(cliff_.window).at(cliff_.truth.model_b->radius);
  }

  std::optional<double> sampled(double until) const {
    const double start = start_of(cliff_);
    const auto count = static_cast<double>(cliff_.truth.samples);
    for (std::size_t i = 0; i < cliff_.truth.samples; ++i) {
      const double time = start + (until - start) * (static_cast<double>(i) / count);
      if (touches(time)) return time;
    }
    return std::nullopt;
  }

  std::optional<double> along_the_flight(double until) const {
    if (cliff_.closest < until && touches(cliff_.closest)) return cliff_.closest;
    constexpr double kResolution = 1e-3;
    const Truth truth = sample_truth(oracle_, cliff_.truth.b_in_a, closing_speed(), until, kResolution);
    if (!truth.contact || !touches(truth.contact->second)) return std::nullopt;
    return truth.contact->second;
  }

  const Cliff& cliff_;
  PairOracle oracle_;
};

class DistanceJudge : public Judge {
 public:
  explicit DistanceJudge(const Cliff& cliff) : cliff_(cliff) {}

  bool touches(double time) const override { return at(time).upper == 0.0; }
  bool within(double time, double distance) const override { return at(time).lower <= distance + kRounding; }
  std::optional<double> contact_before(double until) const override {
    const double start = start_of(cliff_);
    for (std::size_t i = 0; i < kSolidSamples; ++i) {
      const double time = start + (until - start) * (static_cast<double>(i) / kSolidSamples);
      if (touches(time)) return time;
    }
    return std::nullopt;
  }

 private:
  DistanceBounds at(double time) const {
    return distance(cliff_.a.shape, cliff_.a.motion.pose(time), cliff_.b.shape, cliff_.b.motion.pose(time));
  }

  const Cliff& cliff_;
};

std::unique_ptr<const Judge> judge_of(const Cliff& cliff) {
  if (cliff.truth.gap) return std::make_unique<GapJudge>(cliff);
  if (cliff.truth.model_a) return std::make_unique<MeshJudge>(cliff);
  return std::make_unique<DistanceJudge>(cliff);
}

}  // namespace

std::string fault_of(const Cliff& cliff, const Toi& toi, double tolerance) {
  const double start = start_of(cliff);
  const double until = toi.safe_until();
  if (toi.verdict == Verdict::Unsupported) return "unsupported";
  if (toi.verdict == Verdict::Undecided && !(until > start)) return "";
  const std::unique_ptr<const Judge> judge = judge_of(cliff);
  // All start apart, or touch at the start: then no answer but this one is right.
  if (judge->touches(start)) return toi.verdict == Verdict::InitialContact ? "" : "touching at the start";
  if (toi.verdict == Verdict::InitialContact) return judge->within(start, tolerance) ? "" : "apart at the start";
  // Nothing is said of an undecided answer's last instant itself.
  if (toi.verdict != Verdict::Undecided && judge->touches(until)) return fmt::format("late: touching at {}", until);
  if (const std::optional<double> contact = judge->contact_before(until))
    return fmt::format("missed: touching at {}", *contact);
  if (toi.verdict == Verdict::Impact && !judge->within(until, toi.tolerance))
    return fmt::format("too early: apart at {}", until);
  return "";
}

}  // namespace graze::bench
