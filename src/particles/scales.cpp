// SPDX-License-Identifier: Apache-2.0
#include "particles/scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "particles/record.hpp"

namespace graze::particles {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

double smallest_radius(const ParticleScene& scene) {
  double smallest = kInfinite;
  for (const Particle& p : scene.particles) smallest = std::min(smallest, p.radius);
  return smallest;
}

// Of all, or of the lightest once collisions have shared out the energy, if that is more.
double typical_speed(const ParticleScene& scene) {
  double squares = 0.0;
  double energy = 0.0;
  double lightest = kInfinite;
  for (const Particle& p : scene.particles) {
    squares += p.velocity.squaredNorm();
    energy += p.mass * p.velocity.squaredNorm();
    lightest = std::min(lightest, p.mass);
  }
  return std::sqrt(std::max(squares, energy / lightest) / static_cast<double>(scene.particles.size()));
}

// The time in which a typical particle flies or falls the length, whichever is shorter.
double typical_time(const ParticleScene& scene, double length) {
  const double speed = typical_speed(scene);
  const double g = scene.gravity.norm();
  const double time = std::min(speed > 0.0 ? length / speed : kInfinite, g > 0.0 ? std::sqrt(length / g) : kInfinite);
  return time < kInfinite ? time : 1.0;
}

}  // namespace

int choose_grain_exponent(const ParticleScene& scene) {
  double longest = 0.0;
  for (int d = 0; d < scene.dimension; ++d) longest = std::max(longest, scene.upper[d] - scene.lower[d]);
  int exponent = std::ilogb(longest) - std::ilogb(kMostGrains);
  if (std::ldexp(longest, -exponent) > kMostGrains) ++exponent;
  // Far from the ends of the range, so that a grain and its inverse are doubles.
  return std::clamp(exponent, -1000, 900);
}

int choose_tick_exponent(const ParticleScene& scene) {
  if (scene.particles.empty()) return -51;
  // Far from the ends of the range, so that a tick and its inverse are doubles.
  return std::clamp(std::ilogb(typical_time(scene, 2.0 * smallest_radius(scene))) - 51, -900, 800);
}

double choose_contact_time(const ParticleScene& scene) {
  if (scene.contact_time > 0.0 || scene.particles.empty()) return scene.contact_time;
  const bool elastic =
      std::all_of(scene.restitution.begin(), scene.restitution.end(), [](double e) { return e == 1.0; });
  if (elastic && scene.gravity.isZero(0.0)) return 0.0;
  return 1e-2 * typical_time(scene, smallest_radius(scene));
}

}  // namespace graze::particles
