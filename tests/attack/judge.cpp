// SPDX-License-Identifier: Apache-2.0
#include "attack/judge.hpp"

#include <cstdio>

namespace graze::attack {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

double coordinates(const Vector3& v) { return v.cwiseAbs().maxCoeff(); }

class Judge {
 public:
  Judge(const Question& question, const Oracle& oracle) : question_(question), oracle_(oracle) {}

  std::vector<Finding> findings(std::span<const Answer> answers, int samples) {
    first_ = first_contact(oracle_, question_, samples);
    for (const Answer& answer : answers) {
      name_ = answer.solver;
      if (!keeps_contract(answer.toi)) continue;
      check_time(answer.toi);
      check_claim(answer.toi);
    }
    for (const Answer& stops : answers)
      for (const Answer& goes_on : answers) check_agreement(stops, goes_on);
    return std::move(findings_);
  }

 private:
  void add(Fault fault, std::string what) { findings_.push_back({fault, name_, std::move(what)}); }
  bool require(bool holds, const char* what) {
    if (!holds) add(Fault::Contract, what);
    return holds;
  }

  bool keeps_contract(const Toi& toi) {
    const double lo = toi.bracket.lo();
    const double hi = toi.bracket.hi();
    if (!require(lo >= question_.start && hi <= question_.end && lo <= hi, "the bracket is not in the window"))
      return false;
    switch (toi.verdict) {
      case Verdict::Free:
        return require(lo == question_.end, "free, but not to the end");
      case Verdict::InitialContact:
        return require(hi == question_.start, "initial contact, but not at the start");
      case Verdict::Undecided:
        return require(hi == question_.end, "undecided, but not to the end");
      case Verdict::Unsupported:
        return require(false, "unsupported by a solver that takes the pair");
      case Verdict::Impact:
        break;
    }
    const double most = question_.separation + toi.tolerance;
    return require(toi.tolerance >= question_.tolerance, "finer than asked for") &&
           require(toi.guarantee == Guarantee::Sampled || toi.separation.hi() <= most * (1 + 1e-12),
                   "an impact further apart than its own tolerance") &&
           require(toi.separation.lo() <= toi.separation.hi(), "bounds that cross");
  }

  // No contact up to the start of the bracket.
  void check_time(const Toi& toi) {
    if (toi.guarantee == Guarantee::Sampled || toi.verdict == Verdict::InitialContact) return;
    const double lo = toi.bracket.lo();
    const bool open = toi.verdict == Verdict::Undecided;
    if (open && lo == question_.start) return;
    std::optional<double> contact = first_;
    if (!open && !contact && oracle_.contact_at(lo)) contact = lo;
    if (!contact || *contact > lo - oracle_.time_slack() || (open && *contact == lo)) return;
    add(toi.verdict == Verdict::Free ? Fault::Missed : Fault::Late,
        "contact at " + number(*contact) + ", free until " + number(lo));
  }

  // What an impact says about its bracket's start.
  void check_claim(const Toi& toi) {
    const bool initial = toi.verdict == Verdict::InitialContact;
    if (!initial && (toi.verdict != Verdict::Impact || toi.guarantee == Guarantee::Sampled)) return;
    const double lo = toi.bracket.lo();
    const double hi = toi.bracket.hi();
    // Contact at the start may be said of bodies that are too close for doubles to tell.
    const double tolerance = toi.tolerance * (1 + 1e-9) + (initial ? oracle_.blur(lo) : 0);
    if (oracle_.apart_at(lo, tolerance)) {
      bool never = true;
      for (int i = 1; i <= 16 && never; ++i) never = oracle_.apart_at(lo + (hi - lo) * i / 16, tolerance);
      add(never ? Fault::FalseImpact : Fault::FalseTolerance,
          "further apart than " + number(toi.tolerance) + " at " + number(lo));
      return;
    }
    if (initial) return;
    const double claimed = toi.separation.hi() - question_.separation;
    if (oracle_.apart_at(lo, std::max(claimed, 0.0) * (1 + 1e-12)))
      add(Fault::FalseTolerance, "further apart than the claimed bound " + number(toi.separation.hi()));
    const double rounding = 64 * 0x1p-52 * std::max(coordinates(toi.contact.point_a), coordinates(toi.contact.point_b));
    const double within = 4 * toi.tolerance + rounding + 1e-9 * question_.size;
    if (!oracle_.confirms(lo, {toi.contact.point_a.x(), toi.contact.point_a.y(), toi.contact.point_a.z()},
                          {toi.contact.point_b.x(), toi.contact.point_b.y(), toi.contact.point_b.z()}, within))
      add(Fault::FalseImpact, "the closest points are not on the bodies, or further apart than claimed");
  }

  // One solver stops where another goes on: the oracle has to see a near miss there.
  void check_agreement(const Answer& stops, const Answer& goes_on) {
    const Toi& toi = stops.toi;
    const bool claims = toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact;
    const bool free = goes_on.toi.verdict == Verdict::Free || goes_on.toi.verdict == Verdict::Impact ||
                      goes_on.toi.verdict == Verdict::Undecided;
    if (!claims || !free || toi.guarantee == Guarantee::Sampled || goes_on.toi.guarantee == Guarantee::Sampled) return;
    if (!(goes_on.toi.bracket.lo() > toi.bracket.hi() + oracle_.time_slack())) return;
    name_ = goes_on.solver;
    double least = 1e300;
    for (int i = 0; i <= 8; ++i) {
      const double t = toi.bracket.lo() + (toi.bracket.hi() - toi.bracket.lo()) * i / 8;
      if (oracle_.contact_at(t)) return add(Fault::Late, "contact at " + number(t) + ", as " + stops.solver + " says");
      least = std::min(least, oracle_.estimate(t));
    }
    const double blur = toi.verdict == Verdict::InitialContact ? oracle_.blur(toi.bracket.lo()) : 0;
    if (least > 8 * toi.tolerance + 1e-9 * question_.size + blur)
      add(Fault::Disagreement, stops.solver + " stops at " + number(toi.bracket.lo()) + ", this one goes on to " +
                                   number(goes_on.toi.bracket.lo()));
  }

  const Question& question_;
  const Oracle& oracle_;
  std::optional<double> first_;
  std::string name_;
  std::vector<Finding> findings_;
};

}  // namespace

std::string_view to_string(Fault fault) {
  constexpr std::string_view kNames[] = {"missed",       "late",     "false impact", "false tolerance",
                                         "disagreement", "contract", "slow",         "crash"};
  return kNames[static_cast<int>(fault)];
}

std::vector<Finding> judge(const Question& question, const Oracle& oracle, std::span<const Answer> answers,
                           int samples) {
  return Judge(question, oracle).findings(answers, samples);
}

}  // namespace graze::attack
