// SPDX-License-Identifier: Apache-2.0
// Curved surfaces by their formulas: a wavy sheet of one's own, and a torus with a ball cut out, falling on it.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  // Written once, for jets: values with their derivatives, as intervals over a whole patch.
  const auto waves = [](const Jet2& u, const Jet2& v) {
    return JetPoint2{u, v, Jet2(0.2) * sin(Jet2(3.0) * u) * cos(Jet2(2.0) * v)};
  };
  const ParametricSurface sheet = ParametricSurface::from_function(waves, {Interval(-2, 2), Interval(-2, 2)});

  const ImplicitSurface ball = ImplicitSurface::sphere(0.5).placed({{1.0, 0.0, 0.0}, Quaternion::Identity()});
  const ImplicitSurface bitten = ImplicitSurface::difference_of(ImplicitSurface::torus(1.0, 0.3), ball);

  const Vector3 turning(1.0, 0.5, 2.0);
  const Motion falling = Motion::ballistic({.position = {0.0, 0.0, 2.0}}, Vector3::Zero(), {0.0, 0.0, -9.81}, turning);
  const Toi toi = time_of_impact({Shape::implicit(bitten), falling}, {Shape::parametric(sheet), Motion()});

  std::cout << to_string(toi.verdict) << " at " << toi.safe_until() << ", where the gap is at most "
            << toi.separation.hi() << "\nat " << toi.contact.point_b.transpose() << "\n";
  return toi.verdict == Verdict::Impact ? 0 : 1;
}
