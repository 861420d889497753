// SPDX-License-Identifier: Apache-2.0
#include "bvh/box_tree.hpp"

#include "numeric/stable_norm.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace graze {
namespace {

using Vector3 = Eigen::Vector3d;

struct Bounds {
  Vector3 lower, upper;

  void add(const Bounds& other) {
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
  }
};

// A power of two above all coordinates: dividing by it is exact, and what is left are lengths that floats can hold.
TreeUnit unit_for(std::span<const Vector3> points) {
  double largest = 0.0;
  for (const Vector3& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  int exponent = -140;  // of a mesh that is a point at the origin: below all lengths that are accepted
  if (largest > 0) std::frexp(largest, &exponent);
  return TreeUnit(std::ldexp(1.0, std::clamp(exponent, -900, 1023)));
}

float float_above(double x) {
  const auto nearest = static_cast<float>(x);
  return nearest < x ? std::nextafter(nearest, std::numeric_limits<float>::infinity()) : nearest;
}

// center +- half holds [lower, upper]: halves first, so that nothing overflows; one rounding in the center, one in each
// difference, and a step up for both. Returns the sum of the halves, in units.
double set_box(const Bounds& bounds, TreeUnit unit, BoxNode& node) {
  node.center = 0.5 * bounds.lower + 0.5 * bounds.upper;
  const Vector3 reach = (bounds.upper - node.center).cwiseMax(node.center - bounds.lower);
  Vector3 halves;
  for (int i = 0; i < 3; ++i) {
    const float half = reach[i] > 0 ? float_above((reach[i] * (1 + 0x1p-51)) / unit.length()) : 0.0F;
    node.half[static_cast<std::size_t>(i)] = TreeLength::units(half);
    halves[i] = half;
  }
  node.normal.setZero();
  node.middle = TreeLength::units(0.0F);
  node.thickness = TreeLength::units(0.0F);
  return halves.sum();
}

// A triangle by what the splitting needs of it. Moved about as a whole: what is sorted together is read together.
struct Item {
  Vector3 middle;
  std::uint32_t triangle;
};

class BoxTreeBuilder {
 public:
  explicit BoxTreeBuilder(const TriangleMesh& mesh) : mesh_(mesh), items_(mesh.triangles.size()) {
    for (std::uint32_t f = 0; f < items_.size(); ++f) {
      const Bounds bounds = bounds_of(f);
      items_[f] = {0.5 * bounds.lower + 0.5 * bounds.upper, f};
    }
    tree_.unit = unit_for(mesh.vertices);
  }

  BoxTree build() {
    tree_.nodes.reserve(2 * items_.size());
    tree_.nodes.emplace_back();
    const Bounds all = fill(0, items_).bounds;
    tree_.lower = all.lower;
    tree_.upper = all.upper;
    return std::move(tree_);
  }

 private:
  // More triangles than this are seldom thin together, and to look would cost as much as the nodes that are.
  static constexpr std::size_t kMostInSlab = 4096;
  // A slab is kept if it is this much thinner than its box is long.
  static constexpr double kThin = 0.25;

  struct Below {
    Bounds bounds;
    Vector3 area;  // the sum of the triangles' normals, as long as they are large; in square units
  };

  Bounds bounds_of(std::uint32_t triangle) const {
    const auto& [i, j, k] = mesh_.triangles[triangle];
    const Vector3& p = mesh_.vertices[i];
    const Vector3& q = mesh_.vertices[j];
    const Vector3& r = mesh_.vertices[k];
    return {p.cwiseMin(q).cwiseMin(r), p.cwiseMax(q).cwiseMax(r)};
  }
  Vector3 area_of(std::uint32_t triangle) const {
    const auto& [i, j, k] = mesh_.triangles[triangle];
    const double unit = tree_.unit.length();
    const Vector3 p = mesh_.vertices[i] / unit;
    return (mesh_.vertices[j] / unit - p).cross(mesh_.vertices[k] / unit - p);
  }

  static int broadest_axis(std::span<const Item> items) {
    Bounds middles{items[0].middle, items[0].middle};
    for (const Item& item : items) middles.add({item.middle, item.middle});
    int axis = 0;
    (middles.upper - middles.lower).maxCoeff(&axis);
    return axis;
  }

  // Depth is logarithmic: halves are equal.
  Below fill(std::size_t index, std::span<Item> items) {
    if (items.size() == 1) {
      const std::uint32_t triangle = items[0].triangle;
      return finish(index, {bounds_of(triangle), area_of(triangle)}, 0, items);
    }
    const int axis = broadest_axis(items);
    const auto median = items.begin() + static_cast<std::ptrdiff_t>(items.size() / 2);
    std::nth_element(items.begin(), median, items.end(), [axis](const Item& x, const Item& y) {
      const double mx = x.middle[axis];
      const double my = y.middle[axis];
      return mx != my ? mx < my : x.triangle < y.triangle;  // one order, so one tree
    });
    const std::size_t left = tree_.nodes.size();
    tree_.nodes.resize(left + 2);
    Below below = fill(left, {items.begin(), median});
    const Below rest = fill(left + 1, {median, items.end()});
    below.bounds.add(rest.bounds);
    below.area += rest.area;
    return finish(index, below, static_cast<std::uint32_t>(left), items);
  }

  Below finish(std::size_t index, const Below& below, std::uint32_t left, std::span<const Item> items) {
    BoxNode& node = tree_.nodes[index];
    node.left = left;
    node.leaf = left == 0 ? items[0].triangle : 0;
    const double length = set_box(below.bounds, tree_.unit, node);
    if (items.size() <= kMostInSlab) set_slab(below.area, length, items, node);
    assert(std::ranges::all_of(items, [&](const Item& item) { return holds(node, item.triangle); }));
    return below;
  }

  // Are a triangle's corners in the node's box and slab? With more digits than those were made with.
  [[maybe_unused]] bool holds(const BoxNode& node, std::uint32_t triangle) const {
    return std::ranges::all_of(mesh_.triangles[triangle], [&](std::uint32_t v) {
      using Long = Eigen::Matrix<long double, 3, 1>;
      const Long x = mesh_.vertices[v].cast<long double>() - node.center.cast<long double>();
      const Long half = node.half_in(tree_.unit).cast<long double>();
      const long double along = node.normal.cast<long double>().dot(x) - node.middle.in(tree_.unit);
      return (x.array().abs() <= half.array()).all() &&
             (!node.has_slab() || std::abs(along) <= node.thickness.in(tree_.unit));
    });
  }

  // A vertex relative to the center is rounded once, a product with the normal three times more, each time by no more
  // than 2^-53 of lengths that add up to at most 6 (half the box, in unit): the margin is eight times all that. It
  // also covers the rounding of the two sums below.
  void set_slab(const Vector3& area, double length, std::span<const Item> items, BoxNode& node) const {
    const Vector3 unit = unit_of(area);
    if (unit.isZero(0.0)) return;
    const Eigen::Vector3f normal = (unit * (1 - 0x1p-20)).cast<float>();  // shorter than one as floats too
    const Vector3 n = normal.cast<double>();
    double lower = std::numeric_limits<double>::infinity();
    double upper = -lower;
    for (const Item& item : items)
      for (const std::uint32_t v : mesh_.triangles[item.triangle]) {
        const double along = n.dot((mesh_.vertices[v] - node.center) / tree_.unit.length());
        lower = std::min(lower, along);
        upper = std::max(upper, along);
      }
    const auto middle = static_cast<float>(0.5 * (lower + upper));
    const double thickness = std::max(upper - middle, middle - lower) + 0x1p-46 * length;
    if (!(thickness < kThin * length)) return;
    node.normal = normal;
    node.middle = TreeLength::units(middle);
    node.thickness = TreeLength::units(float_above(thickness));
  }

  const TriangleMesh& mesh_;
  std::vector<Item> items_;
  BoxTree tree_;
};

}  // namespace

BoxTree box_around(std::span<const Vector3> points) {
  Bounds bounds{points[0], points[0]};
  for (const Vector3& p : points) bounds.add({p, p});
  BoxTree tree{std::vector<BoxNode>(1), unit_for(points), bounds.lower, bounds.upper};
  set_box(bounds, tree.unit, tree.nodes[0]);
  tree.nodes[0].left = 0;
  tree.nodes[0].leaf = 0;
  return tree;
}

BoxTree build_box_tree(const TriangleMesh& mesh) { return BoxTreeBuilder(mesh).build(); }

}  // namespace graze
