// SPDX-License-Identifier: Apache-2.0
// A robot's path from a file: each of its motions is proved free, or named with its first contact. Run from the
// project's folder.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  const Robot arm = Robot::from_urdf("scenes/robots/arm.urdf");
  const Scene cell = read_scene("scenes/robots/cell.json");
  std::cout << arm.model().name << ": " << arm.linkage().links() << " links, " << arm.linkage().variables()
            << " variables\n";

  bool as_expected = true;
  for (const char* file : {"scenes/robots/reach.csv", "scenes/robots/through_the_sheet.csv"}) {
    const JointPath path = read_joint_path(file, arm);
    const std::vector<MotionCheck> checks = arm.check_path(path, cell);
    std::cout << file << "\n";
    bool free = true;
    for (std::size_t k = 0; k < checks.size(); ++k) {
      const MotionCheck& check = checks[k];
      free = free && check.verdict() == Verdict::Free;
      std::cout << "  motion " << k << ": " << to_string(check.verdict());
      if (check.contact)
        std::cout << " at t = " << check.toi.safe_until() << ": " << check.contact->link_a << " touches "
                  << check.contact->link_b;
      std::cout << "\n";
    }
    as_expected = as_expected && free == (file == std::string("scenes/robots/reach.csv"));
  }
  return as_expected ? 0 : 1;
}
