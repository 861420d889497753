// SPDX-License-Identifier: Apache-2.0
// A pair of convex solids, and what bounds it while a body turns many times: the solids that turning all round their
// axes sweeps. They move as the body origins do, so hundreds of turns are no more than one step.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>

#include "solver/convex/convex_pair.hpp"

namespace graze {

// Of which at least one turns all round.
struct TurnedPair {
  TurnedPair(const ConvexPair& turning, double shortest_step) : pair(turning), shortest(shortest_step) {}

  ConvexPair pair;
  double shortest;  // step that is worth it: a part of a turn
  ConvexDistance at{};
  std::size_t first_wall = 0;
  int wait = 0, patience = 1;  // steps until it is looked at again

  bool is_due() { return wait == 0 || --wait == 0; }
  // Was the step worth it? If not, it is left alone for twice as long as the last time.
  bool pays(double step, double span);
};

class TurningPair {
 public:
  struct Solid {
    const ConvexShape& shape;
    const Motion& motion;
  };
  // Shapes and motions outlive this.
  TurningPair(const MovingPlane& a, const Solid& b, const Interval& window);
  TurningPair(const Solid& a, const Solid& b, const Interval& window);

  ConvexPair& as_it_turns() { return pair_; }
  // Those that step over the most first; some may not be there. They are made when they are asked for first.
  std::span<std::optional<TurnedPair>> turned();

 private:
  // The axis of the body about which it turns, up to an error, and how fast.
  struct Spin {
    Vector3 axis;
    double error, speed;
  };
  std::optional<Spin> spin_of(const Motion& motion) const;
  // A solid that turns all round a point, and how fast it does; or the walls of a half-space that does.
  struct AllRound {
    std::unique_ptr<const ConvexShape> shape;
    CalmPoint about{};
    double speed = 0.0;
    std::unique_ptr<const TurnedWalls> walls;
  };
  struct Rounds {
    AllRound a, b;
  };
  // About its calm point, or about its origin.
  AllRound all_round(const Solid& solid, bool about_origin) const;
  AllRound all_round(const MovingPlane& plane) const;
  static bool is_far(const Solid& solid, const AllRound& round);
  MovingSolid moving(const Solid& solid, const AllRound& round, bool turned) const;
  void make_turned();
  void make_turned(bool about_origin);
  void make_pairs(const Rounds& round, std::optional<TurnedPair>* places);
  void make_pairs_of_plane(const Rounds& round, std::optional<TurnedPair>* places);

  Interval window_;
  std::optional<MovingPlane> plane_;  // instead of a
  std::optional<Solid> a_;
  Solid b_;
  ConvexPair pair_;
  bool made_ = false;
  std::array<Rounds, 2> rounds_;                     // about calm points, and about origins
  std::array<std::optional<TurnedPair>, 6> turned_;  // three of each
};

}  // namespace graze
