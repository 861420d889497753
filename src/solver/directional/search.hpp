// SPDX-License-Identifier: Apache-2.0
// The search for the first contact in one slice of a query's window. Pairs of nodes wait in a queue, ordered by the
// time up to which each is proved apart; the first is examined again, closer and later.
#pragma once

#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "bvh/node_pair.hpp"
#include "solver/directional/orbit_filter.hpp"
#include "solver/linearization/leaf_pair.hpp"
#include "solver/linearization/linearized_boxes.hpp"
#include "solver/linearization/node_pairs.hpp"
#include "solver/meter.hpp"

namespace graze {

class DirectionalSearch {
 public:
  // All that is given must outlive the search. The bodies are known to be apart in the window before the slice.
  // If some pairs are given in `only`, sorted, all others are passed over.
  DirectionalSearch(const LeafyBody& a, const LeafyBody& b, const Query& query, const Interval& slice, Meter& meter,
                    std::span<const NodePair> only = {});

  // An impact or initial contact, or undecided if the budget ran out; nothing if the bodies are apart until
  // free_until().
  std::optional<Toi> run();
  // The end of the slice, or later.
  double free_until() const { return free_until_; }
  // The leaves that touch, if run() found some.
  const NodePair& touching() const { return touching_; }

 private:
  // Two nodes, proved apart on the window up to `until`.
  struct Waiting {
    double until;
    double seen;  // the instant from which that was seen
    NodePair nodes;

    friend bool operator<(const Waiting& x, const Waiting& y) {  // the top of a heap is the earliest
      return std::tie(y.until, y.nodes) < std::tie(x.until, x.nodes);
    }
  };

  const BoxNode& box_a(const Waiting& pair) const { return a_.leaves.boxes()[pair.nodes.a]; }
  const BoxNode& box_b(const Waiting& pair) const { return b_.leaves.boxes()[pair.nodes.b]; }

  std::optional<Toi> search();
  // Once the search has become expensive: leaves out what a body that turns keeps away from. What is found for all
  // other pairs does not depend on it.
  void filter_by_orbits(double from);
  // The bodies have not touched where the filter ends: from the start again without it.
  void search_unfiltered();
  bool takes(const NodePair& nodes) const;
  std::uint64_t tests() const { return meter_.counts.node_tests + meter_.counts.leaf_tests; }
  // The instant from which a pair that is apart until `time` is examined. It depends on the time alone: so what is
  // found for a pair depends on no other.
  double linearization_time(double time) const;
  // Bounds on boxes from now on are from the instant s, and hold up to `end`.
  void linearize(double s, double end);
  // Where the second body is: positions relative to it have the smallest errors.
  Vector3 origin_at(double s) const;
  void push(const Waiting& pair);
  Waiting pop();
  // Apart until when, given for how long from the time of linearization (negative: not at all)? Infinity if to the end
  // of its span,
  // which may be no later than its time.
  static double time_after(const LinearizedPair& linearized, double step);
  // Of nodes that are apart until `from`.
  double boxes_apart_until(const NodePair& nodes, double from);
  void examine_boxes(const Waiting& pair);
  void examine_leaves(const Waiting& pair);
  // Steps over the time for which the leaves, which are like this at t after the linearization, are surely apart. False
  // if that is none.
  bool step_leaves(const Waiting& pair, const LinearizedPair& linearized, const LeafDistance& at, double t);
  // Steps over one tick of the clock, from the time of linearization, in which the leaves may come close and part
  // again. False if they touch in it.
  bool pass_tick(const Waiting& pair, const LinearizedPair& linearized);
  // How far apart leaves are to stay whose gap is this wide now.
  double need_below(double gap) const;
  // How far from t towards `span` the leaves are further apart along the direction than they need to be.
  double apart_along(const LeafPair& leaves, const Vector3& direction, double need, double t, double span);
  // Leaves of bodies that turn together: as seen from a frame that turns with them. `known` is how long they are apart
  // as seen from the world.
  double apart_together_until(const Waiting& pair, const LeafDistance& at, double need, double known);
  LeafPair leaf_pair(const Waiting& pair, const LinearizedPair& linearized) const;
  LeafDistance measure(const Waiting& pair, const LinearizedPair& linearized, double t);
  // With the closest points that doubles give, instead of those that were enough for a step.
  LeafDistance refined(const Waiting& pair, const LinearizedPair& linearized, const LeafDistance& at) const;
  // The pair is in contact: found_ says how. What touches at the start is found instead of what hardly does not.
  void stop(const Waiting& pair, const LinearizedPair& linearized, const LeafDistance& known);

  const LeafyBody& a_;
  const LeafyBody& b_;
  const Query& query_;
  const Interval slice_;
  Meter& meter_;
  const std::span<const NodePair> only_;
  std::uint64_t filter_at_;  // so many tests
  std::optional<OrbitFilter> filter_;
  double linearize_every_;                 // the time from one linearization to the next
  std::optional<MotionInstant> straight_;  // the second body at the start, if it moves along a line
  std::optional<LinearizedBoxes> linearized_;
  std::vector<Waiting> queue_;
  std::optional<Vector3> together_;  // the rate at which both bodies turn, if they turn alike
  double known_free_;                // a time until which the bodies are apart, whatever waits
  double free_until_;
  std::optional<Toi> found_;
  NodePair touching_{0, 0};
};

}  // namespace graze
