// SPDX-License-Identifier: Apache-2.0
// Coherence: the same pair of bodies, asked about again and again while one is moved by small steps. A PairCache keeps
// what one query learned for the next. It saves work and changes no answer.
#include <iostream>

#include <graze/graze.hpp>

int main() {
  using namespace graze;
  const Shape knot = Shape::mesh(make_torus_knot(2, 3, 1.0, 0.4, 0.15, 400, 24));
  const Body fixed{knot, Motion::still({0, 0, 0})};

  PairCache cache;  // one for this pair, in this order
  std::uint64_t work_plain = 0, work_cached = 0;
  bool same = true;
  for (int step = 0; step < 200; ++step) {
    const Vector3 from(2.765, 0.0, 0.6 - 0.001 * step);
    const Vector3 to = from - Vector3(0.0, 0.0, 0.001);
    const Body dragged{knot, Motion::interpolated({from}, {to})};
    const Toi plain = time_of_impact(fixed, dragged);
    const Toi cached = time_of_impact(fixed, dragged, {}, Solver::automatic(), cache);
    same = same && plain.verdict == cached.verdict && plain.bracket == cached.bracket;
    work_plain += plain.statistics.node_tests;
    work_cached += cached.statistics.node_tests;
  }
  std::cout << "pairs of boxes tested: " << work_plain << " without the cache, " << work_cached << " with it\n"
            << "the answers are " << (same ? "the same\n" : "different\n");
  return same ? 0 : 1;
}
