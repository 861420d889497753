// SPDX-License-Identifier: Apache-2.0
// The baseline: equal time steps, with collisions among what overlaps after each. What passes through one another
// within a step is missed; it is counted here by an exact run through the step, outside the clock.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <unordered_set>

#include <graze/particles.hpp>

#include "simulate/neighbour_cells.hpp"
#include "simulate/scales.hpp"

namespace graze {
namespace {

using simulate::NeighbourCells;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Two particles, or a particle and a face of the box.
std::uint64_t pair_key(std::uint32_t i, std::uint32_t j) {
  return (std::uint64_t{std::min(i, j)} << 32U) | std::max(i, j);
}
std::uint64_t wall_key(std::uint32_t i, std::uint32_t face) { return (std::uint64_t{i} << 32U) | (~0U - face); }

using Keys = std::unordered_multiset<std::uint64_t>;

// Counts the events that are not among those given; each of these answers for one event.
class Unmatched final : public ParticleEventSink {
 public:
  explicit Unmatched(Keys& handled) : handled_(handled) {}
  void record(const ParticleEvent& event) override {
    const bool pair = event.kind == ParticleEventKind::Pair;
    const auto at = handled_.find(pair ? pair_key(event.first, event.second) : wall_key(event.first, event.second));
    if (at == handled_.end())
      ++count;
    else
      handled_.erase(at);
  }
  std::uint64_t count = 0;

 private:
  Keys& handled_;
};

class Stepper {
 public:
  Stepper(const ParticleScene& scene, double dt) : scene_(scene), dt_(dt) {
    while (materials_ * materials_ < scene.restitution.size()) ++materials_;
    for (const Particle& p : scene.particles) largest_ = std::max(largest_, p.radius);
  }

  void step(bool count_missed, DiscreteTotals& totals) {
    const ParticleScene before = count_missed ? scene_ : ParticleScene{};
    handled_.clear();
    const double start = cpu_seconds();
    for (Particle& p : scene_.particles) p.position += p.velocity * dt_;
    hit_walls(count_missed, totals);
    hit_pairs(count_missed, totals);
    totals.seconds += cpu_seconds() - start;
    ++totals.steps;
    if (count_missed) totals.missed += missed(before);
  }

 private:
  double restitution(const Particle& p, std::uint32_t material) const {
    return scene_.restitution[p.material * materials_ + material];
  }

  void hit_walls(bool remember, DiscreteTotals& totals) {
    for (std::uint32_t i = 0; i < scene_.particles.size(); ++i)
      for (int d = 0; d < scene_.dimension; ++d) {
        Particle& p = scene_.particles[i];
        const bool below = p.position[d] - p.radius <= scene_.lower[d] && p.velocity[d] < 0.0;
        const bool above = p.position[d] + p.radius >= scene_.upper[d] && p.velocity[d] > 0.0;
        if (!below && !above) continue;
        p.velocity[d] *= -restitution(p, 0);
        ++totals.wall_collisions;
        if (remember) handled_.insert(wall_key(i, static_cast<std::uint32_t>(2 * d + (above ? 1 : 0))));
      }
  }
  void hit_pairs(bool remember, DiscreteTotals& totals) {
    NeighbourCells cells(scene_, 2.0 * largest_, scene_.particles.size());
    for (std::uint32_t i = 0; i < scene_.particles.size(); ++i) {
      Particle& p = scene_.particles[i];
      cells.around(p.position, [&](std::uint32_t j, const Vector3&) {
        Particle& q = scene_.particles[j];
        const Vector3 apart = q.position - p.position;
        const double sum = p.radius + q.radius;
        const double approach = apart.dot(q.velocity - p.velocity);
        const double square = apart.squaredNorm();
        if (square > sum * sum || approach >= 0.0 || square == 0.0) return;
        const double scale = (1.0 + restitution(p, q.material)) * approach / (square * (p.mass + q.mass));
        p.velocity += q.mass * scale * apart;
        q.velocity -= p.mass * scale * apart;
        ++totals.pair_collisions;
        if (remember) handled_.insert(pair_key(i, j));
      });
      cells.add(p.position, i);
    }
  }

  // Collisions of the exact motion through the step that were not among those made after it.
  std::uint64_t missed(const ParticleScene& before) {
    ParticleState state;
    state.scene = before;
    state.tick_exponent = simulate::choose_tick_exponent(before);
    state.clocks.assign(before.particles.size(), 0);
    state.last_contacts.assign(before.particles.size(), -kTicksPerEpoch);
    EventSimulator exact(state);
    Unmatched unmatched(handled_);
    exact.set_sink(&unmatched);
    exact.run_until(dt_);
    return unmatched.count;
  }

  ParticleScene scene_;
  double dt_;
  double largest_ = 0.0;
  std::size_t materials_ = 1;
  Keys handled_;
};

}  // namespace

DiscreteTotals run_discrete(const ParticleScene& scene, double dt, double seconds, bool count_missed) {
  check(scene);
  if (!scene.walls.empty() || !scene.gravity.isZero(0.0) || scene.drag != 0.0 ||
      scene.periodic != std::array<bool, 3>{})
    throw std::invalid_argument("discrete: expected a box with walls, and no gravity, drag or further walls");
  if (!(dt > 0.0) || !std::isfinite(dt) || !(seconds >= 0.0) || !std::isfinite(seconds))
    throw std::invalid_argument("discrete: expected a positive time step, and a time that is not negative");
  Stepper stepper(scene, dt);
  DiscreteTotals totals;
  const auto steps = static_cast<std::uint64_t>(std::ceil(seconds / dt * (1.0 - 1e-12)));
  while (totals.steps < steps) stepper.step(count_missed, totals);
  return totals;
}

}  // namespace graze
