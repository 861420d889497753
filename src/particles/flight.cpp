// SPDX-License-Identifier: Apache-2.0
#include "particles/flight.hpp"

#include <algorithm>

namespace graze::particles {

double time_to_travel(double distance, double v, double a) {
  if (distance <= 0.0) {
    if (v > 0.0) return 0.0;
    return a > 0.0 ? -2.0 * v / a : kInfinity;  // comes back after a throw; 0 for a body at rest
  }
  if (a == 0.0) return v > 0.0 ? distance / v : kInfinity;
  const double under_root = v * v + 2.0 * a * distance;
  if (a < 0.0) return v > 0.0 && under_root > 0.0 ? 2.0 * distance / (v + std::sqrt(under_root)) : kInfinity;
  const double root = std::sqrt(under_root);
  return v > 0.0 ? 2.0 * distance / (v + root) : (root - v) / a;
}

double time_to_travel(double distance, double v, double g, const Flight& flight) {
  if (flight.drag <= 0.0) return time_to_travel(distance, v, g);
  if (g == 0.0) return flight.unstretched(time_to_travel(distance, v, 0.0));
  // The acceleration (g - drag v) exp(-drag t) keeps its sign and decays. So the path stays below the parabola of the
  // present acceleration if that is positive, and below the tangent if not: steps to where those arrive are never late.
  double t = 0.0;
  double left = distance;
  double velocity = v;
  for (int k = 0; k < 200; ++k) {
    const double step = time_to_travel(left, velocity, std::max(g - flight.drag * velocity, 0.0));
    if (step == kInfinity) return kInfinity;
    t += step;
    if (step <= 0.25 * flight.tick) break;
    const double s = flight.stretched(t);
    left = distance - (v * s + g * (t - s) / flight.drag);
    velocity = v * (1.0 - flight.drag * s) + g * s;
    if (left <= 0.0 && velocity > 0.0) break;
  }
  return t;
}

}  // namespace graze::particles
