// SPDX-License-Identifier: Apache-2.0
// The hierarchy of boxes over a surface: its top, built once and shared, and what one query opens below.
#pragma once

#include <graze/surface.hpp>

#include "surface/patch.hpp"

namespace graze {

struct SurfaceNode {
  SurfacePatch patch;
  // The parts of an opened one. Charts are gathered in boxes above them that are no patches themselves.
  std::uint32_t first = 0;
  std::uint8_t count = 0;
  bool opened = false;
  bool gathers = false;
};

class SurfaceTree {
 public:
  // Throws std::invalid_argument if there is nothing of the surface, or it is not bounded.
  explicit SurfaceTree(std::shared_ptr<const SurfaceModel> model);

  const SurfaceModel& model() const { return *model_; }
  // The root first.
  const std::vector<SurfaceNode>& nodes() const { return nodes_; }
  // No point of the surface is further from the body origin, rounded up, and axis-aligned bounds of it.
  double radius() const { return radius_; }
  const std::array<Interval, 3>& bounds() const { return bounds_; }
  // Boxes reach no further than this many radii, as LinearizedPair expects of what is built from it: those of large
  // patches that would give way to the one around all, which reaches sqrt(3) radii at most.
  static constexpr double kReach = 2.0;
  void confine(SurfacePatch& patch) const;

 private:
  void gather(std::size_t node, std::vector<SurfacePatch>& patches, std::size_t begin, std::size_t end);
  void open_top();
  void bound();

  std::shared_ptr<const SurfaceModel> model_;
  std::vector<SurfaceNode> nodes_;
  double radius_ = 0.0;
  std::array<Interval, 3> bounds_;
};

// A tree as one query sees it: what it opens is its own.
class RefinedSurface {
 public:
  explicit RefinedSurface(const SurfaceTree& tree);

  const SurfaceNode& node(std::uint32_t index) const {
    return index < top_.size() ? top_[index] : own_[index - top_.size()];
  }
  // The parts of a node; none if it cannot be split, or if nothing of the surface is in it. References to nodes are not
  // valid after it.
  struct Parts {
    std::uint32_t first, count;
    bool splits;
  };
  // By size: not for the sake of thickness. A node opened before stays as it is.
  Parts open(std::uint32_t index, bool by_size = false);

 private:
  const SurfaceTree& tree_;
  const std::vector<SurfaceNode>& top_;
  std::vector<SurfaceNode> own_;
  std::vector<Parts> opened_;  // of top nodes that are not opened there
  std::vector<SurfacePatch> parts_;
};

std::shared_ptr<const SurfaceModel> patches_of(const ParametricSurface& surface);
std::shared_ptr<const SurfaceModel> patches_of(const ImplicitSurface& surface);

TriangleMesh tessellated(const SurfaceModel& model, double error, std::size_t most);

}  // namespace graze
