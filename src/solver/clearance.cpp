// SPDX-License-Identifier: Apache-2.0
#include "solver/clearance.hpp"

#include <algorithm>
#include <vector>

#include "numeric/interval_vector.hpp"
#include "shape/shape_data.hpp"
#include "solver/box_frame.hpp"
#include "solver/leaf_pair.hpp"

namespace graze {
namespace {

constexpr int kLooks = 400;      // pairs of nodes opened in a look
constexpr int kMostSkips = 32;   // queries without a look, when the last ones did not pay
constexpr double kMargin = 8.0;  // tolerances; so that no method could stop at a near miss

struct Open {
  double gap;
  std::uint32_t a, b;

  friend bool operator<(const Open& x, const Open& y) { return x.gap > y.gap; }  // the top of a heap is the nearest
};

// A lower bound on the distance at an instant, as good as a few looks make it: the least of all that was not opened.
double clearance(const Body& a, const Body& b, double time, Meter& meter) {
  const LeafBody body_a(a.shape);
  const LeafBody body_b(b.shape);
  const BoxFrame frame(a.motion, body_a, b.motion, body_b, time, 0.0, b.motion.pose(time).translation());
  std::vector<Open> queue{{-std::numeric_limits<double>::infinity(), 0, 0}};
  for (int look = 0; look < kLooks; ++look) {
    const Open nearest = queue.front();
    const BoxNode& p = body_a.boxes()[nearest.a];
    const BoxNode& q = body_b.boxes()[nearest.b];
    if (p.is_leaf() && q.is_leaf()) break;
    std::pop_heap(queue.begin(), queue.end());
    queue.pop_back();
    const bool split_a = q.is_leaf() || (!p.is_leaf() && body_a.length(p) >= body_b.length(q));
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t child_a = split_a ? p.left + k : nearest.a;
      const std::uint32_t child_b = split_a ? nearest.b : q.left + k;
      meter.counts.node_tests += 1;
      queue.push_back({frame.gap(body_a.boxes()[child_a], body_b.boxes()[child_b]), child_a, child_b});
      std::push_heap(queue.begin(), queue.end());
    }
  }
  return queue.front().gap;
}

// How far any point within the radius can be, during the window, from where it was at an instant of another motion.
double displacement(const Motion& before, double then, const Motion& now, const Interval& window, double radius) {
  const MotionEnclosure from = before.enclose(Interval(then), Vector3::Zero());
  const MotionEnclosure to = now.enclose(Interval(window.lo()), Vector3::Zero());
  const double shift = norm(to.position - from.position).hi();
  const IntervalMatrix3 turn = to.rotation - from.rotation;
  // The Frobenius norm is no less than the spectral one.
  double turned = 0.0;
  for (int i = 0; i < 3; ++i) turned += sqr(norm(turn.col(i))).hi();
  const double travel = now.speed_bound(window).at(radius) * (window.hi() - window.lo());
  return (shift + std::sqrt(turned) * radius + travel) * (1 + 1e-9);
}

bool same(const Shape& x, const Shape& y) { return &x.data() == &y.data(); }

}  // namespace

bool still_clear(const Body& a, const Body& b, const Query& query, PairCache& cache) {
  if (!cache.look) return false;
  const PairCache::Look& look = *cache.look;
  if (!same(look.a.shape, a.shape) || !same(look.b.shape, b.shape)) return false;
  const double radius_a = a.shape.data().radius;
  const double radius_b = b.shape.data().radius;
  const double moved = displacement(look.a.motion, look.time, a.motion, query.window, radius_a) +
                       displacement(look.b.motion, look.time, b.motion, query.window, radius_b);
  const double size = radius_a + radius_b + a.motion.pose(query.window.lo()).translation().norm() +
                      b.motion.pose(query.window.lo()).translation().norm();
  if (!(look.clearance - moved > query.separation + kMargin * query.tolerance + 1e-9 * size)) return false;
  ++cache.served;
  return true;
}

void look_for_clearance(const Body& a, const Body& b, const Query& query, PairCache& cache, Meter& meter) {
  if (cache.look) {
    // One that served no query was in vain: pause the longer the more of these there were.
    cache.pause = cache.served > 0 ? 0 : std::min(2 * cache.pause + 1, kMostSkips);
    cache.skip = cache.pause;
    cache.served = 0;
    cache.look.reset();
  }
  if (cache.skip > 0) {
    --cache.skip;
    return;
  }
  const double time = query.window.hi();
  cache.look = PairCache::Look{a, b, time, clearance(a, b, time, meter)};
}

}  // namespace graze
