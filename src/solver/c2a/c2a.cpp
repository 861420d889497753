// SPDX-License-Identifier: Apache-2.0
#include "solver/c2a/c2a.hpp"

#include "solver/answer.hpp"
#include "solver/c2a/step.hpp"
#include "solver/mesh_features/initial_contact.hpp"
#include "solver/mesh_features/mesh_answer.hpp"
#include "solver/tick.hpp"

namespace graze {
namespace {

// The gap aimed at, as a part of the tolerance, and the gap that is good enough: the rest is for rounding.
constexpr double kAim = 1.0 / 3.0;
constexpr double kGoodEnough = 0.9;

class Advancement {
 public:
  Advancement(const Body& a, const Body& b, const Query& query, const C2aOptions& options, Meter& meter)
      : a_(a), b_(b), query_(query), options_(options), meter_(meter) {}

  Toi run() {
    const double end = query_.window.hi();
    double time = query_.window.lo();
    double last_step = std::numeric_limits<double>::infinity();
    std::optional<ClosestFaces> closest;
    bool exact = false;  // after a step that led nowhere: the whole step
    while (time < end) {
      if (meter_.spent()) return undecided_from(time, query_);
      meter_.counts.root_iterations += 1;
      const double rest = rounding::up(end - time);
      // Motions whose velocities change bend less over a shorter span; so do the errors of the velocities count.
      const double span = std::min(rest, 16 * last_step);
      const Interval domain(time, span < rest ? std::min(end, rounding::up(time + span)) : end);
      const Stage stage(a_, b_, domain, b_.motion.pose(time).translation(), query_.separation);
      C2aStep search(a_, b_, stage, kAim * query_.tolerance, exact ? 0.0 : slack_after(closest), meter_);
      const double reach = query_.separation + kGoodEnough * query_.tolerance;
      const double step = search.run(span, closest ? std::optional<FacePair>(closest->faces) : std::nullopt, reach);
      if (search.closest()) closest = search.closest();
      if (search.closest() && search.closest()->distance <= reach) return impact(time, closest->faces);
      if (meter_.spent()) return undecided_from(time, query_);
      if (step >= rest) break;
      const double next = std::min(end, instant_after(time, step));
      if (next > time) {
        last_step = step;
        exact = false;
      } else if (exact) {
        return closest ? impact(time, closest->faces) : undecided_from(time, query_);
      } else {
        last_step = tick_after(time);
        exact = true;
      }
      time = next;
    }
    return free_answer(query_);
  }

 private:
  // Controlled: far apart, half a step is as good as a whole one and much cheaper to find; close by, it is not.
  double slack_after(const std::optional<ClosestFaces>& closest) const {
    const double size = a_.shape.mesh_shape().radius() + b_.shape.mesh_shape().radius();
    return !closest || closest->distance > options_.close * size ? options_.coarse : 0.0;
  }

  // Every step so far was safe, so the bodies are apart at `time`.
  Toi impact(double time, const FacePair& faces) const {
    const Vector3 origin = b_.motion.pose(time).translation();
    const FeaturePair features = closest_features(a_, faces.a, b_, faces.b, time, origin);
    const FeatureContact at = contact_at(features, a_.motion, b_.motion, time, origin);
    return impact_at(query_, time, at.distance, at.contact);
  }

  const Body& a_;
  const Body& b_;
  const Query& query_;
  const C2aOptions& options_;
  Meter& meter_;
};

}  // namespace

Toi solve_c2a(const Body& a, const Body& b, const Query& query, const C2aOptions& options) {
  Meter meter(query.budget);
  if (const auto at_start = answer_at_start(a, b, query, meter)) return finished(*at_start, a, b, query, meter);
  return finished(Advancement(a, b, query, options, meter).run(), a, b, query, meter);
}

}  // namespace graze
