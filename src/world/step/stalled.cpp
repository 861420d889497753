// SPDX-License-Identifier: Apache-2.0
#include "world/step/stalled.hpp"

#include <queue>

namespace graze {
namespace {

struct Stop {
  double time;
  std::size_t body;

  friend bool operator<(const Stop& x, const Stop& y) {  // the top of a queue is the earliest
    return std::tie(y.time, y.body) < std::tie(x.time, x.body);
  }
};

Traveller moved_to(const Traveller& traveller, double time, bool goes_on) {
  return {*traveller.body, moved(traveller.state, traveller.state.velocity, traveller.state.angular_velocity, time),
          goes_on && traveller.moves};
}

}  // namespace

// Stops are made in order of time, and one can only bring about later ones: each body stops once, and when it does,
// all that stops before is known.
std::vector<double> stop_times(std::span<const Traveller> travellers, double length,
                               std::span<const BlockedPair> blocked, Certifier& certifier) {
  std::vector<double> stops(travellers.size(), length);
  std::priority_queue<Stop> queue;
  const auto stop = [&](std::size_t body, double time) {
    if (travellers[body].moves && time < length) queue.push({time, body});
  };
  for (const BlockedPair& pair : blocked) {
    stop(pair.ids.a, pair.until);
    stop(pair.ids.b, pair.until);
  }
  if (queue.empty()) return stops;
  std::vector<std::vector<std::size_t>> neighbours(travellers.size());
  for (const BodyIds& ids : certifier.pairs()) {
    neighbours[ids.a].push_back(ids.b);
    neighbours[ids.b].push_back(ids.a);
  }
  std::vector<bool> stopped(travellers.size(), false);
  while (!queue.empty()) {
    const auto [time, body] = queue.top();
    queue.pop();
    if (stopped[body]) continue;
    stopped[body] = true;
    stops[body] = time;
    // What still moves now, moves on past this body at rest.
    const Traveller here = moved_to(travellers[body], time, false);
    for (const std::size_t other : neighbours[body]) {
      if (stopped[other] || !travellers[other].moves) continue;
      const Traveller passing = moved_to(travellers[other], time, true);
      const bool first = body < other;
      const auto pair = certifier.certify_pair(first ? here : passing, first ? passing : here,
                                               {std::min(body, other), std::max(body, other)}, length - time);
      if (pair) stop(other, time + pair->until);
    }
  }
  return stops;
}

}  // namespace graze
