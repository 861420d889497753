// SPDX-License-Identifier: Apache-2.0
// Free flight under uniform gravity g and linear drag k. With s = (1 - exp(-k t)) / k (s = t without drag):
//   position = r + v s + g (t - s) / k  (without drag g t^2 / 2),   velocity = v (1 - k s) + g s.
// The difference of two flights with the same clock is linear in s, whatever g and k.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#if defined(__AVX512DQ__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

#include "simulate/record.hpp"

namespace graze::simulate {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The lesser of two, for which compilers make no branches, as they do for std::min of a constant. Where both cases are
// frequent these would be wrong often.
using TwoDoubles = double __attribute__((vector_size(16)));
inline double lesser(double x, double y) {
  const TwoDoubles a{x, x};
  const TwoDoubles b{y, y};
  return (a < b ? a : b)[0];
}

struct Flight {
  std::array<double, 3> gravity{};
  std::array<double, 3> origin{};  // where grains are counted from
  double drag = 0.0;
  double tick = 1.0;              // seconds, a power of two
  double ticks_per_second = 1.0;  // its inverse, exactly
  double grain = 1.0;             // of length, a power of two
  double grains_per_unit = 1.0;   // its inverse, exactly
  bool straight = true;
  bool falling = false;  // is there gravity?

  double seconds(Ticks ticks) const { return static_cast<double>(ticks) * tick; }
  // Rounded down, so that bodies stop just before they touch rather than just after.
  Ticks after(Ticks start, double duration) const {
    const auto ticks = static_cast<Ticks>(lesser(duration * ticks_per_second, kHorizon));
    const Ticks never = -static_cast<Ticks>(ticks >= static_cast<Ticks>(kHorizon)) & kNever;
    return (start + ticks) | never;
  }
  // s for a time, and back. No time reaches s = 1 / drag.
  double stretched(double t) const { return drag > 0.0 ? -std::expm1(-drag * t) / drag : t; }
  double unstretched(double s) const {
    if (drag <= 0.0) return s;
    return drag * s < 1.0 ? -std::log1p(-drag * s) / drag : kInfinity;
  }
};

template <int D>
struct Moving {
  Vec<D> r, v;
};

// Between grains and lengths.
template <int D>
inline Vec<D> length_of(const Grains<D>& r, const Flight& flight) {
  Vec<D> x;
  for (int d = 0; d < D; ++d) x[d] = static_cast<double>(r[d]) * flight.grain;
  return x;
}
// The position as doubles, which is enough for everything but contacts.
template <int D>
inline Vec<D> place_of(const Grains<D>& r, const Flight& flight) {
  Vec<D> x = length_of<D>(r, flight);
  for (int d = 0; d < D; ++d) x[d] += flight.origin[d];
  return x;
}
template <int D>
inline Grains<D> grains_of(const Vec<D>& x, const Flight& flight) {
  Grains<D> r;
  for (int d = 0; d < D; ++d) r[d] = std::llrint(std::clamp(x[d] * flight.grains_per_unit, -kMostGrains, kMostGrains));
  return r;
}

template <int D>
Moving<D> curved_flight(const Vec<D>& r, const Vec<D>& v, const Flight& flight, double t) {
  const double s = flight.stretched(t);
  const double fall = flight.drag > 0.0 ? (t - s) / flight.drag : 0.5 * t * t;
  Moving<D> m;
  for (int d = 0; d < D; ++d) {
    m.r[d] = r[d] + v[d] * s + flight.gravity[d] * fall;
    m.v[d] = v[d] * (1.0 - flight.drag * s) + flight.gravity[d] * s;
  }
  return m;
}

// How far a record's particle flies in a number of ticks, and its velocity then.
template <int D>
inline Moving<D> flight_of(const Record<D>& p, const Flight& flight, Ticks ticks) {
  const double t = flight.seconds(ticks);
  if (!flight.straight) return ticks == 0 ? Moving<D>{{}, p.v} : curved_flight<D>({}, p.v, flight, t);
  Moving<D> m;
  for (int d = 0; d < D; ++d) m.r[d] = p.v[d] * t;
  m.v = p.v;
  return m;
}

// Position and velocity a number of ticks after the record's clock, as doubles.
template <int D>
inline Moving<D> flown(const Record<D>& p, const Flight& flight, Ticks ticks) {
  Moving<D> m = flight_of(p, flight, ticks);
  const Vec<D> start = place_of<D>(p.r, flight);
  for (int d = 0; d < D; ++d) m.r[d] += start[d];
  return m;
}

// As std::clamp, which compilers make branches of.
inline double within(double x, double most) { return std::max(-most, std::min(x, most)); }

// All axes of one particle side by side; in space with a zero after them.
using FourDoubles = double __attribute__((vector_size(32)));
using TwoIntegers = std::int64_t __attribute__((vector_size(16)));
using FourIntegers = std::int64_t __attribute__((vector_size(32)));
template <int D>
using Axes = std::conditional_t<D == 2, TwoDoubles, FourDoubles>;
template <int D>
using IntegerAxes = std::conditional_t<D == 2, TwoIntegers, FourIntegers>;

// Results are references, because how such vectors are returned differs between machines.
template <class Number, std::size_t D, class Vector>
[[gnu::always_inline]] inline void side_by_side(const std::array<Number, D>& x, Vector& to) {
  using Two = std::conditional_t<std::is_same_v<Number, double>, TwoDoubles, TwoIntegers>;
  Two first;
  std::memcpy(&first, x.data(), sizeof first);
  if constexpr (D == 2)
    to = first;
  else
    to = __builtin_shufflevector(first, Two{x[2], 0}, 0, 1, 2, 3);
}
template <int D>
[[gnu::always_inline]] inline double sum(const Axes<D>& x) {
  return D == 2 ? x[0] + x[1] : x[0] + x[1] + x[D - 1];
}

// The nearest whole numbers, by the same rule on every machine.
template <int D>
[[gnu::always_inline]] inline void add_nearest(const Axes<D>& x, IntegerAxes<D>& to) {
#if defined(__AVX512DQ__) && defined(__AVX512VL__)
  // The forms with a mask of all lanes: gcc 12 warns of its own headers in the others.
  if constexpr (D == 2)
    to += reinterpret_cast<IntegerAxes<D>>(_mm_maskz_cvtpd_epi64(0xFF, x));
  else
    to += reinterpret_cast<IntegerAxes<D>>(_mm256_maskz_cvtpd_epi64(0xFF, x));
#else
  for (int d = 0; d < D; ++d) to[d] += std::llrint(x[d]);
#endif
}

// The way of a straight flight in grains. The time is taken in two parts, because a double does not hold every tick of
// a long one; so a tick more or less is always a tick's flight, but for half a grain of each part.
template <int D>
[[gnu::always_inline]] inline void straight_way(const Axes<D>& v, const Flight& flight, Ticks ticks,
                                                IntegerAxes<D>& way) {
  constexpr Ticks kPart = (Ticks{1} << 32U) - 1;
  const double most = flight.seconds(ticks & ~kPart) * flight.grains_per_unit;
  const double rest = flight.seconds(ticks & kPart) * flight.grains_per_unit;
  // A contact that is predicted for far outside the box may be asked for: any place out there will do, as long as
  // differences of two can be told.
  const auto add = [&way](const Axes<D>& x, double limit) __attribute__((always_inline)) {
    const Axes<D> lowest = Axes<D>{} - limit;
    const Axes<D> highest = Axes<D>{} + limit;
    const Axes<D> at_most = x < highest ? x : highest;
    add_nearest<D>(at_most > lowest ? at_most : lowest, way);
  };
  way = IntegerAxes<D>{};
  add(v * most, kMostGrains);
  add(v * rest, kMostRest);
}

// Position and velocity a number of ticks after the record's clock: the one way in which positions change.
template <int D>
struct Moved {
  Grains<D> r;
  Vec<D> v;
};
template <int D>
[[gnu::always_inline]] inline Moved<D> moved(const Record<D>& p, const Flight& flight, Ticks ticks) {
  Moved<D> to{p.r, p.v};
  if (flight.straight) {
    Axes<D> v;
    IntegerAxes<D> way;
    side_by_side(p.v, v);
    straight_way<D>(v, flight, ticks, way);
    for (int d = 0; d < D; ++d) to.r[d] += way[d];
  } else if (ticks != 0) {
    const Moving<D> m = curved_flight<D>({}, p.v, flight, flight.seconds(ticks));
    const Grains<D> way = grains_of<D>(m.r, flight);
    for (int d = 0; d < D; ++d) to.r[d] += way[d];
    to.v = m.v;
  }
  return to;
}

template <int D>
inline void move_to(Record<D>& p, const Flight& flight, Ticks time) {
  const Moved<D> to = moved(p, flight, time - p.clock);
  p.r = to.r;
  p.v = to.v;
  p.clock = time;
}

// The first time at which v t + a t^2 / 2 rises through `distance`. At or beyond it already: now, if it rises.
double time_to_travel(double distance, double v, double a);
// The same along one axis of a flight: v is the velocity's component and g that of gravity.
double time_to_travel(double distance, double v, double g, const Flight& flight);

}  // namespace graze::simulate
