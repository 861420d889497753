// SPDX-License-Identifier: Apache-2.0
// Free flight under uniform gravity g and linear drag k. With s = (1 - exp(-k t)) / k (s = t without drag):
//   position = r + v s + g (t - s) / k  (without drag g t^2 / 2),   velocity = v (1 - k s) + g s.
// The difference of two flights with the same clock is linear in s, whatever g and k.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "numeric/elementary/elementary.hpp"
#include "numeric/infinity.hpp"
#include "numeric/vector/pack.hpp"
#include "particles/record.hpp"

namespace graze::particles {

// The lesser of two, for which compilers make no branches, as they do for std::min of a constant. Where both cases are
// frequent these would be wrong often.
inline double lesser(double x, double y) {
  const TwoDoubles a{x, x};
  const TwoDoubles b{y, y};
  return (a < b ? a : b)[0];
}

// The nearest whole number, ties to even. (std::llrint is a call, unless compilers are told that nobody asks for
// errno.)
inline std::int64_t nearest_integer(double x) {
#if defined(__SSE2__)
  return _mm_cvtsd_si64(_mm_set_sd(x));
#else
  return std::llrint(x);
#endif
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
  double stretched(double t) const { return drag > 0.0 ? -portable::expm1(-drag * t) / drag : t; }
  double unstretched(double s) const {
    if (drag <= 0.0) return s;
    return drag * s < 1.0 ? -portable::log1p(-drag * s) / drag : kInfinity;
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
  for (int d = 0; d < D; ++d)
    r[d] = nearest_integer(std::clamp(x[d] * flight.grains_per_unit, -kMostGrains, kMostGrains));
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

// The way of a straight flight in grains. The time is taken in two parts, because a double does not hold every tick of
// a long one; so a tick more or less is always a tick's flight, but for half a grain of each part.
template <int D>
GRAZE_INLINE Grains<D> straight_way(const Vec<D>& v, const Flight& flight, Ticks ticks) {
  constexpr Ticks kPart = (Ticks{1} << 32U) - 1;
  const double most = flight.seconds(ticks & ~kPart) * flight.grains_per_unit;
  const double rest = flight.seconds(ticks & kPart) * flight.grains_per_unit;
  // A contact that is predicted for far outside the box may be asked for: any place out there will do, as long as
  // differences of two can be told.
  const auto limited = [](double x, double limit) GRAZE_INLINE_LAMBDA { return larger(smaller(x, limit), -limit); };
  Grains<D> way;
  for (int d = 0; d < D; ++d)
    way[d] = nearest_integer(limited(v[d] * most, kMostGrains)) + nearest_integer(limited(v[d] * rest, kMostRest));
  return way;
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
    const Grains<D> way = straight_way<D>(p.v, flight, ticks);
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

}  // namespace graze::particles
