// SPDX-License-Identifier: Apache-2.0
#include "reports/particles_report.hpp"

#include <cmath>

#include <fmt/format.h>

namespace graze {

ParticlesReport make_report(const EventSimulator& simulator, const ParticleTotals& before, double seconds,
                            bool interrupted) {
  ParticlesReport report;
  const ParticleScene scene = simulator.snapshot();
  report.particles = scene.particles.size();
  report.totals = simulator.totals();
  report.events = report.totals.events - before.events;
  report.collisions = report.totals.collisions() - before.collisions();
  report.time = simulator.now();
  report.seconds = seconds;
  const double energy = report.totals.initial_energy;
  report.energy_drift = energy != 0.0 ? (simulator.energy() - energy) / std::abs(energy) : simulator.energy();
  double scale = 0.0;
  for (const Particle& p : scene.particles) scale += p.mass * p.velocity.norm();
  const double momentum = (simulator.momentum() - report.totals.initial_momentum).norm();
  report.momentum_drift = scale > 0.0 ? momentum / scale : momentum;
  report.smallest_gap_now = simulator.smallest_gap_now();
  report.bytes_per_particle = simulator.bytes_per_particle();
  report.interrupted = interrupted;
  return report;
}

std::string report_text(const ParticlesReport& r) {
  const auto rate = [&](std::uint64_t count) { return r.seconds > 0.0 ? static_cast<double>(count) / r.seconds : 0.0; };
  std::string text = r.interrupted ? "interrupted; all that follows is up to here\n" : "";
  text += fmt::format("particles          {}\n", r.particles);
  text += fmt::format("time               {:.9g}\n", r.time);
  text += fmt::format("events             {} ({:.4g} a second)\n", r.events, rate(r.events));
  text += fmt::format("collisions         {} ({:.4g} a second)\n", r.collisions, rate(r.collisions));
  text += fmt::format("  in total         {} pairs, {} walls, {} periodic faces, {} made elastic (TC model)\n",
                      r.totals.pair_collisions, r.totals.wall_collisions, r.totals.crossings, r.totals.collapsed);
  text += fmt::format("seconds            {:.6g}\n", r.seconds);
  text += fmt::format("hash               {:016x}\n", r.totals.hash);
  text += fmt::format("energy drift       {:.3g} (relative)\n", r.energy_drift);
  text += fmt::format("momentum drift     {:.3g} (relative to the sum of all m |v|)\n", r.momentum_drift);
  text += fmt::format("contact error      {:.3g} diameters at most, smallest gap {:.3g}\n", r.totals.max_contact_error,
                      r.totals.smallest_gap);
  text += fmt::format("smallest gap now   {:.3g} diameters\n", r.smallest_gap_now);
  text += fmt::format("bytes a particle   {:.0f}\n", r.bytes_per_particle);
  return text;
}

std::string report_json(const ParticlesReport& r) {
  return fmt::format(
      "{{\"particles\": {}, \"time\": {}, \"events\": {}, \"collisions\": {}, \"seconds\": {}, "
      "\"collisions_per_second\": {}, \"hash\": \"{:016x}\", \"energy_drift\": {}, \"momentum_drift\": {}, "
      "\"max_contact_error\": {}, \"smallest_gap\": {}, \"smallest_gap_now\": {}, \"collapsed\": {}, "
      "\"total_events\": {}, \"bytes_per_particle\": {}, \"interrupted\": {}}}\n",
      r.particles, r.time, r.events, r.collisions, r.seconds,
      r.seconds > 0.0 ? static_cast<double>(r.collisions) / r.seconds : 0.0, r.totals.hash, r.energy_drift,
      r.momentum_drift, r.totals.max_contact_error, r.totals.smallest_gap, r.smallest_gap_now, r.totals.collapsed,
      r.totals.events, r.bytes_per_particle, r.interrupted);
}

std::string discrete_report(const DiscreteTotals& t, std::size_t particles, bool json) {
  if (json)
    return fmt::format("{{\"particles\": {}, \"steps\": {}, \"collisions\": {}, \"missed\": {}, \"seconds\": {}}}\n",
                       particles, t.steps, t.pair_collisions + t.wall_collisions, t.missed, t.seconds);
  return fmt::format(
      "particles   {}\nsteps       {}\ncollisions  {} pairs, {} walls\nmissed      {}\nseconds     {:.6g}\n", particles,
      t.steps, t.pair_collisions, t.wall_collisions, t.missed, t.seconds);
}

}  // namespace graze
