// SPDX-License-Identifier: Apache-2.0
// Bodies that overlap at the start, or touch, are moved apart before anything else: by short displacements, at rest, so
// that no kinetic energy comes of it. A world whose bodies cannot be moved apart is refused.
#pragma once

#include <set>

#include "world/certify/traveller.hpp"

namespace graze {

class OverlapSeparation {
 public:
  // Bodies are kept `gap` apart where they are moved; `up` is a unit vector.
  OverlapSeparation(std::vector<RigidBody>& bodies, double gap, const Vector3& up, Allowed collide);

  // Moves bodies until all pairs that collide are certified apart. Throws std::invalid_argument, naming two bodies, if
  // that is not reached.
  std::vector<InitialOverlap> run();

 private:
  // Who is moved: one of a pair, as long as that leads somewhere; then both, each with a share; where there is no room
  // for that, the higher one goes up.
  enum class Strategy : std::uint8_t { One, Both, Up };
  struct Move {
    std::size_t mover, other;
    double share;  // of the displacement, for the mover; the other goes the rest
  };

  bool move_apart(Strategy strategy, std::size_t rounds);
  std::size_t round(Strategy strategy, double more);
  Move move_of(const BodyIds& ids, Strategy strategy) const;
  void separate(const Move& move, double gap, Strategy strategy);

  std::vector<BodyIds> close() const;
  bool overlap(const BodyIds& ids) const;
  double clearance(std::size_t mover, const Vector3& shift, std::size_t other) const;
  std::vector<Vector3> directions(std::size_t mover, std::size_t other, Strategy strategy) const;
  std::vector<Vector3> possible(std::size_t mover, std::vector<Vector3> all) const;
  // How far along the best of the directions the mover has to go.
  double escape(std::size_t mover, std::size_t other, double gap, Strategy strategy, Vector3& direction) const;
  Vector3 free_axes(std::size_t body) const;
  double moved(std::size_t body) const;
  [[noreturn]] void refuse(const BodyIds& ids) const;

  std::vector<RigidBody>& bodies_;
  double gap_;
  Vector3 up_;
  Allowed collide_;
  std::vector<Vector3> start_;  // where the bodies were
  std::set<std::pair<std::size_t, std::size_t>> known_;
  std::vector<BodyIds> overlapped_;
};

}  // namespace graze
