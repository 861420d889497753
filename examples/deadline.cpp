// SPDX-License-Identifier: Apache-2.0
// An answer by a deadline. A query that runs out of budget still says until when the bodies are certainly apart:
// a controller moves that far and asks again from there.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  const Body gear{Shape::mesh(make_gear(1.0, 0.8, 0.2, 24)),
                  Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 20})};
  const Body ball{Shape::mesh(make_bumpy_sphere(0.5, 0.2, 5, 4)),
                  Motion::constant_velocity({3, 0, 0}, Quaternion::Identity(), {-1, 0, 0}, {0, 5, 5})};

  Query query{.window = {0.0, 3.0}};
  query.budget.iterations = 20000;  // the same on every machine; budget.seconds is a wall-clock deadline
  std::cout.precision(12);
  for (int slice = 1; slice <= 100; ++slice) {
    const Toi toi = time_of_impact(gear, ball, query);
    std::cout << "slice " << slice << ": " << to_string(toi.verdict) << ", safe until " << toi.safe_until() << "\n";
    if (toi.verdict != Verdict::Undecided) return toi.verdict == Verdict::Impact ? 0 : 1;
    const bool stuck = toi.safe_until() == query.window.lo();
    if (stuck) query.budget.iterations *= 2;
    query.window = {toi.safe_until(), query.window.hi()};
  }
  return 1;
}
