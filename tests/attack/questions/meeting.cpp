// SPDX-License-Identifier: Apache-2.0
#include "attack/questions/meeting.hpp"

#include "attack/oracle/quad_motion.hpp"

namespace graze::attack {

double random_size(Random& random) {
  if (random.chance(0.01)) return random.magnitude(1e36, 1e44);
  if (random.chance(0.01)) return random.magnitude(1e-44, 1e-36);
  switch (random.below(10)) {
    case 0:
      return random.magnitude(1e-38, 1e38);
    case 1:
    case 2:
      return random.magnitude(1e-12, 1e12);
    case 3:
    case 4:
    case 5:
      return random.magnitude(1e-3, 1e3);
    default:
      return 1;
  }
}

void choose_window(Random& random, Question& q) {
  const double starts[] = {1.7e9, 1e12, -1e6, 1e4};
  double window = random.chance(0.3) ? random.magnitude(1e-6, 1e6) : 1.0;
  if (random.chance(0.03)) window = 0;
  q.start = random.chance(0.3) ? starts[random.below(4)] : random.chance(0.3) ? random.uniform(-10.0, 10.0) : 0.0;
  q.end = q.start + window;
}

void choose_demands(Random& random, Question& q) {
  q.tolerance = q.size * (random.chance(0.5) ? 1e-10 : random.magnitude(1e-14, 1e-2));
  if (random.chance(0.03)) q.tolerance = q.size * random.magnitude(1e-25, 1e2);
  if (random.chance(0.25)) q.separation = q.size * random.magnitude(1e-9, 1.0);
  const int budget = random.below(10);
  q.iterations = budget == 0 ? static_cast<std::uint64_t>(1 + random.below(60)) : budget == 1 ? 0 : 20'000;
}

void plant(Random& random, Question& q, const Stage& stage_a, const Stage& stage_b) {
  q.motion_b = random_motion(random, stage_b);
  q.motion_a = random_motion(random, stage_a);
  const double time = q.start + (q.end - q.start) * (random.chance(0.1) ? random.below(2) : random.unit());
  const bool flat = q.shape_b.form == Form::HalfSpace;
  const double reach = reach_of(q.shape_a) + (flat ? 0 : reach_of(q.shape_b));
  Point away = random_direction(random);
  double far = random.chance(0.1) ? random.uniform(1.0, 2.0) : random.uniform(0.0, 1.05);
  const Frame<Quad> b = QuadMotion(q.motion_b).at(time);
  if (stage_a.tidy) {
    away = Point();
    away[random.below(3)] = random.sign();
    far = 0.25 * random.below(9);
  }
  Vec<Quad> target = b.position + Vec<Quad>(far * reach * away);
  if (flat)
    target = b * (Vec<Quad>((q.shape_b.sizes[0] + far * reach) / length(q.shape_b.points[0]) * q.shape_b.points[0]));
  bring_to(q.motion_a, time, target);
  q.suspects.push_back(time);
}

Question meeting(Random& random, ShapeMaker make_a, ShapeMaker make_b) {
  Question q;
  q.size = random_size(random);
  const bool tidy = random.chance(0.1);
  if (tidy) q.size = std::exp2(std::round(std::log2(q.size)));
  double size_a = q.size, size_b = q.size;
  if (!tidy && random.chance(0.2)) (random.chance(0.5) ? size_a : size_b) *= random.magnitude(1e-5, 1e-1);
  q.shape_a = make_a(random, size_a);
  q.shape_b = make_b(random, size_b);
  choose_window(random, q);
  const double period = q.end > q.start ? q.end - q.start : 1.0;
  plant(random, q, {q.start, q.end, q.size, period, tidy}, {q.start, q.end, q.size, period, tidy});
  choose_demands(random, q);
  return q;
}

}  // namespace graze::attack
