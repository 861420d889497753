// SPDX-License-Identifier: Apache-2.0
// Fine plates that slide above each other, nearly in one plane, and touch just before the window's end or never.
#include <algorithm>

#include <fmt/format.h>

#include "experiments/cliffs/cliff.hpp"
#include "experiments/cliffs/grid_mesh.hpp"
#include "harness/random.hpp"

namespace graze::bench {

namespace {

struct Slide {
  double gap, speed, spin;
  bool tilted;  // the plates are at an angle to the axes of their meshes
  bool closing;
};

Cliff make_slide(const Slide& slide, Random& random) {
  constexpr int kSide = 32;
  const Quaternion in_mesh = slide.tilted ? random.orientation() : Quaternion::Identity();
  const Quaternion in_world = slide.tilted ? random.orientation() : Quaternion::Identity();
  const MeshPart plate("plate", turned(plate_mesh(kSide), in_mesh));
  const double end = std::min(1.0, 1.0 / slide.speed);  // a path of 1 at most: the plates stay above each other
  const double sink = slide.closing ? slide.gap / (0.9 * end) : 0.0;
  const Quaternion pose = (in_world * in_mesh.conjugate()).normalized();
  const double angle = random.uniform(-3.0, 3.0);
  const Vector3 along(slide.speed * std::cos(angle), slide.speed * std::sin(angle), -sink);
  const Motion above = Motion::constant_velocity(in_world * Vector3(0.0, 0.0, slide.gap), pose, in_world * along,
                                                 in_world * Vector3(0.0, 0.0, slide.spin));
  Cliff cliff =
      mesh_cliff(fmt::format("plates {:g} apart{}{}, speed {}, spin {}", slide.gap, slide.closing ? ", closing" : "",
                             slide.tilted ? ", tilted" : "", slide.speed, slide.spin),
                 {plate, Motion::still(Vector3::Zero(), pose)}, {plate, above}, {0.0, end}, 0.9 * end);
  cliff.truth.gap = [gap = slide.gap, sink](double time) { return gap - sink * time; };
  return cliff;
}

}  // namespace

std::vector<Cliff> coplanar_slides(const CliffScale& scale) {
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials; ++k) {
    Random random(derived_seed(scale.seed, 200 + k));
    for (const double gap : {1e-3, 1e-6, 1e-8})
      for (const bool tilted : {false, true}) {
        cliffs.push_back(make_slide({gap, 0.5, 0.0, tilted, true}, random));
        cliffs.push_back(make_slide({gap, 0.5, 3.0, tilted, false}, random));
        cliffs.push_back(make_slide({gap, 100.0, 50.0, tilted, true}, random));
      }
  }
  return cliffs;
}

}  // namespace graze::bench
