// SPDX-License-Identifier: Apache-2.0
#include "solver/directional_search.hpp"

#include <algorithm>

#include "solver/advancement_answer.hpp"

namespace graze {
namespace {

// The gap aimed at, as a part of the tolerance: the rest is for what the last step falls short.
constexpr double kAim = 1.0 / 3.0;
// Bodies turned by more than this since the frame was made want a new one.
constexpr double kTurn = 0.03;
// A pair of boxes proved apart for so much of its last step more is worth another look later; otherwise it is opened.
constexpr double kWorthwhile = 0.5;
// The longest turn seen from a frame that turns with the bodies: its bounds are from enclosures.
constexpr double kTogether = 0.2;

Vector3 weighted(const Simplex4& simplex, bool of_b) {
  Vector3 sum = Vector3::Zero();
  for (int i = 0; i < simplex.size; ++i)
    sum += simplex.weights[i] * (of_b ? simplex.pairs[i].body_b : simplex.pairs[i].body_a);
  return sum;
}

Feature feature(const LeafBody& body, std::uint32_t leaf, const Simplex4& simplex, bool of_b) {
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

}  // namespace

DirectionalSearch::DirectionalSearch(const LeafyBody& a, const LeafyBody& b, const Query& query,
                                     const Interval& stretch, Meter& meter)
    : a_(a),
      b_(b),
      query_(query),
      stretch_(stretch),
      meter_(meter),
      origin_(b.motion.pose(stretch.lo()).translation()),
      free_until_(stretch.hi()) {}

std::optional<Toi> DirectionalSearch::run() {
  const double start = stretch_.lo();
  const double end = query_.window.hi();
  if (stretch_.hi() < end) {
    // What is far apart stays so for longer than a stretch.
    move_frame(start, end);
    free_until_ = std::min(boxes_apart_until(0, 0), end);
    if (free_until_ >= stretch_.hi()) return std::nullopt;
    free_until_ = stretch_.hi();
  }
  move_frame(start, stretch_.hi());
  push({start, start, 0, 0});
  return search();
}

std::optional<Toi> DirectionalSearch::run(std::span<const LeafNodes> nodes) {
  const double start = stretch_.lo();
  move_frame(start, stretch_.hi());
  for (const auto& [a, b] : nodes) {
    const double until = boxes_apart_until(a, b);
    if (until < std::numeric_limits<double>::infinity()) queue_.push_back({std::max(until, start), start, a, b});
  }
  std::make_heap(queue_.begin(), queue_.end());
  return search();
}

std::optional<Toi> DirectionalSearch::search() {
  const double end = query_.window.hi();
  while (!queue_.empty()) {
    const Waiting next = pop();
    if (meter_.spent()) return answer_to(query_, Verdict::Undecided, {next.until, end});
    if (frame_->turn_rate() * (next.until - frame_->time()) > kTurn || next.until >= frame_->time() + frame_->span())
      move_frame(next.until, stretch_.hi());
    if (box_a(next).is_leaf() && box_b(next).is_leaf()) {
      if (look_at_leaves(next)) return found_;
    } else {
      look_at_boxes(next);
    }
  }
  return std::nullopt;
}

void DirectionalSearch::move_frame(double s, double end) {
  const double rest = s < end ? rounding::up(end - s) : 0.0;
  frame_.emplace(a_.motion, a_.leaves, b_.motion, b_.leaves, s, rest, origin_);
  // Positions are known to an ulp of how far they are from the origin: it stays close.
  if (frame_->b().position.norm() <= b_.leaves.radius()) return;
  origin_ += frame_->b().position;
  frame_.emplace(a_.motion, a_.leaves, b_.motion, b_.leaves, s, rest, origin_);
}

void DirectionalSearch::push(const Waiting& pair) {
  queue_.push_back(pair);
  std::push_heap(queue_.begin(), queue_.end());
}

DirectionalSearch::Waiting DirectionalSearch::pop() {
  std::pop_heap(queue_.begin(), queue_.end());
  const Waiting first = queue_.back();
  queue_.pop_back();
  return first;
}

double DirectionalSearch::time_after(double step) const {
  if (step >= frame_->span()) return std::numeric_limits<double>::infinity();
  return step > 0 ? rounding::down(frame_->time() + step) : frame_->time();
}

double DirectionalSearch::boxes_apart_until(std::uint32_t a, std::uint32_t b) {
  meter_.counts.node_tests += 1;
  return time_after(frame_->apart_for(a_.leaves.boxes()[a], b_.leaves.boxes()[b], query_.separation));
}

void DirectionalSearch::look_at_boxes(const Waiting& pair) {
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
  const bool split_a = b.is_leaf() || (!a.is_leaf() && a_.leaves.length(a) >= b_.leaves.length(b));
  for (std::uint32_t k = 0; k < 2; ++k) {
    const std::uint32_t child_a = split_a ? a.left + k : pair.a;
    const std::uint32_t child_b = split_a ? pair.b : b.left + k;
    const double until = boxes_apart_until(child_a, child_b);
    if (until < std::numeric_limits<double>::infinity())
      push({std::max(until, pair.until), frame_->time(), child_a, child_b});
  }
}

bool DirectionalSearch::look_at_leaves(const Waiting& pair) {
  meter_.counts.leaf_tests += 1;
  double t = pair.until - frame_->time();
  LeafDistance at = measure(pair, t);
  // From an earlier instant the bend of the paths is part of every bound: look again from here if that matters.
  const double bend = 0.5 * frame_->acceleration_along(at.direction) * t * t;
  if (t > 0 && (bend > 0.01 * (at.lower - query_.separation) || at.upper <= query_.separation + query_.tolerance)) {
    move_frame(pair.until, stretch_.hi());
    t = 0.0;
    at = measure(pair, t);
  }
  if (!(at.lower > query_.separation)) return stop(pair, at);
  if (at.upper <= query_.separation + query_.tolerance) return stop(pair, at);
  const double need = query_.separation + std::min(kAim * query_.tolerance, 0.5 * (at.lower - query_.separation));
  double until = time_after(apart_along(leaf_pair(pair), at.direction, need, t, frame_->span()));
  until = std::max(until, apart_together_until(pair, at, need, until));
  if (until == std::numeric_limits<double>::infinity()) return false;
  if (!(until > pair.until)) {
    if (t == 0) return stop(pair, at);
    // Not from an earlier instant, then: where things are is known best from here.
    move_frame(pair.until, stretch_.hi());
    return look_at_leaves(pair);
  }
  push({until, frame_->time(), pair.a, pair.b});
  return false;
}

double DirectionalSearch::apart_along(const LeafPair& leaves, const Vector3& direction, double need, double t,
                                      double span) {
  const LeafGap gap_along(leaves, direction);
  const auto spare = [&](double time) {
    meter_.counts.root_iterations += 1;
    const Gap gap = gap_along.at(time);
    return Gap{gap.value - need, gap.slope, gap.acceleration};
  };
  return last_positive(spare, t, span);
}

double DirectionalSearch::apart_together_until(const Waiting& pair, const LeafDistance& at, double need, double known) {
  if (known == std::numeric_limits<double>::infinity()) return known;
  // Asked for by the first pair that comes here: most queries are settled before.
  if (!together_) together_ = common_turning(a_.motion, b_.motion, stretch_.lo());
  const double rate = together_->norm();
  if (!(rate > 0) || rate * (known - pair.until) > kTurn) return known;
  // So short that the enclosures over it are about as good as the gap deserves.
  const double size = a_.leaves.radius() + b_.leaves.radius();
  const double rest = rounding::up(stretch_.hi() - pair.until);
  const double span = std::min({std::cbrt(2 * (at.lower - need) / (rate * size)) / rate, kTogether / rate, rest});
  if (!(span > 0)) return known;
  const PairFrame turning(a_.motion, a_.leaves.radius(), b_.motion, b_.leaves.radius(), pair.until, span,
                          b_.motion.pose(pair.until).translation(), *together_);
  const LeafPair leaves(a_.leaves, box_a(pair).leaf, b_.leaves, box_b(pair).leaf, turning);
  const double step = apart_along(leaves, at.direction, need, 0.0, span);
  if (step >= rest) return std::numeric_limits<double>::infinity();
  return step > 0 ? rounding::down(pair.until + step) : pair.until;
}

LeafPair DirectionalSearch::leaf_pair(const Waiting& pair) const {
  return {a_.leaves, box_a(pair).leaf, b_.leaves, box_b(pair).leaf, *frame_};
}

LeafDistance DirectionalSearch::measure(const Waiting& pair, double t) {
  meter_.counts.feature_tests += 1;
  return leaf_pair(pair).distance(t, query_.separation);
}

bool DirectionalSearch::stop(const Waiting& pair, const LeafDistance& at) {
  const double t0 = query_.window.lo();
  const double time = pair.until;
  const Contact contact = describe(pair, at);
  if (time == t0 && !(at.lower > query_.separation)) {
    found_ = answer_to(query_, Verdict::InitialContact, Interval(t0));
    found_->separation = {0.0, at.upper};
  } else {
    found_ = impact_at(query_, time, {at.lower, at.upper}, contact.approach_speed);
  }
  found_->contact = contact;
  return true;
}

Contact DirectionalSearch::describe(const Waiting& pair, const LeafDistance& at) const {
  Contact contact;
  const Vector3 body_a = weighted(at.simplex, false);
  const Vector3 body_b = weighted(at.simplex, true);
  const MotionFrame& a = frame_->a();
  const MotionFrame& b = frame_->b();
  contact.normal = at.direction;
  const WitnessPoints points = witnesses(at.simplex, a_.leaves.rounding_radius(), b_.leaves.rounding_radius());
  contact.point_a = points.a + frame_->origin();
  contact.point_b = points.b + frame_->origin();
  contact.approach_speed = (a.velocity_of(body_a) - b.velocity_of(body_b)).dot(at.direction);
  contact.feature_a = feature(a_.leaves, box_a(pair).leaf, at.simplex, false);
  contact.feature_b = feature(b_.leaves, box_b(pair).leaf, at.simplex, true);
  return contact;
}

}  // namespace graze
