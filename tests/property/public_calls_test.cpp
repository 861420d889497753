// SPDX-License-Identifier: Apache-2.0
// Every public call on every kind of shape and motion gives an answer, or throws what its header says.
#include <gtest/gtest.h>

#include "support/every_kind.hpp"

namespace graze::testing {
namespace {

// Does it return? If not, it has to throw std::invalid_argument, and say why.
template <class Call>
bool answers(const Call& call) {
  try {
    call();
    return true;
  } catch (const std::invalid_argument& refusal) {
    EXPECT_NE(std::string(refusal.what()), "");
    return false;
  }
}

const std::vector<NamedShape>& shapes() {
  static const std::vector<NamedShape> list = every_shape();
  return list;
}

// The rigid ones, and deforming ones: with an end for each vertex of the mesh, with too few, and with none.
const std::vector<NamedMotion>& motions() {
  static const std::vector<NamedMotion> list = [] {
    std::vector<NamedMotion> all = every_rigid_motion({-1.5, 0, 0});
    std::vector<Vector3> end = shapes()[0].shape.triangle_mesh().vertices;
    for (Vector3& v : end) v += Vector3(1, 0, 0);
    all.push_back({"vertex_linear", Motion::vertex_linear(end)});
    end.resize(3);
    all.push_back({"vertex_linear, few ends", Motion::vertex_linear(end)});
    all.push_back({"vertex_linear, no ends", Motion::vertex_linear({})});
    return all;
  }();
  return list;
}

Query quick_query() {
  Query query;
  query.tolerance = 1e-6;
  query.budget.iterations = 300;
  return query;
}

void expect_in_order(const Toi& toi, const Query& query) {
  EXPECT_LE(query.window.lo(), toi.bracket.lo());
  EXPECT_LE(toi.bracket.lo(), toi.bracket.hi());
  EXPECT_LE(toi.bracket.hi(), query.window.hi());
  EXPECT_FALSE(to_json(toi).empty());
}

// (No bindings here that lambdas refer to: clang 14 does not take them.)
TEST(PublicCalls, OnShapes) {
  for (const NamedShape& named : shapes()) {
    const std::string& name = named.name;
    const Shape& shape = named.shape;
    EXPECT_NE(to_string(shape.kind()), "") << name;
    EXPECT_GE(shape.radius(), 0.0) << name;
    EXPECT_EQ(answers([&] { return shape.triangle_mesh().triangles.size(); }), shape.has_surface()) << name;
    EXPECT_EQ(answers([&] { return &shape.mesh_shape(); }), shape.has_surface()) << name;
    for (const int level : {-1, 0, 1, 100}) shape.bounding_spheres(level);
    answers([&] { return Shape::rounded(shape, 0.5).radius(); });
    answers([&] { return Shape::compound({{shape}, {shape, {1, 0, 0}}}).radius(); });
    answers([&] { return mass_properties(shape, 1.0).mass; });
    for (const NamedShape& other : shapes()) {
      answers([&] { return Shape::minkowski_sum(shape, other.shape).radius(); });
      EXPECT_TRUE(answers([&] { return distance(shape, Pose::Identity(), other.shape, Pose::Identity()).lower; }));
    }
  }
}

TEST(PublicCalls, OnMotions) {
  const Interval time(0.0, 0.5);
  const Vector3 origin = Vector3::Zero();
  for (const NamedMotion& named : motions()) {
    const std::string& name = named.name;
    const Motion& motion = named.motion;
    const bool rigid = motion.is_rigid();
    EXPECT_EQ(answers([&] { return motion.pose(0.0).translation(); }), rigid) << name;
    EXPECT_EQ(answers([&] { return motion.enclose(time).position; }), rigid) << name;
    EXPECT_EQ(answers([&] { return motion.instant(0.0, origin).position; }), rigid) << name;
    EXPECT_EQ(answers([&] { return motion.speed_bound(time).origin; }), rigid) << name;
    EXPECT_EQ(answers([&] { return motion.acceleration_bound(time).origin; }), rigid) << name;
    EXPECT_EQ(answers([&] { return motion.acceleration_along(Vector3::UnitX(), time, {}).origin; }), rigid) << name;
    EXPECT_EQ(answers([&] { return motion.reach_bound(time); }), rigid) << name;
    EXPECT_FALSE(motion.name().empty()) << name;
    motion.pieces();
    motion.end_vertices();
    const std::array<Vector3, 3> face{Vector3(0, 0, 0), Vector3(1, 0, 0), Vector3(0, 1, 0)};
    const std::array<Vector3, 2> edge{Vector3(0, 0, 1), Vector3(1, 1, 1)};
    EXPECT_EQ(answers([&] { return vertex_face_toi(Vector3(0, 0, 1), motion, face, Motion()).bracket; }), rigid);
    EXPECT_EQ(answers([&] { return edge_edge_toi(edge, Motion(), edge, motion).bracket; }), rigid) << name;
  }
}

TEST(PublicCalls, OnSingleBodies) {
  for (const auto& [shape_name, shape] : shapes())
    for (const auto& [motion_name, motion] : motions()) {
      const Body body{shape, motion};
      const bool deforms = shape_name == "mesh" && motion_name == "vertex_linear";
      EXPECT_EQ(answers([&] { return time_of_self_impact(body, quick_query()).verdict; }), deforms)
          << shape_name << " " << motion_name;
      EXPECT_TRUE(answers([&] { return first_impact(std::vector{body}, quick_query()).toi.verdict; }));
      EXPECT_TRUE(answers([&] { return first_impact({}, quick_query()).toi.verdict; }));
    }
}

void ask_every_solver(const Body& a, const Body& b) {
  const Query query = quick_query();
  for (const auto& [name, solver] : solvers_to_ask()) {
    const bool supported = solver.supports(a, b);
    solver.chosen_for(a, b);
    EXPECT_FALSE(solver.explain(a, b).empty());
    PairCache cache;
    for (int round = 0; round < 2; ++round) {
      const Toi toi = time_of_impact(a, b, query, solver, cache);
      EXPECT_EQ(toi.verdict != Verdict::Unsupported, supported) << name;
      expect_in_order(toi, query);
    }
    const Toi alone = time_of_impact(a, b, query, solver);
    expect_in_order(alone, query);
  }
  const std::vector<Body> both{a, b};
  const SceneToi scene = first_impact(both, query);
  EXPECT_EQ(scene.toi.verdict == Verdict::Unsupported, !Solver::automatic().supports(a, b));
  all_impacts(both, query);
  first_impact(both, query, {.ignored = {{0, 1}}});
  time_of_impact_batch(std::vector{BodyPair{a, b}}, query);
}

// Motions take turns, so that every shape meets every motion and every other shape.
class PublicCallsOnPairs : public ::testing::TestWithParam<std::size_t> {};

TEST_P(PublicCallsOnPairs, OfShapes) {
  const std::size_t i = GetParam();
  for (std::size_t j = 0; j < shapes().size(); ++j) {
    const NamedMotion& motion_a = motions()[(i + 2 * j) % motions().size()];
    const NamedMotion& motion_b = motions()[(3 * i + j + 1) % motions().size()];
    EXPECT_TRUE(answers([&] {
      ask_every_solver({shapes()[i].shape, motion_a.motion}, {shapes()[j].shape, motion_b.motion});
    })) << shapes()[i].name
        << " " << motion_a.name << ", " << shapes()[j].name << " " << motion_b.name;
  }
}
INSTANTIATE_TEST_SUITE_P(Shapes, PublicCallsOnPairs, ::testing::Range(std::size_t{0}, every_shape().size()));

TEST(PublicCalls, OnPairsOfMotions) {
  for (const NamedMotion& a : motions())
    for (const NamedMotion& b : motions())
      for (const std::size_t shape : {std::size_t{0}, std::size_t{4}})
        EXPECT_TRUE(answers([&] {
          ask_every_solver({shapes()[0].shape, a.motion}, {shapes()[shape].shape, b.motion});
        })) << a.name
            << ", " << b.name;
}

// Robots and worlds take what they can, and refuse the rest.
TEST(PublicCalls, OfRobotsAndWorlds) {
  RobotModel model;
  model.name = "arm";
  model.link_names = {"base", "arm"};
  model.joint_names = {"turn"};
  model.joints = {{.type = JointType::Continuous}};
  model.limits = {Interval::entire()};
  for (const NamedShape& named : shapes()) {
    const Shape& shape = named.shape;
    model.shapes = {{1, shape}};
    const Robot robot(model);
    answers([&] { return robot.check_motion({0.0}, {1.0, 2.0}).verdict(); });
    answers([&] { return robot.beyond_limits({}).size(); });
    for (const auto& [motion_name, motion] : motions()) {
      Scene scene;
      scene.query = quick_query();
      scene.bodies = {{"other", {Shape::sphere(0.5), motion}}};
      EXPECT_TRUE(answers([&] { return robot.check_motion({0.0}, {1.0}, scene).verdict(); }))
          << named.name << " " << motion_name;
      answers([&] { return robot.scene_of({{}, {{0.0}, {1.0}}, {}}, scene).bodies.size(); });
    }
    for (const BodyKind kind : {BodyKind::Dynamic, BodyKind::Static, BodyKind::Kinematic})
      answers([&] {
        World world({.bodies = {{.name = "it", .shape = shape, .kind = kind}}});
        world.step(0.01);
        world.cast_ray({-5, 0, 0}, {10, 0, 0});
        for (const NamedShape& cast : shapes())
          answers([&] { return world.cast_shape(cast.shape, {{-5, 0, 0}, Quaternion::Identity()}, {10, 0, 0}); });
      });
  }
}

// Objects that were moved from are as they were, or refuse.
TEST(PublicCalls, OnMovedObjects) {
  Shape shape = Shape::sphere(1);
  Motion motion = Motion::still({1, 2, 3});
  Linkage linkage({{.type = JointType::Revolute}});
  JointTrajectory trajectory = JointTrajectory::linear(linkage, {0.0}, {1.0});
  ParametricSurface parametric = ParametricSurface::sphere(1);
  ImplicitSurface implicit = ImplicitSurface::sphere(1);
  const Shape shape_moved = std::move(shape);
  const Motion motion_moved = std::move(motion);
  const Linkage linkage_moved = std::move(linkage);
  const JointTrajectory trajectory_moved = std::move(trajectory);
  const ParametricSurface parametric_moved = std::move(parametric);
  const ImplicitSurface implicit_moved = std::move(implicit);
  EXPECT_NEAR(shape_moved.radius(), 1.0, 1e-12);
  EXPECT_EQ(motion_moved.pose(0.0).translation(), Vector3(1, 2, 3));
  EXPECT_FALSE(answers([&] { return shape.radius(); }));
  EXPECT_FALSE(answers([&] { return time_of_impact({shape, Motion()}, {shape, Motion()}).verdict; }));
  EXPECT_FALSE(answers([&] { return motion.pose(0.0).translation(); }));
  EXPECT_EQ(time_of_impact({shape_moved, motion}, {shape_moved, Motion()}).verdict, Verdict::Unsupported);
  EXPECT_EQ(linkage.links(), linkage_moved.links());
  EXPECT_EQ(trajectory.pieces().size(), trajectory_moved.pieces().size());
  EXPECT_GT(Shape::parametric(parametric).radius(), 0.9);
  EXPECT_GT(Shape::implicit(implicit).radius(), 0.9);

  World world({.bodies = {{.name = "ball", .shape = Shape::sphere(1)}}});
  World other = std::move(world);
  EXPECT_FALSE(answers([&] { world.step(0.1); }));
  EXPECT_FALSE(answers([&] { return world.size(); }));
  EXPECT_TRUE(answers([&] { other.step(0.1); }));
  ParticleScene scene = make_particles({.count = 10});
  EventSimulator simulator(scene);
  EventSimulator taken = std::move(simulator);
  EXPECT_FALSE(answers([&] { return simulator.now(); }));
  EXPECT_TRUE(answers([&] { return taken.now(); }));

  EXPECT_FALSE(answers([] { return Motion(std::shared_ptr<const MotionModel>()); }));
  EXPECT_FALSE(answers([] { return ParametricSurface(nullptr); }));
  EXPECT_TRUE(answers([] { return Motion().pose(0.0).translation(); }));
}

}  // namespace
}  // namespace graze::testing
