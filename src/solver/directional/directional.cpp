// SPDX-License-Identifier: Apache-2.0
#include "solver/directional/directional.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/parallel.hpp"
#include "solver/answer.hpp"
#include "solver/directional/coherence.hpp"
#include "solver/directional/search.hpp"
#include "solver/mesh_features/mesh_answer.hpp"
#include "solver/statistics.hpp"

namespace graze {
namespace {

// A slice of the window is at most so much of a turn, and each is searched from the roots: pairs that came close are
// far apart again by its end, and would be stepped through every turn as the small boxes and triangles they were opened
// into.
constexpr double kSliceTurn = 3.0;
// How many slices are searched side by side for each thread, before the results are examined.
constexpr std::size_t kSlicesPerThread = 8;

// The window in equal slices. They depend on the motions alone, not on what is found in them.
class Slices {
 public:
  Slices(const Motion& a, const Motion& b, const Interval& window) : window_(window) {
    const double rate = a.speed_bound(window).per_radius + b.speed_bound(window).per_radius;
    const double length = window.hi() - window.lo();
    const double wanted = std::ceil(rate * length / kSliceTurn);
    // Of a few ticks of the clock at least, so that every slice has a start of its own.
    const double ticks = length / rounding::step(std::max(std::abs(window.lo()), std::abs(window.hi())));
    const double count = std::min({wanted, kMostSlices, std::floor(ticks / 8)});
    if (count > 1) count_ = static_cast<std::size_t>(count);
  }

  std::size_t count() const { return count_; }
  Interval operator[](std::size_t i) const { return {start(i), start(i + 1)}; }
  // The first after the i-th that is not over by this time; count() at the end of the window.
  std::size_t after(std::size_t i, double time) const {
    if (time >= window_.hi()) return count_;
    const double part = (time - window_.lo()) / (window_.hi() - window_.lo());
    std::size_t next = std::min(static_cast<std::size_t>(part * static_cast<double>(count_)), count_ - 1);
    while (next > 0 && start(next) > time) --next;
    while (start(next + 1) <= time) ++next;
    return std::max(next, i + 1);
  }

 private:
  static constexpr double kMostSlices = 0x1p40;

  double start(std::size_t i) const {
    if (i >= count_) return window_.hi();
    return window_.lo() + (window_.hi() - window_.lo()) * (static_cast<double>(i) / static_cast<double>(count_));
  }

  Interval window_;
  std::size_t count_ = 1;
};

struct Found {
  Toi toi;
  NodePair touching;  // if there is a contact
};

// One slice after the other.
Found search_in_turn(const LeafyBody& a, const LeafyBody& b, const Query& query, const Slices& slices, Meter& meter) {
  for (std::size_t i = 0; i < slices.count();) {
    DirectionalSearch one(a, b, query, slices[i], meter);
    if (std::optional<Toi> toi = one.run()) return {*toi, one.touching()};
    i = slices.after(i, one.free_until());
  }
  return {free_answer(query), {}};
}

// Many slices side by side. The answer, and the work counted, are of those that one after the other would search.
Found search_side_by_side(const LeafyBody& a, const LeafyBody& b, const Query& query, const Slices& slices,
                          Meter& meter) {
  struct Part {
    Meter meter{Budget{}};
    std::optional<Toi> toi;
    NodePair touching{};
    double free_until = 0.0;
  };
  const std::size_t most = kSlicesPerThread * static_cast<std::size_t>(thread_count(query.threads));
  for (std::size_t i = 0; i < slices.count();) {
    const std::size_t first = i;
    std::vector<Part> parts(std::min(most, slices.count() - first));
    for_each_index(parts.size(), query.threads, 1, [&](std::size_t k) {
      DirectionalSearch one(a, b, query, slices[first + k], parts[k].meter);
      parts[k].toi = one.run();
      parts[k].touching = one.touching();
      parts[k].free_until = one.free_until();
    });
    while (i < first + parts.size()) {
      const Part& part = parts[i - first];
      add(part.meter.counts, meter.counts);
      if (part.toi) return {*part.toi, part.touching};
      i = slices.after(i, part.free_until);
    }
  }
  return {free_answer(query), {}};
}

Found search(const LeafyBody& a, const LeafyBody& b, const Query& query, const Slices& slices, Meter& meter) {
  const bool budget = query.budget.iterations != 0 || query.budget.seconds > 0;
  return query.threads == 1 || budget ? search_in_turn(a, b, query, slices, meter)
                                      : search_side_by_side(a, b, query, slices, meter);
}

Toi search(const LeafyBody& a, const LeafyBody& b, const Query& query, PairCoherence* cache, Meter& meter) {
  const Slices slices(a.motion, b.motion, query.window);
  if (cache == nullptr) return search(a, b, query, slices, meter).toi;
  Meter snapshot_meter = snapshot_budget();
  std::optional<Toi> toi = search_from_snapshot(a, b, query, slices.count() == 1, *cache, snapshot_meter);
  if (!toi) {
    const Found found = search(a, b, query, slices, meter);
    toi = found.toi;
    renew_snapshot(a, b, query, found.toi, found.touching, *cache, meter);
  }
  add(snapshot_meter.counts, meter.counts);
  return *toi;
}

}  // namespace

Toi solve_directional(const Body& a, const Body& b, const Query& query, PairCoherence* cache) {
  Meter meter(query.budget);
  Toi toi = search(LeafyBody(a), LeafyBody(b), query, cache, meter);
  if (a.shape.has_surface() && b.shape.has_surface()) return finished(std::move(toi), a, b, query, meter);
  return with_one_contact(std::move(toi), query, meter);
}

Toi solve_directional_near(const Body& a, const Body& b, const Query& query, std::span<const NodePair> near) {
  Meter meter(query.budget);
  const LeafyBody leafy_a(a);
  const LeafyBody leafy_b(b);
  const std::vector<NodePair> paths = paths_to(leafy_a.leaves, leafy_b.leaves, near);
  Toi toi = free_answer(query);
  if (!near.empty()) toi = DirectionalSearch(leafy_a, leafy_b, query, query.window, meter, paths).run().value_or(toi);
  return finished(std::move(toi), a, b, query, meter);
}

bool is_one_slice(const Body& a, const Body& b, const Interval& window) {
  return Slices(a.motion, b.motion, window).count() == 1;
}

}  // namespace graze
