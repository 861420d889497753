// SPDX-License-Identifier: Apache-2.0
#include "experiments/cliffs/cliff.hpp"

namespace graze::bench {

namespace {

RealPose real(const Pose& pose) {
  RealPose result;
  result.rotation = pose.linear().cast<Real>();
  result.translation = pose.translation().cast<Real>();
  return result;
}

}  // namespace

MeshPart::MeshPart(const std::string& name, const TriangleMesh& mesh)
    : model(std::make_shared<const Model>(name, "generated", mesh)), shape(Shape::mesh(mesh)) {}

Cliff mesh_cliff(std::string name, const Moving& a, const Moving& b, const Interval& window, double closest,
                 std::size_t samples) {
  Cliff cliff{std::move(name), {a.part.shape, a.motion}, {b.part.shape, b.motion}, window, closest, {}};
  cliff.truth.model_a = a.part.model;
  cliff.truth.model_b = b.part.model;
  cliff.truth.b_in_a = [of_a = a.motion, of_b = b.motion](double time) {
    return relative(real(of_a.pose(time)), real(of_b.pose(time)));
  };
  cliff.truth.samples = samples;
  return cliff;
}

const std::vector<CliffFamily>& cliff_families() {
  static const std::vector<CliffFamily> families{
      {"passes", "fast passes, aimed to within 1 % of touching or bisected to it", fast_passes},
      {"fits", "tight fits: peg, spheres, screw, drawer, key", tight_fits},
      {"slides", "fine plates that slide and spin above each other", coplanar_slides},
      {"turns", "hundreds of turns close by", many_turns},
      {"gears", "gears in mesh", gears_in_mesh},
      {"curved", "curved surfaces that run along each other", curved_cases},
      {"cylinders", "cylinders that turn fast, 1e-7 above a half-space or a cylinder", spinning_cylinders},
      {"convex", "random pairs of convex solids", convex_pairs},
  };
  return families;
}

}  // namespace graze::bench
