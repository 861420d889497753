// SPDX-License-Identifier: Apache-2.0
// Shapes of your own: a mesh from vertices and triangles, and a surface from a formula.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  TriangleMesh roof;  // two rectangles that meet at a ridge; meshes may be open
  roof.vertices = {{-1, -1, 0}, {1, -1, 0}, {-1, 0, 0.5}, {1, 0, 0.5}, {-1, 1, 0}, {1, 1, 0}};
  roof.triangles = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}};

  // f(x) is zero on the surface and negative inside. Written once, for jets: derivatives and bounds follow.
  const auto cushion = [](const JetPoint3& x) {
    return sqr(sqr(x[0])) + sqr(sqr(x[1])) + sqr(sqr(x[2])) - Jet3(0.0625);
  };
  const SpaceBox box{{-0.6, -0.6, -0.6}, {0.6, 0.6, 0.6}};

  const Body falling{Shape::implicit(ImplicitSurface::from_function(cushion, box)),
                     Motion::ballistic({{0, 0.1, 3}}, {0, 0, 0}, {0, 0, -9.81}, {1, 2, 0})};
  const Body still{Shape::mesh(roof), Motion()};
  const Toi toi = time_of_impact(falling, still);

  std::cout << to_string(toi.verdict) << " (" << to_string(toi.guarantee) << ") at t = " << toi.safe_until() << ", on "
            << to_string(toi.contact.feature_b.kind) << " " << toi.contact.feature_b.index << " of the roof\n"
            << "at " << toi.contact.point_b.transpose() << "\n";
  return toi.verdict == Verdict::Impact ? 0 : 1;
}
