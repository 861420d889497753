// SPDX-License-Identifier: Apache-2.0
#include "world/step/replay.hpp"

#include <algorithm>

namespace graze {
namespace {

// Where each body is on its path.
class Tracks {
 public:
  Tracks(const std::vector<const Island*>& islands, const std::vector<RigidBody>& bodies) {
    for (const RigidBody& body : bodies) {
      still_.push_back(body.state);
      if (body.is_still()) still_.back().velocity = still_.back().angular_velocity = Vector3::Zero();
    }
    tracks_.resize(bodies.size());
    for (const Island* island : islands)
      for (std::size_t k = 0; k < island->ids().size(); ++k)
        if (!island->log().flights[k].empty()) tracks_[island->ids()[k]] = {&island->log().flights[k], 0};
  }

  void start_from(double time) {
    for (Track& track : tracks_)
      if (track.flights != nullptr)
        while (track.at + 1 < track.flights->size() && (*track.flights)[track.at + 1].start <= time) ++track.at;
  }
  // Until the flights that it has started from end.
  BodyState state(std::size_t body, double time) const {
    const Track& track = tracks_[body];
    if (track.flights == nullptr) return still_[body];
    const IslandLog::Flight& flight = (*track.flights)[track.at];
    return moved(flight.state, flight.state.velocity, flight.state.angular_velocity, time - flight.start);
  }

 private:
  struct Track {
    const std::vector<IslandLog::Flight>* flights = nullptr;  // or it stays where it is
    std::size_t at = 0;
  };
  std::vector<BodyState> still_;
  std::vector<Track> tracks_;
};

void tell_contacts(const std::vector<const Island*>& islands, const World& callbacks) {
  if (!callbacks.on_contact) return;
  std::vector<WorldContact> contacts;
  for (const Island* island : islands)
    contacts.insert(contacts.end(), island->log().contacts.begin(), island->log().contacts.end());
  std::stable_sort(contacts.begin(), contacts.end(), [](const WorldContact& x, const WorldContact& y) {
    return std::tie(x.a, x.b) < std::tie(y.a, y.b);
  });
  for (const WorldContact& contact : contacts) callbacks.on_contact(contact);
}

std::vector<WorldImpact> impacts_of(const std::vector<const Island*>& islands) {
  std::vector<WorldImpact> impacts;
  for (const Island* island : islands)
    impacts.insert(impacts.end(), island->log().impacts.begin(), island->log().impacts.end());
  std::stable_sort(impacts.begin(), impacts.end(), [](const WorldImpact& x, const WorldImpact& y) {
    return std::tie(x.time, x.a, x.b) < std::tie(y.time, y.a, y.b);
  });
  return impacts;
}

// When the motion of a body changes.
std::set<double> changes_of(const std::vector<const Island*>& islands, double end) {
  std::set<double> changes{end};
  for (const Island* island : islands)
    for (const auto& flights : island->log().flights)
      for (const IslandLog::Flight& flight : flights) changes.insert(flight.end);
  return changes;
}

}  // namespace

void replay(const std::vector<const Island*>& islands, double start, double end, std::vector<RigidBody>& bodies,
            const World& callbacks) {
  tell_contacts(islands, callbacks);
  if (!callbacks.on_substep && !callbacks.on_impact) return;
  Tracks tracks(islands, bodies);
  const std::vector<WorldImpact> impacts = impacts_of(islands);
  auto impact = impacts.begin();
  double from = start;
  for (const double to : changes_of(islands, end)) {
    tracks.start_from(from);
    if (callbacks.on_substep && to > from) {
      WorldSubstep substep{from, to - from, {}};
      for (std::size_t i = 0; i < bodies.size(); ++i) substep.bodies.push_back(tracks.state(i, from));
      callbacks.on_substep(substep);
    }
    for (; callbacks.on_impact && impact != impacts.end() && (impact->time <= to || to == end); ++impact) {
      for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].state = tracks.state(i, std::min(impact->time, to));
      callbacks.on_impact(*impact);
    }
    from = to;
  }
}

}  // namespace graze
