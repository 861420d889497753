// SPDX-License-Identifier: Apache-2.0
// The one routine that says when two particles collide. It depends on their two records alone, and is the same with
// the two exchanged: so it does not matter who asks, nor when.
#pragma once

#include <algorithm>

#include "particles/flight.hpp"

namespace graze::particles {

template <int D, class Number>
inline Number cross_squared(const Number* r, const Number* v) {
  const Number z = r[0] * v[1] - r[1] * v[0];
  if constexpr (D == 2) return z * z;
  const Number x = r[1] * v[D - 1] - r[D - 1] * v[1];
  const Number y = r[D - 1] * v[0] - r[0] * v[D - 1];
  return z * z + x * x + y * y;
}

// Bodies that touch or overlap collide now if they approach, by more than rounding can feign: the sine of the angle of
// their paths to the tangent is above 2^-46, and so is the speed of approach relative to the speeds of both. Along what
// is left out they could come closer by a share of 2^-92 of their distance: nothing that doubles can hold.
template <int D>
inline bool truly_approaching(const Vec<D>& v_i, const Vec<D>& v_j, double rr, double b, double a) {
  return b < 0.0 && b * b > 0x1p-92 * rr * (a + dot<D>(v_i, v_i) + dot<D>(v_j, v_j));
}

// From i to the image of j that is meant.
template <int D>
inline Vec<D> offset(const Grains<D>& i, const Grains<D>& j, const Grains<D>& shift, const Flight& flight) {
  Grains<D> r;
  for (int d = 0; d < D; ++d) r[d] = (j[d] - i[d]) + shift[d];
  return length_of<D>(r, flight);
}

// How far a contact's tick may be from the equation's solution: above all that rounding does to that.
inline constexpr double kContactTicks = 0x1p16;   // some 1e-11 of a diameter's flight
inline constexpr double kContactShare = 0x1p-40;  // of the time until then

// The last tick before two particles touch. By the equation that is `duration` after `common`, but for rounding, which
// grows with the way that is flown until then. So both are moved to that tick, in the way in which they will be moved,
// and what is missing to their contact, or too much, is flown at the speed of their approach.
template <int D>
[[gnu::always_inline]] inline Ticks contact_tick(const Record<D>& i, const Record<D>& j, const Grains<D>& shift,
                                                 const Flight& flight, Ticks common, double duration) {
  const Ticks near = flight.after(common, duration);
  if (near == kNever) return kNever;
  Vec<D> r;
  Vec<D> v;
  if (flight.straight) {
    const Grains<D> way_i = straight_way<D>(i.v, flight, near - i.clock);
    const Grains<D> way_j = straight_way<D>(j.v, flight, near - j.clock);
    for (int d = 0; d < D; ++d) {
      const std::int64_t between = shift[d] + ((j.r[d] + way_j[d]) - (i.r[d] + way_i[d]));
      r[d] = static_cast<double>(between) * flight.grain;
      v[d] = j.v[d] - i.v[d];
    }
  } else {
    const Moved<D> at_i = moved(i, flight, near - i.clock);
    const Moved<D> at_j = moved(j, flight, near - j.clock);
    r = offset<D>(at_i.r, at_j.r, shift, flight);
    for (int d = 0; d < D; ++d) v[d] = at_j.v[d] - at_i.v[d];
  }
  const double b = dot<D>(r, v);
  const double sigma = i.radius + j.radius;
  const double missing = 0.5 * (dot<D>(r, r) - sigma * sigma) * flight.ticks_per_second;
  const double most = kContactTicks + kContactShare * static_cast<double>(near - common);
  // A grazing pair may be at its closest already.
  const double ticks = b < 0.0 ? within(-missing / b, most) : 0.0;
  const auto towards_zero = static_cast<Ticks>(ticks);
  const Ticks floor = towards_zero - static_cast<Ticks>(static_cast<double>(towards_zero) > ticks);
  return std::max(common, near + floor);
}

// `shift` is added to j's position: the image of j that is meant.
template <int D>
inline Ticks pair_time(const Record<D>& i, const Record<D>& j, const Grains<D>& shift, const Flight& flight) {
  const Ticks common = std::max(i.clock, j.clock);
  const Moving<D> by_i = flight_of(i, flight, common - i.clock);
  const Moving<D> by_j = flight_of(j, flight, common - j.clock);
  Vec<D> r = offset<D>(i.r, j.r, shift, flight);
  Vec<D> v;
  for (int d = 0; d < D; ++d) {
    r[d] += by_j.r[d] - by_i.r[d];
    v[d] = by_j.v[d] - by_i.v[d];
  }
  const double b = dot<D>(r, v);
  if (!(b < 0.0)) return kNever;
  const double rr = dot<D>(r, r);
  const double a = dot<D>(v, v);
  const double sigma = i.radius + j.radius;
  const double c = rr - sigma * sigma;
  if (c <= 0.0)
    return truly_approaching<D>(by_i.v, by_j.v, rr, b, a) ? contact_tick<D>(i, j, shift, flight, common, 0.0) : kNever;
  // In this form a grazing path is told from a miss far more sharply than by b^2 - a c. A mere touch is a miss.
  const double under_root = a * (sigma * sigma) - cross_squared<D>(r.data(), v.data());
  if (!(under_root > 0.0)) return kNever;
  return contact_tick<D>(i, j, shift, flight, common, flight.unstretched(c / (std::sqrt(under_root) - b)));
}

}  // namespace graze::particles
