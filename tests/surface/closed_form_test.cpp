// SPDX-License-Identifier: Apache-2.0
// First contacts of curved surfaces that are known in closed form, or as the first root of a function of time.
#include <gtest/gtest.h>

#include <functional>

#include <graze/distance.hpp>
#include <graze/surface.hpp>
#include <graze/time_of_impact.hpp>

#include "support/random.hpp"

namespace graze {
namespace {

using testing::Random;

// The first time in [0, 1] at which a gap that is a smooth function of time closes; infinity if it does not.
double first_root(const std::function<double(double)>& gap) {
  constexpr int kSteps = 4000;
  double before = 0.0;
  for (int i = 1; i <= kSteps; ++i) {
    double after = static_cast<double>(i) / kSteps;
    if (gap(after) <= 0) {
      for (int k = 0; k < 80; ++k) {
        const double middle = 0.5 * (before + after);
        (gap(middle) > 0 ? before : after) = middle;
      }
      return after;
    }
    before = after;
  }
  return std::numeric_limits<double>::infinity();
}

// Never late, and no earlier than where the gap is within the tolerance.
void expect_contact(const Toi& toi, const std::function<double(double)>& gap, double tolerance) {
  const double root = first_root(gap);
  if (toi.verdict == Verdict::Free) {
    EXPECT_GT(root, 1.0);
    return;
  }
  ASSERT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_LE(toi.safe_until(), root);
  EXPECT_GT(gap(toi.safe_until()), 0.0);
  EXPECT_LE(gap(toi.safe_until()), tolerance * (1 + 1e-3) + 1e-13);
  EXPECT_LE(toi.tolerance, tolerance * (1 + 1e-9));
  EXPECT_GE(toi.separation.hi(), gap(toi.safe_until()) - 1e-13);
}

Shape sphere(double radius, bool implicit) {
  return implicit ? Shape::implicit(ImplicitSurface::sphere(radius))
                  : Shape::parametric(ParametricSurface::sphere(radius));
}

TEST(ClosedForm, SphereAndSphere) {
  Random random(1);
  for (int i = 0; i < 12; ++i) {
    const double radius_a = random.uniform(0.2, 1.0);
    const double radius_b = random.uniform(0.2, 1.0);
    const Vector3 from = 3.0 * random.direction();
    const Vector3 to = random.vector(1.5);
    const Vector3 velocity = 1.5 * (to - from);
    const Vector3 spin_a = random.vector(2.0);
    const Vector3 spin_b = random.vector(2.0);
    const Motion motion_a = Motion::constant_velocity(Vector3::Zero(), random.quaternion(), Vector3::Zero(), spin_a);
    const Motion motion_b = Motion::constant_velocity(from, random.quaternion(), velocity, spin_b);
    const auto gap = [&](double t) { return (from + t * velocity).norm() - radius_a - radius_b; };
    Query query;
    query.tolerance = i % 2 == 0 ? 1e-10 : 1e-8;
    const Toi toi =
        time_of_impact({sphere(radius_a, (i & 1) != 0), motion_a}, {sphere(radius_b, (i & 2) != 0), motion_b}, query);
    expect_contact(toi, gap, query.tolerance);
  }
}

TEST(ClosedForm, SphereInsideAnother) {
  // A surface, not a solid: free until the wall is met from inside.
  const Motion motion = Motion::constant_velocity({0.1, 0.2, 0.0}, Quaternion::Identity(), {2.0, 0.0, 0.0}, {1, 2, 3});
  const Toi toi = time_of_impact({sphere(1.0, false), Motion()}, {sphere(0.25, true), motion});
  expect_contact(
      toi, [](double t) { return 0.75 - Vector3(0.1 + 2 * t, 0.2, 0.0).norm(); }, 1e-10);
}

TEST(ClosedForm, EllipsoidAndPlane) {
  Random random(2);
  for (int i = 0; i < 6; ++i) {
    const Vector3 axes(random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0));
    const Vector3 spin = i == 0 ? Vector3(Vector3::Zero()) : random.vector(4.0);
    const Quaternion start = i == 0 ? Quaternion::Identity() : random.quaternion();
    const Motion motion = Motion::constant_velocity({0.3, -0.1, 1.6}, start, {0.4, 0.1, -1.5}, spin);
    const Shape shape = i % 2 == 0 ? Shape::parametric(ParametricSurface::ellipsoid(axes))
                                   : Shape::implicit(ImplicitSurface::ellipsoid(axes));
    const auto gap = [&](double t) {
      const Pose pose = motion.pose(t);
      const Vector3 seen = pose.linear().transpose() * Vector3::UnitZ();
      return pose.translation().z() - axes.cwiseProduct(seen).norm();
    };
    const Body plane{Shape::half_space({0, 0, 2}, 0.0), Motion()};
    expect_contact(time_of_impact({shape, motion}, plane), gap, 1e-10);
    expect_contact(time_of_impact(plane, {shape, motion}), gap, 1e-10);
  }
}

TEST(ClosedForm, EllipsoidAndMovingPlane) {
  // Both at once: the plane comes up while the ellipsoid falls.
  const Vector3 axes(0.5, 0.3, 0.2);
  const Motion motion = Motion::constant_velocity({0, 0, 1.6}, Quaternion(1, 0.3, 0.2, 0), {0.4, 0, -0.7}, {3, 1, 0});
  const Motion rising = Motion::constant_velocity({5, 2, 0}, Quaternion::Identity(), {0, 0, 0.8}, Vector3::Zero());
  const auto gap = [&](double t) {
    const Pose pose = motion.pose(t);
    const Vector3 seen = pose.linear().transpose() * Vector3::UnitZ();
    return pose.translation().z() - 0.8 * t - axes.cwiseProduct(seen).norm();
  };
  const Toi toi = time_of_impact({Shape::parametric(ParametricSurface::ellipsoid(axes)), motion},
                                 {Shape::half_space(Vector3::UnitZ(), 0.0), rising});
  expect_contact(toi, gap, 1e-10);
}

// A sphere goes through the hole of a torus, parallel to its axis. How close they come is known.
class Threaded : public ::testing::TestWithParam<bool> {
 protected:
  Toi thread(double clearance, double tolerance = 1e-8) const {
    const Shape torus = GetParam() ? Shape::implicit(ImplicitSurface::torus(kMajor, kMinor))
                                   : Shape::parametric(ParametricSurface::torus(kMajor, kMinor));
    const double off = kMajor - kMinor - kRadius - clearance;
    const Motion motion =
        Motion::constant_velocity({0.6 * off, 0.8 * off, 1.0}, Quaternion(1, 2, 3, 4), {0, 0, -2}, {1, 1, 0});
    Query query;
    query.tolerance = tolerance;
    return time_of_impact({torus, Motion()}, {sphere(kRadius, false), motion}, query);
  }
  static double gap(double clearance, double t) {
    const double off = kMajor - kMinor - kRadius - clearance;
    return std::hypot(kMajor - off, 1.0 - 2 * t) - kMinor - kRadius;
  }
  static constexpr double kMajor = 1.0, kMinor = 0.25, kRadius = 0.5;
};

TEST_P(Threaded, PassesFree) {
  for (const double clearance : {0.2, 1e-2, 1e-4}) EXPECT_EQ(thread(clearance).verdict, Verdict::Free) << clearance;
}

TEST_P(Threaded, IsStopped) {
  for (const double clearance : {-0.1, -1e-3, -1e-5}) {
    const Toi toi = thread(clearance);
    expect_contact(
        toi, [&](double t) { return gap(clearance, t); }, 1e-8);
  }
}

TEST_P(Threaded, GrazingEndsWithAnHonestAnswer) {
  // Touching in one instant, or missing by less than the tolerance: a near miss counts. By a few tolerances: free.
  for (const double clearance : {0.0, 1e-9}) {
    const Toi toi = thread(clearance);
    ASSERT_NE(toi.verdict, Verdict::Free) << clearance;
    EXPECT_GT(gap(clearance, toi.safe_until()), 0.0);
    EXPECT_LT(toi.safe_until(), 0.5);
  }
  EXPECT_EQ(thread(1e-7).verdict, Verdict::Free);
}
INSTANTIATE_TEST_SUITE_P(Both, Threaded, ::testing::Bool(),
                         [](const auto& info) { return std::string(info.param ? "implicit" : "parametric"); });

TEST(ClosedForm, TwoScrews) {
  // Spheres off the common axis of two screws that turn and advance against each other.
  const double off = 0.8;
  const double radius = 0.3;
  const Axis axis{{0, 0, 0}, {0, 0, 1}};
  const Placement start_a{{off, 0, 0}, Quaternion(1, 0.1, 0.2, 0.3)};
  const Placement start_b{{-off, 0, 1.5}, Quaternion(1, 0.3, 0, 0)};
  const Motion motion_a = Motion::screw(start_a, axis, 5.0, 0.6);
  const Motion motion_b = Motion::screw(start_b, axis, -4.0, -0.7);
  const auto gap = [&](double t) {
    const double angle = std::numbers::pi - 9.0 * t;
    const double height = 1.5 - 1.3 * t;
    return std::sqrt(2 * off * off * (1 - std::cos(angle)) + height * height) - 2 * radius;
  };
  for (const bool implicit : {false, true}) {
    const Toi toi = time_of_impact({sphere(radius, implicit), motion_a}, {sphere(radius, false), motion_b});
    expect_contact(toi, gap, 1e-10);
  }
}

TEST(ClosedForm, ConvexSolidsAndMeshes) {
  // A box, a ball and a mesh of the box, from above.
  const double radius = 0.5;
  const Motion motion = Motion::constant_velocity({0.1, 0.05, 2.0}, Quaternion(1, 1, 0, 0.5), {0, 0, -1.8}, {2, 1, 3});
  const auto above = [&](double t) { return 2.0 - 1.8 * t - radius - 0.5; };
  for (const Shape& shape : {Shape::box({1, 1, 1}), Shape::mesh(subdivided(make_box({1, 1, 1}))),
                             Shape::rounded(Shape::box({0.6, 0.6, 0.6}), 0.2)}) {
    expect_contact(time_of_impact({sphere(radius, false), motion}, {shape, Motion()}), above, 1e-10);
    expect_contact(time_of_impact({shape, Motion()}, {sphere(radius, true), motion}), above, 1e-10);
  }
  const auto between = [&](double t) { return Vector3(0.1, 0.05, 2.0 - 1.8 * t).norm() - radius - 0.5; };
  expect_contact(time_of_impact({sphere(radius, false), motion}, {Shape::sphere(0.5), Motion()}), between, 1e-10);
}

TEST(ClosedForm, CornerOfABoxMeetsAPatch) {
  // The edge of a flat Bezier patch, and a corner of a box that comes from the side.
  ControlGrid grid{2, 2, {{-1, -1, 0}, {-1, 1, 0}, {1, -1, 0}, {1, 1, 0}}};
  const Shape flat = Shape::parametric(ParametricSurface::bezier(grid));
  const Motion motion = Motion::constant_velocity({3.0, 0.2, 0.1}, Quaternion::Identity(), {-2, 0, 0}, Vector3::Zero());
  const Toi toi = time_of_impact({flat, Motion()}, {Shape::box({1, 1, 1}), motion});
  expect_contact(
      toi, [](double t) { return 3.0 - 2 * t - 1.5; }, 1e-10);
  // Edge against edge, crossed: only a direction across both separates them at the end.
  const Motion crossed = Motion::constant_velocity({2.5, 0.0, 1.9}, Quaternion(std::cos(0.4), 0, std::sin(0.4), 0),
                                                   {-1.0, 0, -1.2}, Vector3::Zero());
  const Shape bar = Shape::box({0.4, 3.0, 0.4});
  const Toi edge = time_of_impact({flat, Motion()}, {bar, crossed});
  const Toi reference = time_of_impact({Shape::convex_hull(grid.points), Motion()}, {bar, crossed});
  ASSERT_EQ(edge.verdict, reference.verdict);
  EXPECT_NEAR(edge.safe_until(), reference.safe_until(), 1e-9);
}

TEST(ClosedForm, InitialContactAndSeparation) {
  const Motion beside = Motion::still({1.5, 0, 0});
  EXPECT_EQ(time_of_impact({sphere(1.0, false), Motion()}, {sphere(1.0, true), beside}).verdict,
            Verdict::InitialContact);
  EXPECT_EQ(time_of_impact({sphere(1.0, false), Motion()}, {sphere(0.5, false), beside}).verdict,
            Verdict::InitialContact);  // they touch
  EXPECT_EQ(time_of_impact({sphere(1.0, true), Motion()}, {sphere(0.499, true), beside}).verdict, Verdict::Free);
  Query query;
  query.separation = 0.25;
  const Motion coming = Motion::constant_velocity({4, 0, 0}, Quaternion::Identity(), {-4, 0, 0}, {0, 3, 0});
  const Toi toi = time_of_impact({sphere(1.0, false), Motion()}, {sphere(0.5, false), coming}, query);
  ASSERT_EQ(toi.verdict, Verdict::Impact);
  EXPECT_LE(toi.safe_until(), 2.25 / 4);
  EXPECT_NEAR(toi.safe_until(), 2.25 / 4, 1e-10);
  EXPECT_NEAR(toi.contact.normal.x(), 1.0, 1e-5);
  EXPECT_NEAR(toi.contact.approach_speed, 4.0, 1e-4);
}

TEST(ClosedForm, SurfacesThatRunAlongEachOtherTakeBoundedWork) {
  // A ring in a tube that hardly fits: every place is a near miss. The search gives up and says so.
  const Motion turning = Motion::constant_velocity({0, 0, 0}, Quaternion::Identity(), {0, 0, 0}, {0, 0, 1});
  const Shape tube = Shape::parametric(ParametricSurface::torus(1.0, 0.3));
  const Shape ring = Shape::parametric(ParametricSurface::torus(1.0, 0.3 - 1e-7));
  const Toi toi = time_of_impact({tube, Motion()}, {ring, turning}, {}, Solver::surfaces({.most_pairs = 20'000}));
  EXPECT_EQ(toi.verdict, Verdict::Undecided);
  EXPECT_EQ(toi.safe_until(), 0.0);
  EXPECT_LE(toi.statistics.node_tests, 20'000U);
}

TEST(ClosedForm, OtherSolversRefuse) {
  const Body curved{sphere(1.0, false), Motion()};
  const Body box{Shape::box({1, 1, 1}), Motion::still({5, 0, 0})};
  for (const char* name : {"d2m", "capoeira", "redon", "c2a", "directional", "conservative_advancement"})
    EXPECT_EQ(time_of_impact(curved, box, {}, Solver::named(name)).verdict, Verdict::Unsupported) << name;
  EXPECT_EQ(time_of_impact(box, box, {}, Solver::surfaces()).verdict, Verdict::Unsupported);
  EXPECT_EQ(Solver::automatic().chosen_for(curved, box).name(), "surfaces");
}

TEST(ClosedForm, Distances) {
  const Shape torus = Shape::parametric(ParametricSurface::torus(1.0, 0.25));
  const Shape ring = Shape::implicit(ImplicitSurface::torus(1.0, 0.25));
  Pose at = Pose::Identity();
  at.translation() = Vector3(2.0, 0.0, 0.5);
  const double exact = std::hypot(1.0, 0.5) - 0.25 - 0.3;
  for (const Shape& a : {torus, ring})
    for (const Shape& b : {sphere(0.3, false), sphere(0.3, true), Shape::sphere(0.3)}) {
      const DistanceBounds bounds = distance(a, Pose::Identity(), b, at);
      EXPECT_LE(bounds.lower, exact + 1e-14);
      EXPECT_GE(bounds.upper, exact - 1e-14);
      EXPECT_LT(bounds.upper - bounds.lower, 1e-8);
      EXPECT_NEAR((bounds.point_a - bounds.point_b).norm(), exact, 1e-8);
    }
}

// The zeros of a quadric do not change with a factor.
TEST(ClosedForm, QuadricsOfTinyAndHugeCoefficients) {
  const Body box{Shape::box({1, 1, 1}), Motion()};
  const SpaceBox around{{-3, -3, -3}, {3, 3, 3}};
  const auto ask = [&](double factor) {
    const Eigen::Matrix3d squares = Vector3(factor, 1.1 * factor, 0.9 * factor).asDiagonal();
    const Body quadric{Shape::implicit(ImplicitSurface::quadric(squares, Vector3::Zero(), -factor, around)),
                       Motion::constant_velocity({-3, 0.3, 0.2}, Quaternion::Identity(), {3, 0, 0}, {0.3, 0.2, 0.1})};
    return time_of_impact(quadric, box, {.tolerance = 1e-6});
  };
  const Toi at_one = ask(1.0);
  ASSERT_EQ(at_one.verdict, Verdict::Impact);
  for (const int exponent : {-1000, -900, -500, 500, 900, 1000}) {
    const Toi toi = ask(std::ldexp(1.0, exponent));
    EXPECT_EQ(toi.verdict, Verdict::Impact) << exponent;
    EXPECT_EQ(toi.bracket, at_one.bracket) << exponent;
  }
  const Eigen::Matrix3d uneven = Vector3(1e290, 1.1e-10, 1.0).asDiagonal();
  EXPECT_NO_THROW(ImplicitSurface::quadric(uneven, Vector3::Zero(), -1.0, around));
  EXPECT_THROW(ImplicitSurface::quadric(uneven, Vector3(1e-20, 0, 0), -1.1e-300, around), std::invalid_argument);
}

}  // namespace
}  // namespace graze
