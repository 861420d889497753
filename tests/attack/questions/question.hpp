// SPDX-License-Identifier: Apache-2.0
// A query as plain numbers: what the library, the oracle and the query file are each made from.
#pragma once

#include <string>
#include <vector>

#include "attack/oracle/quad.hpp"

namespace graze::attack {

struct Place {
  Point position;
  Turn turn;
};

enum class Form {
  Sphere,        // sizes: radius
  Capsule,       // radius, length
  Box,           // full lengths
  Cylinder,      // radius, length
  Cone,          // radius, length
  Hull,          // points
  Rounded,       // children: one; sizes: radius
  Sum,           // children: two
  HalfSpace,     // points: normal; sizes: offset
  Mesh,          // points, triangles
  Compound,      // children, places
  Ellipsoid,     // curved from here; sizes: semi-axes
  Torus,         // radii, major and minor
  Superquadric,  // semi-axes, exponents: powers of two
  Bezier,        // points, a square grid
  Spline,        // points, a square grid of more than 3 x 3; clamped, cubic
  Revolution,    // points: radius, height, 0; clamped, cubic
  Metaballs,     // points: centers; sizes: radius and strength of each, threshold
  Union,         // children (implicit), places
  Intersection,
  Difference,
};

using Corners = std::array<std::uint32_t, 3>;

struct ShapeNumbers {
  Form form = Form::Sphere;
  bool implicit = false;  // ellipsoid and torus are there in both ways
  bool quadric = false;   // an implicit ellipsoid by its coefficients; semi-axes are powers of two
  std::vector<double> sizes;
  std::vector<Point> points;
  std::vector<Corners> triangles;
  std::vector<ShapeNumbers> children;
  std::vector<Place> places;
};

enum class Path { Still, ConstantVelocity, Screw, Ballistic, Interpolated, Waypoints, Spline, Chain, Deforming };

// A joint of a chain that turns or slides.
struct ChainJoint {
  bool slides = false;
  Place origin;
  Point axis;
  double from = 0, to = 0;
};

struct MotionNumbers {
  Path path = Path::Still;
  std::vector<Place> places{Place{}};  // at t = 0, or one for each time
  std::vector<double> times;           // interpolated and chain: start and end
  Point velocity, spin, acceleration;
  Point axis_point, axis_direction{0, 0, 1};
  double angle_rate = 0, advance_rate = 0;
  std::vector<ChainJoint> joints;
  std::vector<Point> end;  // of the vertices, at t = 1
};

// What the library is asked for.
enum class Demand {
  Pair,      // time_of_impact of a and b
  Itself,    // time_of_self_impact of a
  Scene,     // first_impact of a, b and the others
  Robot,     // Robot::check_motion: bodies that move on chains are parts of one robot, the others its surroundings
  Distance,  // distance of a and b, which stand still
};

struct OtherBody {
  ShapeNumbers shape;
  MotionNumbers motion;
};

struct Question {
  Demand demand = Demand::Pair;
  ShapeNumbers shape_a, shape_b;
  MotionNumbers motion_a, motion_b;
  std::vector<OtherBody> others{};
  double start = 0, end = 1;
  double separation = 0, tolerance = 1e-10;
  std::uint64_t iterations = 0;
  std::string solver = "auto";
  double size = 1;                 // of the bodies, roughly
  std::vector<double> suspects{};  // times at which a contact was planted
};

// All of them, a and b first.
inline std::vector<OtherBody> bodies_of(const Question& q) {
  std::vector<OtherBody> bodies{{q.shape_a, q.motion_a}, {q.shape_b, q.motion_b}};
  bodies.insert(bodies.end(), q.others.begin(), q.others.end());
  return bodies;
}

inline bool is_curved(Form form) { return form >= Form::Ellipsoid; }
inline bool is_curved(const ShapeNumbers& shape) { return is_curved(shape.form); }

}  // namespace graze::attack
