// SPDX-License-Identifier: Apache-2.0
// The default: cells, and one pending event for each particle in a calendar queue.
//
// A particle that changes is tried against those in the cells around it, and keeps the earliest event it finds; so every
// pair's event is known to the one that changed last. When a particle crosses into another cell it looks only at the new
// layer of cells and keeps the event it knew. An event whose partner has changed meanwhile is void: when its time comes,
// the particle looks around again. None of this touches a record.
#include "simulate/calendar_queue.hpp"
#include "simulate/cells.hpp"
#include "simulate/pair_batch.hpp"
#include "simulate/scheduler.hpp"
#include "simulate/space_filling_order.hpp"

namespace graze::simulate {
namespace {

template <int D>
class Grid final : public Scheduler<D> {
 public:
  explicit Grid(System<D>& system) : system_(system), cells_(system), queue_(KeyOf{this}) { rebuild(); }

  Event next() override {
    if (changes_left_ == 0) rebuild();
    std::uint32_t i = 0;
    while (queue_.first(i)) {
      Pending& pending = pending_[i];
      if (pending.crossing <= pending.time) {
        if (pending.crossing >= kTicksPerEpoch) return {};
        cross(i);
      } else if (pending.kind == Kind::Pair && system_.body(pending.other).changes != pending.changes) {
        // A void event costs its particle a look around, at the time it was due.
        look_around(i, pending.time);
      } else {
        return event_of(i);
      }
    }
    return {};
  }
  void changed(std::uint32_t i) override {
    if (changes_left_ > 0) --changes_left_;
    follow_through_face(i);
    look_around(i, system_.now());
  }
  void all_changed() override { rebuild(); }
  std::size_t bytes() const override {
    return cells_.bytes() + queue_.bytes() + pending_.capacity() * sizeof(Pending);
  }

 private:
  using Place = typename Cells<D>::Place;

  // The earliest event that the particle knows of, and when it leaves its cell.
  struct Pending {
    Ticks time = kNever;
    Ticks crossing = kNever;
    std::uint32_t other = 0;    // as Event::b, seen from this particle
    std::uint32_t changes = 0;  // of the other particle when this was predicted
    Kind kind = Kind::Pair;
    std::uint8_t image = 0;    // of the other particle, seen from this one
    std::uint8_t through = 0;  // the face of its cell: 2 * axis + side
    Place at{};
  };
  struct KeyOf {
    const Grid* grid;
    std::uint64_t operator()(std::uint32_t i) const { return grid->key(i); }
  };

  // The order among equal times: that of System::before. Crossings of cells come first, so that who meets there is known.
  std::uint64_t key(std::uint32_t i) const {
    if (pending_[i].crossing <= pending_[i].time) return 0;
    const Event event = event_of(i);
    const std::uint64_t second = event.kind == Kind::Pair ? system_.body(event.b).id : event.b;
    return ((static_cast<std::uint64_t>(event.kind) + 1) << 62U) | (std::uint64_t{system_.body(event.a).id} << 31U) | second;
  }

  Event event_of(std::uint32_t i) const {
    const Pending& p = pending_[i];
    if (p.kind != Kind::Pair || system_.body(i).id < system_.body(p.other).id) return {p.time, i, p.other, p.kind, p.image};
    return {p.time, p.other, i, p.kind, mirrored<D>(p.image)};
  }

  void rebuild() {
    if (system_.size() >= kWorthSorting) system_.reorder(space_filling_order(system_));
    changes_left_ = kChangesBetweenSorts * std::max<std::size_t>(system_.size(), 1);
    cells_.clear();
    pending_.assign(system_.size(), {});
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      pending_[i].at = cells_.place(system_.current(i).r);
      cells_.insert(pending_[i].at, i);
    }
    std::vector<Ticks> times(system_.size());
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      predict(i, system_.now());
      times[i] = std::min(pending_[i].time, pending_[i].crossing);
    }
    queue_.fill(times, system_.now());
  }

  void put(std::uint32_t i) { queue_.set(i, std::min(pending_[i].time, pending_[i].crossing)); }

  void look_around(std::uint32_t i, Ticks now) {
    predict(i, now);
    put(i);
  }
  void predict(std::uint32_t i, Ticks now) {
    Pending& pending = pending_[i];
    const Event single = system_.single_event(i);
    pending.time = single.time;
    pending.other = single.b;
    pending.kind = single.kind;
    pending.image = single.image;
    look_at(i, -1, 0);
    predict_crossing(i, now);
  }

  // Takes the earliest event with the particles around, or in one layer of cells, if it is before the pending one.
  void look_at(std::uint32_t i, int axis, int side) {
    cells_.around(pending_[i].at, candidates_, axis, side);
    predict_pairs<D>(system_, i, candidates_, pending_[i].time, [&](std::size_t k, Ticks time) { take(i, time, k); });
  }
  void take(std::uint32_t i, Ticks time, std::size_t k) {
    Pending& pending = pending_[i];
    Pending found = pending;
    found.time = time;
    found.other = candidates_.particle[k];
    found.image = candidates_.image[k];
    found.kind = Kind::Pair;
    found.changes = system_.body(found.other).changes;
    if (time == pending.time) {
      const Event known = event_of(i);
      std::swap(pending, found);
      if (system_.before(known, event_of(i))) std::swap(pending, found);
      return;
    }
    pending = found;
  }

  void predict_crossing(std::uint32_t i, Ticks now) {
    Pending& pending = pending_[i];
    const Record<D>& p = system_.record(i);
    const Flight& flight = system_.flight();
    pending.crossing = kNever;
    if (!flight.straight) return predict_curved_crossing(i, now);
    double soonest = kHorizon * flight.tick;
    for (int axis = 0; axis < D; ++axis) {
      if (p.v[axis] == 0.0) continue;
      const int side = p.v[axis] > 0.0 ? 1 : 0;
      if (cells_.outermost(axis, pending.at[axis], side)) continue;
      const double duration = (cells_.face(axis, pending.at[axis], side) - p.r[axis]) / p.v[axis];
      if (duration >= soonest) continue;
      soonest = duration;
      pending.through = static_cast<std::uint8_t>(2 * axis + side);
    }
    if (soonest < kHorizon * flight.tick) pending.crossing = std::max(flight.after(p.clock, soonest), now);
  }
  // From the present state, because the path may turn. At least a tick from now: a particle that turns at the face must
  // not go to and fro for ever at one time.
  void predict_curved_crossing(std::uint32_t i, Ticks now) {
    Pending& pending = pending_[i];
    const Flight& flight = system_.flight();
    const Moving<D> m = flown(system_.record(i), flight, now - system_.record(i).clock);
    for (int axis = 0; axis < D; ++axis)
      for (int side = 0; side < 2; ++side) {
        if (cells_.outermost(axis, pending.at[axis], side)) continue;
        const double sign = side == 1 ? 1.0 : -1.0;
        const double gap = sign * (cells_.face(axis, pending.at[axis], side) - m.r[axis]);
        const double duration = time_to_travel(gap, sign * m.v[axis], sign * flight.gravity[axis], flight);
        const Ticks time = std::max(flight.after(now, duration), now + 1);
        if (time >= pending.crossing) continue;
        pending.crossing = time;
        pending.through = static_cast<std::uint8_t>(2 * axis + side);
      }
  }

  void cross(std::uint32_t i) {
    Pending& pending = pending_[i];
    const int axis = pending.through / 2;
    const int side = pending.through % 2;
    const Ticks now = pending.crossing;
    cells_.remove(pending.at, i);
    pending.at[axis] = static_cast<std::uint16_t>(pending.at[axis] + (side == 1 ? 1 : -1));
    cells_.insert(pending.at, i);
    look_at(i, axis, side);
    predict_crossing(i, now);
    put(i);
  }

  // A particle that went through a periodic face is in a cell at the other end.
  void follow_through_face(std::uint32_t i) {
    const Place there = cells_.place(system_.record(i).r);
    bool far = false;
    for (int d = 0; d < D; ++d) far = far || std::abs(there[d] - pending_[i].at[d]) > 1;
    if (!far) return;
    cells_.remove(pending_[i].at, i);
    pending_[i].at = there;
    cells_.insert(there, i);
  }

  // Below, everything is in the nearest caches anyway.
  static constexpr std::size_t kWorthSorting = 1000;
  static constexpr std::size_t kChangesBetweenSorts = 30;

  System<D>& system_;
  Cells<D> cells_;
  std::vector<Pending> pending_;
  CalendarQueue<KeyOf> queue_;
  Candidates candidates_;
  std::size_t changes_left_ = 0;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_grid(System<D>& system) {
  return std::make_unique<Grid<D>>(system);
}
template SchedulerPointer<2> make_grid(System<2>&);
template SchedulerPointer<3> make_grid(System<3>&);

}  // namespace graze::simulate
