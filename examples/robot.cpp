// SPDX-License-Identifier: Apache-2.0
// Is a robot's motion free? A proof, or the first contact. Run from the project's folder.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  const Robot arm = Robot::from_urdf("scenes/robots/arm.urdf");
  const Scene cell = read_scene("scenes/robots/cell.json");

  Configuration from = arm.rest();
  from[0] = 1.4;  // turned to the side,
  from[1] = 0.9;  // leaning forward
  Configuration to = from;
  to[0] = -1.4;  // and round to the other side

  const MotionCheck check = arm.check_motion(from, to, cell);

  std::cout << to_string(check.verdict()) << ": free for " << 100 * check.free_fraction << " % of the way\n";
  if (check.contact) std::cout << check.contact->link_a << " meets " << check.contact->link_b << "\n";
  return check.verdict() == Verdict::Impact ? 0 : 1;
}
