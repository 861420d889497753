// SPDX-License-Identifier: Apache-2.0
#include "solver/linear/sphere_tree.hpp"

#include "numeric/inclusion_parabola.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using rounding::kUlp;

// A sphere around two, rounded up.
EnclosingSphere around(const EnclosingSphere& p, const EnclosingSphere& q) {
  const double between = distance_above(p.center, q.center);
  if (between + q.radius <= p.radius) return p;
  if (between + p.radius <= q.radius) return q;
  const double radius = 0.5 * (between + p.radius + q.radius);
  const Vector3 center =
      between > 0 ? Vector3(p.center + ((radius - p.radius) / between) * (q.center - p.center)) : p.center;
  return {center, std::max(distance_above(center, p.center) + p.radius, distance_above(center, q.center) + q.radius) *
                      (1 + 2 * kUlp)};
}

}  // namespace

std::vector<LinearSphere> linear_sphere_tree(const MeshShape& shape, std::span<const Vector3> end) {
  const SphereTree& tree = shape.tree();
  std::vector<EnclosingSphere> last(tree.nodes.size());
  std::vector<std::uint32_t> corners;
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children come after their parent
    const SphereNode& node = tree.nodes[n];
    if (!node.is_leaf()) {
      last[n] = around(last[node.left], last[node.left + 1]);
      continue;
    }
    corners.clear();
    for (const std::uint32_t f : tree.faces_of(tree.leaves[node.leaf]))
      corners.insert(corners.end(), shape.face(f).begin(), shape.face(f).end());
    last[n] = minimal_sphere(end, corners);
  }
  std::vector<LinearSphere> result;
  result.reserve(last.size());
  for (std::size_t n = 0; n < last.size(); ++n) {
    const SphereNode& node = tree.nodes[n];
    result.push_back({node.center, last[n].center - node.center, node.radius, last[n].radius - node.radius});
  }
  return result;
}

std::optional<Interval> overlap_time(const LinearSphere& a, const LinearSphere& b, double padding,
                                     const Interval& within) {
  // The spheres are apart while |g + w t|^2 > (r + d t)^2: a quadratic. Each coefficient is lowered by more than its
  // rounding error. The roundings of the differences g, w and d, and of velocity and growth themselves, displace the
  // spheres by a few ulp of `size`; the padded radius covers that.
  const Vector3 g = b.center - a.center;
  const Vector3 w = b.velocity - a.velocity;
  const double size = a.center.norm() + b.center.norm() + a.velocity.norm() + b.velocity.norm() + a.radius + b.radius +
                      std::abs(a.growth) + std::abs(b.growth);
  const double r = (a.radius + b.radius + padding) + (16 * kUlp) * size + kVanishingLength;
  const double d = a.growth + b.growth;
  const double gg = g.squaredNorm();
  const double gw = g.dot(w);
  const double ww = w.squaredNorm();
  const double slack = 16 * kUlp;
  const double c0 = gg - r * r - slack * (gg + r * r) - rounding::kFloor;
  const double half_b0 = gw - r * d - slack * (std::sqrt(gg * ww) + std::abs(r * d)) - rounding::kFloor;
  const double a0 = ww - d * d - slack * (ww + d * d) - rounding::kFloor;
  double from = 0.0;
  if (c0 > 0) {
    from = positive_until(c0, 2 * half_b0, a0);
    if (from > within.hi()) return std::nullopt;
  }
  const double to = positive_after(c0, 2 * half_b0, a0, 1.0);
  const Interval overlap(std::max(within.lo(), from), std::min(within.hi(), to));
  if (overlap.lo() > overlap.hi()) return std::nullopt;
  return overlap;
}

}  // namespace graze
