// SPDX-License-Identifier: Apache-2.0
// What is known of hard discs and spheres, to compare with.
#pragma once

#include <graze/particles.hpp>

namespace graze {

// A bulk fluid of equal particles of unit diameter and mass at unit temperature.
ParticleScene fluid(std::size_t count, int dimension, double packing, std::uint64_t seed = 1);

// p V / (N k T) by the virial, over so many events after as many to settle as given.
double compressibility(const ParticleScene& scene, std::uint64_t settle, std::uint64_t events);
// The same by Henderson's (discs) and by Carnahan's and Starling's equation of state (spheres), good to some 0.3 %.
double known_compressibility(int dimension, double packing);

// Chi squared of the velocity components' distribution against the normal one, over `bins` bins of equal probability.
double chi_squared_of_velocities(const ParticleScene& scene, int bins);

}  // namespace graze
