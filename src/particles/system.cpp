// SPDX-License-Identifier: Apache-2.0
#include "particles/system.hpp"

#include <algorithm>
#include <cmath>

#include "particles/scales.hpp"

namespace graze::particles {
namespace {

ParticleState fresh(const ParticleScene& scene) {
  ParticleState state;
  state.scene = scene;
  state.scene.contact_time = choose_contact_time(scene);
  state.tick_exponent = choose_tick_exponent(scene);
  state.clocks.assign(scene.particles.size(), 0);
  state.last_contacts.assign(scene.particles.size(), -kTicksPerEpoch);
  return state;
}

}  // namespace

template <int D>
System<D>::System(const ParticleScene& scene) : System(fresh(scene)) {
  totals_.hash = 0xCBF29CE484222325ULL;
  totals_.initial_energy = energy();
  totals_.initial_momentum = momentum();
}

template <int D>
System<D>::System(const ParticleState& state)
    : scene_(state.scene), tick_exponent_(state.tick_exponent), now_(state.now), totals_(state.totals) {
  const std::size_t n = scene_.particles.size();
  set_up();
  records_.resize(n);
  bodies_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Particle& p = scene_.particles[i];
    Grains<D> r = grains_of<D>(planar<D>(p.position - scene_.lower), flight_);
    if (!state.grains.empty()) std::copy_n(state.grains[i].begin(), D, r.begin());
    records_[i] = {r, planar<D>(p.velocity), p.radius, state.clocks[i]};
    bodies_[i].mass = p.mass;
    bodies_[i].material = p.material;
    bodies_[i].id = static_cast<std::uint32_t>(i);
    bodies_[i].last_contact = state.last_contacts[i];
    largest_radius_ = std::max(largest_radius_, p.radius);
  }
  walls_ = wall_images(scene_);
  scene_.particles = {};
}

template <int D>
void System<D>::set_up() {
  flight_.tick = std::ldexp(1.0, tick_exponent_);
  flight_.ticks_per_second = std::ldexp(1.0, -tick_exponent_);
  const int grain_exponent = choose_grain_exponent(scene_);
  flight_.grain = std::ldexp(1.0, grain_exponent);
  flight_.grains_per_unit = std::ldexp(1.0, -grain_exponent);
  flight_.drag = scene_.drag;
  box_ = grains_of<D>(planar<D>(scene_.upper - scene_.lower), flight_);
  for (int d = 0; d < D; ++d) {
    flight_.gravity[d] = scene_.gravity[d];
    flight_.origin[d] = scene_.lower[d];
    lower_[d] = scene_.lower[d];
    upper_[d] = scene_.upper[d];
    periodic_[d] = scene_.periodic[d];
    flight_.falling = flight_.falling || scene_.gravity[d] != 0.0;
  }
  flight_.straight = scene_.drag == 0.0 && !flight_.falling;
  while (materials_ * materials_ < scene_.restitution.size()) ++materials_;
  contact_seconds_ = scene_.contact_time;
  const double ticks = contact_seconds_ / flight_.tick;
  contact_ticks_ = ticks < 0x1p59 ? static_cast<Ticks>(ticks) : Ticks{1} << 59;
  for (int image = 0; image < kImages<D>; ++image) {
    bool possible = true;
    for (int d = 0, rest = image; d < D; ++d, rest /= 3) {
      shifts_[image][d] = (rest % 3 - 1) * box_[d];
      possible = possible && (periodic_[d] || rest % 3 == 1);
    }
    shift_lengths_[image] = length_of<D>(shifts_[image], flight_);
    if (possible) images_.push_back(static_cast<std::uint8_t>(image));
  }
}

template <int D>
bool System<D>::before(const Event& x, const Event& y) const {
  if (x.time != y.time) return x.time < y.time;
  const auto key = [&](const Event& e) {
    return std::tuple(e.kind, bodies_[e.a].id, e.kind == Kind::Pair ? bodies_[e.b].id : e.b, e.image);
  };
  return key(x) < key(y);
}

template <int D>
Event System<D>::pair_event(std::uint32_t i, std::uint32_t j, std::uint8_t image) const {
  const Ticks time = pair_time<D>(records_[i], records_[j], shifts_[image], flight_);
  if (bodies_[i].id < bodies_[j].id) return {time, i, j, Kind::Pair, image};
  return {time, j, i, Kind::Pair, mirrored<D>(image)};
}

template <int D>
Event System<D>::pair_event(std::uint32_t i, std::uint32_t j) const {
  Event first;
  for (const std::uint8_t image : images_) {
    const Event event = pair_event(i, j, image);
    if (event.time < first.time || (event.time != kNever && before(event, first))) first = event;
  }
  return first;
}

template <int D>
Event System<D>::single_event(std::uint32_t i, std::uint32_t faces) const {
  const Record<D>& p = records_[i];
  Event first;
  const auto take = [&](Ticks time, Kind kind, std::uint32_t which) {
    const Event event{time, i, which, kind, 0};
    if (time != kNever && (time < first.time || before(event, first))) first = event;
  };
  for (int axis = 0; axis < D; ++axis)
    for (int side = 0; side < 2; ++side) {
      if ((faces >> (2 * axis + side) & 1U) == 0) continue;
      if (flight_.straight && (side == 1 ? p.v[axis] <= 0.0 : p.v[axis] >= 0.0)) continue;
      const std::int64_t face = side == 1 ? box_[axis] : 0;
      const Ticks time = face_time<D>(p, axis, side, face, periodic_[axis] ? 0.0 : p.radius, flight_);
      take(time, periodic_[axis] ? Kind::Crossing : Kind::Wall, static_cast<std::uint32_t>(2 * axis + side));
    }
  for (std::size_t k = 0; k < walls_.size(); ++k)
    take(wall_time<D>(p, walls_[k].wall, flight_), Kind::Wall, static_cast<std::uint32_t>(6 + k));
  return first;
}

template <int D>
void System<D>::begin_epoch() {
  now_.ticks = kTicksPerEpoch;
  for (std::uint32_t i = 0; i < size(); ++i) {
    move_to(records_[i], flight_, kTicksPerEpoch);
    records_[i].clock = 0;
    ++bodies_[i].changes;
    // Long ago stays long ago; without this the number would leave the range of ticks.
    bodies_[i].last_contact = std::max(bodies_[i].last_contact, Ticks{0}) - kTicksPerEpoch;
  }
  ++now_.epoch;
  now_.ticks = 0;
  for (std::uint32_t i = 0; i < size(); ++i) record_epoch(i);
}

template <int D>
void System<D>::reorder(const std::vector<std::uint32_t>& order) {
  HugeVector<Record<D>> records(size());
  for (std::size_t k = 0; k < size(); ++k) records[k] = records_[order[k]];
  records_.swap(records);
  HugeVector<Body> bodies(size());
  for (std::size_t k = 0; k < size(); ++k) bodies[k] = bodies_[order[k]];
  bodies_.swap(bodies);
}

template <int D>
ParticleState System<D>::state() const {
  ParticleState state;
  state.scene = scene_;
  state.scene.particles.resize(size());
  state.tick_exponent = tick_exponent_;
  state.now = now_;
  state.clocks.resize(size());
  state.last_contacts.resize(size());
  state.grains.resize(size());
  state.totals = totals_;
  for (std::size_t i = 0; i < size(); ++i) {
    const std::uint32_t id = bodies_[i].id;
    state.scene.particles[id] = {spatial<D>(place_of<D>(records_[i].r, flight_)), spatial<D>(records_[i].v),
                                 records_[i].radius, bodies_[i].mass, bodies_[i].material};
    std::copy_n(records_[i].r.begin(), D, state.grains[id].begin());
    state.clocks[id] = records_[i].clock;
    state.last_contacts[id] = bodies_[i].last_contact;
  }
  return state;
}

template <int D>
ParticleScene System<D>::snapshot() const {
  ParticleScene scene = scene_;
  scene.particles.resize(size());
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Moving<D> m = current(i);
    scene.particles[bodies_[i].id] = {spatial<D>(m.r), spatial<D>(m.v), records_[i].radius, bodies_[i].mass,
                                      bodies_[i].material};
  }
  return scene;
}

template <int D>
double System<D>::energy() const {
  double sum = 0.0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    const Moving<D> m = current(i);
    double potential = 0.0;
    for (int d = 0; d < D; ++d) potential -= flight_.gravity[d] * m.r[d];
    sum += bodies_[i].mass * (0.5 * dot<D>(m.v, m.v) + potential);
  }
  return sum;
}

template <int D>
Vector3 System<D>::momentum() const {
  Vector3 sum = Vector3::Zero();
  for (std::uint32_t i = 0; i < size(); ++i) sum += bodies_[i].mass * spatial<D>(current(i).v);
  return sum;
}

template <int D>
std::vector<Vector3> System<D>::laps() const {
  std::vector<Vector3> laps(size());
  for (const Body& body : bodies_) {
    laps[body.id] = Vector3::Zero();
    for (int d = 0; d < D; ++d) laps[body.id][d] = body.laps[d];
  }
  return laps;
}

template <int D>
std::size_t System<D>::bytes() const {
  return records_.capacity() * sizeof(Record<D>) + bodies_.capacity() * sizeof(Body);
}

template class System<2>;
template class System<3>;

}  // namespace graze::particles
