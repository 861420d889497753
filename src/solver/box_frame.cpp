// SPDX-License-Identifier: Apache-2.0
#include "solver/box_frame.hpp"

namespace graze {

BoxFrame::BoxFrame(const Motion& motion_a, double radius_a, const Motion& motion_b, double radius_b, double s,
                   double span, const Vector3& origin)
    : PairFrame(motion_a, radius_a, motion_b, radius_b, s, span, origin) {
  for (int i = 0; i < kGroups * kLanes; ++i)
    set_axis(i, i < 3 ? a().rotation.col(i) : b().rotation.col(std::min(i, kAxes - 1) - 3));
}

void BoxFrame::set_axis(int index, const Vector3& n) {
  AxisBound<Pack>& group = axes_[static_cast<std::size_t>(index / kLanes)];
  const int lane = index % kLanes;
  const auto set = [lane](std::array<Pack, 3>& row, std::array<Pack, 3>& size, const Vector3& v) {
    for (std::size_t k = 0; k < 3; ++k) {
      row[k][lane] = v[static_cast<int>(k)];
      size[k][lane] = std::abs(v[static_cast<int>(k)]);
    }
  };
  set(group.on_a, group.size_on_a, a().rotation.transpose() * n);
  set(group.on_b, group.size_on_b, b().rotation.transpose() * n);
  set(group.turn_a, group.size_turn_a, a().rate.transpose() * n);
  set(group.turn_b, group.size_turn_b, b().rate.transpose() * n);
  group.offset[lane] = n.dot(b().position - a().position);
  group.drift[lane] = n.dot(b().velocity - a().velocity);
  group.acceleration[lane] = acceleration_along(n);
}

namespace {

double largest_lane(const Pack& x) {
  double largest = x[0];
  for (int lane = 1; lane < kLanes; ++lane) largest = std::max(largest, x[lane]);
  return largest;
}

}  // namespace

double BoxFrame::apart_for(const BoxNode& a, const BoxNode& b, double need) const {
  const double margin = need + error(0.0);
  Pack best = axes_[0].apart_for(a, b, margin, error_rate(), span());
  for (std::size_t i = 1; i < axes_.size(); ++i)
    best = larger<Pack>(axes_[i].apart_for(a, b, margin, error_rate(), span()), best);
  return std::min(largest_lane(best), span());
}

double BoxFrame::gap(const BoxNode& a, const BoxNode& b) const {
  Pack best = axes_[0].gap(a, b, error(0.0));
  for (std::size_t i = 1; i < axes_.size(); ++i) best = larger<Pack>(axes_[i].gap(a, b, error(0.0)), best);
  return largest_lane(best);
}

}  // namespace graze
