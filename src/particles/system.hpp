// SPDX-License-Identifier: Apache-2.0
// The particles, what predicts their events and what happens at them: everything that all methods share.
#pragma once

#include <vector>

#include <graze/particles.hpp>

#include "particles/event.hpp"
#include "particles/pair_time.hpp"
#include "particles/schedulers/huge_pages.hpp"
#include "particles/wall_images.hpp"
#include "particles/wall_time.hpp"

namespace graze::particles {

template <int D>
class System {
 public:
  explicit System(const ParticleScene& scene);
  explicit System(const ParticleState& state);

  std::size_t size() const { return records_.size(); }
  const Record<D>& record(std::uint32_t i) const { return records_[i]; }
  const Body& body(std::uint32_t i) const { return bodies_[i]; }
  const Flight& flight() const { return flight_; }
  const Vec<D>& lower() const { return lower_; }
  const Vec<D>& upper() const { return upper_; }
  bool periodic(int axis) const { return periodic_[axis]; }
  // Are there walls beside the faces of the box?
  bool has_walls() const { return !walls_.empty(); }
  double largest_radius() const { return largest_radius_; }

  Ticks now() const { return now_.ticks; }
  ParticleTime time() const { return now_; }
  // Until the given time nothing happens.
  void wait_until(Ticks time) { now_.ticks = time; }

  const Grains<D>& shift(std::uint8_t image) const { return shifts_[image]; }
  const Vec<D>& shift_length(std::uint8_t image) const { return shift_lengths_[image]; }
  // The images that two particles may meet in: all combinations of shifts along periodic axes.
  const std::vector<std::uint8_t>& images() const { return images_; }

  // The total order of events: time, kind, ids, image.
  bool before(const Event& x, const Event& y) const;

  // A pair's event, with the image as seen from i.
  Event pair_event(std::uint32_t i, std::uint32_t j, std::uint8_t image) const;
  // The earliest over all images.
  Event pair_event(std::uint32_t i, std::uint32_t j) const;
  // The earliest hit of a wall, or crossing of a periodic face: of all, or only of the box's faces 2 * axis + side
  // whose bits are set.
  Event single_event(std::uint32_t i, std::uint32_t faces = ~0U) const;

  // Moves time to the event and lets it happen.
  void handle(const Event& event);
  // Starts a new epoch: every clock is moved to its first tick.
  void begin_epoch();

  // Lays the records out anew: place k gets the one that is at order[k].
  void reorder(const std::vector<std::uint32_t>& order);

  // Of a particle now.
  Moving<D> current(std::uint32_t i) const { return flown(records_[i], flight_, now_.ticks - records_[i].clock); }

  const ParticleTotals& totals() const { return totals_; }
  ParticleState state() const;
  ParticleScene snapshot() const;
  double energy() const;
  Vector3 momentum() const;
  std::vector<Vector3> laps() const;
  void set_sink(ParticleEventSink* sink) { sink_ = sink; }
  std::size_t bytes() const;

 private:
  void set_up();
  void handle_pair(const Event& event);
  void handle_wall(const Event& event);
  void handle_crossing(const Event& event);
  void bounce(std::uint32_t i, const Event& event, const Vec<D>& normal, std::uint32_t material, bool hollow);
  double restitution(std::uint32_t i, std::uint32_t material, bool collapsing);
  bool collapsing(std::uint32_t i) const;
  void touched(std::uint32_t i, Ticks time);
  void record_event(const Event& event);
  void record_epoch(std::uint32_t i);

  ParticleScene scene_;           // without its particles
  std::vector<WallImage> walls_;  // an event has 6 + the place in it
  HugeVector<Record<D>> records_;
  HugeVector<Body> bodies_;
  Flight flight_;
  int tick_exponent_ = 0;
  Vec<D> lower_{}, upper_{};
  Grains<D> box_{};  // its lengths
  std::array<bool, D> periodic_{};
  std::array<Grains<D>, kImages<D>> shifts_{};
  std::array<Vec<D>, kImages<D>> shift_lengths_{};
  std::vector<std::uint8_t> images_;
  std::size_t materials_ = 1;
  Ticks contact_ticks_ = 0;
  double contact_seconds_ = 0.0;
  double largest_radius_ = 0.0;
  ParticleTime now_;
  ParticleTotals totals_;
  ParticleEventSink* sink_ = nullptr;
};

}  // namespace graze::particles
