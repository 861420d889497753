// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/coherence.hpp"

#include <algorithm>

#include "numeric/interval_vector.hpp"
#include "numeric/stable_norm.hpp"
#include "solver/answer.hpp"
#include "solver/directional/clear_distance.hpp"
#include "solver/directional/close_leaves.hpp"

namespace graze {
namespace {

constexpr double kSteps = 4.0;         // a snapshot serves bodies that have moved as far as in this many queries
constexpr int kMostOpened = 1000;      // pairs of nodes opened for a snapshot
constexpr int kMostSkips = 32;         // queries without a snapshot, when the last ones did not pay
constexpr std::size_t kMostNear = 32;  // pairs of leaves worth a search of their own
constexpr std::uint64_t kCheap = 64;   // node tests of a search that no snapshot makes cheaper
constexpr std::uint64_t kWorn = 100;   // pairs that had to be tested again: time for a new snapshot
constexpr std::uint64_t kMostWork = 4000;
constexpr int kRecheck = 8;  // after so many queries, near leaves are asked whether they still are

using Apart = PairCoherence::Snapshot::Apart;

const Eigen::Vector3f kNoDirection = Eigen::Vector3f::Zero();

bool nearer(const Apart& x, const Apart& y) { return std::tie(x.gap, x.nodes) < std::tie(y.gap, y.nodes); }

// The pairs of nodes left when the nearest have been opened, with lower bounds on their distances at an instant.
// Those further apart than `far` are left as they are.
std::vector<Apart> pairs_at(double time, double far, const LeafyBody& a, const LeafyBody& b, Meter& meter) {
  meter.counts.linearizations += 1;
  const LinearizedBoxes linearized(a.motion, a.leaves, b.motion, b.leaves, time, 0.0,
                                   b.motion.pose(time).translation());
  const auto further = [](const Apart& x, const Apart& y) { return nearer(y, x); };
  std::vector<Apart> queue{{-std::numeric_limits<double>::infinity(), {0, 0}, kNoDirection}};
  std::vector<Apart> leaves;
  for (int opened = 0; opened < kMostOpened && !queue.empty() && queue.front().gap < far;) {
    std::pop_heap(queue.begin(), queue.end(), further);
    const Apart nearest = queue.back();
    queue.pop_back();
    if (are_leaves(a.leaves, b.leaves, nearest.nodes)) {
      meter.counts.feature_tests += 1;
      const LeafPair pair(a.leaves, a.leaves.boxes()[nearest.nodes.a].leaf, b.leaves,
                          b.leaves.boxes()[nearest.nodes.b].leaf, linearized);
      const LeafDistance at = pair.distance(0.0, 0.0);
      leaves.push_back({std::max(nearest.gap, at.lower), nearest.nodes, at.direction.cast<float>()});
      continue;
    }
    ++opened;
    meter.counts.opened_nodes += 1;
    open(a.leaves, b.leaves, nearest.nodes, [&](const NodePair& child) {
      meter.counts.node_tests += 1;
      queue.push_back({linearized.gap(a.leaves.boxes()[child.a], b.leaves.boxes()[child.b]), child, kNoDirection});
      std::push_heap(queue.begin(), queue.end(), further);
    });
  }
  queue.insert(queue.end(), leaves.begin(), leaves.end());
  std::sort(queue.begin(), queue.end(), nearer);
  return queue;
}

// How far any point of a body can be, up to a time, from where it was at an instant of another motion.
class Displacement {
 public:
  Displacement(const Motion& before, double then, const Motion& now, const Interval& window, double radius)
      : start_(window.lo()), speed_(now.speed_bound(window).at(radius)) {
    const MotionEnclosure from = before.enclose(Interval(then), Vector3::Zero());
    const MotionEnclosure to = now.enclose(Interval(window.lo()), Vector3::Zero());
    const IntervalMatrix3 turn = to.rotation - from.rotation;
    // The Frobenius norm is no less than the spectral one.
    double turned = 0.0;
    for (int i = 0; i < 3; ++i) turned += sqr(norm(turn.col(i))).hi();
    at_start_ = norm(to.position - from.position).hi() + std::sqrt(turned) * radius;
  }
  double at_start() const { return at_start_; }
  double until(double time) const { return (at_start_ + speed_ * (time - start_)) * (1 + 1e-9); }

 private:
  double start_, speed_, at_start_;
};

bool same(const Shape& x, const Shape& y) { return &x.data() == &y.data(); }

// Is there a snapshot of these shapes?
bool knows(const PairCoherence& cache, const Body& a, const Body& b) {
  return cache.snapshot && same(cache.snapshot->a.shape, a.shape) && same(cache.snapshot->b.shape, b.shape);
}

// One query, with what the last snapshot knows.
class Change {
 public:
  Change(const Body& a, const Body& b, const Query& query, const PairCoherence::Snapshot& snapshot)
      : a_(snapshot.a.motion, snapshot.time, a.motion, query.window, a.shape.data().radius),
        b_(snapshot.b.motion, snapshot.time, b.motion, query.window, b.shape.data().radius),
        need_(clear_distance(a, b, query)) {}
  double at_start() const { return a_.at_start() + b_.at_start(); }
  double until(double time) const { return a_.until(time) + b_.until(time); }
  // What counts as no contact.
  double need() const { return need_; }
  bool still_apart(const Apart& pair, double time) const { return pair.gap - until(time) > need_; }

 private:
  Displacement a_, b_;
  double need_;
};

// Taken where the bodies are, most likely, when the next query begins; good for some queries like this one.
PairCoherence::Snapshot snapshot_after(const LeafyBody& a, const LeafyBody& b, const Query& query, const Toi& toi,
                                       std::uint64_t search_tests, Meter& meter) {
  const Interval& window = query.window;
  const double time = toi.verdict == Verdict::Free ? window.hi() : window.lo();
  const double speed =
      a.motion.speed_bound(window).at(a.leaves.radius()) + b.motion.speed_bound(window).at(b.leaves.radius());
  const double far = kSteps * speed * (window.hi() - window.lo());
  return {a.body, b.body, time, pairs_at(time, far, a, b, meter), {}, {}, search_tests};
}

}  // namespace

Meter snapshot_budget() {
  Budget budget;
  budget.iterations = kMostWork;
  return Meter(budget);
}

std::optional<Toi> search_from_snapshot(const LeafyBody& a, const LeafyBody& b, const Query& query, bool one_slice,
                                        PairCoherence& cache, Meter& meter) {
  if (!knows(cache, a.body, b.body)) return std::nullopt;
  PairCoherence::Snapshot& snapshot = *cache.snapshot;
  const Change change(a.body, b.body, query, snapshot);
  if (change.still_apart(snapshot.pairs.front(), query.window.hi())) {
    ++cache.served;
    return free_answer(query);
  }
  if (!one_slice) return std::nullopt;
  const auto search_near = [&]() {
    Toi free = free_answer(query);
    if (snapshot.near.empty()) return free;
    return DirectionalSearch(a, b, query, query.window, meter, snapshot.paths).run().value_or(free);
  };
  // What the near leaves say about the time of contact bounds it from above: all others count up to then only.
  Toi toi = search_near();
  if (toi.verdict == Verdict::Undecided) return std::nullopt;
  const double until = toi.bracket.lo();
  // Those that were near last time nearly always still are: they are taken for it without a test, but for now and then.
  std::span<const NodePair> taken;
  if (cache.served % kRecheck != 0) taken = snapshot.near;
  CloseLeaves near(a, b, {query.window.lo(), until}, change.need(), {snapshot.search_tests / 2, kMostNear},
                   CloseLeaves::Leaves::Closely, meter);
  for (const Apart& pair : snapshot.pairs) {
    if (change.still_apart(pair, until)) break;
    if (std::binary_search(taken.begin(), taken.end(), pair.nodes)) continue;
    const bool few = pair.direction.isZero(0.0F) ? near.add(pair.nodes)
                                                 : near.add(pair.nodes, unit_of(pair.direction.cast<double>()));
    if (!few) return std::nullopt;
  }
  std::vector<NodePair> found;
  const std::vector<NodePair> tested = near.sorted();
  std::set_union(tested.begin(), tested.end(), taken.begin(), taken.end(), std::back_inserter(found));
  const bool known = std::includes(snapshot.near.begin(), snapshot.near.end(), found.begin(), found.end());
  if (found != snapshot.near) {
    snapshot.near = std::move(found);
    snapshot.paths = paths_to(a.leaves, b.leaves, snapshot.near);
  }
  if (!known) toi = search_near();
  if (toi.verdict == Verdict::Undecided) return std::nullopt;
  ++cache.served;
  if (near.tests() > kWorn && 2 * change.at_start() > change.until(until)) {
    PairCoherence::Snapshot fresh = snapshot_after(a, b, query, toi, snapshot.search_tests, meter);
    fresh.near = std::move(snapshot.near);
    fresh.paths = std::move(snapshot.paths);
    snapshot = std::move(fresh);
  }
  return toi;
}

void renew_snapshot(const LeafyBody& a, const LeafyBody& b, const Query& query, const Toi& toi,
                    const NodePair& touching, PairCoherence& cache, Meter& meter) {
  if (cache.snapshot) {
    // One that served no query was in vain: pause the longer the more of these there were.
    cache.pause = cache.served > 0 ? 0 : std::min(2 * cache.pause + 1, kMostSkips);
    cache.skip = cache.pause;
    cache.served = 0;
    cache.snapshot.reset();
  }
  if (cache.skip > 0) {
    --cache.skip;
    return;
  }
  const std::uint64_t search_tests = meter.counts.node_tests;
  if (toi.verdict == Verdict::Undecided || search_tests < kCheap) return;
  cache.snapshot = snapshot_after(a, b, query, toi, search_tests, meter);
  if (toi.verdict == Verdict::Free) return;
  cache.snapshot->near = {touching};
  cache.snapshot->paths = paths_to(a.leaves, b.leaves, cache.snapshot->near);
}

}  // namespace graze
