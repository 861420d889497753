// SPDX-License-Identifier: Apache-2.0
// Swept boxes hold every point of the body at every time, by paths at 200 bits.
#include <gtest/gtest.h>

#include "broadphase/swept_box.hpp"
#include "motion/exact_motions.hpp"
#include "support/random.hpp"

namespace graze::testing {
namespace {

// A shape and some points of it; those of curved ones are as far out as doubles say, pulled in by rounding.
struct Sample {
  Shape shape;
  std::vector<Vector3> points;
};

std::vector<Vector3> on_ball(Random& random, const Vector3& center, double radius) {
  std::vector<Vector3> points;
  for (int i = 0; i < 8; ++i) points.push_back(center + radius * (1 - 1e-14) * random.direction());
  for (int i = 0; i < 3; ++i) points.push_back(center + radius * (1 - 1e-14) * Vector3::Unit(i));
  return points;
}

Sample random_sample(Random& random) {
  const double size = random.magnitude(1e-3, 1e3);
  switch (random.below(6)) {
    case 0: {
      TriangleMesh mesh = make_bumpy_sphere(size, 0.4, 3, 1);
      const Vector3 shift = random.chance(0.5) ? random.vector(10 * size) : Vector3(Vector3::Zero());
      for (Vector3& vertex : mesh.vertices) vertex += shift;
      return {Shape::mesh(mesh), mesh.vertices};
    }
    case 1:
      return {Shape::sphere(size), on_ball(random, Vector3::Zero(), size)};
    case 2: {
      const Shape box = Shape::box(size * Vector3(random.uniform(0.1, 1), random.uniform(0.1, 1), 0.5));
      return {box, box.triangle_mesh().vertices};
    }
    case 3: {
      std::vector<Vector3> points;
      for (int i = 0; i < 9; ++i) points.push_back(size * (random.vector(1.0) + Vector3(2, 0, 0)));
      return {Shape::convex_hull(points), points};
    }
    case 4: {
      std::vector<Vector3> points = on_ball(random, {0, 0, size / 2}, 0.3 * size);
      for (const Vector3& p : on_ball(random, {0, 0, -size / 2}, 0.3 * size)) points.push_back(p);
      return {Shape::capsule(0.3 * size, size), points};
    }
    default: {
      // Places that are exact, so that the points of the parts are.
      const Vector3 far(0, 4, -8);
      std::vector<Vector3> points = make_box({1, 1, 1}).vertices;
      for (const Vector3& p : make_box({2, 1, 0.5}).vertices) points.push_back(p + far);
      return {Shape::compound({{Shape::box({1, 1, 1})}, {Shape::mesh(make_box({2, 1, 0.5})), far}}), points};
    }
  }
}

Interval random_window(Random& random) {
  const double start = random.uniform(-4.0, 8.0);
  const int kind = random.below(3);
  return kind == 0 ? Interval(start) : Interval(start, start + random.magnitude(1e-9, kind == 1 ? 1e-2 : 1e2));
}

::testing::AssertionResult holds(const SweptBox& box, const Vec<Real>& point, double margin) {
  for (int i = 0; i < 3; ++i)
    if (!(point[i] - Real(margin) >= Real(box.lower[i]) && point[i] + Real(margin) <= Real(box.upper[i])))
      return ::testing::AssertionFailure() << "coordinate " << i << " is " << to_text(point[i]) << ", not in ["
                                           << box.lower[i] << ", " << box.upper[i] << "]";
  return ::testing::AssertionSuccess();
}

class SweptBoxes : public ::testing::TestWithParam<MotionKind> {};

TEST_P(SweptBoxes, HoldTheBodyAllAlong) {
  Random random(21);
  for (int i = 0; i < 300; ++i) {
    const ExactMotion m = GetParam().make(random, random.chance(0.5) ? Range::Moderate : Range::Wide);
    const Sample sample = random_sample(random);
    const Interval window = random_window(random);
    const double margin = random.chance(0.5) ? 0.0 : random.magnitude(1e-10, 1.0);
    const SweptBody swept = sweep({sample.shape, m.motion}, bound_of(sample.shape), window, margin);
    for (int k = 0; k < 12; ++k) {
      const Vector3& point =
          sample.points[static_cast<std::size_t>(random.below(static_cast<int>(sample.points.size())))];
      const Real time = random.inside(window);
      ASSERT_TRUE(holds(swept.box, m.path(Vec<Real>(point), time).position, margin)) << "case " << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Motions, SweptBoxes, ::testing::ValuesIn(motion_kinds()),
                         [](const auto& info) { return info.param.name; });

// Turns small enough for a sweep to first order and around where that ends, early and late, with both ends looked at:
// what bends most is furthest out there.
TEST(SweptBoxesOfShapes, ThatTurnALittleHoldThemAllAlong) {
  Random random(26);
  for (int i = 0; i < 800; ++i) {
    const double length = random.magnitude(1e-6, 10.0);
    const double speed = random.chance(0.2) ? 0.0 : random.magnitude(1e-3, 1e3);
    const Vector3 spin = random.chance(0.1) ? Vector3(Vector3::Zero())
                                            : Vector3(random.magnitude(1e-6, 0.6) / length * random.direction());
    const RigidMotion m{random.vector(random.magnitude(1e-3, 1e6)), random.quaternion(), speed * random.direction(),
                        spin};
    const double start = random.chance(0.2) ? random.sign() * random.magnitude(1.0, 1e6) : random.uniform(-2.0, 2.0);
    const Interval window(start, start + length);
    const Sample sample = random_sample(random);
    const double margin = random.chance(0.5) ? 0.0 : random.magnitude(1e-10, 1.0);
    const SweptBody swept = sweep({sample.shape, m.motion()}, bound_of(sample.shape), window, margin);
    const Vec<Real> center(bound_of(sample.shape).center);
    for (const double time : {window.lo(), window.hi(), random.inside(window)}) {
      for (const Vector3& point : sample.points)
        ASSERT_TRUE(holds(swept.box, path_at(m, Vec<Real>(point), Real(time)).position, margin)) << "case " << i;
      const Vec<Real> at = path_at(m, center, Real(time)).position;
      for (int k = 0; k < 3; ++k)
        ASSERT_TRUE(at[k] >= Real(swept.center[k].lo()) && at[k] <= Real(swept.center[k].hi())) << "case " << i;
    }
  }
}

// The same motion under another name, so that it is swept by its enclosures.
class Renamed final : public MotionModel {
 public:
  explicit Renamed(Motion motion) : motion_(std::move(motion)) {}
  MotionEnclosure enclose(const Interval& time, const Vector3& origin) const override {
    return motion_.enclose(time, origin);
  }
  Pose pose(double time) const override { return motion_.pose(time); }
  std::string_view name() const override { return "renamed"; }

 private:
  Motion motion_;
};

TEST(SweptBoxesOfShapes, ToFirstOrderAreNoLargerThanByEnclosures) {
  Random random(27);
  const auto extent = [](const Body& body, const Interval& window) {
    const SweptBox box = sweep(body, bound_of(body.shape), window, 0.0).box;
    return (box.upper - box.lower).sum();
  };
  for (const Vector3& sides : {Vector3(1, 2, 3), Vector3(0.1, 0.1, 3), Vector3(3, 3, 0.1), Vector3(1, 1, 1)}) {
    double quick = 0.0;
    double enclosed = 0.0;
    for (int i = 0; i < 1000; ++i) {
      const RigidMotion m{random.vector(20.0), random.quaternion(), random.vector(4.0), random.vector(15.0)};
      const double start = random.uniform(0.0, 4.0);
      const Interval window(start, start + 1.0 / 60.0);
      const Shape box = Shape::box(sides);
      quick += extent({box, m.motion()}, window);
      enclosed += extent({box, Motion(std::make_shared<const Renamed>(m.motion()))}, window);
    }
    EXPECT_LE(quick, 1.002 * enclosed) << sides.transpose();
  }
}

TEST(ShapeBounds, HoldTheShape) {
  Random random(24);
  for (int i = 0; i < 500; ++i) {
    const Sample sample = random_sample(random);
    const ShapeBound bound = bound_of(sample.shape);
    for (const Vector3& point : sample.points) {
      const Vec<Real> arm = Vec<Real>(point) - Vec<Real>(bound.center);
      ASSERT_LE(norm(arm), Real(bound.radius));
      for (int k = 0; k < 3; ++k) ASSERT_LE(abs(arm[k]), Real(bound.half[k]));
    }
  }
}

// Two balls: never ruled out when they come as close as asked.
TEST(Spheres, AreOnlyRuledOutWhereNothingComesClose) {
  Random random(25);
  const Shape ball = Shape::sphere(0.5);
  const ShapeBound bound = bound_of(ball);
  int ruled_out = 0;
  int close = 0;
  for (int i = 0; i < 3000; ++i) {
    const RigidMotion a{random.vector(2.0), random.quaternion(), random.vector(2.0), random.vector(5.0)};
    const RigidMotion b{random.vector(2.0), random.quaternion(), random.vector(2.0), random.vector(5.0)};
    const Interval window(0.0, random.uniform(0.0, 0.5));
    const double distance = random.uniform(0.0, 0.5);
    const SweptBody swept_a = sweep({ball, a.motion()}, bound, window, 0.0);
    const SweptBody swept_b = sweep({ball, b.motion()}, bound, window, 0.0);
    const bool may = spheres_may_meet(swept_a, bound, swept_b, bound, distance);
    ruled_out += may ? 0 : 1;
    for (int k = 0; k < 4; ++k) {
      const Real t = random.inside(window);
      const Vec<Real> between = path_at(a, Vec<Real>(), t).position - path_at(b, Vec<Real>(), t).position;
      const bool meets = norm(between) - 1 <= distance;
      close += meets ? 1 : 0;
      EXPECT_TRUE(may || !meets);
    }
  }
  EXPECT_GT(ruled_out, 500);
  EXPECT_GT(close, 500);
}

TEST(SweptBoxesOfShapes, AreTightWhenNothingMoves) {
  const Shape box = Shape::mesh(make_box({1, 2, 3}));
  const SweptBody swept = sweep({box, Motion::still({5, 0, 0})}, bound_of(box), {0, 1}, 0.0);
  EXPECT_LE((swept.box.lower - Vector3(4.5, -1, -1.5)).norm(), 1e-12);
  EXPECT_LE((swept.box.upper - Vector3(5.5, 1, 1.5)).norm(), 1e-12);
}

TEST(SweptBoxesOfShapes, ThatSpinStayWithinTheSphere) {
  const Shape box = Shape::mesh(make_box({1, 2, 3}));
  const Motion spin = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {3, 4, 5});
  const SweptBody swept = sweep({box, spin}, bound_of(box), {0, 10}, 0.0);
  EXPECT_LE(swept.box.upper.maxCoeff(), 0.5 * std::sqrt(14.0) + 1e-9);
}

TEST(SweptBoxesOfShapes, ThatDeformHoldTheVertices) {
  const TriangleMesh mesh = make_box({1, 1, 1});
  std::vector<Vector3> end = mesh.vertices;
  Random random(22);
  for (Vector3& vertex : end) vertex += random.vector(3.0);
  const Body body{Shape::mesh(mesh), Motion::vertex_linear(end)};
  for (int i = 0; i < 200; ++i) {
    const Interval window = random.part_of({0.0, 1.0});
    const SweptBody swept = sweep(body, bound_of(body.shape), window, 0.0);
    for (std::size_t v = 0; v < end.size(); ++v) {
      const Real t = random.inside(window);
      const Vec<Real> at = Real(1 - t) * Vec<Real>(mesh.vertices[v]) + t * Vec<Real>(end[v]);
      ASSERT_TRUE(holds(swept.box, at, 0.0));
    }
  }
}

// A half-space that moves, and a ball: never ruled out when they come as close as asked.
TEST(HalfSpaces, AreOnlyRuledOutWhereNothingComesClose) {
  Random random(23);
  int ruled_out = 0;
  int close = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vector3 axis = Vector3::Unit(random.below(3));
    const Body plane{Shape::half_space(axis, 0.25),
                     Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), random.vector(1.0), Vector3::Zero())};
    const Shape ball = Shape::sphere(0.5);
    const Body body{ball, Motion::constant_velocity(random.vector(4.0), random.quaternion(), random.vector(2.0),
                                                    random.vector(5.0))};
    const Interval window(0.0, random.uniform(0.0, 1.0));
    const double distance = random.uniform(0.0, 0.5);
    const SweptBody swept = sweep(body, bound_of(ball), window, 0.0);
    const bool may = may_meet(plane, swept, bound_of(ball), window, distance);
    ruled_out += may ? 0 : 1;
    for (const double t : {window.lo(), window.hi()}) {
      const double height = axis.dot(body.motion.pose(t).translation() - plane.motion.pose(t).translation());
      const bool meets = height - 0.25 - 0.5 <= distance - 1e-9;
      close += meets ? 1 : 0;
      EXPECT_TRUE(may || !meets);
    }
  }
  EXPECT_GT(ruled_out, 300);
  EXPECT_GT(close, 300);
}

}  // namespace
}  // namespace graze::testing
