// SPDX-License-Identifier: Apache-2.0
#include "solver/bisection.hpp"

#include <optional>

#include <graze/distance.hpp>

#include "numeric/stable_norm.hpp"
#include "solver/answer.hpp"
#include "solver/linearization/linearized_motion.hpp"

namespace graze {
namespace {

// What a look at one instant shows.
struct Look {
  double time;
  DistanceBounds distance;
};

class Bisection {
 public:
  Bisection(const Body& a, const Body& b, const Query& query, const BisectionOptions& options, Meter& meter)
      : a_(a), b_(b), query_(query), options_(options), meter_(meter) {}

  Toi run() {
    const double t0 = query_.window.lo();
    const double t1 = query_.window.hi();
    free_ = look(t0);
    if (touches(free_)) return answer(Verdict::InitialContact, Interval(t0), free_);
    const std::optional<Look> contact = find_contact();
    if (meter_.spent()) return answer(Verdict::Undecided, query_.window, free_);
    if (!contact) return answer(Verdict::Free, Interval(t1), free_);
    return halve(*contact);
  }

 private:
  Look look(double time) {
    ++meter_.counts.leaf_tests;
    return {time, distance(a_.shape, a_.motion.pose(time), b_.shape, b_.motion.pose(time))};
  }
  bool touches(const Look& look) const { return !(look.distance.lower > query_.separation); }

  // The end of the window first, as published; then its half, its quarters, its eighths, so that the gaps between the
  // instants shrink evenly. Keeps the latest instant seen apart before the contact.
  std::optional<Look> find_contact() {
    const double t0 = query_.window.lo();
    const double length = query_.window.hi() - t0;
    std::optional<Look> contact;
    std::vector<Look> apart;
    int seen = 0;
    for (int parts = 1; seen < options_.samples && !contact; parts *= 2) {
      const int step = parts == 1 ? 1 : 2;
      for (int i = 1; i <= parts && seen < options_.samples && !contact; i += step, ++seen) {
        if (meter_.spent()) return std::nullopt;
        const double time = i == parts ? query_.window.hi() : t0 + length * i / parts;
        const Look at = look(time);
        if (touches(at))
          contact = at;
        else
          apart.push_back(at);
      }
    }
    if (contact)
      for (const Look& at : apart)
        if (at.time < contact->time && at.time > free_.time) free_ = at;
    return contact;
  }

  Toi halve(Look contact) {
    const double shortest = options_.threshold * (query_.window.hi() - query_.window.lo());
    for (int i = 0; i < options_.samples && contact.time - free_.time > shortest; ++i) {
      if (free_.distance.upper <= query_.separation + query_.tolerance || meter_.spent()) break;
      const double middle = free_.time + 0.5 * (contact.time - free_.time);
      if (!(middle > free_.time && middle < contact.time)) break;
      const Look at = look(middle);
      (touches(at) ? contact : free_) = at;
    }
    return answer(Verdict::Impact, {free_.time, contact.time}, free_);
  }

  Toi answer(Verdict verdict, const Interval& bracket, const Look& at) const {
    Toi toi = answer_to(query_, verdict, bracket);
    if (verdict == Verdict::InitialContact) toi = initial_contact_at(query_, contact_of(at), at.distance.upper);
    if (verdict == Verdict::Impact)
      toi = impact_in(query_, bracket, {at.distance.lower, at.distance.upper}, contact_of(at));
    toi.guarantee = Guarantee::Sampled;
    return toi;
  }

  // Distances know points, not features.
  Contact contact_of(const Look& at) const {
    Contact contact;
    contact.point_a = at.distance.point_a;
    contact.point_b = at.distance.point_b;
    contact.feature_a.kind = contact.feature_b.kind = FeatureKind::Surface;
    const Vector3 between = contact.point_b - contact.point_a;
    contact.normal = unit_of(between);
    if (contact.normal.isZero(0.0)) contact.normal = Vector3::UnitX();
    contact.approach_speed =
        (velocity_of(a_, contact.point_a, at.time) - velocity_of(b_, contact.point_b, at.time)).dot(contact.normal);
    return contact;
  }
  static Vector3 velocity_of(const Body& body, const Vector3& point, double time) {
    const LinearizedMotion frame(body.motion, time, Vector3::Zero());
    return frame.velocity_of(frame.rotation.transpose() * (point - frame.position));
  }

  const Body& a_;
  const Body& b_;
  const Query& query_;
  const BisectionOptions& options_;
  Meter& meter_;
  Look free_{};  // the latest instant before the contact at which the bodies were seen apart
};

}  // namespace

Toi solve_bisection(const Body& a, const Body& b, const Query& query, const BisectionOptions& options) {
  Meter meter(query.budget);
  return with_one_contact(Bisection(a, b, query, options, meter).run(), query, meter);
}

}  // namespace graze
