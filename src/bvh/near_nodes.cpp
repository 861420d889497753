// SPDX-License-Identifier: Apache-2.0
#include "bvh/near_nodes.hpp"

#include <algorithm>

#include "numeric/vector/instruction_set.hpp"

namespace graze {
NearNodes::NearNodes(const BoxTree& a, const BoxTree& b, const Eigen::Isometry3d& a_in_b)
    : a_(a),
      b_(b),
      a_in_b_(a_in_b),
      axes_a_(a_in_b.linear(), Eigen::Matrix3d::Identity(), a_in_b.translation(), a.unit),
      axes_b_(Eigen::Matrix3d::Identity(), a_in_b.linear().transpose(), Eigen::Vector3d::Zero(), b.unit) {}

// Given what the body's axes are along those of b and of a, and where it is in the frame of b.
NearNodes::Axes::Axes(const Eigen::Matrix3d& on_b, const Eigen::Matrix3d& on_a, const Eigen::Vector3d& at,
                      TreeUnit unit) {
  for (std::size_t g = 0; g < kPacks; ++g) {
    const auto lanes = [&](const auto& value) {
      return pack_of([&](int lane) {
        const int axis = std::min(static_cast<int>(g) * kLanes + lane, kAxes - 1);
        return axis < 3 ? value(on_b, axis) : value(on_a, axis - 3);
      });
    };
    for (std::size_t k = 0; k < 3; ++k)
      on[g][k] = lanes([k](const Eigen::Matrix3d& m, int row) { return m(row, static_cast<int>(k)); });
    size_on[g] = unit_sizes(on[g], unit);
    // A rotation takes the place back to where the body itself sees the other's origin.
    offset[g] = lanes([&](const Eigen::Matrix3d& m, int row) { return (m * on_b.transpose() * at)[row]; });
  }
}

template <class Number>
GRAZE_INLINE NearNodes::Extents NearNodes::Axes::extents_in(const BoxNode& node) const {
  Extents extents;
  for (std::size_t g = 0; g < kPacks; ++g) {
    const Extent<Number> extent = box_extent(node, lanes_as<Number>(on[g]), lanes_as<TimesUnit<Number>>(size_on[g]));
    extents[g] = {Pack(extent.middle + Number(offset[g])), Pack(extent.reach)};
  }
  return extents;
}

NearNodes::Extents NearNodes::Axes::extents(const BoxNode& node) const {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA { return extents_in<Number>(node); });
}

bool NearNodes::boxes_apart(const Extents& a, const Extents& b, double reach) {
  return run_kernel([&]<class Number>() GRAZE_INLINE_LAMBDA {
    std::uint32_t apart = 0;
    for (std::size_t g = 0; g < kPacks; ++g) {
      const Number between = magnitude(Number(b[g].middle) - Number(a[g].middle));
      apart |= lanes_of(between - (Number(a[g].reach) + Number(b[g].reach)) > reach);
    }
    return apart != 0;
  });
}

bool NearNodes::slabs_apart(const BoxNode& p, const BoxNode& q, double reach) const {
  const auto& rotation = a_in_b_.linear();
  const auto apart = [&](const Eigen::Vector3d& seen_by_a, const Eigen::Vector3d& seen_by_b) {
    const auto extent = [](const BoxNode& node, TreeUnit unit, const Eigen::Vector3d& seen) {
      return slab_extent<double>(node, unit, {seen[0], seen[1], seen[2]});
    };
    const Extent<double> of_a = extent(p, a_.unit, seen_by_a);
    const Extent<double> of_b = extent(q, b_.unit, seen_by_b);
    const double between = of_b.middle - of_a.middle - seen_by_b.dot(a_in_b_.translation());
    return std::abs(between) - (of_a.reach + of_b.reach) > reach;
  };
  const Eigen::Vector3d normal_p = p.normal.cast<double>();
  const Eigen::Vector3d normal_q = q.normal.cast<double>();
  return (q.has_slab() && apart(rotation.transpose() * normal_q, normal_q)) ||
         (p.has_slab() && apart(normal_p, rotation * normal_p));
}

}  // namespace graze
