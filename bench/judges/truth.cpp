// SPDX-License-Identifier: Apache-2.0
#include "judges/truth.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace graze::bench {

namespace {

// Distances above this are trusted to the peer; below, the exact test decides.
constexpr double kClearlyApart = 1e-7;
constexpr int kLastSamples = 24;

class Sampler {
 public:
  Sampler(const PairOracle& oracle, const RelativePath& b_in_a) : oracle_(oracle), b_in_a_(b_in_a) {}

  // The distance at t, or 0 if the bodies intersect.
  double look(double t) {
    ++samples_;
    const RealPose pose = b_in_a_(t);
    const double distance = oracle_.distance(pose);
    if (distance > kClearlyApart) return distance;
    return oracle_.intersect(pose) ? 0.0 : std::max(distance, 1e-300);
  }

  std::pair<double, double> bisect(double apart, double touching) {
    while (true) {
      const double middle = std::midpoint(apart, touching);
      if (middle <= apart || middle >= touching) return {apart, touching};
      ++samples_;
      (oracle_.intersect(b_in_a_(middle)) ? touching : apart) = middle;
    }
  }

  std::size_t samples() const { return samples_; }

 private:
  const PairOracle& oracle_;
  const RelativePath& b_in_a_;
  std::size_t samples_ = 0;
};

// The times between `from` and `until` that halve what is left, then `until` itself.
std::vector<double> last_times(double from, double until) {
  std::vector<double> times;
  for (int i = 1; i <= kLastSamples; ++i) {
    const double t = until - std::ldexp(until - from, -i);
    if (t > (times.empty() ? from : times.back()) && t < until) times.push_back(t);
  }
  times.push_back(until);
  return times;
}

}  // namespace

Truth sample_truth(const PairOracle& oracle, const RelativePath& b_in_a, double closing_speed, double until,
                   double resolution) {
  Sampler sampler(oracle, b_in_a);
  Truth truth;
  const double least_step = resolution / closing_speed;
  double last_apart = 0.0;
  const auto touches = [&](double t, double distance) {
    if (distance > 0.0) {
      last_apart = t;
      return false;
    }
    truth.contact = t > 0.0 ? sampler.bisect(last_apart, t) : std::pair(0.0, 0.0);
    return true;
  };
  bool touched = false;
  for (double t = 0.0; !touched && t < until;) {
    const double distance = sampler.look(t);
    touched = touches(t, distance);
    t += std::max(distance / closing_speed * (1.0 - 1e-9), least_step);
  }
  if (!touched) {
    for (const double t : last_times(last_apart, until)) {
      if (touches(t, sampler.look(t))) break;
    }
  }
  truth.samples = sampler.samples();
  return truth;
}

}  // namespace graze::bench
