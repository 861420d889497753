// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/search.hpp"

#include <algorithm>

#include "numeric/elementary/elementary.hpp"
#include "solver/answer.hpp"
#include "solver/directional/clear_distance.hpp"
#include "solver/directional/leaf_contact.hpp"
#include "solver/tick.hpp"

namespace graze {
namespace {

// The gap aimed at, as a part of the tolerance: the rest is for what the last step falls short.
constexpr double kAim = 1.0 / 3.0;
// Leaves are examined from an earlier instant if the bend of the paths since is no more than this part of their gap.
constexpr double kBend = 0.1;
// Bodies turn by about this much from one linearization to the next.
constexpr double kTurn = 0.01;
// A pair of boxes proved apart for so much of its last step more is examined once more later; otherwise it is opened.
constexpr double kWorthwhile = 0.5;
// Tests after which a search is expensive: more than most need, and than it takes to work out orbits.
constexpr std::uint64_t kExpensive = 20'000;
// The longest turn seen from a frame that turns with the bodies: its bounds are from enclosures.
constexpr double kTogether = 0.2;

double rest_after(double time, double end) { return time < end ? rounding::up(end - time) : 0.0; }

}  // namespace

DirectionalSearch::DirectionalSearch(const LeafyBody& a, const LeafyBody& b, const Query& query, const Interval& slice,
                                     Meter& meter, std::span<const NodePair> only)
    : a_(a),
      b_(b),
      query_(query),
      slice_(slice),
      meter_(meter),
      only_(only),
      known_free_(slice.lo()),
      free_until_(slice.hi()) {
  filter_at_ = tests() + std::max<std::uint64_t>(kExpensive, a.leaves.boxes().size() + b.leaves.boxes().size());
  const auto turning = [&](const Motion& motion) { return motion.speed_bound(slice).per_radius; };
  const auto bending = [&](const Motion& motion) { return motion.acceleration_bound(slice).at(0.0); };
  const double size = a.leaves.radius() + b.leaves.radius();
  const double rate = turning(a.motion) + turning(b.motion) + std::sqrt((bending(a.motion) + bending(b.motion)) / size);
  linearize_every_ = kTurn / rate;  // for ever, if nothing turns or bends
  if (bending(b.motion) == 0.0) straight_ = b.motion.instant(slice.lo(), Vector3::Zero());
}

std::optional<Toi> DirectionalSearch::run() {
  const double start = slice_.lo();
  const double end = query_.window.hi();
  if (slice_.hi() < end) {
    // What is far apart stays so for longer than a slice.
    linearize(start, end);
    free_until_ = std::min(boxes_apart_until({0, 0}, start), end);
    if (free_until_ >= slice_.hi()) return std::nullopt;
    free_until_ = slice_.hi();
  }
  linearize(start, slice_.hi());
  push({start, start, {0, 0}});
  return search();
}

std::optional<Toi> DirectionalSearch::search() {
  for (;;) {
    if (filter_ && filter_->until() < slice_.hi() && !found_ &&
        (queue_.empty() || queue_.front().until > filter_->until()))
      search_unfiltered();
    if (queue_.empty()) break;
    const Waiting next = pop();
    // At the start of the window nothing is proved of pairs that were not examined: an impact there is one only if
    // nothing else touches already. Anywhere else what waits is apart.
    if (found_ && (found_->verdict == Verdict::InitialContact || next.until > query_.window.lo())) break;
    const bool expensive = !meter_.spent() && tests() >= filter_at_;
    if (expensive) filter_by_orbits(next.until);
    if (meter_.spent()) return undecided_from(std::max(next.until, known_free_), query_);
    if (expensive && !takes(next.nodes)) continue;
    if (const double s = linearization_time(next.until); s != linearized_->time()) linearize(s, slice_.hi());
    if (are_leaves(a_.leaves, b_.leaves, next.nodes)) {
      examine_leaves(next);
    } else {
      examine_boxes(next);
    }
  }
  return found_;
}

void DirectionalSearch::filter_by_orbits(double from) {
  filter_at_ = std::numeric_limits<std::uint64_t>::max();
  if (a_.leaves.is_solid() || b_.leaves.is_solid() || !only_.empty()) return;
  filter_ = orbit_filter(a_, b_, {from, slice_.hi()}, clear_distance(a_.body, b_.body, query_), meter_);
  if (!filter_) return;
  std::erase_if(queue_, [this](const Waiting& pair) { return !takes(pair.nodes); });
  std::make_heap(queue_.begin(), queue_.end());
}

void DirectionalSearch::search_unfiltered() {
  known_free_ = filter_->until();
  filter_.reset();
  queue_.clear();
  linearize(slice_.lo(), slice_.hi());
  push({slice_.lo(), slice_.lo(), {0, 0}});
}

bool DirectionalSearch::takes(const NodePair& nodes) const {
  return (!filter_ || filter_->takes(nodes)) &&
         (only_.empty() || std::binary_search(only_.begin(), only_.end(), nodes));
}

double DirectionalSearch::linearization_time(double time) const {
  const double frames = std::floor((time - slice_.lo()) / linearize_every_);
  if (!(frames > 0)) return slice_.lo();
  return std::min(slice_.lo() + frames * linearize_every_, time);
}

Vector3 DirectionalSearch::origin_at(double s) const {
  return straight_ ? Vector3(straight_->position + (s - slice_.lo()) * straight_->velocity)
                   : Vector3(b_.motion.pose(s).translation());
}

void DirectionalSearch::linearize(double s, double end) {
  meter_.counts.linearizations += 1;
  linearized_.emplace(a_.motion, a_.leaves, b_.motion, b_.leaves, s, rest_after(s, end), origin_at(s),
                      linearize_every_);
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

double DirectionalSearch::time_after(const LinearizedPair& linearized, double step) {
  if (step >= linearized.span()) return std::numeric_limits<double>::infinity();
  return step > 0 ? rounding::down(linearized.time() + step) : linearized.time();
}

double DirectionalSearch::boxes_apart_until(const NodePair& nodes, double from) {
  meter_.counts.node_tests += 1;
  const BoxNode& a = a_.leaves.boxes()[nodes.a];
  const BoxNode& b = b_.leaves.boxes()[nodes.b];
  if (!linearized_->pass(a, b)) return time_after(*linearized_, linearized_->apart_for(a, b, query_.separation));
  // Rounded down, so that nothing is left out between.
  const double t = std::max(rounding::down(from - linearized_->time()), 0.0);
  return time_after(*linearized_, linearized_->passing_until(a, b, query_.separation, t));
}

void DirectionalSearch::examine_boxes(const Waiting& pair) {
  if (pair.seen < linearized_->time()) {
    meter_.counts.retested_pairs += 1;
    const double until = boxes_apart_until(pair.nodes, pair.until);
    if (until == std::numeric_limits<double>::infinity()) return;
    if (until - pair.until > kWorthwhile * (pair.until - pair.seen)) {
      push({until, linearized_->time(), pair.nodes});
      return;
    }
  }
  meter_.counts.opened_nodes += 1;
  open(a_.leaves, b_.leaves, pair.nodes, [&](const NodePair& child) {
    if (!takes(child)) return;
    const double until = boxes_apart_until(child, pair.until);
    if (until < std::numeric_limits<double>::infinity())
      push({std::max(until, pair.until), linearized_->time(), child});
  });
}

void DirectionalSearch::examine_leaves(const Waiting& pair) {
  meter_.counts.leaf_tests += 1;
  const double t = pair.until - linearized_->time();
  if (t > 0) {
    const LeafDistance at = measure(pair, *linearized_, t);
    // From an earlier instant the bend of the paths is part of every bound: that may not matter yet.
    const double bend = 0.5 * linearized_->acceleration_along(at.direction) * t * t;
    if (bend <= kBend * (at.lower - query_.separation) && at.upper > query_.separation + query_.tolerance &&
        step_leaves(pair, *linearized_, at, t))
      return;
  }
  meter_.counts.linearizations += t > 0 ? 1 : 0;
  std::optional<LinearizedPair> own;
  const LinearizedPair& here = t > 0
                                   ? own.emplace(a_.motion, a_.leaves.radius(), b_.motion, b_.leaves.radius(),
                                                 pair.until, rest_after(pair.until, slice_.hi()), origin_at(pair.until))
                                   : *linearized_;
  const LeafDistance at = measure(pair, here, 0.0);
  const bool apart = at.lower > query_.separation && at.upper > query_.separation + query_.tolerance;
  if (apart && (step_leaves(pair, here, at, 0.0) || pass_tick(pair, here))) return;
  stop(pair, here, at);
}

bool DirectionalSearch::step_leaves(const Waiting& pair, const LinearizedPair& linearized, const LeafDistance& at,
                                    double t) {
  const double need = need_below(at.lower);
  const double step = apart_along(leaf_pair(pair, linearized), at.direction, need, t, linearized.span());
  double until = time_after(linearized, step);
  until = std::max(until, apart_together_until(pair, at, need, until));
  if (!(until > pair.until)) return false;
  if (until == std::numeric_limits<double>::infinity()) return true;
  meter_.counts.retested_pairs += 1;
  push({until, linearized_->time(), pair.nodes});
  return true;
}

bool DirectionalSearch::pass_tick(const Waiting& pair, const LinearizedPair& linearized) {
  const double tick = tick_after(pair.until);
  if (!(tick <= linearized.span())) return false;
  const LeafPair leaves = leaf_pair(pair, linearized);
  const bool apart = passes_tick(tick, [&](double t) {
    const LeafDistance at = measure(pair, linearized, t);
    if (!(at.lower > query_.separation) || at.upper <= query_.separation + query_.tolerance) return t;
    return apart_along(leaves, at.direction, need_below(at.lower), t, tick);
  });
  if (apart) push({next_instant(pair.until), linearized_->time(), pair.nodes});
  return apart;
}

double DirectionalSearch::need_below(double gap) const {
  return query_.separation + std::min(kAim * query_.tolerance, 0.5 * (gap - query_.separation));
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
  if (!together_) together_ = common_turning(a_.motion, b_.motion, slice_.lo());
  const double rate = together_->norm();
  if (!(rate > 0) || rate * (known - pair.until) > kTurn) return known;
  // So short that the enclosures over it are about as good as the gap deserves.
  const double size = a_.leaves.radius() + b_.leaves.radius();
  const double rest = rounding::up(slice_.hi() - pair.until);
  const double span = std::min({portable::cbrt(2 * (at.lower - need) / (rate * size)) / rate, kTogether / rate, rest});
  if (!(span > 0)) return known;
  meter_.counts.linearizations += 1;
  const LinearizedPair turning(a_.motion, a_.leaves.radius(), b_.motion, b_.leaves.radius(), pair.until, span,
                               b_.motion.pose(pair.until).translation(), *together_);
  const LeafPair leaves(a_.leaves, box_a(pair).leaf, b_.leaves, box_b(pair).leaf, turning);
  const double step = apart_along(leaves, at.direction, need, 0.0, span);
  if (step >= rest) return std::numeric_limits<double>::infinity();
  return step > 0 ? rounding::down(pair.until + step) : pair.until;
}

LeafPair DirectionalSearch::leaf_pair(const Waiting& pair, const LinearizedPair& linearized) const {
  return {a_.leaves, box_a(pair).leaf, b_.leaves, box_b(pair).leaf, linearized};
}

LeafDistance DirectionalSearch::measure(const Waiting& pair, const LinearizedPair& linearized, double t) {
  meter_.counts.feature_tests += 1;
  return leaf_pair(pair, linearized).distance(t, query_.separation);
}

LeafDistance DirectionalSearch::refined(const Waiting& pair, const LinearizedPair& linearized,
                                        const LeafDistance& at) const {
  if (!(at.lower > 0)) return at;
  LeafDistance fine = leaf_pair(pair, linearized).distance(0.0, query_.separation, kAccuracyOfContacts);
  if (!(fine.lower > 0 && fine.upper < at.upper)) return at;
  fine.lower = std::max(fine.lower, at.lower);
  return fine;
}

void DirectionalSearch::stop(const Waiting& pair, const LinearizedPair& linearized, const LeafDistance& known) {
  const double t0 = query_.window.lo();
  const double time = pair.until;
  const LeafDistance at = refined(pair, linearized, known);
  const bool touches = time == t0 && !(at.lower > query_.separation);
  if (found_ && !touches) return;
  const Contact contact = contact_of(a_.leaves, box_a(pair).leaf, b_.leaves, box_b(pair).leaf, linearized, at);
  found_ =
      touches ? initial_contact_at(query_, contact, at.upper) : impact_at(query_, time, {at.lower, at.upper}, contact);
  touching_ = pair.nodes;
}

}  // namespace graze
