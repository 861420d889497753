// SPDX-License-Identifier: Apache-2.0
// A motion of your own: a pendulum, written once as a formula. Its derivatives and their certified bounds over whole
// time intervals follow from the formula, so the answer is as proved as for the library's own motions.
#include <cmath>
#include <iostream>

#include <graze/graze.hpp>

namespace {

// Hangs from the origin on a rod of the given length and swings in the xz-plane: angle(t) = amplitude cos(rate t).
struct Pendulum {
  double length, amplitude, rate;

  template <class T>
  graze::RigidPose<T> operator()(const T& t) const {
    using std::cos;
    using std::sin;
    const T angle = T(amplitude) * cos(T(rate) * t);
    const T c = cos(angle);
    const T s = sin(angle);
    graze::RigidPose<T> pose;
    pose.rotation << c, T(0.0), -s, T(0.0), T(1.0), T(0.0), s, T(0.0), c;
    pose.position << T(length) * s, T(0.0), -(T(length) * c);
    return pose;
  }
};

}  // namespace

int main() {
  using namespace graze;
  const Body bob{Shape::mesh(make_icosphere(0.2, 3)), Motion::from_function(Pendulum{1.0, 0.5, 3.0})};
  const Body wall{Shape::box({1, 1, 4}), Motion::still({-0.9, 0, -1})};

  const Toi toi = time_of_impact(bob, wall, {.window = {0.0, 2.0}});

  std::cout.precision(17);
  std::cout << "the bob reaches the wall between t = " << toi.bracket.lo() << " and " << toi.bracket.hi() << "\n";
  // Its leftmost point is at sin(angle) - 0.2, the wall ends at -0.4: contact when sin(angle) = -0.2 (a little later
  // for the faceted ball).
  const double smooth = std::acos(std::asin(-0.2) / 0.5) / 3.0;
  std::cout << "a smooth ball would at t = " << smooth << "\n";
  return toi.verdict == Verdict::Impact && std::abs(toi.bracket.lo() - smooth) < 0.01 ? 0 : 1;
}
