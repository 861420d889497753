// SPDX-License-Identifier: Apache-2.0
// The default: cells, and one pending event for each particle in a calendar queue.
//
// A particle that changes is tried against those in the cells around it, and keeps the earliest event it finds; so
// every pair's event is known to the one that changed last. When a particle crosses into another cell it looks only at
// the new layer of cells and keeps the event it knew. An event whose partner has changed meanwhile is void: when its
// time comes, the particle waits on until the next one that it has seen may be due, and looks around again then. That
// misses nothing: before that time it can only meet particles that have changed since it looked, and those have looked
// at it. None of this touches a record.
#include "particles/schedulers/calendar_queue.hpp"
#include "particles/schedulers/cell_exit.hpp"
#include "particles/schedulers/cells.hpp"
#include "particles/schedulers/pair_batch.hpp"
#include "particles/schedulers/scheduler.hpp"
#include "particles/schedulers/space_filling_order.hpp"

namespace graze::particles {
namespace {

template <int D>
class Grid final : public Scheduler<D> {
 public:
  explicit Grid(System<D>& system) : system_(system), cells_(system), queue_(Items{this}) { rebuild(); }

  Event next() override {
    if (changes_left_ == 0) rebuild();
    std::uint32_t i = 0;
    while (queue_.first(i)) {
      Pending& pending = pending_[i];
      if (pending.due() >= kTicksPerEpoch) return {};
      if (pending.crossing <= pending.time) {
        cross(i);
      } else if (pending.kind == Kind::Pair && system_.body(pending.other).changes != pending.changes) {
        // A void event costs its particle a look around, but not before something else may happen to it; until then it
        // may well have changed.
        if (pending.otherwise > pending.time) {
          pending.time = pending.otherwise;
          put(i);
        } else {
          look_around(i, pending.time);
        }
      } else {
        return event_of(i);
      }
    }
    return {};
  }
  void changed(std::uint32_t i) override {
    note_change(i);
    look_around(i, system_.now());
  }
  // Step by step for both, so that the machine can do the one while it waits for the other.
  void changed(std::uint32_t i, std::uint32_t j) override {
    note_change(i);
    note_change(j);
    list(i, -1, 0, looks_[0]);
    list(j, -1, 0, looks_[1]);
    solve(i, looks_[0]);
    solve(j, looks_[1]);
    begin_choice(i, looks_[0]);
    begin_choice(j, looks_[1]);
    const Ticks time_i = time_of<D>(system_, i, looks_[0].others, looks_[0].choice);
    const Ticks time_j = time_of<D>(system_, j, looks_[1].others, looks_[1].choice);
    end_choice(i, looks_[0], time_i);
    end_choice(j, looks_[1], time_j);
    predict_crossing(i, system_.now());
    predict_crossing(j, system_.now());
    put(i);
    put(j);
  }
  void all_changed() override { rebuild(); }
  std::size_t bytes() const override { return cells_.bytes() + queue_.bytes() + pending_.capacity() * sizeof(Pending); }

 private:
  using Place = typename Cells<D>::Place;

  // The earliest event that the particle knows of, and when it leaves its cell: one cache line.
  struct alignas(64) Pending {
    Ticks time = kNever;
    Ticks crossing = kNever;
    Ticks otherwise = kNever;   // before the events of all others that it has seen, rounding included
    std::uint32_t other = 0;    // as Event::b, seen from this particle
    std::uint32_t changes = 0;  // of the other particle when this was predicted
    Kind kind = Kind::Pair;
    std::uint8_t image = 0;    // of the other particle, seen from this one
    std::uint8_t through = 0;  // the face of its cell: 2 * axis + side
    Place at{};
    QueueLink link;

    // Copies, because compilers make branches of std::min's references.
    Ticks due() const {
      const Ticks event = time;
      const Ticks exit = crossing;
      return event < exit ? event : exit;
    }
  };
  static_assert(sizeof(Pending) == 64);
  struct Look {
    Candidates others;
    Earliest earliest;
    Choice choice;
  };
  struct Items {
    static constexpr std::array<int, 3> kPrefetchDays{24, 16, 8};
    Grid* grid;

    QueueLink& link(std::uint32_t i) const { return grid->pending_[i].link; }
    Ticks due(std::uint32_t i) const { return grid->pending_[i].due(); }
    std::uint64_t key(std::uint32_t i) const { return grid->key(i); }
    void prefetch(std::uint32_t i, int days) const { grid->prefetch(i, days); }
  };

  // The order among equal times: that of System::before. Crossings of cells come first, so that who meets there is
  // known.
  std::uint64_t key(std::uint32_t i) const {
    if (pending_[i].crossing <= pending_[i].time) return 0;
    const Event event = event_of(i);
    const std::uint64_t second = event.kind == Kind::Pair ? system_.body(event.b).id : event.b;
    return ((static_cast<std::uint64_t>(event.kind) + 1) << 62U) | (std::uint64_t{system_.body(event.a).id} << 31U) |
           second;
  }

  Event pair_of(std::uint32_t i, std::uint32_t other, Ticks time, std::uint8_t image) const {
    // Without branches: one would be wrong every other time.
    const std::uint32_t exchanged = system_.body(i).id < system_.body(other).id ? 0 : ~0U;
    const std::uint32_t both = (i ^ other) & exchanged;
    const std::uint32_t images = (std::uint32_t{image} ^ mirrored<D>(image)) & exchanged;
    return {time, i ^ both, other ^ both, Kind::Pair, static_cast<std::uint8_t>(image ^ images)};
  }
  Event event_of(std::uint32_t i) const {
    const Pending& p = pending_[i];
    return p.kind == Kind::Pair ? pair_of(i, p.other, p.time, p.image) : Event{p.time, i, p.other, p.kind, p.image};
  }

  void rebuild() {
    if (system_.size() >= kWorthSorting) system_.reorder(space_filling_order(system_));
    changes_left_ = kChangesBetweenSorts * std::max<std::size_t>(system_.size(), 1);
    cells_.clear();
    pending_.assign(system_.size() + 1, {});
    for (std::uint32_t i = 0; i < system_.size(); ++i) {
      pending_[i].at = cells_.place(system_.current(i).r);
      cells_.insert(pending_[i].at, i);
    }
    for (std::uint32_t i = 0; i < system_.size(); ++i) predict(i, system_.now());
    queue_.fill(system_.size(), system_.now());
  }

  void put(std::uint32_t i) { queue_.set(i); }

  // Asks for memory ahead of its use, in steps that build on one another.
  void prefetch(std::uint32_t i, int days) {
    const Pending& pending = pending_[i];
    if (days == Items::kPrefetchDays[0]) {
      __builtin_prefetch(&pending);
      __builtin_prefetch(&system_.record(i));
      __builtin_prefetch(&system_.body(i));
    } else if (days == Items::kPrefetchDays[1]) {
      cells_.prefetch(pending.at);
      if (pending.kind != Kind::Pair || pending.time == kNever) return;
      __builtin_prefetch(&pending_[pending.other]);
      __builtin_prefetch(&system_.record(pending.other));
      __builtin_prefetch(&system_.body(pending.other));
    } else {
      if (pending.crossing <= pending.time) {
        Place to = pending.at;
        step(to, pending.through);
        cells_.around(to, ahead_, pending.through / 2, pending.through % 2);
      } else {
        cells_.around(pending.at, ahead_);
      }
      prefetch_records();
      if (pending.crossing <= pending.time || pending.kind != Kind::Pair) return;
      cells_.around(pending_[pending.other].at, ahead_);
      prefetch_records();
    }
  }
  void prefetch_records() const {
    for (std::size_t k = 0; k < ahead_.count; ++k) __builtin_prefetch(&system_.record(ahead_.particle[k]));
  }
  void note_change(std::uint32_t i) {
    if (changes_left_ > 0) --changes_left_;
    put_in_place<D>(system_, cells_, i, pending_[i].at);
  }
  void look_around(std::uint32_t i, Ticks now) {
    predict(i, now);
    put(i);
  }
  void predict(std::uint32_t i, Ticks now) {
    list(i, -1, 0, looks_[0]);
    solve(i, looks_[0]);
    begin_choice(i, looks_[0]);
    end_choice(i, looks_[0], time_of<D>(system_, i, looks_[0].others, looks_[0].choice));
    predict_crossing(i, now);
  }
  // Chooses the first of all events that a look around has found.
  void begin_choice(std::uint32_t i, Look& look) {
    pending_[i].time = kNever;
    pending_[i].otherwise = kNever;
    look_at_walls(i);
    look.choice = choose_first<D>(system_, i, look.earliest, pending_[i].time);
  }
  void end_choice(std::uint32_t i, const Look& look, Ticks time) {
    pending_[i].otherwise = std::min(pending_[i].otherwise, look.choice.others);
    if (!look.choice.alone)
      check_all<D>(system_, i, look.others, look.choice.limit,
                   [&](std::size_t k, Ticks its) { take_pair(i, look.others, k, its); });
    else
      take_pair(i, look.others, look.choice.k, time);
  }

  // Takes the earliest event with a wall or a periodic face, if it is before the pending one. Faces are beyond the
  // outermost cells: in straight flight a particle that is not in one of those leaves its cell first.
  void look_at_walls(std::uint32_t i) {
    const bool only_faces = system_.flight().straight && !system_.has_walls();
    const std::uint32_t faces = only_faces ? cells_.border(pending_[i].at) : ~0U;
    if (faces == 0) return;
    const Event single = system_.single_event(i, faces);
    if (single.time == kNever || !take(i, single.time, single.kind, [&] { return single; })) return;
    pending_[i].other = single.b;
  }
  // A look at the particles around, or in one layer of cells, in three steps.
  void list(std::uint32_t i, int axis, int side, Look& look) {
    cells_.around(pending_[i].at, look.others, axis, side);
    look.others.fill_up(i, kNoShift<D>);
  }
  void solve(std::uint32_t i, Look& look) { look.earliest = solve_pairs<D>(system_, i, look.others); }
  // Is the event the first of all? Then its time and kind are taken. The later of the two may come if the earlier one
  // is void; a tick is left to be before it in any case.
  template <class MakeEvent>
  bool take(std::uint32_t i, Ticks time, Kind kind, MakeEvent&& event) {
    Pending& pending = pending_[i];
    const bool first =
        time < pending.time || (time == pending.time && time != kNever && system_.before(event(), event_of(i)));
    const Ticks later = std::max(time, pending.time);
    pending.otherwise = std::min(pending.otherwise, later - (later == kNever ? 0 : 1));
    pending.time = std::min(time, pending.time);
    pending.kind = first ? kind : pending.kind;
    return first;
  }
  void take_pair(std::uint32_t i, const Candidates& others, std::size_t k, Ticks time) {
    const std::uint32_t other = others.particle[k];
    const std::uint8_t image = others.template image_of<D>(k);
    const bool first = take(i, time, Kind::Pair, [&] { return pair_of(i, other, time, image); });
    Pending& pending = pending_[i];
    pending.other = first ? other : pending.other;
    pending.image = first ? image : pending.image;
    pending.changes = first ? system_.body(other).changes : pending.changes;
  }

  void predict_crossing(std::uint32_t i, Ticks now) {
    const CellExit exit = next_exit<D>(system_, cells_, i, pending_[i].at, now);
    pending_[i].crossing = exit.time;
    pending_[i].through = exit.through;
  }

  void cross(std::uint32_t i) {
    Pending& pending = pending_[i];
    const Ticks now = pending.crossing;
    go_through<D>(cells_, i, pending.at, pending.through);
    if (cells_.border(pending.at) != 0) look_at_walls(i);
    list(i, pending.through / 2, pending.through % 2, looks_[0]);
    solve(i, looks_[0]);
    looks_[0].choice = choose_first<D>(system_, i, looks_[0].earliest, pending.time);
    end_choice(i, looks_[0], time_of<D>(system_, i, looks_[0].others, looks_[0].choice));
    predict_crossing(i, now);
    put(i);
  }

  // Below, everything is in the nearest caches anyway.
  static constexpr std::size_t kWorthSorting = 1000;
  static constexpr std::size_t kChangesBetweenSorts = 30;

  System<D>& system_;
  Cells<D> cells_;
  HugeVector<Pending> pending_;
  CalendarQueue<Items> queue_;
  std::array<Look, 2> looks_;
  Candidates ahead_;
  std::size_t changes_left_ = 0;
};

}  // namespace

template <int D>
SchedulerPointer<D> make_grid(System<D>& system) {
  return std::make_unique<Grid<D>>(system);
}
template SchedulerPointer<2> make_grid(System<2>&);
template SchedulerPointer<3> make_grid(System<3>&);

}  // namespace graze::particles
