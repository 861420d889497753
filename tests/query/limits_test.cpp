// SPDX-License-Identifier: Apache-2.0
// Numbers outside of the ranges of graze/limits.hpp are refused where they enter, by a message that names them.
#include <graze/limits.hpp>

#include <functional>

#include <gtest/gtest.h>

#include <graze/graze.hpp>

#include "support/every_kind.hpp"
#include "support/refusal.hpp"

namespace graze::testing {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<double> kNever{kNan, kInfinity, -kInfinity, 1.1e40, -1.1e40, 1e160, 1e300};

struct Builder {
  std::string field;
  std::function<void(double)> build;
};

std::vector<Builder> builders_with_sizes() {
  return {{"sphere: radius", [](double x) { Shape::sphere(x); }},
          {"capsule: radius", [](double x) { Shape::capsule(x, 1); }},
          {"capsule: length", [](double x) { Shape::capsule(1, x); }},
          {"full_lengths",
           [](double x) {
             Shape::box({1, x, 1});
           }},
          {"cylinder: radius", [](double x) { Shape::cylinder(x, 1); }},
          {"cylinder: length", [](double x) { Shape::cylinder(1, x); }},
          {"cone: radius", [](double x) { Shape::cone(x, 1); }},
          {"cone: length", [](double x) { Shape::cone(1, x); }},
          {"rounded: radius", [](double x) { Shape::rounded(Shape::sphere(1), x); }},
          {"radius", [](double x) { make_icosphere(x, 1); }},
          {"radius", [](double x) { make_bumpy_sphere(x, 0.1, 2, 1); }},
          {"minor_radius", [](double x) { make_torus(1, x, 4, 4); }},
          {"tube_radius", [](double x) { make_torus_knot(2, 3, 1, 0.5, x, 10, 4); }},
          {"thickness", [](double x) { make_gear(1, 0.5, x, 5); }},
          {"sphere: radius", [](double x) { ParametricSurface::sphere(x); }},
          {"ellipsoid: semi_axes",
           [](double x) {
             ParametricSurface::ellipsoid({1, 1, x});
           }},
          {"torus: minor_radius", [](double x) { ParametricSurface::torus(1, x); }},
          {"superquadric: semi_axes",
           [](double x) {
             ParametricSurface::superquadric({x, 1, 1}, 1, 1);
           }},
          {"sphere: radius", [](double x) { ImplicitSurface::sphere(x); }},
          {"torus: minor_radius", [](double x) { ImplicitSurface::torus(0.5, x); }},
          {"metaballs: radius", [](double x) {
             ImplicitSurface::metaballs({{Vector3::Zero(), x, 1}}, 0.5);
           }}};
}

TEST(Limits, ShapesRefuseSizesOutsideTheirRange) {
  for (const auto& [field, builder] : builders_with_sizes()) {
    const auto& build = builder;  // clang 14 lets no lambda refer to a binding
    std::vector<double> refused = kNever;
    refused.insert(refused.end(), {0.0, -1.0, 0.9e-40, 1e-165, 5e-324});
    for (const double x : refused)
      EXPECT_NE(refusal([&] { build(x); }).find(field), std::string::npos)
          << field << " " << x << ": " << refusal([&] { build(x); });
    EXPECT_EQ(refusal([&] { build(1e-40); }), "") << field;
  }
  EXPECT_EQ(refusal([] { Shape::sphere(1e40); }), "");
  EXPECT_EQ(refusal([] { Shape::sphere(1e-165); }), "sphere: radius must be positive, from 1e-40 to 1e40, got 1e-165");
}

// Whole shapes: coordinates and the longest side of the bounding box.
TEST(Limits, MeshesAndHullsRefuseSizesOutsideTheirRange) {
  const TriangleMesh box = make_box({1, 1, 1});
  for (const double factor : {1e-41, 1e-165, 1e41, 1e77, 1e200}) {
    const TriangleMesh mesh = scaled(box, factor);
    EXPECT_NE(refusal([&] { Shape::mesh(mesh); }), "") << factor;
    EXPECT_NE(refusal([&] { Shape::convex_hull(mesh.vertices); }), "") << factor;
  }
  for (const double factor : {1e-40, 1e-39, 1.0, 1e40}) {
    const TriangleMesh mesh = scaled(box, factor);
    EXPECT_EQ(refusal([&] { Shape::mesh(mesh); }), "") << factor;
    EXPECT_EQ(refusal([&] { Shape::convex_hull(mesh.vertices); }), "") << factor;
    EXPECT_TRUE(Shape::convex_hull(mesh.vertices).has_surface()) << factor;
  }
  // Single coordinates may be tiny, and a shape may be a point.
  EXPECT_EQ(refusal([] { Shape::mesh(make_tetrahedron({1, 0, 0}, {0, 1e-200, 0}, {0, 0, 1e-320}, {0, 0, 0})); }), "");
  EXPECT_EQ(refusal([] { Shape::convex_hull({{1, 2, 3}}); }), "");
  EXPECT_NE(refusal([] {
              Shape::mesh({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1e41, 0, 0}}, {{0, 1, 2}}});
            }),
            "")
      << "a vertex in no triangle";
}

TEST(Limits, SumsAndUnionsStayInRange) {
  const Shape large = Shape::sphere(1e40);
  Shape sum = large;
  EXPECT_NE(refusal([&] {
              for (int i = 0; i < 20; ++i) sum = Shape::minkowski_sum(sum, large);
            }),
            "");
  for (const double x : kNever) {
    EXPECT_NE(refusal([&] { Shape::compound({{large, {0, x, 0}}}); }), "") << x;
    EXPECT_NE(refusal([&] { Shape::half_space({0, 0, 1}, x); }), "") << x;
    EXPECT_NE(refusal([&] { ParametricSurface::sphere(1).placed({{0, 0, x}, Quaternion::Identity()}); }), "") << x;
    EXPECT_NE(refusal([&] { make_tetrahedron({x, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}); }), "") << x;
  }
}

std::vector<Builder> builders_of_motions() {
  const Quaternion one = Quaternion::Identity();
  const Vector3 zero = Vector3::Zero();
  const auto at = [=](double x) { return Placement{{0, x, 0}, one}; };
  const auto along_x = [](double x) { return Vector3(x, 0, 0); };
  return {{"motion: position", [=](double x) { Motion::still(along_x(x)); }},
          {"motion: position", [=](double x) { Motion::constant_velocity(along_x(x), one, zero, zero); }},
          {"motion: velocity",
           [=](double x) {
             Motion::constant_velocity(zero, one, {0, 0, x}, zero);
           }},
          {"motion: angular velocity",
           [=](double x) {
             Motion::constant_velocity(zero, one, zero, {0, x, 0});
           }},
          {"motion: position", [=](double x) { Motion::screw(at(x), {}, 1, 1); }},
          {"motion: axis point",
           [=](double x) {
             Motion::screw({}, {{x, 0, 0}, {0, 0, 1}}, 1, 1);
           }},
          {"motion: angle rate", [=](double x) { Motion::screw({}, {}, x, 1); }},
          {"motion: advance rate", [=](double x) { Motion::screw({}, {}, 1, x); }},
          {"motion: position", [=](double x) { Motion::ballistic(at(x), zero, zero); }},
          {"motion: velocity", [=](double x) { Motion::ballistic({}, along_x(x), zero); }},
          {"motion: acceleration", [=](double x) { Motion::ballistic({}, zero, along_x(x)); }},
          {"motion: angular velocity", [=](double x) { Motion::ballistic({}, zero, zero, along_x(x)); }},
          {"motion: position", [=](double x) { Motion::interpolated({}, at(x)); }},
          {"motion: times",
           [=](double x) {
             Motion::interpolated({}, {}, {0, x});
           }},
          {"motion: positions",
           [=](double x) {
             Motion::waypoints({0, 1}, {{}, at(x)});
           }},
          {"motion: times",
           [=](double x) {
             Motion::spline({0, x}, {{}, {}});
           }},
          {"motion: end position of vertex 1",
           [=](double x) {
             Motion::vertex_linear({zero, {0, 0, x}});
           }},
          {"motion: configurations",
           [=](double x) { JointTrajectory::linear(Linkage({{.type = JointType::Revolute}}), {0.0}, {x}); }},
          {"motion: position", [=](double x) {
             Linkage({{.origin = {{x, 0, 0}, Quaternion::Identity()}}});
           }}};
}

TEST(Limits, MotionsRefuseNumbersOutsideTheirRange) {
  for (const auto& [field, builder] : builders_of_motions()) {
    const auto& build = builder;
    for (const double x : kNever)
      EXPECT_NE(refusal([&] { build(x); }).find(field), std::string::npos) << field << " " << x;
    EXPECT_EQ(refusal([&] { build(1e40); }), "") << field;
    EXPECT_EQ(refusal([&] { build(1e-39); }), "") << field;
  }
  EXPECT_EQ(refusal([] {
              Motion::still({0, 1e160, 0});
            }),
            "motion: position must be finite and at most 1e+40 in size, got 1e+160");
  for (const double duration : {0.0, 1e-41, 1e-160})
    EXPECT_NE(refusal([&] { Motion::waypoints({0, duration}, {{}, {}}); }), "") << duration;
}

TEST(Limits, QueriesRefuseNumbersOutsideTheirRange) {
  const Body a{Shape::sphere(1), Motion()};
  const Body b{Shape::sphere(1), Motion::still({3, 0, 0})};
  const auto said = [&](const Query& query) { return refusal([&] { time_of_impact(a, b, query); }); };
  for (const double x : kNever) {
    EXPECT_NE(said({.window = {0.0, x}}).find("window"), std::string::npos) << x;
    EXPECT_NE(said({.window = {x, 1e50}}).find("window"), std::string::npos) << x;
    EXPECT_NE(said({.separation = x}).find("separation"), std::string::npos) << x;
    EXPECT_NE(said({.tolerance = x}).find("tolerance"), std::string::npos) << x;
    EXPECT_NE(refusal([&] { first_impact(std::vector{a, b}, {.tolerance = x}); }), "") << x;
    EXPECT_NE(refusal([&] { time_of_impact_batch(std::vector{BodyPair{a, b}}, {.separation = x}); }), "") << x;
    Pose pose = Pose::Identity();
    pose.translation().y() = 100 * x;
    EXPECT_NE(refusal([&] { distance(a.shape, pose, b.shape, Pose::Identity()); }), "") << x;
    pose = Pose::Identity();
    pose.linear()(1, 2) = x;
    EXPECT_NE(refusal([&] { distance(a.shape, Pose::Identity(), b.shape, pose); }), "") << x;
  }
  EXPECT_NE(said({.tolerance = 1e-301}), "");
  EXPECT_EQ(said({.tolerance = 1e-300}), "");
  EXPECT_EQ(said({.window = {-1e40, 1e40}}), "");
}

// Each number is in range, but not what comes of them during the window.
TEST(Limits, BodiesThatLeaveTheRangeDuringTheWindowAreRefused) {
  const auto said = [&](const Motion& motion, const Interval& window, double radius = 1) {
    const Body a{Shape::sphere(radius), motion};
    const Body b{Shape::sphere(1), Motion()};
    const std::string first = refusal([&] { time_of_impact(a, b, {.window = window}); });
    EXPECT_EQ(first.empty(), refusal([&] { time_of_impact(b, a, {.window = window}); }).empty());
    EXPECT_EQ(first.empty(), refusal([&] { first_impact(std::vector{a, b}, {.window = window}); }).empty());
    return first;
  };
  const Quaternion one = Quaternion::Identity();
  const Vector3 zero = Vector3::Zero();
  const Motion fast = Motion::constant_velocity({10, 0, 0}, one, {1e40, 0, 0}, zero);
  EXPECT_EQ(said(fast, {0.0, 1.0}), "");
  EXPECT_NE(said(fast, {0.0, 1e3}).find("distance from the origin"), std::string::npos);
  const Motion spinning = Motion::constant_velocity({10, 0, 0}, one, zero, {1e15, 0, 0});
  EXPECT_EQ(said(spinning, {0.0, 1e-15}), "");
  EXPECT_NE(said(spinning, {0.0, 1e-15}, 1e20).find("acceleration"), std::string::npos);
  EXPECT_NE(said(spinning, {0.0, 1e30}).find("acceleration"), std::string::npos);
  EXPECT_NE(said(Motion::constant_velocity(zero, one, zero, {1e30, 0, 0}), {0.0, 1.0}), "");
  EXPECT_NE(said(Motion::ballistic({}, zero, {1e40, 0, 0}), {0.0, 1e5}), "");
  EXPECT_NE(said(Motion::waypoints({0, 1e-30}, {{}, {{1e30, 0, 0}, one}}), {0.0, 1.0}).find("speed"),
            std::string::npos);
  // A half-space turns everywhere: what counts is how far off the other body is.
  const Body plane{Shape::half_space({0, 0, 1}, 0), Motion::constant_velocity(zero, one, zero, {1, 0, 0})};
  EXPECT_EQ(refusal([&] { time_of_impact(plane, {Shape::sphere(1), Motion::still({0, 0, 10})}); }), "");
  EXPECT_EQ(refusal([&] { time_of_impact(plane, {Shape::sphere(1), Motion::still({0, 0, 1e20})}); }), "");
  const Body turning{Shape::half_space({0, 0, 1}, 0), Motion::constant_velocity(zero, one, zero, {1e10, 0, 0})};
  EXPECT_NE(refusal([&] { time_of_impact(turning, {Shape::sphere(1), Motion::still({0, 0, 1e30})}); }), "");
}

// A motion of the user's may have finite bounds that are far too large.
TEST(Limits, MotionsOfUsersAreHeldToTheRange) {
  const auto flying = [](double speed) {
    return Motion::from_function([speed](const auto& t) {
      using Scalar = std::decay_t<decltype(t)>;
      RigidPose<Scalar> pose;
      pose.rotation.setIdentity();
      pose.position << Scalar(speed) * t, Scalar(0.0), Scalar(0.0);
      return pose;
    });
  };
  const Body b{Shape::sphere(1), Motion::still({5, 0, 0})};
  EXPECT_EQ(refusal([&] { time_of_impact({Shape::sphere(1), flying(10.0)}, b); }), "");
  for (const double speed : {1e42, 1e160, 1e300})
    EXPECT_NE(refusal([&] { time_of_impact({Shape::sphere(1), flying(speed)}, b); }), "") << speed;
}

}  // namespace
}  // namespace graze::testing
