// SPDX-License-Identifier: Apache-2.0
// The baseline: equal time steps, with collisions among what overlaps after each. What passes through one another
// within a step is missed; it is counted here by the paths within the step, outside the clock.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <stdexcept>
#include <unordered_set>

#include <graze/particles.hpp>

#include "particles/neighbour_cells.hpp"
#include "particles/pair_time.hpp"
#include "particles/scales.hpp"

namespace graze {
namespace {

using particles::NeighbourCells;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

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
    hit_walls(totals);
    hit_pairs(count_missed, totals);
    totals.seconds += cpu_seconds() - start;
    ++totals.steps;
    if (count_missed) totals.missed += missed(before);
  }

 private:
  static std::uint64_t key(std::uint32_t i, std::uint32_t j) {
    return (std::uint64_t{std::min(i, j)} << 32U) | std::max(i, j);
  }
  double restitution(const Particle& p, std::uint32_t material) const {
    return scene_.restitution[p.material * materials_ + material];
  }

  void hit_walls(DiscreteTotals& totals) {
    for (Particle& p : scene_.particles)
      for (int d = 0; d < scene_.dimension; ++d) {
        const bool below = p.position[d] - p.radius <= scene_.lower[d] && p.velocity[d] < 0.0;
        const bool above = p.position[d] + p.radius >= scene_.upper[d] && p.velocity[d] > 0.0;
        if (!below && !above) continue;
        p.velocity[d] *= -restitution(p, 0);
        ++totals.wall_collisions;
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
        if (remember) handled_.insert(key(i, j));
      });
      cells.add(p.position, i);
    }
  }

  // Pairs that were apart before, whose paths touch within the step, and that were not made to collide after it.
  std::uint64_t missed(const ParticleScene& before) const {
    double fastest = 0.0;
    for (const Particle& p : before.particles) fastest = std::max(fastest, p.velocity.norm());
    NeighbourCells cells(before, 2.0 * (largest_ + fastest * dt_), before.particles.size());
    particles::Flight flight;
    flight.tick = std::ldexp(dt_, -50);
    flight.ticks_per_second = 1.0 / flight.tick;
    flight.grain = std::ldexp(1.0, particles::choose_grain_exponent(before));
    flight.grains_per_unit = 1.0 / flight.grain;
    const auto record = [&](const Particle& p) {
      return particles::Record<3>{particles::grains_of<3>(particles::planar<3>(p.position - before.lower), flight),
                                  particles::planar<3>(p.velocity), p.radius, 0};
    };
    std::uint64_t count = 0;
    for (std::uint32_t i = 0; i < before.particles.size(); ++i) {
      const Particle& p = before.particles[i];
      cells.around(p.position, [&](std::uint32_t j, const Vector3&) {
        const Particle& q = before.particles[j];
        const double sum = p.radius + q.radius;
        if ((p.position - q.position).squaredNorm() <= sum * sum) return;
        const particles::Ticks time = particles::pair_time<3>(record(p), record(q), {}, flight);
        if (time <= (particles::Ticks{1} << 50U) && !handled_.contains(key(i, j))) ++count;
      });
      cells.add(p.position, i);
    }
    return count;
  }

  ParticleScene scene_;
  double dt_;
  double largest_ = 0.0;
  std::size_t materials_ = 1;
  std::unordered_set<std::uint64_t> handled_;
};

}  // namespace

DiscreteTotals run_discrete(const ParticleScene& scene, double dt, double seconds, bool count_missed) {
  check(scene);
  if (!scene.walls.empty() || !scene.gravity.isZero(0.0) || scene.drag != 0.0 ||
      scene.periodic != std::array<bool, 3>{})
    throw std::invalid_argument("discrete: expected a box with walls, and no gravity, drag or further walls");
  if (!(dt > 0.0) || !std::isfinite(dt) || !(seconds >= 0.0) || !std::isfinite(seconds))
    throw std::invalid_argument("discrete: expected a positive time step, and a time that is not negative");
  if (!(seconds / dt < 0x1p53)) throw std::invalid_argument("discrete: expected fewer than 2^53 time steps");
  Stepper stepper(scene, dt);
  DiscreteTotals totals;
  const auto steps = static_cast<std::uint64_t>(std::ceil(seconds / dt * (1.0 - 1e-12)));
  while (totals.steps < steps) stepper.step(count_missed, totals);
  return totals;
}

}  // namespace graze
