// SPDX-License-Identifier: Apache-2.0
// Curved surfaces that run along each other.
#include <fmt/format.h>

#include <graze/surface.hpp>

#include "experiments/cliffs/cliff.hpp"
#include "harness/random.hpp"

namespace graze::bench {

namespace {

// A sphere in a sphere of radius 1. It turns, and drifts by a part of the gap.
Cliff nested_spheres(const std::string& name, const Shape& outer, const Shape& inner, double gap, double drift,
                     Random& random) {
  const double speed = drift * gap;
  const Motion motion = Motion::constant_velocity(Vector3::Zero(), random.orientation(), speed * random.direction(),
                                                  random.uniform(0.5, 3.0) * random.direction());
  Cliff cliff{fmt::format("{} {:g} apart{}", name, gap, drift > 1 ? ", closing" : ""),
              {outer, Motion::still(Vector3::Zero(), random.orientation())},
              {inner, motion},
              {0.0, 1.0},
              0.5,
              {}};
  cliff.truth.gap = [gap, speed](double time) { return gap - speed * time; };
  return cliff;
}

// The lowest point of a bowl, which slides along the top of a box at a height and may sink.
Cliff patch_on_box(double height, double bend, double sink, Random& random) {
  ControlGrid grid{3, 3, {}};
  // The control points of z = bend (x^2 + y^2) over [-1, 1] x [-1, 1]: of x^2 they are 1, -1, 1.
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      grid.points.emplace_back(i - 1.0, j - 1.0, bend * ((i == 1 ? -1.0 : 1.0) + (j == 1 ? -1.0 : 1.0)));
  const Vector3 velocity(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), -sink * height);
  const Motion motion = Motion::constant_velocity({0.0, 0.0, 0.5 + height}, Quaternion::Identity(), velocity,
                                                  {0.0, 0.0, random.uniform(-3.0, 3.0)});
  Cliff cliff{fmt::format("Bezier patch bent by {:g}, {:g} above box{}", bend, height, sink > 1 ? ", closing" : ""),
              {Shape::parametric(ParametricSurface::bezier(grid)), motion},
              {Shape::box({4.0, 4.0, 1.0}), Motion()},
              {0.0, 1.0},
              0.5,
              {}};
  cliff.truth.gap = [height, sink](double time) { return height - sink * height * time; };
  return cliff;
}

}  // namespace

std::vector<Cliff> curved_cases(const CliffScale& scale) {
  std::vector<Cliff> cliffs;
  for (std::size_t k = 0; k < scale.trials; ++k) {
    Random random(derived_seed(scale.seed, 500 + k));
    for (const double gap : {1e-3, 1e-6}) {
      const Shape outer = Shape::parametric(ParametricSurface::sphere(1.0));
      const Shape inner = Shape::parametric(ParametricSurface::sphere(1.0 - gap));
      cliffs.push_back(nested_spheres("parametric spheres", outer, inner, gap, 0.5, random));
      cliffs.push_back(nested_spheres("parametric spheres", outer, inner, gap, 1.5, random));
      cliffs.push_back(nested_spheres("implicit and parametric sphere", Shape::implicit(ImplicitSurface::sphere(1.0)),
                                      inner, gap, 0.5, random));
    }
    cliffs.push_back(patch_on_box(1e-3, 0.2, 0.5, random));
    cliffs.push_back(patch_on_box(1e-6, 0.01, 1.2, random));
    cliffs.push_back(patch_on_box(1e-4, 0.0, 0.5, random));
  }
  return cliffs;
}

}  // namespace graze::bench
