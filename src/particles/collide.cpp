// SPDX-License-Identifier: Apache-2.0
// What happens at an event.
#include <algorithm>
#include <cmath>

#include "numeric/error_free.hpp"
#include "particles/system.hpp"

namespace graze::particles {
namespace {

// Hits of a hollow wall at a smaller angle (as a sine) leave at this one. Otherwise a particle that glides along it
// would need endlessly many events.
constexpr double kLeastAngle = 0x1p-20;

void mix(std::uint64_t& hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15ULL;
  hash ^= hash >> 32U;
}

// What two masses add up to, or the square of a normal, is rounded in the same way at every hit, or nearly: with that
// the energy would drift. So these keep what rounding takes off.
template <int D>
Exact square_of(const Vec<D>& x) {
  Exact square{0.0, 0.0};
  for (int d = 0; d < D; ++d) {
    const Exact product = two_product(x[d], x[d]);
    const Exact sum = two_sum(square.value, product.value);
    square = {sum.value, square.rest + sum.rest + product.rest};
  }
  return square;
}
Exact quotient_of(double x, const Exact& by) {
  const double inverse = 1.0 / by.value;
  const double quotient = x * inverse;
  const Exact product = two_product(quotient, by.value);  // close to x: the difference is exact
  return {quotient, ((x - product.value) - product.rest - quotient * by.rest) * inverse};
}
double rounded(const Exact& x) { return x.value + x.rest; }
// x + factor y, rounded once.
double with_product(double x, const Exact& factor, double y) {
  const Exact product = two_product(factor.value, y);
  const Exact sum = two_sum(x, product.value);
  return sum.value + (sum.rest + (product.rest + factor.rest * y));
}

}  // namespace

template <int D>
void System<D>::handle(const Event& event) {
  now_.ticks = event.time;
  ++totals_.events;
  switch (event.kind) {
    case Kind::Pair:
      handle_pair(event);
      break;
    case Kind::Wall:
      handle_wall(event);
      break;
    default:
      handle_crossing(event);
      break;
  }
  record_event(event);
}

template <int D>
bool System<D>::collapsing(std::uint32_t i) const {
  return contact_ticks_ > 0 && now_.ticks - bodies_[i].last_contact < contact_ticks_;
}

template <int D>
double System<D>::restitution(std::uint32_t i, std::uint32_t material, bool collapsing) {
  const double e = scene_.restitution[bodies_[i].material * materials_ + material];
  if (!collapsing || e == 1.0) return e;
  ++totals_.collapsed;
  return 1.0;
}

template <int D>
void System<D>::touched(std::uint32_t i, Ticks time) {
  bodies_[i].last_contact = time;
  ++bodies_[i].changes;
}

template <int D>
void System<D>::handle_pair(const Event& event) {
  Record<D>& p = records_[event.a];
  Record<D>& q = records_[event.b];
  move_to(p, flight_, event.time);
  move_to(q, flight_, event.time);
  const Vec<D> n = offset<D>(p.r, q.r, shifts_[event.image], flight_);
  Vec<D> v;
  for (int d = 0; d < D; ++d) v[d] = q.v[d] - p.v[d];
  const double rr = dot<D>(n, n);
  const double distance = std::sqrt(rr);
  const double gap = distance / (p.radius + q.radius) - 1.0;
  totals_.max_contact_error = std::max(totals_.max_contact_error, std::abs(gap));
  totals_.smallest_gap = std::min(totals_.smallest_gap, gap);
  ++totals_.pair_collisions;

  const double e = restitution(event.a, bodies_[event.b].material, collapsing(event.a) || collapsing(event.b));
  const double mass_a = bodies_[event.a].mass;
  const double mass_b = bodies_[event.b].mass;
  // Rounding may have carried a grazing pair past its contact: then there is nothing left to push apart.
  const double approach = std::min(dot<D>(n, v), 0.0);
  const double scale =
      rounded(quotient_of(rounded(quotient_of((1.0 + e) * approach, square_of<D>(n))), two_sum(mass_a, mass_b)));
  for (int d = 0; d < D; ++d) {
    p.v[d] += mass_b * scale * n[d];
    q.v[d] -= mass_a * scale * n[d];
  }
  totals_.virial -= mass_a * mass_b * scale * rr;
  touched(event.a, event.time);
  touched(event.b, event.time);
}

template <int D>
void System<D>::handle_wall(const Event& event) {
  Record<D>& p = records_[event.a];
  move_to(p, flight_, event.time);
  ++totals_.wall_collisions;
  if (event.b >= 6) {
    const Wall& wall = walls_[event.b - 6].wall;
    const Vec<D> r = place_of<D>(p.r, flight_);
    bounce(event.a, event, wall_normal<D>(r, wall), wall.material, inside_shell<D>(r, wall));
    return;
  }
  Vec<D> normal{};
  normal[event.b / 2] = event.b % 2 == 1 ? -1.0 : 1.0;
  const double before = p.v[event.b / 2];
  bounce(event.a, event, normal, 0, false);
  totals_.wall_impulse += bodies_[event.a].mass * std::abs(p.v[event.b / 2] - before);
}

template <int D>
void System<D>::bounce(std::uint32_t i, const Event& event, const Vec<D>& normal, std::uint32_t material, bool hollow) {
  Record<D>& p = records_[i];
  const double approach = std::min(dot<D>(normal, p.v), 0.0);
  double leave = -restitution(i, material, collapsing(i)) * approach;
  // A body that gravity presses on the wall bounces at least for the contact time: it rests, on average, a little
  // above.
  double pull = 0.0;
  for (int d = 0; d < D; ++d) pull -= normal[d] * (flight_.gravity[d] - flight_.drag * p.v[d]);
  if (flight_.falling) leave = std::max(leave, 0.5 * pull * contact_seconds_);
  if (hollow) leave = std::max(leave, kLeastAngle * std::sqrt(dot<D>(p.v, p.v)));
  const Exact change = quotient_of(leave - approach, square_of<D>(normal));
  for (int d = 0; d < D; ++d) p.v[d] = with_product(p.v[d], change, normal[d]);
  touched(i, event.time);
}

template <int D>
void System<D>::handle_crossing(const Event& event) {
  Record<D>& p = records_[event.a];
  move_to(p, flight_, event.time);
  const auto axis = event.b / 2;
  const bool up = event.b % 2 == 1;
  p.r[axis] += up ? -box_[axis] : box_[axis];
  bodies_[event.a].laps[axis] += up ? 1 : -1;
  ++bodies_[event.a].changes;
  ++totals_.crossings;
}

template <int D>
void System<D>::record_event(const Event& event) {
  const std::uint32_t first = bodies_[event.a].id;
  const bool inner_wall = event.kind == Kind::Wall && event.b >= 6;
  const std::uint32_t second = event.kind == Kind::Pair ? bodies_[event.b].id
                               : inner_wall             ? 6 + walls_[event.b - 6].number
                                                        : event.b;
  mix(totals_.hash, static_cast<std::uint64_t>(event.time) ^ (now_.epoch << 61U));
  mix(totals_.hash, (std::uint64_t{first} << 32U) | second);
  mix(totals_.hash, static_cast<std::uint64_t>(event.kind));
  if (sink_ == nullptr) return;
  ParticleEvent entry;
  entry.time = now_;
  entry.kind = event.kind;
  entry.image = event.kind == Kind::Pair ? event.image : std::uint8_t{0};
  entry.first = first;
  entry.second = second;
  entry.position_first = spatial<D>(place_of<D>(records_[event.a].r, flight_));
  entry.velocity_first = spatial<D>(records_[event.a].v);
  if (event.kind == Kind::Pair) {
    entry.position_second = spatial<D>(place_of<D>(records_[event.b].r, flight_));
    entry.velocity_second = spatial<D>(records_[event.b].v);
  }
  sink_->record(entry);
}

template <int D>
void System<D>::record_epoch(std::uint32_t i) {
  if (sink_ == nullptr) return;
  ParticleEvent entry;
  entry.time = now_;
  entry.kind = Kind::Epoch;
  entry.first = bodies_[i].id;
  entry.position_first = spatial<D>(place_of<D>(records_[i].r, flight_));
  entry.velocity_first = spatial<D>(records_[i].v);
  sink_->record(entry);
}

template void System<2>::handle(const Event&);
template void System<3>::handle(const Event&);
template void System<2>::record_epoch(std::uint32_t);
template void System<3>::record_epoch(std::uint32_t);

}  // namespace graze::particles
