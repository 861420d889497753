// SPDX-License-Identifier: Apache-2.0
// From where to where a node of a tree of boxes reaches: along one direction (Number = double), or one in each lane
// (Number = a pack). The same formulas, so the same bits.
#pragma once

#include "bvh/box_tree.hpp"
#include "numeric/vector/pack.hpp"

namespace graze {

// Three packs in lanes of another instruction set.
template <class To, class From>
GRAZE_INLINE Three<To> lanes_as(const Three<From>& x) {
  return {To(x[0]), To(x[1]), To(x[2])};
}

template <class Number>
GRAZE_INLINE Number dot(const Eigen::Vector3d& x, const Three<Number>& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// The sizes of a direction's entries, for the reach of boxes along it.
template <class Number>
GRAZE_INLINE Three<TimesUnit<Number>> unit_sizes(const Three<Number>& on, TreeUnit unit) {
  return {TimesUnit<Number>(magnitude(on[0]), unit), TimesUnit<Number>(magnitude(on[1]), unit),
          TimesUnit<Number>(magnitude(on[2]), unit)};
}

// What is in a node reaches along the directions from middle - reach to middle + reach, in its body's coordinates.
template <class Number>
struct Extent {
  Number middle, reach;
};

template <class Number>
GRAZE_INLINE Extent<Number> box_extent(const BoxNode& node, const Three<Number>& on,
                                       const Three<TimesUnit<Number>>& size_on) {
  return {dot(node.center, on), dot(node.half, size_on)};
}

// Any direction u is a part along the slab's normal n and a rest, u = f n + w; the slab bounds f n . x, the box w . x.
// This holds for whatever f is; f = u . n makes the rest small if the slab faces the direction.
template <class Number>
GRAZE_INLINE Extent<Number> slab_extent(const BoxNode& node, TreeUnit unit, const Three<Number>& on) {
  const Eigen::Vector3d n = node.normal.cast<double>();
  const Number along = dot(n, on);
  InTreeUnits<Number> rest = magnitude(along) * node.thickness;
  for (std::size_t k = 0; k < 3; ++k) rest += magnitude(Number(on[k] - along * n[static_cast<int>(k)])) * node.half[k];
  return {dot(node.center, on) + along * node.middle.in(unit), rest.in(unit)};
}

}  // namespace graze
