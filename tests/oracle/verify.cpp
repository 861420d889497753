// SPDX-License-Identifier: Apache-2.0
#include "oracle/verify.hpp"

#include <cstdio>

#include "support/random.hpp"

namespace graze::testing {
namespace {

// How close, relative to the numbers in play, is too close for doubles to tell.
constexpr double kTooClose = 1e-12;

std::string text_of(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

class Verification {
 public:
  Verification(const TestCase& test, const Toi& toi) : test_(test), toi_(toi), oracle_(test) {}

  Report run() {
    const Interval& window = test_.query.window;
    expect(window.contains(toi_.bracket), "the bracket is not inside the window");
    switch (toi_.verdict) {
      case Verdict::Free:
        expect(toi_.bracket == Interval(window.hi()), "Free: the bracket is not [t1, t1]");
        expect_free_until(window.hi());
        break;
      case Verdict::Impact:
        check_impact();
        break;
      case Verdict::InitialContact:
        expect(toi_.bracket == Interval(window.lo()), "InitialContact: the bracket is not [t0, t0]");
        check_initial_contact();
        break;
      case Verdict::Undecided:
        expect(toi_.bracket.hi() == window.hi(), "Undecided: the bracket does not end with the window");
        if (toi_.bracket.lo() > window.lo()) expect_free_until(toi_.bracket.lo());
        break;
      case Verdict::Unsupported:
        expect(false, "Unsupported");
        break;
    }
    return report_;
  }

 private:
  void expect(bool holds, const std::string& otherwise) {
    if (!holds) report_.violations.push_back(otherwise);
  }

  void expect_free_until(double time) {
    const Interval& window = test_.query.window;
    const std::optional<Real> contact = oracle_.first_contact(Real(window.lo()), Real(time));
    if (contact) {
      const Real distance = oracle_.distance_at(*contact).value;
      expect(false, "MISSED: contact at " + to_text(*contact) + " (distance " + to_text(distance) +
                        ") but said free until " + text_of(time));
    }
    // A second look that shares nothing with the first but the distance itself.
    Random random(static_cast<std::uint64_t>(test_.a.mesh.vertices.size()));
    for (int i = 0; i < 20; ++i) {
      const double t = random.inside({window.lo(), time});
      if (!(oracle_.distance_at(Real(t)).value > test_.query.separation)) {
        expect(contact.has_value(), "MISSED, and missed by the oracle: touching at " + text_of(t));
        break;
      }
    }
  }

  void check_impact() {
    const Real lo(toi_.bracket.lo());
    const ToiOracle::Distance at = oracle_.distance_at(lo);
    const Real beyond = at.value - test_.query.separation;
    report_.excess = to_double(beyond) / toi_.tolerance;
    expect(beyond > 0, "PENETRATION: distance at the bracket's start is " + to_text(at.value));
    expect(beyond <= toi_.tolerance, "TOO EARLY: distance at the bracket's start is " + to_text(at.value) +
                                         ", tolerance " + text_of(toi_.tolerance));
    expect(toi_.tolerance <= std::max(test_.query.tolerance * (1 + 1e-12), kTooClose * oracle_.magnitude()),
           "COARSE: tolerance " + text_of(toi_.tolerance) + " at magnitude " + text_of(oracle_.magnitude()));
    expect_free_until(toi_.bracket.lo());
    check_contact(lo, at);
    check_time(lo, at);
  }

  // Where the bodies clearly approach, contact follows within the time the tolerance takes. If not, they turn away at
  // the last moment: a near miss within the tolerance, which is allowed and counted.
  void check_time(const Real& lo, const ToiOracle::Distance& at) {
    if (!(at.closing_speed > 1e-3 * oracle_.speed())) return;
    report_.transversal = true;
    const Real end = lo + 2 * toi_.tolerance / at.closing_speed + 4e-16 * abs(lo);
    const Real last(test_.query.window.hi());
    report_.near_miss = !oracle_.first_contact(lo, end < last ? end : last).has_value();
  }

  void check_contact(const Real& lo, const ToiOracle::Distance& at) {
    const Contact& c = toi_.contact;
    const double rounding = kTooClose * oracle_.magnitude();
    const Real features = check_witnesses(lo);
    expect(features >= toi_.separation.lo() && features <= toi_.separation.hi(),
           "CONTACT: feature distance " + to_text(features) + " is not in [" + text_of(toi_.separation.lo()) + ", " +
               text_of(toi_.separation.hi()) + "]");
    expect(features - test_.query.separation <= toi_.tolerance,
           "CONTACT: features at distance " + to_text(features) + ", bodies at " + to_text(at.value));
    if (features > 1e3 * rounding) {
      const Vector3 between = (c.point_b - c.point_a).normalized();
      expect((between - c.normal).norm() <= 1e-2, "CONTACT: the normal does not point from a to b");
    }
  }

  // The points are as far from each other as the features are, which is returned.
  Real check_witnesses(const Real& time) {
    const Contact& c = toi_.contact;
    const Real features = oracle_.feature_distance(c.feature_a, c.feature_b, time);
    const double between = (c.point_b - c.point_a).norm();
    expect(std::abs(between - to_double(features)) <= kTooClose * oracle_.magnitude(),
           "CONTACT: witness points are " + text_of(between) + " apart, features " + to_text(features));
    expect(std::abs(c.normal.norm() - 1.0) <= 1e-12, "CONTACT: the normal is not a unit vector");
    return features;
  }

  void check_initial_contact() {
    const ToiOracle::Distance at = oracle_.distance_at(Real(test_.query.window.lo()));
    expect(at.value - test_.query.separation <= kTooClose * oracle_.magnitude(),
           "NOT IN CONTACT: distance at t0 is " + to_text(at.value));
    check_witnesses(Real(test_.query.window.lo()));
  }

  const TestCase& test_;
  const Toi& toi_;
  ToiOracle oracle_;
  Report report_;
};

}  // namespace

Report verify(const TestCase& test, const Toi& toi) { return Verification(test, toi).run(); }

}  // namespace graze::testing
