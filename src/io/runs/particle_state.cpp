// SPDX-License-Identifier: Apache-2.0
#include "io/runs/particle_state.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "io/scene/particle_scene.hpp"
#include "particles/flight.hpp"
#include "particles/scales.hpp"

namespace graze {
namespace {

std::size_t particle_bytes(int dimension) { return 8U * (3U * static_cast<std::size_t>(dimension) + 4U) + 8U; }

std::string totals_text(const ParticleTotals& t) {
  std::string text = std::string("{\"events\": ") + std::to_string(t.events) +
                     ", \"pair_collisions\": " + std::to_string(t.pair_collisions) +
                     ", \"wall_collisions\": " + std::to_string(t.wall_collisions) +
                     ", \"crossings\": " + std::to_string(t.crossings) +
                     ", \"collapsed\": " + std::to_string(t.collapsed) + ", \"hash\": \"" + std::to_string(t.hash) +
                     '"';
  const std::pair<const char*, double> numbers[] = {{"virial", t.virial},
                                                    {"wall_impulse", t.wall_impulse},
                                                    {"max_contact_error", t.max_contact_error},
                                                    {"smallest_gap", t.smallest_gap},
                                                    {"initial_energy", t.initial_energy}};
  for (const auto& [name, value] : numbers) text += std::string(", \"") + name + "\": " + number_text(value);
  return text + ", \"initial_momentum\": " + vector_text(t.initial_momentum, 3) + "}";
}

// 64-bit numbers are texts: a JSON number need not hold all their digits.
template <class Integer>
Integer read_integer(const Field& field) {
  const std::string& text = field.text();
  Integer value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) field.fail("expected a whole number as a string");
  return value;
}

ParticleTotals read_totals(const Field& object) {
  ParticleTotals t;
  t.events = object.get("events").count();
  t.pair_collisions = object.get("pair_collisions").count();
  t.wall_collisions = object.get("wall_collisions").count();
  t.crossings = object.get("crossings").count();
  t.collapsed = object.get("collapsed").count();
  t.hash = read_integer<std::uint64_t>(object.get("hash"));
  t.virial = object.get("virial").number();
  t.wall_impulse = object.get("wall_impulse").number();
  t.max_contact_error = object.get("max_contact_error").number();
  t.smallest_gap = object.get("smallest_gap").number();
  t.initial_energy = object.get("initial_energy").number();
  t.initial_momentum = object.get("initial_momentum").vector();
  return t;
}

// The scene as it is at the state's time.
ParticleScene present(const ParticleState& state) {
  ParticleScene scene = state.scene;
  particles::Flight flight;
  flight.drag = scene.drag;
  for (int d = 0; d < 3; ++d) flight.gravity[static_cast<std::size_t>(d)] = scene.gravity[d];
  for (std::size_t i = 0; i < scene.particles.size(); ++i) {
    Particle& p = scene.particles[i];
    const double t = std::ldexp(static_cast<double>(state.now.ticks - state.clocks[i]), state.tick_exponent);
    const auto at = particles::curved_flight<3>({p.position[0], p.position[1], p.position[2]},
                                                {p.velocity[0], p.velocity[1], p.velocity[2]}, flight, t);
    p.position = Vector3(at.r[0], at.r[1], at.r[2]);
  }
  return scene;
}

void check_state(const ParticleState& state, const Cursor& cursor) {
  if (state.tick_exponent < -900 || state.tick_exponent > 800) cursor.fail("tick_exponent: out of range");
  if (state.now.ticks < 0 || state.now.ticks > kTicksPerEpoch) cursor.fail("ticks: expected a time within an epoch");
  for (int d = 0; d < state.scene.dimension; ++d)
    if (!(state.scene.lower[d] < state.scene.upper[d])) cursor.fail("box: expected each lower bound below the upper");
  particles::Flight flight;
  flight.grain = std::ldexp(1.0, particles::choose_grain_exponent(state.scene));
  const double rounding = 0x1p-50 * (state.scene.lower.cwiseAbs() + state.scene.upper.cwiseAbs()).maxCoeff();
  for (std::size_t i = 0; i < state.clocks.size(); ++i) {
    for (int d = 0; d < state.scene.dimension; ++d) {
      const double exact = static_cast<double>(state.grains[i][static_cast<std::size_t>(d)]) * flight.grain;
      if (!(std::abs(exact - (state.scene.particles[i].position[d] - state.scene.lower[d])) <= rounding))
        cursor.fail("particle " + std::to_string(i) + ": expected its grains to be its position");
    }
    const bool clock = state.clocks[i] >= 0 && state.clocks[i] <= state.now.ticks;
    const bool contact = state.last_contacts[i] >= -2 * kTicksPerEpoch && state.last_contacts[i] <= state.now.ticks;
    if (!clock || !contact) cursor.fail("particle " + std::to_string(i) + ": expected its clock within the epoch");
  }
  try {
    check(present(state));
  } catch (const std::invalid_argument& refusal) {
    cursor.fail(refusal.what());
  }
}

}  // namespace

void put_state(Bytes& bytes, const ParticleState& state) {
  if (state.grains.size() != state.scene.particles.size()) return put_state(bytes, EventSimulator(state).state());
  std::string text = std::string("{") + scene_fields_text(state.scene) +
                     ",\n \"tick_exponent\": " + std::to_string(state.tick_exponent) + ", \"epoch\": \"" +
                     std::to_string(state.now.epoch) + "\", \"ticks\": \"" + std::to_string(state.now.ticks) +
                     "\",\n \"totals\": " + totals_text(state.totals) + "}";
  text.append((8 - text.size() % 8) % 8, ' ');
  bytes.put(static_cast<std::uint32_t>(text.size()));
  bytes.put(static_cast<std::uint32_t>(state.scene.particles.size()));
  bytes.put_text(text);
  for (std::size_t i = 0; i < state.scene.particles.size(); ++i) {
    const Particle& p = state.scene.particles[i];
    bytes.put(p.position, state.scene.dimension);
    bytes.put(p.velocity, state.scene.dimension);
    bytes.put(p.radius);
    bytes.put(p.mass);
    bytes.put(state.clocks[i]);
    bytes.put(state.last_contacts[i]);
    bytes.put(p.material);
    bytes.put(std::uint32_t{0});
    for (int d = 0; d < state.scene.dimension; ++d) bytes.put(state.grains[i][static_cast<std::size_t>(d)]);
  }
}

ParticleState take_state(Cursor& cursor) {
  const auto text_size = cursor.take<std::uint32_t>();
  const auto count = cursor.take<std::uint32_t>();
  const JsonValue value = parse_json(cursor.take_text(text_size), cursor.file());
  const Field top(value, cursor.file(), "");
  ParticleState state;
  state.scene.lower = state.scene.upper = Vector3::Zero();
  read_scene_fields(top, state.scene);
  state.tick_exponent = top.get("tick_exponent").integer();
  state.now.epoch = read_integer<std::uint64_t>(top.get("epoch"));
  state.now.ticks = read_integer<std::int64_t>(top.get("ticks"));
  state.totals = read_totals(top.get("totals"));
  const int dimension = state.scene.dimension;
  if (count > cursor.left() / particle_bytes(dimension))
    cursor.fail("damaged: more particles than the file has room for");
  for (std::uint32_t i = 0; i < count; ++i) {
    Particle p;
    p.position = cursor.take_vector(dimension);
    p.velocity = cursor.take_vector(dimension);
    p.radius = cursor.take<double>();
    p.mass = cursor.take<double>();
    state.clocks.push_back(cursor.take<std::int64_t>());
    state.last_contacts.push_back(cursor.take<std::int64_t>());
    p.material = cursor.take<std::uint32_t>();
    cursor.take<std::uint32_t>();
    std::array<std::int64_t, 3> grains{};
    for (int d = 0; d < dimension; ++d) grains[static_cast<std::size_t>(d)] = cursor.take<std::int64_t>();
    state.grains.push_back(grains);
    state.scene.particles.push_back(p);
  }
  check_state(state, cursor);
  return state;
}

}  // namespace graze
