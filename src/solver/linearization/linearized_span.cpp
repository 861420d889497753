// SPDX-License-Identifier: Apache-2.0
#include "solver/linearization/linearized_span.hpp"

#include <bit>

#include "numeric/vector/instruction_set.hpp"

namespace graze {
namespace {

template <class Number>
GRAZE_INLINE Number along(const Three<Pack>& x, const Three<Number>& u) {
  return Number(x[0]) * u[0] + Number(x[1]) * u[1] + Number(x[2]) * u[2];
}

// A direction as a body sees it, given the columns of its rotation.
template <class Number>
GRAZE_INLINE Three<Number> seen(const std::array<Three<Pack>, 3>& rotation, const Three<Number>& u) {
  return {along(rotation[0], u), along(rotation[1], u), along(rotation[2], u)};
}

// From where to where a box reaches along axes.
template <class Number>
GRAZE_INLINE Extent<Pack> stored_extent(const BoxNode& node, const Three<Pack>& on,
                                        const Three<TimesUnit<Pack>>& size_on) {
  const Extent<Number> extent = box_extent(node, lanes_as<Number>(on), lanes_as<TimesUnit<Number>>(size_on));
  return {Pack(extent.middle), Pack(extent.reach)};
}

// From where to where a triangle reaches along the directions.
template <class Number>
struct Ends {
  Number least, most;
};
template <class Number>
GRAZE_INLINE Ends<Number> ends_of(const std::array<Vector3, 3>& corners, const Three<Number>& on) {
  const Number p = dot(corners[0], on);
  const Number q = dot(corners[1], on);
  const Number r = dot(corners[2], on);
  return {smaller(smaller(p, q), r), larger(larger(p, q), r)};
}

}  // namespace

LinearizedSpan::LinearizedSpan(const Motion& motion_a, const LeafBody& a, const Motion& motion_b, const LeafBody& b,
                               double s, double span, const Vector3& origin)
    : LinearizedBoxes(motion_a, a, motion_b, b, s, span, origin),
      bend_(0.5 * acceleration() * span * span * (1 + 8 * rounding::kUlp)) {
  // Errors of gaps along split directions, as LinearizedBoxes has them at the start.
  const double of_supports = a.support_error() + b.support_error();
  const double own_end_error = 2 * error(span) + of_supports * (1 + span * turn_rate()) * (1 + 1e-9) + bend_;
  std::array<AxisBound<Pack>, kGroups> then;
  for (std::size_t g = 0; g < kGroups; ++g) then[g] = axes()[g].after(span, a.unit(), b.unit());
  for (std::size_t k = 0; k < kAxisPacks; ++k) box_axes_[k] = axes_in(k, then);
  own_ends_ = Ends(*this, own_error(), own_end_error);
}

LinearizedSpan::Ends::Ends(const LinearizedPair& linearized, double error_now, double error_then) {
  const auto lanes = [&](const auto& value) {
    return pack_of([&](int lane) { return value(lane < 2 ? 0.0 : linearized.span()); });
  };
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      const auto entry = [&](const LinearizedMotion& of) {
        return lanes([&](double t) { return of.rotation(i, k) + t * of.rate(i, k); });
      };
      rotation_a[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)] = entry(linearized.a());
      rotation_b[static_cast<std::size_t>(k)][static_cast<std::size_t>(i)] = entry(linearized.b());
    }
    apart[static_cast<std::size_t>(i)] = lanes([&](double t) {
      return linearized.b().position[i] - linearized.a().position[i] +
             t * (linearized.b().velocity[i] - linearized.a().velocity[i]);
    });
  }
  errors = lanes([&](double t) { return t > 0 ? error_then : error_now; });
}

LinearizedSpan::Axes LinearizedSpan::axes_in(std::size_t pack, const std::array<AxisBound<Pack>, kGroups>& then) const {
  const auto lanes = [&](const auto& value) {
    return pack_of([&](int lane) {
      const int i = static_cast<int>(pack) * kLanes + lane;
      const int axis = i % kAxes;
      return value((i < kAxes ? axes() : then)[static_cast<std::size_t>(axis / kLanes)], axis % kLanes);
    });
  };
  Axes in;
  for (std::size_t k = 0; k < 3; ++k) {
    in.on_a[k] = lanes([k](const AxisBound<Pack>& of, int lane) { return of.on_a[k][lane]; });
    in.on_b[k] = lanes([k](const AxisBound<Pack>& of, int lane) { return of.on_b[k][lane]; });
  }
  in.size_on_a = unit_sizes(in.on_a, body_a().unit());
  in.size_on_b = unit_sizes(in.on_b, body_b().unit());
  in.offset = lanes([](const AxisBound<Pack>& of, int lane) { return of.offset[lane]; });
  in.errors = pack_of([&](int lane) {
    const bool at_start = static_cast<int>(pack) * kLanes + lane < kAxes;
    return rounding() + (at_start ? error(0.0) : error(span()) + bend_);
  });
  return in;
}

LinearizedSpan::BoxReach LinearizedSpan::reach_of_a(const BoxNode& node) const {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    BoxReach reach;
    for (std::size_t k = 0; k < kAxisPacks; ++k)
      reach[k] = stored_extent<Number>(node, box_axes_[k].on_a, box_axes_[k].size_on_a);
    return reach;
  });
}

LinearizedSpan::BoxReach LinearizedSpan::reach_of_b(const BoxNode& node) const {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    BoxReach reach;
    for (std::size_t k = 0; k < kAxisPacks; ++k)
      reach[k] = stored_extent<Number>(node, box_axes_[k].on_b, box_axes_[k].size_on_b);
    return reach;
  });
}

// Along a fixed direction, the gap of nodes that move as at s is concave in time, because reaches are convex functions
// of the direction as the body sees it; so it is less what paths bend, and less errors that grow linearly. What is wide
// enough at both ends, on the same side, is so in between. The lanes have all directions at the start, then at the end.
template <class Number, std::size_t packs>
GRAZE_INLINE double LinearizedSpan::widest(const std::array<Gaps<Number>, packs>& gaps, int directions, double need) {
  std::uint32_t apart = 0;
  std::uint32_t above = 0;
  for (std::size_t k = 0; k < packs; ++k) {
    apart |= lanes_of(gaps[k].gap > need) << (k * kLanes);
    above |= lanes_of(gaps[k].between > 0.0) << (k * kLanes);
  }
  const std::uint32_t all = (1U << directions) - 1;
  double most = -1.0;
  for (std::uint32_t left = apart & apart >> directions & ~(above ^ above >> directions) & all; left != 0;
       left &= left - 1) {
    const int start = std::countr_zero(left);
    const auto gap_at = [&](int i) GRAZE_INLINE_LAMBDA {
      std::array<double, kLanes> lanes;
      gaps[static_cast<std::size_t>(i / kLanes)].gap.store(lanes.data());
      return lanes[static_cast<std::size_t>(i % kLanes)];
    };
    most = std::max(most, std::min(gap_at(start), gap_at(start + directions)));
  }
  return most;
}

template <class Number>
GRAZE_INLINE auto LinearizedSpan::box_gaps(const BoxReach& a, const BoxReach& b) const
    -> std::array<Gaps<Number>, kAxisPacks> {
  std::array<Gaps<Number>, kAxisPacks> gaps;
  for (std::size_t k = 0; k < kAxisPacks; ++k) {
    const Number between = Number(box_axes_[k].offset) + Number(b[k].middle) - Number(a[k].middle);
    const Number reach = Number(a[k].reach) + Number(b[k].reach);
    gaps[k] = {between, magnitude(between) - reach - Number(box_axes_[k].errors)};
  }
  return gaps;
}

double LinearizedSpan::boxes_apart_by(const BoxReach& a, const BoxReach& b, double need) const {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return widest(box_gaps<Number>(a, b), kAxes, need); });
}

// Both normals at both times in the lanes of `Ends`.
template <class Number>
GRAZE_INLINE auto LinearizedSpan::slab_gaps(const BoxNode& na, const BoxNode& nb) const -> std::array<Gaps<Number>, 1> {
  const Vector3 of_a = a().rotation * na.normal.cast<double>();
  const Vector3 of_b = b().rotation * nb.normal.cast<double>();
  const auto by_turns = [&](int k) GRAZE_INLINE_LAMBDA {
    return pack_of<Number>([&](int lane) GRAZE_INLINE_LAMBDA { return lane % 2 == 0 ? of_a[k] : of_b[k]; });
  };
  const Three<Number> u{by_turns(0), by_turns(1), by_turns(2)};
  const Ends& at = own_ends_;
  const Extent<Number> on_a = slab_extent(na, body_a().unit(), seen(at.rotation_a, u));
  const Extent<Number> on_b = slab_extent(nb, body_b().unit(), seen(at.rotation_b, u));
  const Number between = along(at.apart, u) + on_b.middle - on_a.middle;
  const Number errors = Number(at.errors) + rounding();
  return {{{between, magnitude(between) - (on_a.reach + on_b.reach) * (1 + 1e-9) - errors}}};
}

double LinearizedSpan::slabs_apart_by(const BoxNode& na, const BoxNode& nb, double need) const {
  if (body_a().is_solid() || body_b().is_solid() || (!na.has_slab() && !nb.has_slab())) return -1.0;
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return widest(slab_gaps<Number>(na, nb), 2, need); });
}

// Along a fixed direction the gap of linear motions is a minimum of linear functions of time, less a parabola and
// errors that grow linearly: concave. So what is wide enough at both ends is so in between. The errors are those of
// LeafGap.
template <class Number>
GRAZE_INLINE double LinearizedSpan::triangle_gaps(const BoxNode& na, const BoxNode& nb) const {
  const double t = span();
  const double of_supports = body_a().support_error() + body_b().support_error();
  const double now = error(0.0) + of_supports;
  const double then = error(t) + of_supports * (1 + t * turn_rate()) * (1 + 1e-9) + bend_;
  const std::array<Vector3, 3> corners_a = body_a().corners(na.leaf);
  const std::array<Vector3, 3> corners_b = body_b().corners(nb.leaf);
  const std::array<Vector3, kOwn> directions = own_directions(na, nb);
  double widest = -std::numeric_limits<double>::infinity();
  for (int first = 0; first < kOwn; first += kLanes) {
    const auto axes =
        AxisBound<Number>::along(*this, body_a().unit(), body_b().unit(), in_lanes<Number>(directions, first));
    const auto [least_a, most_a] = ends_of(corners_a, axes.on_a);
    const auto [least_b, most_b] = ends_of(corners_b, axes.on_b);
    const auto end = axes.after(t, body_a().unit(), body_b().unit());
    const auto [least_a_then, most_a_then] = ends_of(corners_a, end.on_a);
    const auto [least_b_then, most_b_then] = ends_of(corners_b, end.on_b);
    const Number before =
        smaller<Number>(axes.offset + least_b - most_a - now, end.offset + least_b_then - most_a_then - then);
    const Number behind =
        smaller<Number>(least_a - most_b - axes.offset - now, least_a_then - most_b_then - end.offset - then);
    widest = std::max(widest, largest_lane(larger(before, behind)));
  }
  return widest;
}

double LinearizedSpan::triangles_apart_by(const BoxNode& na, const BoxNode& nb) const {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return triangle_gaps<Number>(na, nb); });
}

}  // namespace graze
