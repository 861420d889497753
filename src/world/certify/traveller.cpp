// SPDX-License-Identifier: Apache-2.0
#include "world/certify/traveller.hpp"

#include <algorithm>

#include "broadphase/broad_phase.hpp"

namespace graze {

double rounding_of(const Traveller& traveller, double length) {
  const double radius = traveller.body->bound.bounded ? traveller.body->shape.radius() : 0.0;
  const double reach = 2 * traveller.state.position.norm() + length * traveller.state.velocity.norm() + radius;
  return 64 * rounding::kUlp * (reach + radius * traveller.state.angular_velocity.norm() * length);
}

// A point of the body is at c(t) + R(t) (m + d) with |d_j| <= half_j and |d| <= radius. Along axis i, R(0) d is within
// sum_j |R_ij| half_j. Until t a point at distance r from the center c turns by no more than |w| t r. The sum of what
// is rounded is at most some twenty roundings of all lengths involved: 64 of them are added.
SweptBox swept_box(const Traveller& traveller, double length, double margin) {
  const ShapeBound& bound = traveller.body->bound;
  const Vector3 middle = traveller.state.position + traveller.rotation * bound.center;
  const Vector3 displacement = length * traveller.state.velocity;
  const double turn = traveller.state.angular_velocity.norm() * length;
  const double off_center = bound.center.norm();
  const Vector3 reach = (traveller.rotation.cwiseAbs() * bound.half).cwiseMin(bound.radius);
  const double turned = turn * (off_center + bound.radius);
  SweptBox box;
  for (int i = 0; i < 3; ++i) {
    // Whatever the turn, no point leaves the sphere about its center.
    const double about = std::min(reach[i] + turned, bound.radius + std::min(turn * off_center, 2 * off_center));
    const double size =
        std::abs(traveller.state.position[i]) + off_center + bound.radius + std::abs(displacement[i]) + turned;
    const double beyond = about + margin + 64 * rounding::kUlp * size + rounding::kFloor;
    box.lower[i] = middle[i] + std::min(0.0, displacement[i]) - beyond;
    box.upper[i] = middle[i] + std::max(0.0, displacement[i]) + beyond;
  }
  return box;
}

std::vector<BodyIds> close_pairs(std::span<const Traveller> travellers, double length, double margin,
                                 const Allowed& allowed) {
  return close_pairs(travellers, length, std::vector<double>(travellers.size(), 0.5 * margin), allowed);
}

std::vector<BodyIds> close_pairs(std::span<const Traveller> travellers, double length, std::span<const double> room,
                                 const Allowed& allowed) {
  std::vector<SweptBox> boxes;
  std::vector<std::uint32_t> owners;
  std::vector<std::size_t> unbounded;
  for (std::size_t i = 0; i < travellers.size(); ++i) {
    if (travellers[i].body->bound.bounded) {
      boxes.push_back(swept_box(travellers[i], length, room[i]));
      owners.push_back(static_cast<std::uint32_t>(i));
    } else {
      unbounded.push_back(i);
    }
  }
  std::vector<BodyIds> pairs;
  const auto add = [&](std::size_t i, std::size_t j) {
    if ((travellers[i].moves || travellers[j].moves) && allowed(i, j))
      pairs.push_back({std::min(i, j), std::max(i, j)});
  };
  for (const BoxPair& pair : overlapping_pairs(BroadPhase::SweepAndPrune, boxes))
    add(owners[pair.first], owners[pair.second]);
  for (const std::size_t half : unbounded)
    for (const std::uint32_t other : owners) add(half, other);
  std::sort(pairs.begin(), pairs.end(),
            [](const BodyIds& x, const BodyIds& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
  return pairs;
}

}  // namespace graze
