// SPDX-License-Identifier: Apache-2.0
#include "support/every_kind.hpp"

namespace graze::testing {
namespace {

std::vector<Vector3> wedge(double unit) {
  std::vector<Vector3> points;
  for (const Vector3& p : {Vector3(-0.5, -0.5, -0.5), Vector3(0.5, -0.5, -0.5), Vector3(0, 0.625, -0.5),
                           Vector3(0, 0.125, 0.625), Vector3(0.125, 0, 0)})
    points.push_back(unit * p);
  return points;
}

// A turn about z and a wave, for every number type.
auto wave(const Vector3& start, double unit, double second) {
  return [=](const auto& t) {
    using Scalar = std::decay_t<decltype(t)>;
    using std::cos, std::sin;
    const Scalar angle = t * Scalar(0.5 / second);
    const Scalar zero(0.0);
    const Scalar one(1.0);
    RigidPose<Scalar> pose;
    pose.rotation << cos(angle), -sin(angle), zero, sin(angle), cos(angle), zero, zero, zero, one;
    pose.position << Scalar(start.x()) + t * Scalar(unit / second),
        Scalar(start.y()) + Scalar(0.125 * unit) * sin(angle), Scalar(start.z());
    return pose;
  };
}

Motion on_an_arm(const Vector3& start, double unit, double second) {
  Joint slide;
  slide.type = JointType::Prismatic;
  slide.origin.position = start;
  Joint turn;
  turn.type = JointType::Continuous;
  turn.parent = 1;
  turn.axis = Vector3::UnitZ();
  const Linkage arm({slide, turn});
  return link_motion(JointTrajectory::constant_rate(arm, {0.0, 0.0}, {unit / second, 0.5 / second}), 2);
}

}  // namespace

std::vector<NamedShape> every_shape(double unit) {
  const Shape box = Shape::box(unit * Vector3(1, 0.75, 0.5));
  const Shape ball = Shape::sphere(0.5 * unit);
  return {{"mesh", Shape::mesh(make_torus(0.5 * unit, 0.25 * unit, 8, 6))},
          {"point", Shape::mesh({{Vector3::Zero()}, {{0, 0, 0}}})},
          {"sphere", ball},
          {"capsule", Shape::capsule(0.25 * unit, 0.5 * unit)},
          {"box", box},
          {"cylinder", Shape::cylinder(0.5 * unit, unit)},
          {"cone", Shape::cone(0.5 * unit, unit)},
          {"convex_hull", Shape::convex_hull(wedge(unit))},
          {"flat_hull", Shape::convex_hull({Vector3::Zero(), unit * Vector3::UnitX(), unit * Vector3::UnitY()})},
          {"rounded", Shape::rounded(box, 0.125 * unit)},
          {"minkowski_sum", Shape::minkowski_sum(box, ball)},
          {"half_space", Shape::half_space({-1, 0.25, 0.125}, 0.25 * unit)},
          {"compound", Shape::compound({{ball, {0, 0, 0.5 * unit}}, {box, {0, 0, -0.5 * unit}}})},
          {"parametric", Shape::parametric(ParametricSurface::torus(0.5 * unit, 0.25 * unit))},
          {"implicit", Shape::implicit(ImplicitSurface::ellipsoid(unit * Vector3(0.5, 0.375, 0.25)))}};
}

std::vector<NamedMotion> every_rigid_motion(const Vector3& start, double unit, double second) {
  const Vector3 velocity(unit / second, 0, 0);
  const Vector3 spin(0.25 / second, -0.5 / second, 0.125 / second);
  const Quaternion turned(0.75, 0.25, -0.5, 0.125);
  const Placement from{start, Quaternion::Identity()};
  const Placement middle{start + unit * Vector3(0.5, 0.125, 0), turned};
  const Placement to{start + unit * Vector3(1, 0, 0), turned};
  return {{"still", Motion::still(start, turned)},
          {"constant_velocity", Motion::constant_velocity(start, turned, velocity, spin)},
          {"screw", Motion::screw(from, {start, {1, 0.125, 0}}, 0.5 / second, unit / second)},
          {"ballistic", Motion::ballistic(from, velocity, Vector3(0, 0, -0.25 * unit / second / second), spin)},
          {"interpolated", Motion::interpolated(from, to, {0.0, second})},
          {"waypoints", Motion::waypoints({0.0, 0.5 * second, second}, {from, middle, to})},
          {"spline", Motion::spline({0.0, 0.5 * second, second}, {from, middle, to})},
          {"function", Motion::from_function(wave(start, unit, second))},
          {"articulated", on_an_arm(start, unit, second)}};
}

std::vector<SolverToAsk> solvers_to_ask() {
  using Bound = ConservativeAdvancementOptions::Bound;
  std::vector<SolverToAsk> list{{"auto", Solver::automatic()},
                                {"as_published", Solver::conservative_advancement({Bound::Published})}};
  for (const SolverInfo& info : solvers()) list.push_back({std::string(info.name), Solver::named(info.name)});
  return list;
}

}  // namespace graze::testing
