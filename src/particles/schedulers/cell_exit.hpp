// SPDX-License-Identifier: Apache-2.0
// How particles move from cell to cell. Nothing here touches a record, so it does not matter to the events.
#pragma once

#include <algorithm>

#include "particles/schedulers/cells.hpp"

namespace graze::particles {

// When a particle leaves its cell, and through which of its faces: 2 * axis + side. Outermost faces are not for
// leaving: there is a wall, or a periodic face whose crossing is an event.
struct CellExit {
  Ticks time = kNever;
  std::uint8_t through = 0;
};

template <int D>
using Place = typename Cells<D>::Place;

// From the present state, because the path may turn. At least a tick from now: a particle that turns at the face must
// not go to and fro for ever at one time.
template <int D>
CellExit next_curved_exit(const System<D>& system, const Cells<D>& cells, std::uint32_t i, const Place<D>& at,
                          Ticks now) {
  const Flight& flight = system.flight();
  const Moving<D> m = flown(system.record(i), flight, now - system.record(i).clock);
  CellExit exit;
  for (int axis = 0; axis < D; ++axis)
    for (int side = 0; side < 2; ++side) {
      if (cells.outermost(axis, at[axis], side)) continue;
      const double sign = side == 1 ? 1.0 : -1.0;
      const double gap = sign * (cells.limit(axis, at[axis], side) - m.r[axis]);
      const double duration = time_to_travel(gap, sign * m.v[axis], sign * flight.gravity[axis], flight);
      const Ticks time = std::max(flight.after(now, duration), now + 1);
      if (time < exit.time) exit = {time, static_cast<std::uint8_t>(2 * axis + side)};
    }
  return exit;
}

template <int D>
CellExit next_exit(const System<D>& system, const Cells<D>& cells, std::uint32_t i, const Place<D>& at, Ticks now) {
  const Record<D>& p = system.record(i);
  const Flight& flight = system.flight();
  if (!flight.straight) return next_curved_exit<D>(system, cells, i, at, now);
  // Which face is the first is hard to guess: there are no branches, not even those that compilers make of a choice
  // between doubles. Durations are not negative, so they are in the order of their bits as whole numbers; one that is
  // none, because the particle stands still along this axis, comes last.
  std::uint64_t soonest = std::bit_cast<std::uint64_t>(kInfinity);
  std::uint64_t through = 0;
  for (int axis = 0; axis < D; ++axis) {
    const int side = p.v[axis] > 0.0 ? 1 : 0;
    const double start = static_cast<double>(p.r[axis]) * flight.grain + flight.origin[axis];
    const double way = std::abs(cells.limit(axis, at[axis], side) - start);
    const auto duration = std::bit_cast<std::uint64_t>(way / std::abs(p.v[axis]));
    const std::uint64_t replaced = -static_cast<std::uint64_t>(duration < soonest);
    through ^= (through ^ static_cast<std::uint64_t>(2 * axis + side)) & replaced;
    soonest ^= (soonest ^ duration) & replaced;
  }
  // Rounding may put the time before the present one.
  const Ticks time = std::max(flight.after(p.clock, std::bit_cast<double>(soonest)), now);
  return {time, static_cast<std::uint8_t>(through)};
}

// To the cell beyond a face.
template <class Place>
void step(Place& at, std::uint8_t face) {
  at[face / 2] = static_cast<std::uint16_t>(at[face / 2] + (face % 2 == 1 ? 1 : -1));
}

template <int D>
void go_through(Cells<D>& cells, std::uint32_t i, Place<D>& at, std::uint8_t face) {
  cells.remove(at, i);
  step(at, face);
  cells.insert(at, i);
}

// A particle that changed is put where it is: so it has all of its margin before it, and one that went through a
// periodic face is at the other end of the box.
template <int D>
void put_in_place(const System<D>& system, Cells<D>& cells, std::uint32_t i, Place<D>& at) {
  const Place<D> there = cells.place(place_of<D>(system.record(i).r, system.flight()));
  if (there == at) return;
  cells.remove(at, i);
  at = there;
  cells.insert(at, i);
}

}  // namespace graze::particles
