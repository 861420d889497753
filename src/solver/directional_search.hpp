// SPDX-License-Identifier: Apache-2.0
// The search for the first contact in one stretch of a query's window. Pairs of nodes wait in a queue, ordered by the
// time up to which each is proved apart; the first is looked at again, closer and later.
#pragma once

#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "bvh/near_nodes.hpp"
#include "solver/box_frame.hpp"
#include "solver/leaf_pair.hpp"
#include "solver/meter.hpp"

namespace graze {

// A body with its leaves, which many searches share.
struct LeafyBody {
  const Motion& motion;
  LeafBody leaves;

  explicit LeafyBody(const Body& body) : motion(body.motion), leaves(body.shape) {}
};

class DirectionalSearch {
 public:
  // All that is given must outlive the search. The bodies are known to be apart in the window before the stretch.
  DirectionalSearch(const LeafyBody& a, const LeafyBody& b, const Query& query, const Interval& stretch, Meter& meter);

  // An impact or initial contact, or undecided if the budget ran out; nothing if the bodies are apart until
  // free_until().
  std::optional<Toi> run();
  // The same, if only these pairs of nodes can meet in the stretch.
  std::optional<Toi> run(std::span<const LeafNodes> nodes);
  // The end of the stretch, or later.
  double free_until() const { return free_until_; }

 private:
  // Two nodes, proved apart on the window up to `until`.
  struct Waiting {
    double until;
    double seen;  // the instant from which that was seen
    std::uint32_t a, b;

    friend bool operator<(const Waiting& x, const Waiting& y) {  // the top of a heap is the earliest
      return std::tie(y.until, y.a, y.b) < std::tie(x.until, x.a, x.b);
    }
  };

  const BoxNode& box_a(const Waiting& pair) const { return a_.leaves.boxes()[pair.a]; }
  const BoxNode& box_b(const Waiting& pair) const { return b_.leaves.boxes()[pair.b]; }

  std::optional<Toi> search();
  // Bounds from now on are from the instant s, and hold up to `end`.
  void move_frame(double s, double end);
  void push(const Waiting& pair);
  Waiting pop();
  // Apart until when, given for how long from the frame's time (negative: not at all)? Infinity if to the frame's end,
  // which may be no later than its time.
  double time_after(double step) const;
  double boxes_apart_until(std::uint32_t a, std::uint32_t b);
  void look_at_boxes(const Waiting& pair);
  // True if the pair is in contact: found_ says how.
  bool look_at_leaves(const Waiting& pair);
  // How far from t towards `span` the leaves are further apart along the direction than they need to be.
  double apart_along(const LeafPair& leaves, const Vector3& direction, double need, double t, double span);
  // Leaves of bodies that turn together: as seen from a frame that turns with them. `known` is how long they are apart
  // as seen from the world.
  double apart_together_until(const Waiting& pair, const LeafDistance& at, double need, double known);
  LeafPair leaf_pair(const Waiting& pair) const;
  LeafDistance measure(const Waiting& pair, double t);
  bool stop(const Waiting& pair, const LeafDistance& at);
  Contact describe(const Waiting& pair, const LeafDistance& at) const;

  const LeafyBody& a_;
  const LeafyBody& b_;
  const Query& query_;
  const Interval stretch_;
  Meter& meter_;
  Vector3 origin_;  // near the second body
  std::optional<BoxFrame> frame_;
  std::vector<Waiting> queue_;
  std::optional<Vector3> together_;  // the rate at which both bodies turn, if they turn alike
  double free_until_;
  std::optional<Toi> found_;
};

}  // namespace graze
