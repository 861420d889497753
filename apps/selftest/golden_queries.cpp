// SPDX-License-Identifier: Apache-2.0
#include "selftest/digest.hpp"
#include "selftest/golden.hpp"

namespace graze::golden {
namespace {

std::vector<Shape> joined(const std::vector<Shape>& first, const std::vector<Shape>& second) {
  std::vector<Shape> all = first;
  all.insert(all.end(), second.begin(), second.end());
  return all;
}

// Meshes and solids, and curved surfaces too.
const std::vector<Shape>& plain_shapes() {
  static const std::vector<Shape> shapes = joined(meshes(), solids());
  return shapes;
}
const std::vector<Shape>& all_shapes() {
  static const std::vector<Shape> shapes = joined(plain_shapes(), surfaces());
  return shapes;
}

// Two bodies a few sizes apart; most of them come close to each other, since the velocities are about what it takes.
BodyPair encounter(Random& random, const std::vector<Shape>& shapes) {
  const Shape& shape_a = shapes[random.below(shapes.size())];
  const Shape& shape_b = shapes[random.below(shapes.size())];
  const Vector3 place = random_vector(random, 2.0);
  Vector3 apart = random_vector(random, 1.0);
  apart *= 2.2 / std::sqrt(std::max(apart.squaredNorm(), 0.01));
  const Vector3 velocity_a = apart + random_vector(random, 0.5);
  const Vector3 velocity_b = random_vector(random, 0.5);
  const auto kind_a = static_cast<int>(random.below(kMotions));
  const auto kind_b = static_cast<int>(random.below(kMotions));
  const Motion motion_a = motion(kind_a, place, velocity_a, random);
  return {{shape_a, motion_a}, {shape_b, motion(kind_b, place + apart, velocity_b, random)}};
}

LinearPath random_path(Random& random) {
  const Vector3 start = random_vector(random, 1.0);
  return {start, random_vector(random, 1.0)};
}

}  // namespace

std::uint64_t shapes(int /*threads*/) {
  Digest digest;
  for (const Shape& shape : all_shapes()) {
    digest.add(shape.radius());
    if (shape.has_surface()) digest.add(shape.triangle_mesh());
    for (int level = 0; level < 4; ++level)
      for (const Sphere& sphere : shape.bounding_spheres(level)) digest.add(sphere.center).add(sphere.radius);
  }
  return digest.value();
}

std::uint64_t distances(int /*threads*/) {
  Random random(5);
  Digest digest;
  for (int k = 0; k < 60; ++k) {
    const BodyPair pair = encounter(random, plain_shapes());
    const DistanceBounds at = distance(pair.a.shape, pair.a.motion.pose(0.0), pair.b.shape, pair.b.motion.pose(0.0));
    digest.add(at.lower).add(at.upper).add(at.point_a).add(at.point_b);
  }
  return digest.value();
}

std::uint64_t features(int threads) {
  Random random(6);
  std::vector<FourPaths> queries(4000);
  for (FourPaths& paths : queries)
    for (LinearPath& path : paths) path = random_path(random);
  Digest digest;
  for (const double separation : {0.0, 0.01}) {
    FeatureQuery query;
    query.separation = separation;
    for (const FeatureToi& toi : vertex_face_toi_batch(queries, query, threads)) digest.add(toi);
    for (const FeatureToi& toi : edge_edge_toi_batch(queries, query, threads)) digest.add(toi);
  }
  return digest.value();
}

// The budget is not of time, so it ends a search at the same place everywhere.
std::uint64_t batch(const Solver& solver, std::uint64_t seed, int threads) {
  // Distances to curved surfaces are slow, and so is the test of redon.
  const bool samples = solver.guarantee() == Guarantee::Sampled;
  const std::size_t count = solver.name() == "redon" ? 5 : 24;
  Random random(seed);
  std::vector<BodyPair> pairs;
  while (pairs.size() < count) {
    const BodyPair pair = encounter(random, samples ? plain_shapes() : all_shapes());
    if (solver.supports(pair.a, pair.b)) pairs.push_back(pair);
  }
  Query query;
  query.tolerance = 1e-8;
  query.all_contacts = true;
  query.budget.iterations = 200'000;
  Digest digest;
  for (const Toi& toi : time_of_impact_batch(pairs, query, solver, threads)) digest.add(toi);
  return digest.value();
}

std::uint64_t scenes(int threads) {
  Random random(7);
  Digest digest;
  for (const BroadPhase broad_phase : {BroadPhase::AdaptiveBvh, BroadPhase::Grid}) {
    std::vector<Body> bodies;
    for (int k = 0; k < 24; ++k) {
      const Vector3 place(3.0 * (k % 5), 3.0 * (k / 5), 0.0);
      const Vector3 velocity = random_vector(random, 1.5);
      const Shape& shape = all_shapes()[random.below(all_shapes().size())];
      bodies.push_back({shape, motion(k % kMotions, place, velocity, random)});
    }
    Pipeline pipeline;
    pipeline.broad_phase = broad_phase;
    pipeline.threads = threads;
    digest.add(first_impact(bodies, {}, pipeline)).add(all_impacts(bodies, {}, pipeline));
  }
  return digest.value();
}

// An arm of three links above a table with an obstacle, from one random configuration to the next.
std::uint64_t robots(int /*threads*/) {
  RobotModel model;
  model.name = "arm";
  model.link_names = {"base", "upper", "lower", "hand"};
  model.joint_names = {"shoulder", "elbow", "wrist"};
  for (std::size_t k = 0; k < 3; ++k) {
    Joint joint;
    joint.type = k == 2 ? JointType::Prismatic : JointType::Continuous;
    joint.parent = k;
    joint.axis = k == 0 ? Vector3::UnitZ().eval() : Vector3(0.2, 1.0, 0.1);
    joint.origin = {Vector3(0.0, 0.0, k == 0 ? 0.5 : 0.8), Quaternion(1.0, 0.1, 0.2, 0.0)};
    model.joints.push_back(joint);
    model.limits.push_back(Interval(-3.0, 3.0));
    model.shapes.push_back({k, Shape::capsule(0.1, 0.5), {Vector3(0.0, 0.0, 0.3)}});
  }
  model.shapes.push_back({3, Shape::mesh(make_torus(0.15, 0.05, 10, 6)), {}});
  const Robot robot(model);
  Scene scene;
  scene.bodies.push_back({"table", {Shape::box(Vector3(0.5, 0.5, 1.0)), Motion::still(Vector3(0.9, 0.0, 0.5))}});
  Random random(8);
  Digest digest;
  for (int k = 0; k < 40; ++k) {
    const Vector3 from = random_vector(random, 1.0);
    const Vector3 to = random_vector(random, 1.0);
    const MotionCheck check =
        robot.check_motion({from.x(), from.y(), 0.1 * from.z()}, {to.x(), to.y(), 0.1 * to.z()}, scene);
    digest.add(check.toi).add(check.free_fraction);
  }
  return digest.value();
}

}  // namespace graze::golden
