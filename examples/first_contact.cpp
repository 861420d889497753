// SPDX-License-Identifier: Apache-2.0
// When do two moving bodies first touch?
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  const Body gear{Shape::mesh(make_gear(1.0, 0.8, 0.2, 24)),
                  Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 3})};
  const Body knot{Shape::mesh(make_torus_knot(2, 3, 0.5, 0.2, 0.08, 200, 12)),
                  Motion::constant_velocity({3, 0, 0}, Quaternion::Identity(), {-2, 0, 0}, {1, 2, 0})};

  const Toi toi = time_of_impact(gear, knot);

  std::cout.precision(17);
  std::cout << to_string(toi.verdict) << " (" << to_string(toi.guarantee) << "): apart until " << toi.safe_until()
            << ", contact by " << toi.bracket.hi() << "\n";
  return toi.verdict == Verdict::Impact ? 0 : 1;
}
