// SPDX-License-Identifier: Apache-2.0
// pair_time for one particle against many. The equation is solved for several at a time, without branches; then those
// that may be the first get the tick that pair_time gives.
#pragma once

#include <bit>
#include <cstring>
#include <vector>

#include "simulate/lanes.hpp"
#include "simulate/system.hpp"

namespace graze::simulate {

// The other particles, each with the image that is meant.
struct Candidates {
  std::size_t count = 0;
  bool shifted = false;  // is any image another than that in the box?
  std::vector<std::uint32_t> particle;
  std::vector<std::uint8_t> image;  // if shifted
  // Solutions of the equation (seconds after the later of the two clocks; infinite for those that miss, -1 for those
  // that touch already while they come closer), and the same after the clock of the one that asks.
  std::vector<double> duration, when;

  template <int D>
  std::uint8_t image_of(std::size_t k) const {
    const std::uint8_t its = image[k];
    return shifted ? its : kNoShift<D>;
  }

  void clear() { count = 0; }
  // For so many more.
  void make_room(std::size_t more) {
    if (count + more <= particle.size()) return;
    particle.resize(2 * (count + more));
    image.resize(particle.size());
    duration.resize(particle.size());
    when.resize(particle.size());
  }
  // Adds this particle until they can be taken kWidth at a time.
  void fill_up(std::uint32_t with, std::uint8_t unshifted) {
    make_room(kWidth);
    std::fill_n(&particle[count], kWidth, with);
    if (shifted) std::memset(&image[count], unshifted, kWidth);
    count = (count + kWidth - 1) / kWidth * kWidth;
  }
};

namespace detail {

inline constexpr double kMiss = kInfinity;
inline constexpr double kTouching = -1.0;

// Of straight flights: when the equation has a root. The formulas are pair_time's.
template <int D>
inline Doubles solve(const Doubles* r, const Doubles* v, const Doubles& sigma) {
  Doubles b = r[0] * v[0];
  Doubles rr = r[0] * r[0];
  Doubles a = v[0] * v[0];
  for (int d = 1; d < D; ++d) {
    b += r[d] * v[d];
    rr += r[d] * r[d];
    a += v[d] * v[d];
  }
  const Doubles zero{};
  const Doubles sigma_squared = sigma * sigma;
  const Doubles c = rr - sigma_squared;
  const Doubles under_root = a * sigma_squared - cross_squared<D>(r, v);
  const Doubles root = c / (square_root(under_root > zero ? under_root : zero) - b);
  const Doubles hit = under_root > zero ? root : zero + kMiss;
  const Doubles answer = c > zero ? hit : zero + kTouching;
  return b < zero ? answer : zero + kMiss;
}

}  // namespace detail

// The earliest solution in each lane, where it was found, and the earliest of all others there.
struct Earliest {
  Doubles first = Doubles{} + kInfinity;
  Doubles second = Doubles{} + kInfinity;
  Integers begin{};  // of the kWidth candidates that the first is among
  bool touching = false;

  void add(const Doubles& when, std::size_t from) {
    second = smaller(second, first < when ? when : first);
    begin = when < first ? Integers{} + static_cast<std::int64_t>(from) : begin;
    first = smaller(when, first);
  }
};

// The solutions for kWidth candidates, from the k-th on.
template <int D, bool kShifted>
inline void solve_lanes(const System<D>& system, const Record<D>& p, Candidates& others, std::size_t k,
                        Earliest& earliest) {
  std::array<const Record<D>*, kWidth> records;
  for (std::size_t lane = 0; lane < kWidth; ++lane) records[lane] = &system.record(others.particle[k + lane]);
  const Lanes<D> q = gather<D>(records);
  const Flight& flight = system.flight();
  const Integers none{};
  const Integers ahead = q.clock - p.clock;  // ticks by which q's clock is ahead of p's
  const Doubles t_p = to_doubles(ahead > none ? ahead : none) * flight.tick;
  const Doubles t_q = to_doubles(ahead < none ? -ahead : none) * flight.tick;
  Doubles r[D];
  Doubles v[D];
  for (int d = 0; d < D; ++d) {
    Integers apart = q.r[d] - p.r[d];
    if constexpr (kShifted) apart += looked_up(&system.shift(0)[d], D, &others.image[k]);
    r[d] = to_doubles(apart) * flight.grain + (q.v[d] * t_q - p.v[d] * t_p);
    v[d] = q.v[d] - p.v[d];
  }
  const Doubles duration = detail::solve<D>(r, v, p.radius + q.radius);
  const Doubles when = duration + t_p;
  earliest.touching = earliest.touching || at_most(duration, detail::kTouching) != 0;
  earliest.add(duration < Doubles{} ? Doubles{} + kInfinity : when, k);
  std::memcpy(&others.duration[k], &duration, sizeof duration);
  std::memcpy(&others.when[k], &when, sizeof when);
}

// A contact's tick is as near to the equation's solution as contact_tick says; these leave room for much more.
inline constexpr double kRoomShare = 0x1p-36;
inline constexpr Ticks kRoomTicks = Ticks{1} << 18U;

// Solves the equation for all candidates. There must be as many as Candidates::fill_up makes them. The particle itself
// may be among them: it never collides with itself.
template <int D>
inline Earliest solve_pairs(const System<D>& system, std::uint32_t i, Candidates& others) {
  Earliest earliest;
  if (!system.flight().straight) return earliest;
  const Record<D>& p = system.record(i);
  if (others.shifted)
    for (std::size_t k = 0; k < others.count; k += kWidth) solve_lanes<D, true>(system, p, others, k, earliest);
  else
    for (std::size_t k = 0; k < others.count; k += kWidth) solve_lanes<D, false>(system, p, others, k, earliest);
  return earliest;
}

// Which candidates may be the first?
struct Choice {
  bool alone = false;  // one or none may be; otherwise call check_all
  bool any = false;    // if alone: is there one?
  std::size_t k = 0;   // ... which?
  double limit = 0.0;  // seconds after the clock of the one that asks; later ones are not the first
  Ticks others = 0;    // before the events of all other candidates, if alone; before all after the limit, if not
};

// Nearly always one is alone, or there is none: which of the two is hard to guess, so there are no branches for it.
// Only those that may collide by the time `latest` are chosen.
template <int D>
inline Choice choose_first(const System<D>& system, std::uint32_t i, const Earliest& earliest, Ticks latest) {
  const Flight& flight = system.flight();
  const Ticks clock = system.record(i).clock;
  const auto surely_before = [&](double when) {
    const Ticks time = flight.after(clock, when * (1.0 - kRoomShare));
    return time - (time == kNever ? 0 : kRoomTicks);
  };
  Choice choice;
  if (!flight.straight) return choice;
  const double first = lesser(smallest(earliest.first), flight.seconds(latest - clock));
  choice.limit =
      lesser(first * (1.0 + kRoomShare) + static_cast<double>(kRoomTicks) * flight.tick, kHorizon * flight.tick);
  const std::uint32_t lanes = at_most(earliest.first, choice.limit);
  choice.any = lanes != 0;
  choice.alone = !earliest.touching && (lanes & (lanes - 1)) == 0 && at_most(earliest.second, choice.limit) == 0;
  const auto lane = static_cast<std::size_t>(std::countr_zero(lanes | 1U << (kWidth - 1)));
  choice.k = static_cast<std::size_t>(lane_of(earliest.begin, lane)) + lane;
  const Doubles later = smaller(earliest.first > choice.limit ? earliest.first : earliest.second, earliest.second);
  choice.others = surely_before(choice.alone ? smallest(later) : choice.limit);
  return choice;
}

// When does the one that is alone collide?
template <int D>
[[gnu::always_inline]] inline Ticks time_of(const System<D>& system, std::uint32_t i, const Candidates& others,
                                            const Choice& choice) {
  const Record<D>& p = system.record(i);
  const Record<D>& q = system.record(others.particle[choice.k]);
  if (!choice.any) return kNever;
  return contact_tick<D>(p, q, system.shift(others.template image_of<D>(choice.k)), system.flight(),
                         std::max(p.clock, q.clock), others.duration[choice.k]);
}

// Calls found(k, time) for all candidates that may be the first, and perhaps for some more.
template <int D, class Found>
[[gnu::noinline]] void check_all(const System<D>& system, std::uint32_t i, const Candidates& others, double limit,
                                 Found&& found) {
  const bool straight = system.flight().straight;
  for (std::size_t k = 0; k < others.count; ++k) {
    if (straight && !(others.when[k] <= limit)) continue;
    const Grains<D>& shift = system.shift(others.template image_of<D>(k));
    const Ticks time = pair_time<D>(system.record(i), system.record(others.particle[k]), shift, system.flight());
    if (time != kNever) found(k, time);
  }
}

}  // namespace graze::simulate
