// SPDX-License-Identifier: Apache-2.0
#include "attack/questions/generators.hpp"

#include "attack/oracle/quad_motion.hpp"
#include "attack/questions/meeting.hpp"
#include "attack/questions/motion_generators.hpp"

namespace graze::attack {
namespace {

ShapeNumbers tidy_box(Random& random, double size) {
  const double l = std::exp2(std::round(std::log2(size)));
  ShapeNumbers s;
  s.form = Form::Box;
  for (int i = 0; i < 3; ++i) s.sizes.push_back(l * 0.5 * (1 + random.below(4)));
  if (random.chance(0.5)) return box_mesh({s.sizes[0], s.sizes[1], s.sizes[2]});
  return s;
}

// Boxes whose faces, edges and corners meet exactly.
Question exact_boxes(Random& random) {
  Question q;
  q.size = std::exp2(random.below(200) - 100);
  q.shape_a = tidy_box(random, q.size);
  q.shape_b = tidy_box(random, q.size);
  const auto step = [&] { return q.size * 0.25 * (random.below(17) - 8); };
  q.motion_a.path = Path::ConstantVelocity;
  q.motion_a.places[0].position = {step(), step(), step()};
  q.motion_a.velocity = {step(), step(), step()};
  q.motion_b.path = random.chance(0.5) ? Path::Still : Path::ConstantVelocity;
  if (q.motion_b.path == Path::ConstantVelocity) q.motion_b.velocity = {step(), 0, 0};
  if (random.chance(0.2)) q.separation = q.size * 0.25 * random.below(3);
  q.end = random.below(5);
  q.tolerance = q.size * random.magnitude(1e-14, 1e-4);
  q.iterations = 20'000;
  for (int i = 0; i <= 16; ++i) q.suspects.push_back(q.end * i / 16);
  return q;
}

// As small as doubles go, or with squares that are.
double vanishing(Random& random) {
  const double sizes[] = {0.0, 0x1p-1074, 1e-310, 2.7e-162, 1e-154, 1e-81, 1e-8};
  return random.sign() * sizes[random.below(7)];
}

void mix(Random& random, Point& p, double size) {
  for (int i = 0; i < 3; ++i)
    if (random.chance(0.3)) p[i] = size * vanishing(random);
}

// Bodies some of whose coordinates vanish beside the others.
Question mixed_magnitudes(Random& random) {
  const ShapeMaker makers[] = {convex_shape, mesh_shape, primitive, compound_shape};
  Question q;
  do q = meeting(random, makers[random.below(4)], makers[random.below(4)]);
  while (std::fabs(q.start) > 10);
  for (ShapeNumbers* s : {&q.shape_a, &q.shape_b})
    if (random.chance(0.5))
      for (Point& p : s->points) mix(random, p, q.size);
  for (MotionNumbers* m : {&q.motion_a, &q.motion_b}) {
    for (Place& place : m->places) {
      mix(random, place.position, q.size);
      if (random.chance(0.3)) place.turn = {vanishing(random), vanishing(random), vanishing(random), 1.0};
    }
    for (Point* rate : {&m->velocity, &m->spin}) mix(random, *rate, q.size);
  }
  if (random.chance(0.5)) q.separation = q.size * random.uniform(0.01, 0.5);
  return q;
}

// Straight ways without a turn, often fast and past thin things.
Question cast(Random& random) {
  Question q =
      meeting(random, random.chance(0.5) ? convex_shape : closed_mesh, random.chance(0.5) ? convex_shape : mesh_shape);
  const double time = q.suspects[0];
  const double period = q.end > q.start ? q.end - q.start : 1.0;
  for (MotionNumbers* m : {&q.motion_a, &q.motion_b}) {
    const Vec<Quad> there = QuadMotion(*m).at(time).position;
    const Turn turn = m->places[0].turn;
    *m = MotionNumbers();
    m->path = m == &q.motion_a || random.chance(0.5) ? Path::ConstantVelocity : Path::Still;
    m->places[0].turn = turn;
    if (m->path == Path::ConstantVelocity)
      m->velocity = q.size / period * random.magnitude(1e-2, 1e5) * random_direction(random);
    bring_to(*m, time, there);
  }
  return q;
}

void deform(Random& random, const ShapeNumbers& shape, double size, const Point& way, MotionNumbers& motion) {
  motion.path = Path::Deforming;
  const double amount = random.chance(0.2) ? 0.0 : random.magnitude(1e-3, 1.0);
  for (const Point& p : shape.points) motion.end.push_back(p + way + amount * size * random_direction(random));
}

Question deforming(Random& random) {
  Question q;
  q.size = random_size(random);
  q.shape_a = mesh_shape(random, q.size);
  q.shape_b = mesh_shape(random, q.size * (random.chance(0.2) ? random.magnitude(1e-3, 1.0) : 1.0));
  const Point off = random.uniform(0.0, 3.0) * q.size * random_direction(random);
  for (Point& p : q.shape_a.points) p = p + off;
  deform(random, q.shape_a, q.size, random.uniform(-2.5, 0.0) * off, q.motion_a);
  deform(random, q.shape_b, q.size, random.uniform(0.0, 1.0) * q.size * random_direction(random), q.motion_b);
  if (random.chance(0.3)) q.start = random.unit();
  if (random.chance(0.3)) q.end = random.uniform(q.start, 1.0);
  choose_demands(random, q);
  q.suspects.push_back(random.uniform(q.start, q.end));
  return q;
}

Question self_impact(Random& random) {
  Question q;
  q.demand = Demand::Itself;
  q.size = random_size(random);
  q.shape_a = random.chance(0.5) ? closed_mesh(random, q.size) : mesh_shape(random, q.size);
  deform(random, q.shape_a, q.size, {}, q.motion_a);
  if (random.chance(0.3)) q.start = random.unit();
  if (random.chance(0.3)) q.end = random.uniform(q.start, 1.0);
  choose_demands(random, q);
  q.separation = random.chance(0.8) ? 0 : q.size * random.magnitude(1e-9, 1e-2);
  return q;
}

// Bodies that fly about each other.
Question scene(Random& random) {
  const ShapeMaker makers[] = {convex_shape, closed_mesh, primitive};
  Question q = meeting(random, makers[random.below(3)], makers[random.below(3)]);
  q.demand = Demand::Scene;
  const double period = q.end > q.start ? q.end - q.start : 1.0;
  for (int i = 1 + random.below(3); i > 0; --i) {
    Question pair = q;
    pair.shape_a = makers[random.below(3)](random, q.size);
    plant(random, pair, {q.start, q.end, q.size, period, false}, {q.start, q.end, q.size, period, false});
    q.others.push_back({pair.shape_a, pair.motion_a});
    q.suspects.push_back(pair.suspects.back());
  }
  return q;
}

// An arm of links with a body on each, and a few bodies around it.
Question robot(Random& random) {
  Question q;
  q.demand = Demand::Robot;
  q.size = random.chance(0.8) ? 1.0 : random.magnitude(1e-3, 1e3);
  choose_window(random, q);
  if (!(q.end > q.start)) q.end = q.start + 1;
  MotionNumbers arm;
  arm.path = Path::Chain;
  arm.times = {q.start, q.end};
  std::vector<OtherBody> bodies;
  for (int i = 2 + random.below(4); i > 0; --i) {
    ChainJoint joint;
    joint.slides = random.chance(0.2);
    joint.origin.position = {0, 0, q.size * random.uniform(0.5, 1.0)};
    if (random.chance(0.3)) joint.origin.turn = random_turn(random);
    joint.axis = random.chance(0.3) ? random_direction(random) : Point(random.below(2), 1, 0);
    joint.from = random.uniform(-1.5, 1.5) * (joint.slides ? 0.3 * q.size : 1.0);
    joint.to = joint.from + random.uniform(-1.5, 1.5) * (joint.slides ? 0.3 * q.size : 1.0);
    arm.joints.push_back(joint);
    arm.places[0].position = {0, 0, 0.25 * q.size};
    bodies.push_back({random.chance(0.3) ? closed_mesh(random, 0.4 * q.size) : primitive(random, 0.4 * q.size), arm});
  }
  for (int i = random.below(3); i >= 0; --i) {
    MotionNumbers still;
    still.places[0] = {random.uniform(0.5, 3.0) * q.size * random_direction(random), random_turn(random)};
    bodies.push_back({random.chance(0.5) ? mesh_shape(random, q.size) : primitive(random, q.size), still});
  }
  q.shape_a = bodies[0].shape;
  q.motion_a = bodies[0].motion;
  q.shape_b = bodies[1].shape;
  q.motion_b = bodies[1].motion;
  q.others.assign(bodies.begin() + 2, bodies.end());
  choose_demands(random, q);
  return q;
}

Question distances(Random& random) {
  const ShapeMaker makers[] = {convex_shape, mesh_shape, primitive, compound_shape};
  Question q = meeting(random, makers[random.below(4)], random.chance(0.1) ? half_space : makers[random.below(4)]);
  q.demand = Demand::Distance;
  for (MotionNumbers* m : {&q.motion_a, &q.motion_b}) {
    MotionNumbers still;
    still.places[0] = m->places[0];
    still.places[0].position = random.uniform(0.0, 3.0) * q.size * random_direction(random);
    *m = still;
  }
  return q;
}

ShapeNumbers smooth_or_box(Random& random, double size) { return primitive(random, size); }

Question convex(Random& random) { return meeting(random, convex_shape, convex_shape); }
Question spheres_and_capsules(Random& random) {
  const ShapeMaker round = [](Random& r, double size) {
    ShapeNumbers s;
    s.form = r.chance(0.5) ? Form::Sphere : Form::Capsule;
    s.sizes = {r.uniform(0.2, 1.0) * size, r.uniform(0.2, 1.0) * size};
    return s;
  };
  return meeting(random, round, round);
}
Question meshes(Random& random) { return meeting(random, mesh_shape, mesh_shape); }
Question mesh_and_convex(Random& random) { return meeting(random, mesh_shape, convex_shape); }
Question compounds(Random& random) {
  const ShapeMaker others[] = {compound_shape, convex_shape, mesh_shape};
  return meeting(random, compound_shape, others[random.below(3)]);
}
Question half_spaces(Random& random) {
  const ShapeMaker others[] = {convex_shape, mesh_shape, compound_shape};
  return meeting(random, others[random.below(3)], half_space);
}
// Curved surfaces take long: mostly with less time, and content with less.
Question curved_meeting(Random& random, ShapeMaker make_b) {
  Question q = meeting(random, curved_shape, make_b);
  const bool patient = random.chance(0.05);
  if (!patient) q.tolerance = std::max(q.tolerance, q.size * random.magnitude(1e-8, 1e-3));
  if (q.iterations == 0 || q.iterations > 2000) q.iterations = patient ? 20'000 : 2000;
  return q;
}

Question curved_and_mesh(Random& random) { return curved_meeting(random, closed_mesh); }
Question curved_and_solid(Random& random) {
  return curved_meeting(random, random.chance(0.2) ? half_space : smooth_or_box);
}
Question curved_and_curved(Random& random) { return curved_meeting(random, curved_shape); }

constexpr AttackClass kClasses[] = {
    {"round", spheres_and_capsules, 12},
    {"convex", convex, 12},
    {"exact_boxes", exact_boxes, 8},
    {"mixed", mixed_magnitudes, 12},
    {"casts", cast, 12},
    {"half_spaces", half_spaces, 12},
    {"meshes", meshes, 10},
    {"mesh_convex", mesh_and_convex, 10},
    {"compounds", compounds, 10},
    {"curved_mesh", curved_and_mesh, 10},
    {"curved_solid", curved_and_solid, 10},
    {"curved_curved", curved_and_curved, 8},
    {"deforming", deforming, 8},
    {"self_impact", self_impact, 8},
    {"scenes", scene, 8},
    {"robots", robot, 10},
    {"distances", distances, 1},
};

}  // namespace

std::span<const AttackClass> attack_classes() { return kClasses; }

Question question_of(const AttackClass& attack, std::uint64_t seed, std::uint64_t number) {
  std::uint64_t mixed = seed * 0x9e3779b97f4a7c15ull;
  for (const char* c = attack.name; *c != 0; ++c) mixed = (mixed ^ static_cast<unsigned char>(*c)) * 0x100000001b3ull;
  Random random(mixed + number * 0xd1342543de82ef95ull);
  return attack.make(random);
}

}  // namespace graze::attack
