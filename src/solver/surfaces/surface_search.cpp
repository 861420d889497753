// SPDX-License-Identifier: Apache-2.0
#include "solver/surfaces/surface_search.hpp"

#include <algorithm>

#include "numeric/infinity.hpp"
#include "solver/answer.hpp"
#include "solver/surfaces/quadric_steps.hpp"
#include "solver/surfaces/surface_witness.hpp"
#include "solver/surfaces/waiting.hpp"
#include "solver/tick.hpp"

namespace graze {
namespace {

// The gap aimed at, as a part of the tolerance: the rest is for what the last step falls short.
constexpr double kAim = 1.0 / 3.0;
// Bodies turned by more than this since the frame was made want a new one; its bounds reach as far as the second.
constexpr double kTurn = 0.03;
constexpr double kSpan = 0.5;
constexpr double kOld = 0.99;  // so does one this much of whose span has passed
// After so much of a turn the search begins anew at the roots.
constexpr double kFrontTurn = 3.0;
// Pieces closer than so many times their thickness are split rather than stepped.
constexpr double kThin = 1.0;
// Pieces thinner than this part of the tolerance are thin enough; from then on size counts.
constexpr double kThinEnough = 0.125;
// Patches most likely meet if their boxes overlap by so many times their thickness and this part of their extent.
constexpr double kDeep = 2.0;
constexpr double kTilted = 0.1;
// A step across quadrics that is so many times longer than that across planes makes up for splitting.
constexpr double kFurther = 2.0;
// Pairs thinner than this part of the bodies may overlap at the start; and then ones this much thinner.
constexpr double kOverlap = 1e-3;
constexpr double kThinner = 0.5;
// Pieces are known well enough if so many times what rounding adds is within the tolerance; if not, so many times it
// is.
constexpr double kKnown = 3.0;
constexpr double kResolved = 4.0;
// The bend of the motion since the frame was made may take this part of a gap.
constexpr double kBend = 0.01;

class SurfaceSearch {
 public:
  SurfaceSearch(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options, Meter& meter)
      : motion_a_(a.motion),
        motion_b_(b.motion),
        a_(a.shape),
        b_(b.shape),
        query_(query),
        options_(options),
        meter_(meter),
        quadrics_(a, a_, b, b_, query),
        front_time_(query.window.lo()) {
    move_frame(query.window.lo());
  }

  Toi run() {
    push(-kInfinity, 0, 0);
    while (!queue_.empty()) {
      Waiting next = pop();
      if (frame_->turn_rate() * (next.until - front_time_) > kFrontTurn) {
        queue_.clear();
        front_time_ = next.until;
        next = {next.until, 0.0, 0, 0, false};
      }
      const double time = std::max(next.until, query_.window.lo());
      if (meter_.counts.node_tests >= options_.most_pairs || meter_.spent()) return undecided_from(time, query_);
      const double age = time - frame_->time();
      if (age > 0 && (frame_->turn_rate() * age > kTurn || age > kOld * frame_->span())) move_frame(time);
      if (look(next, time)) return *found_;
    }
    return free_answer(query_);
  }

 private:
  void move_frame(double s) {
    const double rest = s < query_.window.hi() ? rounding::up(query_.window.hi() - s) : 0.0;
    const double span = last_turn_ > 0 ? std::min(rest, kSpan / last_turn_) : rest;
    meter_.counts.linearizations += 1;
    frame_.emplace(motion_a_, a_.radius(), motion_b_, b_.radius(), s, span, motion_a_.pose(s).translation());
    to_end_ = !(span < rest);
    last_turn_ = frame_->turn_rate();
  }

  void push(double until, std::uint32_t a, std::uint32_t b, bool stepped = false) {
    queue_.push_back({until, a_.thickness(a) + b_.thickness(b), a, b, stepped});
    std::push_heap(queue_.begin(), queue_.end());
  }
  Waiting pop() {
    std::pop_heap(queue_.begin(), queue_.end());
    const Waiting first = queue_.back();
    queue_.pop_back();
    return first;
  }

  // The distance that counts as contact: the tolerance, if rounding lets points meet it. A bound on a distance and one
  // on the gap that proves it positive are apart by twice what rounding may add.
  double resolved(const Waiting& pair) const {
    const double error = rounding_of(pair);
    return kKnown * error < query_.tolerance ? query_.tolerance : kResolved * error;
  }
  double rounding_of(const Waiting& pair) const { return frame_->error(0.0) + a_.noise(pair.a) + b_.noise(pair.b); }

  PatchPair pieces(const Waiting& pair) const { return {a_, pair.a, b_, pair.b, *frame_}; }

  // True if the pair is in contact: found_ says how.
  bool look(const Waiting& pair, double time) {
    meter_.counts.node_tests += 1;
    meter_.counts.retested_pairs += pair.stepped ? 1 : 0;
    const double tolerance = query_.tolerance;
    Separation at = separation_at(pair, time);
    const double spare = at.gap - query_.separation;
    const bool proved = pair.until >= query_.window.lo();
    double until = spare > 0 ? apart_until(pair, at, time) : pair.until;
    if (until == kInfinity) return false;
    QuadricStep step;
    const bool clear = spare > kThin * pair.thickness && spare > tolerance;
    if ((!clear && !overlap_deeply(pair, spare)) || pair.stepped)
      step = quadrics_.from(pair.a, pair.b, time, at, *frame_, meter_.counts.leaf_tests);
    if (step.until == kInfinity) return false;
    if (step.spare > 0 && !proved) return put_off(pair, std::max(step.until, time));
    const bool further = step.until - time > kFurther * (until - time);
    if (step.spare > tolerance && further && !step.bent) return put_off(pair, step.until);
    const bool close = std::max(spare, step.spare) <= tolerance;
    if (close && may_touch(pair, step, proved) && touches(pair, time, at, step, proved)) return true;
    until = std::max(until, step.until);
    if (spare > kThin * pair.thickness) {
      const double next = until > time ? until : after_tick(pair, time, at);
      if (next > time) {
        push(next, pair.a, pair.b, true);
        return false;
      }
    }
    return split_or_stop(pair, until, time, at, step);
  }

  // Not asked of triangles and solids: the planes tried so far know little of those that are larger than the patch.
  bool overlap_deeply(const Waiting& pair, double spare) const {
    return a_.is_curved() && b_.is_curved() &&
           !(spare > -kDeep * pair.thickness - kTilted * std::min(a_.extent(pair.a), b_.extent(pair.b)));
  }

  bool put_off(const Waiting& pair, double until) {
    push(until, pair.a, pair.b, pair.stepped);
    return false;
  }

  // Pieces proved apart at the time, but not until the next double: that one if they are apart until then all the same.
  double after_tick(const Waiting& pair, double time, const Separation& at) {
    if (frame_->time() != time) move_frame(time);
    const double tick = tick_after(time);
    const PatchPair two = pieces(pair);
    const auto step = [&](double t) {
      const Vector3 direction = t > 0 ? two.along_any(t, query_.separation).direction : at.direction;
      const PatchGap gap = PatchGap(two, direction).bent();
      const double spare = gap.at(t).value - query_.separation;
      return spare > query_.tolerance ? apart_along(gap, spare, t, tick) : t;
    };
    return tick <= frame_->span() && passes_tick(tick, step) ? next_instant(time) : time;
  }

  // Is the pair worth a look for points in contact? At the start overlaps are to be found; the pairs that come first
  // get ever thinner where there is one.
  bool may_touch(const Waiting& pair, const QuadricStep& step, bool proved) {
    if (step.spare > 0 || pair.thickness <= resolved(pair)) return true;
    if (proved || pair.thickness > std::min(kOverlap * (a_.radius() + b_.radius()), kThinner * tried_)) return false;
    tried_ = pair.thickness;
    return true;
  }

  // From an earlier instant the bend of the paths is part of every bound: looks again from here if that matters.
  Separation separation_at(const Waiting& pair, double time) {
    const double t = time - frame_->time();
    Separation at = pieces(pair).along_faces(t);
    const double bend = 0.5 * frame_->acceleration() * t * t;
    if (t > 0 && (bend > kBend * (at.gap - query_.separation) || at.gap <= query_.separation + query_.tolerance)) {
      move_frame(time);
      at = pieces(pair).along_faces(0.0);
    } else {
      at.gap = bent_gap(pair, at.direction, t);
    }
    // Good enough to tell curved pieces apart, or to split them. Where pieces stay as they are, or were stepped
    // already, a poor direction would be followed in ever smaller steps.
    const bool whole = a_.is_whole(pair.a) || b_.is_whole(pair.b);
    if (at.gap > query_.separation && !pair.stepped && !whole) return at;
    meter_.counts.leaf_tests += 1;
    Separation best = pieces(pair).along_any(time - frame_->time(), query_.separation);
    if (!best.direction.isZero(0.0)) best.gap = bent_gap(pair, best.direction, time - frame_->time());
    return best.gap > at.gap ? best : at;
  }

  double bent_gap(const Waiting& pair, const Vector3& direction, double t) const {
    const PatchPair two = pieces(pair);
    const PatchGap gap(two, direction);
    return t > 0 ? gap.bent().at(t).value : gap.at(0.0).value;
  }

  // How long the pieces provably stay apart along the direction. Infinity if to the end of the window.
  double apart_until(const Waiting& pair, const Separation& at, double time) {
    const PatchPair two = pieces(pair);
    const PatchGap gap = PatchGap(two, at.direction).bent();
    const double t = time - frame_->time();
    const double step = apart_along(gap, at.gap - query_.separation, t, frame_->span());
    if (step >= frame_->span() && to_end_) return kInfinity;
    // Rounded down, but not before what is known: the gap is positive at the time itself.
    return std::max(time, rounding::down(frame_->time() + step));
  }

  // How far from t towards `end` a gap that is above the separation by `spare` stays so.
  double apart_along(const PatchGap& gap, double spare, double t, double end) {
    const double need = query_.separation + std::min(kAim * query_.tolerance, 0.5 * spare);
    const auto left = [&](double offset) {
      meter_.counts.root_iterations += 1;
      const Gap now = gap.at(offset);
      return Gap{now.value - need, now.slope, now.acceleration};
    };
    return last_positive(left, t, end);
  }

  bool split_or_stop(const Waiting& pair, double until, double time, const Separation& at, const QuadricStep& step) {
    const bool by_size = a_.is_box(pair.a) || b_.is_box(pair.b) || pair.thickness <= kThinEnough * resolved(pair);
    const auto weight = [&](const PatchBody& body, std::uint32_t node) {
      return by_size ? body.extent(node) : body.thickness(node);
    };
    bool first = weight(a_, pair.a) >= weight(b_, pair.b);
    RefinedSurface::Parts parts = first ? a_.open(pair.a, by_size) : b_.open(pair.b, by_size);
    if (!parts.splits) {
      first = !first;
      parts = first ? a_.open(pair.a, by_size) : b_.open(pair.b, by_size);
    }
    if (!parts.splits && step.spare > query_.tolerance && step.until > time) return put_off(pair, step.until);
    if (!parts.splits) return stop_at_floor(pair, time, at);
    meter_.counts.opened_nodes += 1;
    for (std::uint32_t i = 0; i < parts.count; ++i)
      push(until, first ? parts.first + i : pair.a, first ? pair.b : parts.first + i);
    return false;
  }

  // Pieces too small to be split: what doubles cannot tell from the surface counts as surface.
  bool stop_at_floor(const Waiting& pair, double time, const Separation& at) {
    if (frame_->time() != time) move_frame(time);
    SurfaceWitness witness = certain_witness(pieces(pair), query_.tolerance);
    const double size = a_.extent(pair.a) + b_.extent(pair.b) + a_.margin(pair.a) + b_.margin(pair.b);
    witness.distance = std::min(witness.distance, std::max(0.0, at.gap) + 2 * (size + frame_->error(0.0)));
    return stop(pair, time, at, witness);
  }

  // Are there points of both bodies within the tolerance? At the start, closer than doubles can tell from contact.
  bool touches(const Waiting& pair, double time, const Separation& at, const QuadricStep& step, bool proved) {
    if (frame_->time() != time) move_frame(time);
    meter_.counts.feature_tests += 1;
    const PatchPair two = pieces(pair);
    const SurfaceWitness witness =
        witness_by(two, step, !proved, std::max(0.25 * query_.tolerance, 0.5 * rounding_of(pair)));
    Separation along = at;
    if (step.spare > 0 && !step.across.isZero(0.0)) {
      const LinearizedMotion& other = step.closest_on_a ? frame_->b() : frame_->a();
      along.direction = other.rotation * (step.closest_on_a ? Vector3(-step.across) : step.across);
    }
    const double enough = proved ? resolved(pair) : 8 * frame_->error(0.0);
    return witness.distance <= query_.separation + enough && stop(pair, time, along, witness);
  }

  // The points may lie on other pieces: the gap of these two is no bound on their distance.
  bool stop(const Waiting& pair, double time, const Separation& at, const SurfaceWitness& witness) {
    const Contact contact = contact_of(pieces(pair), at.direction, witness);
    found_ = pair.until < query_.window.lo() ? initial_contact_at(query_, contact, witness.distance)
                                             : impact_at(query_, time, {query_.separation, witness.distance}, contact);
    return true;
  }

  const Motion& motion_a_;
  const Motion& motion_b_;
  PatchBody a_, b_;
  const Query& query_;
  const SurfacesOptions& options_;
  Meter& meter_;
  QuadricSteps quadrics_;
  std::optional<LinearizedPair> frame_;
  bool to_end_ = true;      // the frame's span ends where the window does
  double last_turn_ = 0.0;  // how fast the bodies turned in the last frame
  std::vector<Waiting> queue_;
  double tried_ = kInfinity;  // the thickness of the last pair that was looked at for an overlap
  double front_time_;         // the instant of the last beginning at the roots
  std::optional<Toi> found_;
};

}  // namespace

Toi search_surfaces(const Body& a, const Body& b, const Query& query, const SurfacesOptions& options, Meter& meter) {
  return SurfaceSearch(a, b, query, options, meter).run();
}

}  // namespace graze
