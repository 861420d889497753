// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/linearized_boxes.hpp"

#include "numeric/stable_norm.hpp"
#include "numeric/vector/instruction_set.hpp"

namespace graze {
namespace {

// A step that the bend of the paths ends may be longer by other bounds, if bodies turn by no more than this in it.
constexpr double kShortTurn = 0.1;

// A solid is no tree: its one box may be much larger, but it knows its extent along any direction. Out of line, because
// most pairs are of surfaces.
template <class Number>
[[gnu::noinline]] Extent<Number> solid_extent(const LeafBody& body, const Three<Number>& on) {
  Extent<Number> extent{};
  for (int lane = 0; lane < kLanes; ++lane) {
    const Vector3 direction(on[0][lane], on[1][lane], on[2][lane]);
    const double above = body.support(0, direction).point.dot(direction);
    const double below = body.support(0, -direction).point.dot(direction);
    extent.middle.set(lane, 0.5 * (above + below));
    extent.reach.set(lane, 0.5 * (above - below));
  }
  return extent;
}

template <class Number>
GRAZE_INLINE Extent<Number> own_extent(const LeafBody& body, const BoxNode& node, const Three<Number>& on) {
  return body.is_solid() ? solid_extent(body, on) : slab_extent(node, body.unit(), on);
}

}  // namespace

LinearizedBoxes::LinearizedBoxes(const Motion& motion_a, const LeafBody& a, const Motion& motion_b, const LeafBody& b,
                                 double s, double span, const Vector3& origin, double in_use)
    : LinearizedPair(motion_a, a.radius(), motion_b, b.radius(), s, span, origin),
      body_a_(a),
      body_b_(b),
      rounding_(rounding::up(a.rounding_radius() + b.rounding_radius())),
      path_((this->b().velocity - this->a().velocity).norm() * std::min(in_use, span)) {
  // The parts of a split direction add up to no more than twice its length, so do the errors; solids have their own.
  own_error_ = 2 * error(0.0) + a.support_error() + b.support_error();
  const auto directions = axis_directions();
  run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    for (int g = 0; g < kGroups; ++g)
      axes_[static_cast<std::size_t>(g)] =
          AxisBound<Number>::along(*this, a.unit(), b.unit(), in_lanes<Number>(directions, g * kLanes))
              .template in<Pack>();
    return 0;
  });
}

std::array<Vector3, LinearizedBoxes::kGroups * kLanes> LinearizedBoxes::axis_directions() const {
  std::array<Vector3, kGroups * kLanes> directions;
  for (int i = 0; i < kGroups * kLanes; ++i)
    directions[static_cast<std::size_t>(i)] =
        i < 3 ? a().rotation.col(i) : b().rotation.col(std::min(i, kAxes - 1) - 3);
  return directions;
}

template <class Number>
GRAZE_INLINE Approach<Number> LinearizedBoxes::approach_of_boxes(const AxisBound<Number>& axes, const BoxNode& a,
                                                                 const BoxNode& b, double margin) const {
  return axes.approach(a, box_extent(a, axes.on_a, axes.size_on_a), b, box_extent(b, axes.on_b, axes.size_on_b), margin,
                       error_rate());
}

template <class Number, class Bends>
GRAZE_INLINE double LinearizedBoxes::apart_for_in(const BoxNode& a, const BoxNode& b, double need, const Bends& bend,
                                                  bool* bent) const {
  const double margin = need + rounding_ + error(0.0);
  Number best = -1.0;
  for (std::size_t g = 0; g < axes_.size(); ++g) {
    const AxisBound<Number> axes = axes_[g].in<Number>();
    best = larger<Number>(approach_of_boxes(axes, a, b, margin).apart_for(bend(g), span(), bent), best);
  }
  double longest = largest_lane(best);
  if (longest >= span()) return span();
  const double own_margin = need + rounding_ + own_error_;
  along_own<Number>(
      a, b,
      [&](const Three<Number>& u, const AxisBound<Number>& axes, const Extent<Number>& on_a,
          const Extent<Number>& on_b) GRAZE_INLINE_LAMBDA {
        longest = std::max(
            longest,
            largest_lane(axes.approach(a, on_a, b, on_b, own_margin, error_rate()).apart_for(bend(u), span(), bent)));
      });
  return std::min(longest, span());
}

// Bounds on accelerations: along all directions at once, ...
template <class Number>
struct LinearizedBoxes::BendAlongAll {
  Number all;
  GRAZE_INLINE Number operator()(std::size_t /*group*/) const { return all; }
  GRAZE_INLINE Number operator()(const Three<Number>& /*directions*/) const { return all; }
};
// ... and along each.
template <class Number>
struct LinearizedBoxes::BendAlong {
  const LinearizedBoxes& pair;
  GRAZE_INLINE Number operator()(std::size_t group) const { return Number((*pair.bends_)[group]); }
  GRAZE_INLINE Number operator()(const Three<Number>& directions) const {
    return pair.acceleration_along_each(directions);
  }
};

// Accelerations are bounded along all directions at once, which is one number, and mostly good enough. But flat faces
// that turn above each other are close for long, and apart along the axis of the turn: it is the bend that hardly
// matters there which ends their steps.
double LinearizedBoxes::apart_for(const BoxNode& a, const BoxNode& b, double need) const {
  bool bent = false;
  const double longest = run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    return apart_for_in<Number>(a, b, need, BendAlongAll<Number>{acceleration()}, &bent);
  });
  if (!bent || !(longest > 0) || longest >= span() || longest * turn_rate() > kShortTurn) return longest;
  return std::max(longest, apart_for_by_direction(a, b, need));
}

double LinearizedBoxes::apart_for_by_direction(const BoxNode& a, const BoxNode& b, double need) const {
  if (!bends_differ()) return -1.0;
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    return apart_for_in<Number>(a, b, need, BendAlong<Number>{*this}, nullptr);
  });
}

bool LinearizedBoxes::bends_differ() const {
  constexpr double kLess = 0.9;
  if (!bends_) {
    std::array<Pack, kGroups> bends;
    for (int g = 0; g < kGroups; ++g)
      bends[static_cast<std::size_t>(g)] = acceleration_along_each(in_lanes(axis_directions(), g * kLanes));
    bends_ = bends;
  }
  // Motions that know no less along one direction than along all would only take their time over it.
  double least = acceleration();
  for (const Pack& bend : *bends_) least = std::min(least, -largest_lane(-bend));
  return least <= kLess * acceleration();
}

// The directions of a pair of nodes that go past each other: how they move along each, with bounds on accelerations.
template <class Number>
class LinearizedBoxes::Directions {
 public:
  GRAZE_INLINE void add(const Approach<Number>& approach, const Number& acceleration) {
    approaches_[count_] = approach;
    accelerations_[count_] = acceleration;
    ++count_;
  }

  // From t on one direction after the other, each from where the last one ends; the intervals of time are closed and
  // meet, so nothing is left out between them. t, if none separates the nodes there. Sets `bent` if bends matter in the
  // last link.
  GRAZE_INLINE double lead_from(double t, double span, bool& bent) const {
    double until = t;
    for (int link = 0; link < kMostLinks && until < span; ++link) {
      bool link_bent = false;
      Number best = -1.0;
      for (std::size_t k = 0; k < count_; ++k)
        best = larger<Number>(approaches_[k].apart_until(until, accelerations_[k], span, &link_bent), best);
      const double next = largest_lane(best);
      if (!(next > until)) break;
      const bool long_enough = next - until > kShortestLink * (until - t);
      until = next;
      bent = link_bent;
      if (!long_enough) break;
    }
    return std::min(until, span);
  }

 private:
  // Each direction separates on either side for one interval of time at most. Rounding may cut one in two, at its end.
  static constexpr int kMostLinks = 2 * (kAxes + kOwn);
  static constexpr double kShortestLink = 1e-3;

  std::array<Approach<Number>, kGroups + kOwnGroups> approaches_;
  std::array<Number, kGroups + kOwnGroups> accelerations_;
  std::size_t count_ = 0;
};

template <class Number, class Bends>
GRAZE_INLINE double LinearizedBoxes::passing_in(const BoxNode& a, const BoxNode& b, double need, double t,
                                                const Bends& bend, bool& bent) const {
  Directions<Number> directions;
  const double margin = need + rounding_ + error(0.0);
  for (std::size_t g = 0; g < axes_.size(); ++g)
    directions.add(approach_of_boxes(axes_[g].in<Number>(), a, b, margin), bend(g));
  const double until = directions.lead_from(t, span(), bent);
  if (until >= span()) return until;
  const double own_margin = need + rounding_ + own_error_;
  along_own<Number>(
      a, b,
      [&](const Three<Number>& u, const AxisBound<Number>& axes, const Extent<Number>& on_a, const Extent<Number>& on_b)
          GRAZE_INLINE_LAMBDA { directions.add(axes.approach(a, on_a, b, on_b, own_margin, error_rate()), bend(u)); });
  return directions.lead_from(until, span(), bent);
}

bool LinearizedBoxes::pass(const BoxNode& a, const BoxNode& b) const {
  constexpr double kLengths = 0.25;
  return path_ > kLengths * (a.length_in(body_a_.unit()) + b.length_in(body_b_.unit()));
}

double LinearizedBoxes::passing_until(const BoxNode& a, const BoxNode& b, double need, double t) const {
  bool bent = false;
  const double until = run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    return passing_in<Number>(a, b, need, t, BendAlongAll<Number>{acceleration()}, bent);
  });
  if (!bent || until >= span() || (until - t) * turn_rate() > kShortTurn || !bends_differ()) return until;
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    return passing_in<Number>(a, b, need, until, BendAlong<Number>{*this}, bent);
  });
}

// Directions are no longer than one but for rounding, which the factor covers.
template <class Number>
Number LinearizedBoxes::acceleration_along_each(const Three<Number>& u) const {
  Number bend{};
  for (int lane = 0; lane < kLanes; ++lane)
    bend.set(lane, acceleration_along({u[0][lane], u[1][lane], u[2][lane]}) * (1 + 1e-9));
  return bend;
}
// Named, because clang 14 does not see that the kernel above needs them.
template Pack LinearizedBoxes::acceleration_along_each(const Three<Pack>& u) const;
#if defined(__x86_64__)
template WidePack LinearizedBoxes::acceleration_along_each(const Three<WidePack>& u) const;
#endif

template <class Number>
GRAZE_INLINE double LinearizedBoxes::gap_in(const BoxNode& a, const BoxNode& b) const {
  double largest = -std::numeric_limits<double>::infinity();
  for (const AxisBound<Pack>& stored : axes_) {
    const AxisBound<Number> axes = stored.in<Number>();
    largest =
        std::max(largest, largest_lane(axes.gap(box_extent(a, axes.on_a, axes.size_on_a),
                                                box_extent(b, axes.on_b, axes.size_on_b), rounding_ + error(0.0))));
  }
  along_own<Number>(a, b,
                    [&](const Three<Number>&, const AxisBound<Number>& axes, const Extent<Number>& on_a,
                        const Extent<Number>& on_b) GRAZE_INLINE_LAMBDA {
                      largest = std::max(largest, largest_lane(axes.gap(on_a, on_b, rounding_ + own_error_)));
                    });
  return largest;
}

double LinearizedBoxes::gap(const BoxNode& a, const BoxNode& b) const {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return gap_in<Number>(a, b); });
}

std::array<Vector3, LinearizedBoxes::kOwn> LinearizedBoxes::own_directions(const BoxNode& na, const BoxNode& nb) const {
  const Vector3 on_a = a().rotation * na.normal.cast<double>();
  const Vector3 on_b = b().rotation * nb.normal.cast<double>();
  const Vector3 across = b().position - a().position + b().rotation * nb.center - a().rotation * na.center;
  return {on_a, on_b, 0.5 * on_a + (on_a.dot(on_b) < 0 ? -0.5 : 0.5) * on_b, (1 - 1e-9) * unit_of(across)};
}

template <class Number, class Visit>
GRAZE_INLINE void LinearizedBoxes::along_own(const BoxNode& na, const BoxNode& nb, const Visit& visit) const {
  if (!na.has_slab() && !nb.has_slab() && !body_a_.is_solid() && !body_b_.is_solid()) return;
  const std::array<Vector3, kOwn> directions = own_directions(na, nb);
  for (int first = 0; first < kOwn; first += kLanes) {
    const Three<Number> u = in_lanes<Number>(directions, first);
    const auto axes = AxisBound<Number>::along(*this, body_a_.unit(), body_b_.unit(), u);
    visit(u, axes, own_extent(body_a_, na, axes.on_a), own_extent(body_b_, nb, axes.on_b));
  }
}

}  // namespace graze
