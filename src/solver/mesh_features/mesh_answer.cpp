// SPDX-License-Identifier: Apache-2.0
#include "solver/mesh_features/mesh_answer.hpp"

#include "numeric/infinity.hpp"
#include "solver/answer.hpp"
#include "solver/mesh_features/initial_contact.hpp"

namespace graze {
namespace {

// The seed's setting: a root bracketed to eps_d, and a step back by eps_d, leave at most 3.3 eps_d.
constexpr double kTolerancePerNearMiss = 3.3;

// Take a step back (section V): from the root, by the time that opens a gap of eps_d at the speed of approach. Halved
// until the distance of the features, measured there, is within the tolerance: they may turn or slide meanwhile.
double step_back(const FeatureRoot& root, const Body& a, const Body& b, const Query& query, double tolerance) {
  const double t0 = query.window.lo();
  const double reached = just_before(root.root.lo(), t0);
  if (query.separation > 0) return reached;  // found by distance: a gap is there already
  const double speed = contact_at(root.features, a.motion, b.motion, reached, root.origin).contact.approach_speed;
  double step = speed > 0 ? root.near_miss / speed : 0.0;
  for (int halvings = 0; halvings < 64 && step > 0; ++halvings, step /= 2) {
    const double time = std::max(t0, reached - step);
    if (contact_at(root.features, a.motion, b.motion, time, root.origin).distance.hi() <= tolerance) return time;
  }
  return reached;
}

}  // namespace

double just_before(double t, double t0) { return std::max(t0, std::nextafter(t, -kInfinity)); }

double closing_speed(const Stage& stage, double radius_a, double radius_b) {
  const double turning = stage.a.rotation_rate.norm() * radius_a + stage.b.rotation_rate.norm() * radius_b;
  const double bend = stage.a.acceleration.at(radius_a) + stage.b.acceleration.at(radius_b);
  return (stage.b.velocity - stage.a.velocity).norm() + turning + stage.a.velocity_error + stage.b.velocity_error +
         bend * stage.domain.width();
}

FeatureSearchOptions search_resolution(const Stage& stage, const Query& query, double radius_a, double radius_b) {
  const double speed = closing_speed(stage, radius_a, radius_b);
  // What doubles resolve here: positions, and the distance travelled in a few steps of the clock.
  const double clock = 4 * rounding::step(std::max(std::abs(stage.domain.lo()), std::abs(stage.domain.hi())));
  const double noise = stage.a.position_error + stage.b.position_error + speed * clock;
  FeatureSearchOptions options{};
  options.separation = query.separation;
  options.near_miss = std::max(query.tolerance / kTolerancePerNearMiss, 16 * noise);
  options.time_step = std::max(clock, speed > 0 ? options.near_miss / speed : kInfinity);
  return options;
}

Toi impact_at_root(const FeatureRoot& root, const Body& a, const Body& b, const Query& query) {
  const bool as_asked = root.near_miss <= query.tolerance / kTolerancePerNearMiss;
  const double tolerance = as_asked ? query.tolerance : kTolerancePerNearMiss * root.near_miss;
  const double lo = step_back(root, a, b, query, tolerance);
  const FeatureContact at = contact_at(root.features, a.motion, b.motion, lo, root.origin);
  return impact_in(query, {lo, root.root.hi()}, {query.separation, at.distance.hi()}, at.contact, tolerance);
}

Toi without_impact(double open_from, const Query& query) {
  if (open_from == kInfinity) return free_answer(query);
  return undecided_from(just_before(open_from, query.window.lo()), query);
}

std::optional<Toi> answer_at_start(const Body& a, const Body& b, const Query& query, Meter& meter) {
  if (const auto touching = contact_at_instant(a, b, query.window.lo(), query.separation, meter))
    return initial_contact(a, b, query, *touching);
  if (!meter.spent()) return std::nullopt;
  return undecided_from(query.window.lo(), query);
}

Toi finished(Toi toi, const Body& a, const Body& b, const Query& query, Meter& meter) {
  if (query.all_contacts && (toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact))
    toi.patch = contacts_within(a, b, toi.bracket.lo(), query.separation + toi.tolerance, meter);
  return with_work(std::move(toi), meter);
}

}  // namespace graze
