// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

#include "harness/files.hpp"
#include "plot/plot.hpp"
#include "reports/particles_report.hpp"

namespace graze {
namespace {

constexpr int kBins = 100;

double kinetic_energy(const ParticleScene& scene) {
  double sum = 0.0;
  for (const Particle& p : scene.particles) sum += 0.5 * p.mass * p.velocity.squaredNorm();
  return sum;
}

bool bulk(const ParticleScene& scene) {
  bool all = true;
  for (int d = 0; d < scene.dimension; ++d) all = all && scene.periodic[d];
  return all;
}

// Where the particles would be if periodic faces did not send them back.
std::vector<Vector3> unwrapped(const EventSimulator& simulator, const ParticleScene& scene) {
  std::vector<Vector3> places = simulator.laps();
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = scene.particles[i].position + places[i].cwiseProduct(scene.upper - scene.lower);
  return places;
}

}  // namespace

ParticleObservables::ParticleObservables(const EventSimulator& simulator, double interval)
    : interval_(interval), next_(simulator.now() + interval), last_(simulator.totals()), last_time_(simulator.now()) {
  const ParticleScene scene = simulator.snapshot();
  start_ = unwrapped(simulator, scene);
  double radii = 0.0;
  for (const Particle& p : scene.particles) radii += p.radius;
  range_ = 10.0 * radii / static_cast<double>(std::max<std::size_t>(scene.particles.size(), 1));
  for (int d = 0; d < scene.dimension; ++d) range_ = std::min(range_, 0.5 * (scene.upper[d] - scene.lower[d]));
  distances_.assign(kBins, 0.0);
}

void ParticleObservables::sample(const EventSimulator& simulator) {
  const ParticleScene scene = simulator.snapshot();
  const ParticleTotals& totals = simulator.totals();
  const double elapsed = simulator.now() - last_time_;
  double volume = 1.0;
  double surface = 0.0;
  for (int d = 0; d < scene.dimension; ++d) volume *= scene.upper[d] - scene.lower[d];
  for (int d = 0; d < scene.dimension; ++d) surface += 2.0 * volume / (scene.upper[d] - scene.lower[d]);
  const double kinetic = kinetic_energy(scene);
  // In the bulk by the virial; in a box by what its walls feel.
  const double pressure = bulk(scene)
                              ? (2.0 * kinetic + (totals.virial - last_.virial) / elapsed) / (scene.dimension * volume)
                              : (totals.wall_impulse - last_.wall_impulse) / (elapsed * surface);
  const auto n = static_cast<double>(std::max<std::size_t>(scene.particles.size(), 1));
  const std::vector<Vector3> places = unwrapped(simulator, scene);
  double displacement = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i) displacement += (places[i] - start_[i]).squaredNorm() / n;
  const double rate = static_cast<double>(totals.collisions() - last_.collisions()) / (elapsed * n);
  samples_.push_back({simulator.now(), pressure, pressure * volume * scene.dimension / (2.0 * kinetic), rate,
                      displacement, simulator.energy()});
  const std::vector<double> g = radial_distribution(scene, range_, kBins);
  for (std::size_t k = 0; k < g.size(); ++k) distances_[k] += g[k];
  last_ = totals;
  last_time_ = simulator.now();
  next_ += interval_;
}

std::string ParticleObservables::samples_csv() const {
  std::string text =
      "time,pressure,compressibility,collisions_per_particle_and_time,mean_squared_displacement,energy\n";
  for (const Sample& s : samples_)
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", s.time, s.pressure, s.compressibility,
                   s.collision_rate, s.displacement, s.energy);
  return text;
}

std::string ParticleObservables::distribution_csv() const {
  std::string text = "distance,radial_distribution\n";
  for (const auto& [distance, g] : distribution()) fmt::format_to(std::back_inserter(text), "{},{}\n", distance, g);
  return text;
}

std::vector<std::pair<double, double>> ParticleObservables::distribution() const {
  std::vector<std::pair<double, double>> points;
  for (int k = 0; k < kBins; ++k)
    points.emplace_back((k + 0.5) * range_ / kBins, distances_[static_cast<std::size_t>(k)] /
                                                        static_cast<double>(std::max<std::size_t>(samples_.size(), 1)));
  return points;
}

std::string ParticleObservables::write(const std::filesystem::path& directory) const {
  bench::LineSeries pressure{"p V / N k T", {}};
  bench::LineSeries displacement{"mean squared displacement", {}};
  for (const Sample& s : samples_) {
    pressure.points.emplace_back(s.time, s.compressibility);
    displacement.points.emplace_back(s.time, s.displacement);
  }
  const std::string count = fmt::format("{} particles, {} samples", start_.size(), samples_.size());
  const std::pair<const char*, std::string> files[] = {
      {"observables.csv", samples_csv()},
      {"radial_distribution.csv", distribution_csv()},
      {"pressure.svg", to_svg(bench::LinePlot{"Pressure", count, {"time"}, {"p V / N k T"}, {pressure}})},
      {"displacement.svg",
       to_svg(bench::LinePlot{"Mean squared displacement", count, {"time"}, {"length²"}, {displacement}})},
      {"radial_distribution.svg",
       to_svg(bench::LinePlot{
           "Radial distribution function", count, {"distance"}, {"g"}, {bench::LineSeries{"g", distribution()}}})}};
  std::string said;
  for (const auto& [name, text] : files) {
    bench::write_file(directory / name, text);
    said += fmt::format("wrote {}\n", (directory / name).string());
  }
  return said;
}

}  // namespace graze
