// SPDX-License-Identifier: Apache-2.0
// What `graze particles` prints, and what it measures on the way.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <graze/particles.hpp>

namespace graze {

struct ParticlesReport {
  std::size_t particles = 0;
  ParticleTotals totals;
  std::uint64_t events = 0, collisions = 0;  // of this run alone
  double time = 0.0, seconds = 0.0;          // simulated so far; taken by this run
  double energy_drift = 0.0, momentum_drift = 0.0;
  double smallest_gap_now = 0.0, bytes_per_particle = 0.0;
  bool interrupted = false;
};
ParticlesReport make_report(const EventSimulator& simulator, const ParticleTotals& before, double seconds,
                            bool interrupted);
std::string report_text(const ParticlesReport& report);
std::string report_json(const ParticlesReport& report);
std::string discrete_report(const DiscreteTotals& totals, std::size_t particles, bool json);

// Samples of a run at equal intervals: pressure, collision rate, mean squared displacement; and the radial distribution
// function, averaged over the samples.
class ParticleObservables {
 public:
  ParticleObservables(const EventSimulator& simulator, double interval);

  double next_sample() const { return next_; }
  void sample(const EventSimulator& simulator);
  // Writes CSV files and figures into the directory, and returns lines that name them.
  std::string write(const std::filesystem::path& directory) const;

 private:
  struct Sample {
    double time, pressure, compressibility, collision_rate, displacement, energy;
  };

  std::string samples_csv() const;
  std::string distribution_csv() const;
  std::vector<std::pair<double, double>> distribution() const;

  double interval_, next_;
  std::vector<Vector3> start_;
  ParticleTotals last_;
  double last_time_;
  std::vector<Sample> samples_;
  double range_ = 0.0;
  std::vector<double> distances_;  // the sum over samples of the radial distribution function
};

}  // namespace graze
