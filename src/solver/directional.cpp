// SPDX-License-Identifier: Apache-2.0
#include "solver/directional.hpp"

#include <algorithm>

#include "solver/advancement_answer.hpp"
#include "solver/box_frame.hpp"
#include "solver/clearance.hpp"
#include "solver/leaf_pair.hpp"
#include "solver/mesh_answer.hpp"

namespace graze {
namespace {

// The gap aimed at, as a part of the tolerance: the rest is for what the last step falls short.
constexpr double kAim = 1.0 / 3.0;
// Bodies turned by more than this since the frame was made want a new one.
constexpr double kTurn = 0.03;
// A pair of boxes proved apart for so much of its last step more is worth another look later; otherwise it is opened.
constexpr double kWorthwhile = 0.5;
// After so much of a turn the search begins anew at the roots: pairs that came close are far apart again by then, and
// would be stepped through every turn as the small boxes and triangles they were opened into.
constexpr double kFrontTurn = 3.0;
// The longest turn seen from a frame that turns with the bodies: its bounds are from enclosures.
constexpr double kTogether = 0.2;

// Two nodes, proved apart on the window up to `until`.
struct Waiting {
  double until;
  double seen;  // the instant from which that was seen
  std::uint32_t a, b;

  friend bool operator<(const Waiting& x, const Waiting& y) {  // the top of a heap is the earliest
    return std::tie(y.until, y.a, y.b) < std::tie(x.until, x.a, x.b);
  }
};

class DirectionalSearch {
 public:
  DirectionalSearch(const Body& a, const Body& b, const Query& query, Meter& meter)
      : motion_a_(a.motion),
        motion_b_(b.motion),
        a_(a.shape),
        b_(b.shape),
        query_(query),
        meter_(meter),
        front_time_(query.window.lo()) {
    move_frame(query.window.lo());
  }

  Toi run() {
    push({query_.window.lo(), query_.window.lo(), 0, 0});
    while (!queue_.empty()) {
      Waiting next = pop();
      if (frame_->turn_rate() * (next.until - front_time_) > kFrontTurn) {
        queue_.clear();
        front_time_ = next.until;
        next = {next.until, next.until, 0, 0};
      }
      if (meter_.spent()) return answer(Verdict::Undecided, {next.until, query_.window.hi()});
      if (frame_->turn_rate() * (next.until - frame_->time()) > kTurn || next.until >= frame_->time() + frame_->span())
        move_frame(next.until);
      if (box_a(next).is_leaf() && box_b(next).is_leaf()) {
        if (look_at_leaves(next)) return *found_;
      } else {
        look_at_boxes(next);
      }
    }
    return answer(Verdict::Free, Interval(query_.window.hi()));
  }

 private:
  const BoxNode& box_a(const Waiting& pair) const { return a_.boxes()[pair.a]; }
  const BoxNode& box_b(const Waiting& pair) const { return b_.boxes()[pair.b]; }

  void move_frame(double s) {
    const double rest = s < query_.window.hi() ? rounding::up(query_.window.hi() - s) : 0.0;
    frame_.emplace(motion_a_, a_, motion_b_, b_, s, rest);
  }

  void push(const Waiting& pair) {
    queue_.push_back(pair);
    std::push_heap(queue_.begin(), queue_.end());
  }
  Waiting pop() {
    std::pop_heap(queue_.begin(), queue_.end());
    const Waiting first = queue_.back();
    queue_.pop_back();
    return first;
  }

  // Apart until when, given for how long from the frame's time (negative: not at all)? Infinity if to the end of the
  // window, which may be no longer than an instant.
  double time_after(double step) const {
    if (step >= frame_->span()) return std::numeric_limits<double>::infinity();
    return step > 0 ? rounding::down(frame_->time() + step) : frame_->time();
  }

  double boxes_apart_until(std::uint32_t a, std::uint32_t b) {
    meter_.counts.node_tests += 1;
    return time_after(frame_->apart_for(a_.boxes()[a], b_.boxes()[b], query_.separation));
  }

  void look_at_boxes(const Waiting& pair) {
    if (pair.seen < frame_->time()) {
      const double until = boxes_apart_until(pair.a, pair.b);
      if (until == std::numeric_limits<double>::infinity()) return;
      if (until - pair.until > kWorthwhile * (pair.until - pair.seen)) {
        push({until, frame_->time(), pair.a, pair.b});
        return;
      }
    }
    const BoxNode& a = box_a(pair);
    const BoxNode& b = box_b(pair);
    const bool split_a = b.is_leaf() || (!a.is_leaf() && a_.length(a) >= b_.length(b));
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t child_a = split_a ? a.left + k : pair.a;
      const std::uint32_t child_b = split_a ? pair.b : b.left + k;
      const double until = boxes_apart_until(child_a, child_b);
      if (until < std::numeric_limits<double>::infinity())
        push({std::max(until, pair.until), frame_->time(), child_a, child_b});
    }
  }

  // True if the pair is in contact: found_ says how.
  bool look_at_leaves(const Waiting& pair) {
    meter_.counts.leaf_tests += 1;
    double t = pair.until - frame_->time();
    LeafDistance at = measure(pair, t);
    // From an earlier instant the bend of the paths is part of every bound: look again from here if that matters.
    const double bend = 0.5 * frame_->acceleration_along(at.direction) * t * t;
    if (t > 0 && (bend > 0.01 * (at.lower - query_.separation) || at.upper <= query_.separation + query_.tolerance)) {
      move_frame(pair.until);
      t = 0.0;
      at = measure(pair, t);
    }
    if (!(at.lower > query_.separation)) return stop(pair, at);
    if (at.upper <= query_.separation + query_.tolerance) return stop(pair, at);
    const double need = query_.separation + std::min(kAim * query_.tolerance, 0.5 * (at.lower - query_.separation));
    double until = time_after(apart_along(leaf_pair(pair), at.direction, need, t, frame_->span()));
    until = std::max(until, apart_together_until(pair, at, need, until));
    if (until == std::numeric_limits<double>::infinity()) return false;
    if (!(until > pair.until)) return stop(pair, at);
    push({until, frame_->time(), pair.a, pair.b});
    return false;
  }

  // How far from t towards `span` the leaves are further apart along the direction than they need to be.
  double apart_along(const LeafPair& leaves, const Vector3& direction, double need, double t, double span) {
    const LeafGap gap_along(leaves, direction);
    const auto spare = [&](double time) {
      meter_.counts.root_iterations += 1;
      const Gap gap = gap_along.at(time);
      return Gap{gap.value - need, gap.slope, gap.acceleration};
    };
    return last_positive(spare, t, span);
  }

  // Leaves of bodies that turn together: as seen from a frame that turns with them. `known` is how long they are apart
  // as seen from the world.
  double apart_together_until(const Waiting& pair, const LeafDistance& at, double need, double known) {
    if (known == std::numeric_limits<double>::infinity()) return known;
    // Asked for by the first pair that comes here: most queries are settled before.
    if (!together_) together_ = common_turning(motion_a_, motion_b_, query_.window.lo());
    const double rate = together_->norm();
    if (!(rate > 0) || rate * (known - pair.until) > kTurn) return known;
    // So short that the enclosures over it are about as good as the gap deserves.
    const double size = a_.radius() + b_.radius();
    const double rest = rounding::up(query_.window.hi() - pair.until);
    const double span = std::min({std::cbrt(2 * (at.lower - need) / (rate * size)) / rate, kTogether / rate, rest});
    if (!(span > 0)) return known;
    const PairFrame turning(motion_a_, a_.radius(), motion_b_, b_.radius(), pair.until, span,
                            motion_b_.pose(pair.until).translation(), *together_);
    const LeafPair leaves(a_, box_a(pair).leaf, b_, box_b(pair).leaf, turning);
    const double step = apart_along(leaves, at.direction, need, 0.0, span);
    if (step >= rest) return std::numeric_limits<double>::infinity();
    return step > 0 ? rounding::down(pair.until + step) : pair.until;
  }

  LeafPair leaf_pair(const Waiting& pair) const { return {a_, box_a(pair).leaf, b_, box_b(pair).leaf, *frame_}; }
  LeafDistance measure(const Waiting& pair, double t) {
    meter_.counts.feature_tests += 1;
    return leaf_pair(pair).distance(t, query_.separation);
  }

  bool stop(const Waiting& pair, const LeafDistance& at) {
    const double t0 = query_.window.lo();
    const double time = pair.until;
    const Contact contact = describe(pair, at);
    if (time == t0 && !(at.lower > query_.separation)) {
      found_ = answer(Verdict::InitialContact, Interval(t0));
      found_->separation = {0.0, at.upper};
    } else {
      found_ = impact_at(query_, time, {at.lower, at.upper}, contact.approach_speed);
    }
    found_->contact = contact;
    return true;
  }

  Contact describe(const Waiting& pair, const LeafDistance& at) const {
    Contact contact;
    const Vector3 body_a = weighted(at.simplex, false);
    const Vector3 body_b = weighted(at.simplex, true);
    const MotionFrame& a = frame_->a();
    const MotionFrame& b = frame_->b();
    contact.normal = at.direction;
    const WitnessPoints points = witnesses(at.simplex, a_.rounding_radius(), b_.rounding_radius());
    contact.point_a = points.a + frame_->origin();
    contact.point_b = points.b + frame_->origin();
    contact.approach_speed = (a.velocity_of(body_a) - b.velocity_of(body_b)).dot(at.direction);
    contact.feature_a = feature(a_, box_a(pair).leaf, at.simplex, false);
    contact.feature_b = feature(b_, box_b(pair).leaf, at.simplex, true);
    return contact;
  }

  static Vector3 weighted(const Simplex4& simplex, bool of_b) {
    Vector3 sum = Vector3::Zero();
    for (int i = 0; i < simplex.size; ++i)
      sum += simplex.weights[i] * (of_b ? simplex.pairs[i].body_b : simplex.pairs[i].body_a);
    return sum;
  }

  static Feature feature(const LeafBody& body, std::uint32_t leaf, const Simplex4& simplex, bool of_b) {
    std::array<std::uint32_t, 4> vertices{};
    std::size_t count = 0;
    for (int i = 0; i < simplex.size; ++i) {
      const std::uint32_t v = of_b ? simplex.pairs[i].vertex_b : simplex.pairs[i].vertex_a;
      if (v == ConvexShape::kNoVertex) return body.feature(leaf, {});
      bool known = false;
      for (std::size_t k = 0; k < count; ++k) known = known || vertices[k] == v;
      if (!known) vertices[count++] = v;
    }
    return body.feature(leaf, {vertices.data(), std::min<std::size_t>(count, 3)});
  }

  Toi answer(Verdict verdict, const Interval& bracket) const { return answer_to(query_, verdict, bracket); }

  const Motion& motion_a_;
  const Motion& motion_b_;
  LeafBody a_, b_;
  const Query& query_;
  Meter& meter_;
  std::optional<BoxFrame> frame_;
  std::vector<Waiting> queue_;
  std::optional<Vector3> together_;  // the rate at which both bodies turn, if they turn alike
  double front_time_;                // the instant of the last beginning at the roots
  std::optional<Toi> found_;
};

}  // namespace

Toi solve_directional(const Body& a, const Body& b, const Query& query, PairCache* cache) {
  Meter meter(query.budget);
  const bool clear = cache != nullptr && still_clear(a, b, query, *cache);
  Toi toi = clear ? answer_to(query, Verdict::Free, Interval(query.window.hi()))
                  : DirectionalSearch(a, b, query, meter).run();
  if (cache != nullptr && !clear && toi.verdict == Verdict::Free) look_for_clearance(a, b, query, *cache, meter);
  if (a.shape.has_surface() && b.shape.has_surface()) return finished(std::move(toi), a, b, query, meter);
  if (query.all_contacts && (toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact))
    toi.patch = {toi.contact};
  toi.statistics = meter.counts;
  toi.statistics.microseconds = meter.seconds() * 1e6;
  return toi;
}

}  // namespace graze
