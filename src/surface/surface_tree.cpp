// SPDX-License-Identifier: Apache-2.0
#include "surface/surface_tree.hpp"

#include <algorithm>

#include "surface/checks.hpp"
#include "surface/implicit.hpp"
#include "surface/parametric.hpp"

namespace graze {
namespace {

constexpr std::size_t kTopNodes = 1024;

SurfacePatch upright_box(const std::array<Interval, 3>& bounds) {
  SurfacePatch box;
  for (int i = 0; i < 3; ++i) {
    const Interval& side = bounds[static_cast<std::size_t>(i)];
    box.center[i] = side.mid();
    const double radius = rounding::up(std::max(side.hi() - box.center[i], box.center[i] - side.lo()));
    box.half[static_cast<std::size_t>(i)] = Vector3::Unit(i) * radius;
    box.normal[static_cast<std::size_t>(i)] = Vector3::Unit(i);
    box.thickness = std::max(box.thickness, radius);
  }
  return box;
}

std::array<Interval, 3> around(const std::array<Interval, 3>& x, const std::array<Interval, 3>& y) {
  return {hull(x[0], y[0]), hull(x[1], y[1]), hull(x[2], y[2])};
}

}  // namespace

SurfaceTree::SurfaceTree(std::shared_ptr<const SurfaceModel> model) : model_(std::move(model)) {
  std::vector<SurfacePatch> patches = model_->roots();
  require_surface(!patches.empty(), "surface: there is nothing of it in its box");
  nodes_.emplace_back();
  gather(0, patches, 0, patches.size());
  open_top();
  bound();
}

// Charts are halved along the broadest axis of their centers.
void SurfaceTree::gather(std::size_t node, std::vector<SurfacePatch>& patches, std::size_t begin, std::size_t end) {
  if (end - begin == 1) {
    nodes_[node].patch = patches[begin];
    return;
  }
  std::array<Interval, 3> bounds = bounds_of(patches[begin]);
  Vector3 lower = patches[begin].center;
  Vector3 upper = lower;
  for (std::size_t i = begin; i < end; ++i) {
    bounds = around(bounds, bounds_of(patches[i]));
    lower = lower.cwiseMin(patches[i].center);
    upper = upper.cwiseMax(patches[i].center);
  }
  nodes_[node].patch = upright_box(bounds);
  nodes_[node].opened = nodes_[node].gathers = true;
  nodes_[node].count = 2;
  const std::size_t first = nodes_.size();
  nodes_[node].first = static_cast<std::uint32_t>(first);
  nodes_.resize(first + 2);
  int axis = 0;
  (upper - lower).maxCoeff(&axis);
  const std::size_t middle = (begin + end) / 2;
  const auto at = [&](std::size_t i) { return patches.begin() + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(begin), at(middle), at(end), [axis](const SurfacePatch& x, const SurfacePatch& y) {
    return x.center[axis] != y.center[axis] ? x.center[axis] < y.center[axis] : x.chart < y.chart;
  });
  gather(first, patches, begin, middle);
  gather(first + 1, patches, middle, end);
}

void SurfaceTree::open_top() {
  std::vector<SurfacePatch> parts;
  for (std::size_t i = 0; i < nodes_.size() && nodes_.size() < kTopNodes; ++i) {
    if (nodes_[i].opened) continue;
    parts.clear();
    if (!model_->split(nodes_[i].patch, parts)) continue;
    nodes_[i].opened = true;
    nodes_[i].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[i].count = static_cast<std::uint8_t>(parts.size());
    for (const SurfacePatch& part : parts) {
      nodes_.emplace_back();
      nodes_.back().patch = part;
    }
  }
}

void SurfaceTree::bound() {
  bool any = false;
  for (const SurfaceNode& node : nodes_) {
    if (node.opened) continue;
    const std::array<Interval, 3> box = bounds_of(node.patch);
    bounds_ = any ? around(bounds_, box) : box;
    any = true;
    Interval squares(0.0);
    for (const Interval& side : box) squares += sqr(abs(side));
    radius_ = std::max(radius_, std::min(node.patch.reach(), sqrt(squares).hi()));
  }
  require_surface(any, "surface: there is nothing of it in its box");
  require_surface(std::isfinite(radius_), "surface: it is not bounded");
  for (SurfaceNode& node : nodes_) confine(node.patch);
}

void SurfaceTree::confine(SurfacePatch& patch) const {
  if (patch.reach() <= kReach * radius_) return;
  SurfacePatch box = upright_box(bounds_);
  box.domain = patch.domain;
  box.chart = patch.chart;
  box.axis = patch.axis;
  box.longest = patch.longest;
  patch = box;
}

RefinedSurface::RefinedSurface(const SurfaceTree& tree)
    : tree_(tree), top_(tree.nodes()), opened_(top_.size(), Parts{0, 0, false}) {}

RefinedSurface::Parts RefinedSurface::open(std::uint32_t index, bool by_size) {
  const SurfaceNode& known = node(index);
  if (known.opened) return {known.first, known.count, true};
  if (index < top_.size() && opened_[index].splits) return opened_[index];
  parts_.clear();
  SurfacePatch patch = known.patch;
  if (by_size) patch.axis = patch.longest;
  if (!tree_.model().split(patch, parts_)) return {0, 0, false};
  const auto first = static_cast<std::uint32_t>(top_.size() + own_.size());
  const auto count = static_cast<std::uint8_t>(parts_.size());
  if (index < top_.size()) {
    opened_[index] = {first, count, true};
  } else {
    SurfaceNode& mine = own_[index - top_.size()];
    mine.first = first;
    mine.count = count;
    mine.opened = true;
  }
  for (const SurfacePatch& part : parts_) {
    own_.emplace_back();
    own_.back().patch = part;
    tree_.confine(own_.back().patch);
  }
  return {first, count, true};
}

std::shared_ptr<const SurfaceModel> patches_of(const ParametricSurface& surface) {
  return std::make_shared<const ParametricPatches>(surface.shared_model());
}

std::shared_ptr<const SurfaceModel> patches_of(const ImplicitSurface& surface) {
  return std::make_shared<const ImplicitPatches>(surface.shared_root(), surface.box());
}

TriangleMesh tessellated(const SurfaceModel& model, double error, std::size_t most) {
  std::vector<SurfacePatch> open = model.roots();
  // Around an edge of the surface triangles stick out by about this part of their size.
  const auto roughness = [](const SurfacePatch& patch) { return patch.sharp ? 0.1 * patch.extent() : patch.thickness; };
  const auto thinner = [&](const SurfacePatch& x, const SurfacePatch& y) { return roughness(x) < roughness(y); };
  std::make_heap(open.begin(), open.end(), thinner);
  while (!open.empty() && roughness(open.front()) > error && 2 * open.size() < most) {
    std::pop_heap(open.begin(), open.end(), thinner);
    const SurfacePatch patch = open.back();
    open.pop_back();
    const std::size_t before = open.size();
    if (!model.split(patch, open)) break;
    for (std::size_t i = before + 1; i <= open.size(); ++i)
      std::push_heap(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(i), thinner);
  }
  TriangleMesh mesh;
  for (const SurfacePatch& patch : open) model.add_triangles(patch, mesh);
  return mesh;
}

TriangleMesh tessellated(const ParametricSurface& surface, double error, std::size_t most) {
  return tessellated(*patches_of(surface), error, most);
}

TriangleMesh tessellated(const ImplicitSurface& surface, double error, std::size_t most) {
  return tessellated(*patches_of(surface), error, most);
}

}  // namespace graze
