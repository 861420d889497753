// SPDX-License-Identifier: Apache-2.0
// From where to where a node of a tree of boxes reaches: along one direction (Number = double), or one in each lane
// (Number = Pack). The same formulas, so the same bits.
#pragma once

#include <array>

#include "bvh/box_tree.hpp"
#include "numeric/pack.hpp"

namespace graze {

template <class Number>
using Three = std::array<Number, 3>;

template <class Number>
Number dot(const Eigen::Vector3d& x, const Three<Number>& y) {
  return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

// What is in a node reaches along the directions from middle - reach to middle + reach, in its body's coordinates.
template <class Number>
struct Extent {
  Number middle, reach;
};

template <class Number>
Extent<Number> box_extent(const BoxNode& node, const Three<Number>& on, const Three<Number>& size_on) {
  return {dot(node.center, on), dot(node.half.cast<double>(), size_on)};
}

// Any direction u is a part along the slab's normal n and a rest, u = f n + w; the slab bounds f n . x, the box w . x.
// This holds for whatever f is; f = u . n makes the rest small if the slab faces the direction.
template <class Number>
[[gnu::always_inline]] inline Extent<Number> slab_extent(const BoxNode& node, double unit, const Three<Number>& on) {
  const Eigen::Vector3d n = node.normal.cast<double>();
  const Number along = dot(n, on);
  Number rest = magnitude(along) * static_cast<double>(node.thickness);
  for (std::size_t k = 0; k < 3; ++k) {
    const int i = static_cast<int>(k);
    rest += magnitude(Number(on[k] - along * n[i])) * static_cast<double>(node.half[i]);
  }
  return {dot(node.center, on) + along * (unit * static_cast<double>(node.middle)), rest * unit};
}

}  // namespace graze
