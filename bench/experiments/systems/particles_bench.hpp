// SPDX-License-Identifier: Apache-2.0
// Speed and memory of the default method against the number of particles, beside a plain binary heap.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <graze/particles.hpp>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {
namespace bench {

struct ParticlesBenchOptions {
  std::size_t most_particles = 1000000;
  double collisions_per_particle = 1.0;  // timed, after half as many to settle; at least 300 000
  int repeat = 1;                        // the best run counts
  std::uint64_t seed = 1;
  bool baseline = true;
  std::filesystem::path out = "out/particles";
};

struct ParticlesBenchRow {
  int dimension = 2;
  double packing = 0.0;
  std::size_t particles = 0;
  EventMethod method = EventMethod::Grid;
  double setup_seconds = 0.0, collisions_per_second = 0.0, bytes_per_particle = 0.0, max_contact_error = 0.0;
  std::uint64_t hash = 0;
};
struct ParticlesBenchResults {
  ParticlesBenchOptions options;
  std::vector<ParticlesBenchRow> rows;
  bool same = true;
};

ParticlesBenchResults run_particles_bench(const ParticlesBenchOptions& options);
std::string particles_bench_text(const ParticlesBenchResults& results);
std::vector<std::filesystem::path> write_particles_bench(const ParticlesBenchResults& results);

}  // namespace bench

void add_particles_bench(CLI::App& bench);

}  // namespace graze
