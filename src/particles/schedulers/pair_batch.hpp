// SPDX-License-Identifier: Apache-2.0
// pair_time for one particle against many. The equation is solved for several at a time, without branches; then those
// that may be the first get the tick that pair_time gives.
#pragma once

#include <bit>
#include <cstring>
#include <vector>

#include "numeric/vector/instruction_set.hpp"
#include "particles/schedulers/lanes.hpp"
#include "particles/system.hpp"

namespace graze::particles {

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
  // Adds this particle until they can be taken kLanes at a time.
  void fill_up(std::uint32_t with, std::uint8_t unshifted) {
    make_room(kLanes);
    std::fill_n(&particle[count], kLanes, with);
    if (shifted) std::memset(&image[count], unshifted, kLanes);
    count = (count + kLanes - 1) / kLanes * kLanes;
  }
};

namespace detail {

inline constexpr double kMiss = kInfinity;
inline constexpr double kTouching = -1.0;

// Of straight flights: the equation of the time at which they touch, and its root. The formulas are pair_time's.
template <class Number>
struct Equation {
  Number b, c, under_root;
  Number t_p;  // when it starts, after the clock of the one that asks
};
template <int D, class Number>
GRAZE_INLINE Equation<Number> equation_of(const Number* r, const Number* v, const Number& sigma, const Number& t_p) {
  Number b = r[0] * v[0];
  Number rr = r[0] * r[0];
  Number a = v[0] * v[0];
  for (int d = 1; d < D; ++d) {
    b += r[d] * v[d];
    rr += r[d] * r[d];
    a += v[d] * v[d];
  }
  const Number sigma_squared = sigma * sigma;
  return {b, rr - sigma_squared, a * sigma_squared - cross_squared<D>(r, v), t_p};
}
template <class Number>
GRAZE_INLINE Number root_of(const Equation<Number>& equation) {
  const Number zero = 0.0;
  const auto meets = equation.under_root > zero;
  const Number root = equation.c / (square_root(chosen(meets, equation.under_root, zero)) - equation.b);
  const Number hit = chosen(meets, root, Number(kMiss));
  const Number answer = chosen(equation.c > zero, hit, Number(kTouching));
  return chosen(equation.b < zero, answer, Number(kMiss));
}

}  // namespace detail

// The earliest solution in each lane, where it was found, and the earliest of all others there.
template <class Vector>
struct EarliestOf {
  PackOf<Vector> first = kInfinity;
  PackOf<Vector> second = kInfinity;
  IntegersOf<Vector> begin = 0;  // of the kLanes candidates that the first is among
  bool touching = false;

  EarliestOf() = default;
  template <class Other>
  GRAZE_INLINE explicit EarliestOf(const EarliestOf<Other>& same)
      : first(same.first), second(same.second), begin(same.begin), touching(same.touching) {}

  GRAZE_INLINE void add(const PackOf<Vector>& when, std::size_t from) {
    const auto sooner = when < first;
    second = smaller(second, chosen(first < when, when, first));
    begin = chosen(sooner, IntegersOf<Vector>(static_cast<std::int64_t>(from)), begin);
    first = chosen(sooner, when, first);
  }
};
using Earliest = EarliestOf<TwoDoubles>;

// The equations of kLanes candidates, from the k-th on.
template <int D, bool kShifted, class Number>
GRAZE_INLINE detail::Equation<Number> equations(const System<D>& system, const Record<D>& p, const Candidates& others,
                                                std::size_t k) {
  using Vector = typename Number::Part;
  using Integers = IntegersOf<Vector>;
  std::array<const Record<D>*, kLanes> records;
  for (std::size_t lane = 0; lane < kLanes; ++lane) records[lane] = &system.record(others.particle[k + lane]);
  const Lanes<D, Vector> q = gather<D, Vector>(records);
  const Flight& flight = system.flight();
  const Number zero = 0.0;
  const Number ahead = to_doubles(q.clock - Integers(p.clock)) * flight.tick;  // of p's clock, in seconds
  const Number t_p = chosen(ahead > zero, ahead, zero);
  const Number t_q = chosen(ahead < zero, -ahead, zero);
  Number r[D];
  Number v[D];
  for (int d = 0; d < D; ++d) {
    Integers apart = q.r[d] - Integers(p.r[d]);
    if constexpr (kShifted) apart = apart + looked_up<Vector>(&system.shift(0)[d], D, &others.image[k]);
    r[d] = to_doubles(apart) * flight.grain + (q.v[d] * t_q - Number(p.v[d]) * t_p);
    v[d] = q.v[d] - p.v[d];
  }
  return detail::equation_of<D, Number>(r, v, Number(p.radius) + q.radius, t_p);
}

// Their roots.
template <class Number>
GRAZE_INLINE void solve_lanes(const detail::Equation<Number>& equation, Candidates& others, std::size_t k,
                              EarliestOf<typename Number::Part>& earliest) {
  const Number duration = detail::root_of(equation);
  const Number when = duration + equation.t_p;
  const auto touching = duration <= Number(detail::kTouching);
  earliest.touching = earliest.touching || !none_of(touching);
  earliest.add(chosen(duration < Number(0.0), Number(kInfinity), when), k);
  duration.store(&others.duration[k]);
  when.store(&others.when[k]);
}

// Roots and quotients take the CPU long, but it works on several at a time if little else stands between them: so
// first the equations of a few packs, then their roots.
template <int D, bool kShifted, class Number>
GRAZE_INLINE EarliestOf<typename Number::Part> solve_all(const System<D>& system, const Record<D>& p,
                                                         Candidates& others) {
  constexpr std::size_t kPacks = 8;
  EarliestOf<typename Number::Part> earliest;
  std::array<detail::Equation<Number>, kPacks> equation;
  for (std::size_t begin = 0; begin < others.count; begin += kPacks * kLanes) {
    const std::size_t end = std::min(others.count, begin + kPacks * kLanes);
    for (std::size_t k = begin; k < end; k += kLanes)
      equation[(k - begin) / kLanes] = equations<D, kShifted, Number>(system, p, others, k);
    for (std::size_t k = begin; k < end; k += kLanes) solve_lanes(equation[(k - begin) / kLanes], others, k, earliest);
  }
  return earliest;
}

// A contact's tick is as near to the equation's solution as contact_tick says; these leave room for much more.
inline constexpr double kRoomShare = 0x1p-36;
inline constexpr Ticks kRoomTicks = Ticks{1} << 18U;

// Solves the equation for all candidates. There must be as many as Candidates::fill_up makes them. The particle itself
// may be among them: it never collides with itself.
template <int D>
inline Earliest solve_pairs(const System<D>& system, std::uint32_t i, Candidates& others) {
  if (!system.flight().straight) return {};
  const Record<D>& p = system.record(i);
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    return Earliest(others.shifted ? solve_all<D, true, Number>(system, p, others)
                                   : solve_all<D, false, Number>(system, p, others));
  });
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
  const double first = lesser(smallest_lane(earliest.first), flight.seconds(latest - clock));
  choice.limit =
      lesser(first * (1.0 + kRoomShare) + static_cast<double>(kRoomTicks) * flight.tick, kHorizon * flight.tick);
  const std::uint32_t lanes = lanes_of(earliest.first <= Pack(choice.limit));
  choice.any = lanes != 0;
  choice.alone = !earliest.touching && (lanes & (lanes - 1)) == 0 && none_of(earliest.second <= Pack(choice.limit));
  const auto lane = static_cast<std::size_t>(std::countr_zero(lanes | 1U << (kLanes - 1)));
  choice.k = static_cast<std::size_t>(lane_of(earliest.begin, lane)) + lane;
  const Pack later =
      smaller(chosen(earliest.first > Pack(choice.limit), earliest.first, earliest.second), earliest.second);
  choice.others = surely_before(choice.alone ? smallest_lane(later) : choice.limit);
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

}  // namespace graze::particles
