// SPDX-License-Identifier: Apache-2.0
// pair_time for one particle against many, several at a time; every time has the bits that pair_time gives.
#pragma once

#include <bit>
#include <vector>

#if defined(__AVX__)
#include <immintrin.h>
#endif

#include "numeric/pack.hpp"
#include "simulate/system.hpp"

namespace graze::simulate {

// The other particles, each with the image that is meant.
struct Candidates {
  std::size_t count = 0;
  bool shifted = false;  // is any image another than that in the box?
  std::vector<std::uint32_t> particle;
  std::vector<std::uint8_t> image;

  void clear() { count = 0; }
  // For so many more.
  void make_room(std::size_t more) {
    if (count + more <= particle.size()) return;
    particle.resize(2 * (count + more));
    image.resize(2 * (count + more));
  }
  // Adds this particle until they can be taken kLanes at a time.
  void fill_up(std::uint32_t with, std::uint8_t its_image) {
    make_room(kLanes);
    while (count % kLanes != 0) {
      particle[count] = with;
      image[count++] = its_image;
    }
  }
};

namespace detail {

#if defined(__AVX__)
inline Pack square_root(Pack x) { return _mm256_sqrt_pd(x); }
inline std::uint32_t set_lanes(PackMask mask) {
  return static_cast<std::uint32_t>(_mm256_movemask_pd(std::bit_cast<__m256d>(mask)));
}
#else
inline Pack square_root(Pack x) {
  for (int k = 0; k < kLanes; ++k) x[k] = std::sqrt(x[k]);
  return x;
}
inline std::uint32_t set_lanes(const PackMask& mask) { return lanes_of(mask); }
#endif

// One value for each lane.
template <class Value>
inline Pack by_lane(Value&& value) {
  if constexpr (kLanes == 4) return Pack{value(0), value(1), value(2), value(3)};
  if constexpr (kLanes == 2) return Pack{value(0), value(1)};
}

// The fields of several records, by lane. As doubles a record is positions, velocities, radius, clock.
template <int D>
struct Lanes {
  Pack r[D], v[D], radius;
  PackMask clock;  // a vector of 64-bit integers
};

#if defined(__AVX__)
inline Pack load(const double* at) { return _mm256_load_pd(at); }
// Rows become columns.
inline void transpose(Pack& a, Pack& b, Pack& c, Pack& d) {
  const __m256d low_ab = _mm256_unpacklo_pd(a, b);
  const __m256d high_ab = _mm256_unpackhi_pd(a, b);
  const __m256d low_cd = _mm256_unpacklo_pd(c, d);
  const __m256d high_cd = _mm256_unpackhi_pd(c, d);
  a = _mm256_permute2f128_pd(low_ab, low_cd, 0x20);
  b = _mm256_permute2f128_pd(high_ab, high_cd, 0x20);
  c = _mm256_permute2f128_pd(low_ab, low_cd, 0x31);
  d = _mm256_permute2f128_pd(high_ab, high_cd, 0x31);
}

template <int D>
inline Lanes<D> gather(const std::array<const Record<D>*, kLanes>& q) {
  Pack field[8];
  for (int half = 0; half < 2; ++half) {
    for (int lane = 0; lane < 4; ++lane) field[4 * half + lane] = load(q[lane]->r.data() + 4 * half);
    transpose(field[4 * half], field[4 * half + 1], field[4 * half + 2], field[4 * half + 3]);
  }
  Lanes<D> lanes;
  for (int d = 0; d < D; ++d) {
    lanes.r[d] = field[d];
    lanes.v[d] = field[D + d];
  }
  lanes.radius = field[2 * D];
  lanes.clock = std::bit_cast<PackMask>(field[2 * D + 1]);
  return lanes;
}
#else
template <int D>
inline Lanes<D> gather(const std::array<const Record<D>*, kLanes>& q) {
  Lanes<D> lanes;
  for (int d = 0; d < D; ++d) {
    lanes.r[d] = by_lane([&](int l) { return q[l]->r[d]; });
    lanes.v[d] = by_lane([&](int l) { return q[l]->v[d]; });
  }
  lanes.radius = by_lane([&](int l) { return q[l]->radius; });
  for (int l = 0; l < kLanes; ++l) lanes.clock[l] = q[l]->clock;
  return lanes;
}
#endif

// For the lanes of straight flights: when the equation has a root, how long until it (seconds), and which bodies touch
// already while they come closer, which pair_time must decide.
struct PackAnswer {
  Pack duration;
  std::uint32_t hits, touching;
};

template <int D>
inline PackAnswer solve(const Pack* r, const Pack* v, const Pack& sigma) {
  Pack b = r[0] * v[0];
  Pack rr = r[0] * r[0];
  Pack a = v[0] * v[0];
  for (int d = 1; d < D; ++d) {
    b += r[d] * v[d];
    rr += r[d] * r[d];
    a += v[d] * v[d];
  }
  const Pack sigma_squared = sigma * sigma;
  const Pack c = rr - sigma_squared;
  const Pack under_root = a * sigma_squared - cross_squared<D>(r, v);
  const Pack zero{};
  const PackMask closer = b < zero;
  const PackMask outside = c > zero;
  PackAnswer answer{};
  answer.hits = set_lanes(both(both(closer, outside), under_root > zero));
  answer.touching = set_lanes(both(closer, c <= zero));
  if (answer.hits != 0) answer.duration = c / (square_root(larger(under_root, zero)) - b);
  return answer;
}

}  // namespace detail

// The answers for kLanes candidates.
template <int D, bool kShifted>
inline detail::PackAnswer predict_lanes(const System<D>& system, const Record<D>& p, const Candidates& others,
                                        std::size_t k, const detail::Lanes<D>& q) {
  const double tick = system.flight().tick;
  const PackMask behind = p.clock - q.clock;  // ticks by which q's clock is behind p's
  const PackMask none{};
  const Pack t_p = __builtin_convertvector(behind < none ? -behind : none, Pack) * tick;
  const Pack t_q = __builtin_convertvector(behind > none ? behind : none, Pack) * tick;
  Pack r[D];
  Pack v[D];
  for (int d = 0; d < D; ++d) {
    r[d] = (q.r[d] + q.v[d] * t_q) - (p.r[d] + p.v[d] * t_p);
    if constexpr (kShifted)
      r[d] += detail::by_lane([&](int l) { return system.shift(others.image[k + static_cast<std::size_t>(l)])[d]; });
    v[d] = q.v[d] - p.v[d];
  }
  return detail::solve<D>(r, v, p.radius + q.radius);
}

// Calls found(k, time) for every candidate k that collides by the time `latest`, which may be brought forward
// meanwhile. The particle itself may be among them: it never collides with itself. Their number must be a multiple of
// kLanes.
template <int D, class Found>
inline void predict_pairs(const System<D>& system, std::uint32_t i, const Candidates& others, const Ticks& latest,
                          Found&& found) {
  const Flight& flight = system.flight();
  const Record<D>& p = system.record(i);
  const auto one = [&](std::size_t k) {
    const Ticks time = pair_time<D>(p, system.record(others.particle[k]), system.shift(others.image[k]), flight);
    if (time <= latest && time != kNever) found(k, time);
  };
  if (!flight.straight) {
    for (std::size_t k = 0; k < others.count; ++k) one(k);
    return;
  }
  for (std::size_t k = 0; k < others.count; k += kLanes) {
    std::array<const Record<D>*, kLanes> q;
    for (std::size_t lane = 0; lane < kLanes; ++lane) q[lane] = &system.record(others.particle[k + lane]);
    const detail::Lanes<D> lanes = detail::gather<D>(q);
    const detail::PackAnswer answer = others.shifted ? predict_lanes<D, true>(system, p, others, k, lanes)
                                                     : predict_lanes<D, false>(system, p, others, k, lanes);
    if ((answer.hits | answer.touching) == 0) continue;
    // Not before p's clock plus the duration, so most are out without a look at the ticks.
    const double longest = latest == kNever ? kInfinity : 1.000001 * flight.seconds(latest - p.clock + 1);
    const std::uint32_t early = answer.hits & detail::set_lanes(answer.duration <= Pack{} + longest);
    for (std::uint32_t hits = early; hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(hits));
      const Ticks time = flight.after(std::max(p.clock, q[lane]->clock), answer.duration[static_cast<int>(lane)]);
      if (time <= latest && time != kNever) found(k + lane, time);
    }
    for (std::uint32_t rest = answer.touching; rest != 0; rest &= rest - 1)
      one(k + static_cast<std::size_t>(std::countr_zero(rest)));
  }
}

}  // namespace graze::simulate
