// SPDX-License-Identifier: Apache-2.0
#include "particles/quad_reference.hpp"

#include <algorithm>

#include "support/quad.hpp"

namespace graze {
namespace {

using testing::Quad;
using testing::root;

template <class Number>
struct Disc {
  Number r[2], v[2], radius, mass;
};

template <class Number>
class PlainBilliards {
 public:
  explicit PlainBilliards(const ParticleScene& scene) {
    for (const Particle& p : scene.particles)
      discs_.push_back({{p.position[0], p.position[1]}, {p.velocity[0], p.velocity[1]}, p.radius, p.mass});
    size_[0] = scene.upper[0];
    size_[1] = scene.upper[1];
  }

  EventIds step() {
    Number first = -1;
    EventIds ids{0, 0};
    const auto take = [&](Number time, std::size_t a, std::size_t b) {
      if (time < 0 || (first >= 0 && time >= first)) return;
      first = time;
      ids = {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    };
    for (std::size_t i = 0; i < discs_.size(); ++i) {
      for (std::size_t j = i + 1; j < discs_.size(); ++j) take(pair_time(discs_[i], discs_[j]), i, j);
      for (std::size_t w = 0; w < 4; ++w) take(wall_time(discs_[i], w), i, discs_.size() + w);
    }
    for (Disc<Number>& d : discs_)
      for (int k = 0; k < 2; ++k) d.r[k] += d.v[k] * first;
    collide(ids);
    return ids;
  }

 private:
  static Number pair_time(const Disc<Number>& p, const Disc<Number>& q) {
    const Number x = q.r[0] - p.r[0];
    const Number y = q.r[1] - p.r[1];
    const Number u = q.v[0] - p.v[0];
    const Number v = q.v[1] - p.v[1];
    const Number b = x * u + y * v;
    if (!(b < 0)) return -1;
    const Number a = u * u + v * v;
    const Number sum = p.radius + q.radius;
    const Number c = x * x + y * y - sum * sum;
    const Number under_root = b * b - a * c;
    if (under_root < 0) return -1;
    return std::max((-b - root(under_root)) / a, Number(0));
  }
  Number wall_time(const Disc<Number>& d, std::size_t wall) const {
    const std::size_t axis = wall / 2;
    if (wall % 2 == 1)
      return d.v[axis] > 0 ? std::max((size_[axis] - d.radius - d.r[axis]) / d.v[axis], Number(0)) : -1;
    return d.v[axis] < 0 ? std::max((d.radius - d.r[axis]) / d.v[axis], Number(0)) : -1;
  }
  void collide(const EventIds& ids) {
    Disc<Number>& p = discs_[ids.first];
    if (ids.second >= discs_.size()) {
      Number& v = p.v[(ids.second - discs_.size()) / 2];
      v = -v;
      return;
    }
    Disc<Number>& q = discs_[ids.second];
    const Number n[2] = {q.r[0] - p.r[0], q.r[1] - p.r[1]};
    const Number approach = n[0] * (q.v[0] - p.v[0]) + n[1] * (q.v[1] - p.v[1]);
    const Number scale = 2 * approach / ((n[0] * n[0] + n[1] * n[1]) * (p.mass + q.mass));
    for (int k = 0; k < 2; ++k) {
      p.v[k] += q.mass * scale * n[k];
      q.v[k] -= p.mass * scale * n[k];
    }
  }

  std::vector<Disc<Number>> discs_;
  Number size_[2];
};

template <class Number>
std::vector<EventIds> run(const ParticleScene& scene, std::size_t count) {
  PlainBilliards<Number> billiards(scene);
  std::vector<EventIds> ids;
  while (ids.size() < count) ids.push_back(billiards.step());
  return ids;
}

class Collector final : public ParticleEventSink {
 public:
  explicit Collector(std::size_t particles) : particles_(particles) {}
  void record(const ParticleEvent& event) override {
    const auto offset = event.kind == ParticleEventKind::Pair ? 0U : static_cast<std::uint32_t>(particles_);
    ids.emplace_back(event.first, event.second + offset);
  }
  std::vector<EventIds> ids;

 private:
  std::size_t particles_;
};

}  // namespace

std::vector<EventIds> plain_events(const ParticleScene& scene, std::size_t count) { return run<double>(scene, count); }
std::vector<EventIds> quad_events(const ParticleScene& scene, std::size_t count) { return run<Quad>(scene, count); }

std::vector<EventIds> simulated_events(const ParticleScene& scene, std::size_t count) {
  Collector collector(scene.particles.size());
  EventSimulator simulator(scene);
  simulator.set_sink(&collector);
  simulator.run_until(HUGE_VAL, count);
  return collector.ids;
}

std::size_t agreement(const std::vector<EventIds>& x, const std::vector<EventIds>& y) {
  std::size_t same = 0;
  while (same < std::min(x.size(), y.size()) && x[same] == y[same]) ++same;
  return same;
}

}  // namespace graze
