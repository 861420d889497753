// SPDX-License-Identifier: Apache-2.0
// A billiard break: every collision in its order, and a log of it that the viewer and Python can read.
#include <cmath>
#include <filesystem>
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  ParticleScene table;
  table.upper = Vector3(2.54, 1.27, 0);
  const double radius = 0.028575;
  const auto add = [&](double x, double y, double speed) {
    Particle ball;
    ball.position = Vector3(x, y, 0);
    ball.velocity = Vector3(speed, 0, 0);
    ball.radius = radius;
    table.particles.push_back(ball);
  };
  add(0.6, 0.635, 8.0);
  for (int row = 0; row < 5; ++row)
    for (int k = 0; k <= row; ++k)
      add(1.9 + row * std::sqrt(3.0) * radius * 1.000001, 0.635 + (2 * k - row) * radius * 1.000001, 0.0);

  EventSimulator simulator(table);
  ParticleRunWriter log(std::filesystem::temp_directory_path() / "break.grz", simulator.state());
  simulator.set_sink(&log);
  simulator.run_until(2.0);
  log.finish(simulator.state());

  const ParticleTotals& totals = simulator.totals();
  std::cout << totals.pair_collisions << " collisions of balls, " << totals.wall_collisions << " of cushions; energy "
            << simulator.energy() / totals.initial_energy << " of the first\n";
  return simulator.smallest_gap_now() > -1e-12 ? 0 : 1;
}
