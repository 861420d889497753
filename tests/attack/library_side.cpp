// SPDX-License-Identifier: Apache-2.0
#include "attack/library_side.hpp"

#include <graze/articulated.hpp>
#include <graze/surface.hpp>

namespace graze::attack {
namespace {

Quaternion quaternion(const Turn& q) { return {q.w, q.x, q.y, q.z}; }

Placement placement(const Place& place) { return {eigen(place.position), quaternion(place.turn)}; }

std::vector<Placement> placements(const std::vector<Place>& places) {
  std::vector<Placement> result;
  for (const Place& place : places) result.push_back(placement(place));
  return result;
}

std::vector<Vector3> vectors(const std::vector<Point>& points) {
  std::vector<Vector3> result;
  for (const Point& p : points) result.push_back(eigen(p));
  return result;
}

Vector3 three(const ShapeNumbers& s) { return {s.sizes[0], s.sizes[1], s.sizes[2]}; }

ControlGrid grid_of(const ShapeNumbers& s) {
  const auto side = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(s.points.size()))));
  return {side, side, vectors(s.points)};
}

ParametricSurface parametric(const ShapeNumbers& s) {
  switch (s.form) {
    case Form::Ellipsoid:
      return ParametricSurface::ellipsoid(three(s));
    case Form::Torus:
      return ParametricSurface::torus(s.sizes[0], s.sizes[1]);
    case Form::Superquadric:
      return ParametricSurface::superquadric(three(s), s.sizes[3], s.sizes[4]);
    case Form::Bezier:
      return ParametricSurface::bezier(grid_of(s));
    case Form::Spline: {
      const ControlGrid grid = grid_of(s);
      return ParametricSurface::bspline(SplineBasis::clamped(3, grid.rows), SplineBasis::clamped(3, grid.columns),
                                        grid);
    }
    default: {
      std::vector<Eigen::Vector2d> profile;
      for (const Point& p : s.points) profile.emplace_back(p.x, p.y);
      return ParametricSurface::revolution(SplineBasis::clamped(3, profile.size()), profile);
    }
  }
}

ImplicitSurface quadric(const ShapeNumbers& s) {
  const Vector3 squares = three(s).cwiseProduct(three(s)).cwiseInverse();
  const Vector3 corner = 1.25 * three(s);
  return ImplicitSurface::quadric(squares.asDiagonal(), Vector3::Zero(), -1.0, {-corner, corner});
}

ImplicitSurface implicit(const ShapeNumbers& s) {
  if (s.quadric) return quadric(s);
  if (s.form == Form::Ellipsoid) return ImplicitSurface::ellipsoid(three(s));
  if (s.form == Form::Torus) return ImplicitSurface::torus(s.sizes[0], s.sizes[1]);
  if (s.form == Form::Metaballs) {
    std::vector<ImplicitSurface::Ball> balls;
    for (std::size_t i = 0; i < s.points.size(); ++i)
      balls.push_back({eigen(s.points[i]), s.sizes[2 * i], s.sizes[2 * i + 1]});
    return ImplicitSurface::metaballs(balls, s.sizes.back());
  }
  const ImplicitSurface a = implicit(s.children[0]).placed(placement(s.places[0]));
  const ImplicitSurface b = implicit(s.children[1]).placed(placement(s.places[1]));
  if (s.form == Form::Union) return ImplicitSurface::union_of(a, b);
  return s.form == Form::Intersection ? ImplicitSurface::intersection_of(a, b) : ImplicitSurface::difference_of(a, b);
}

Shape compound(const ShapeNumbers& s) {
  std::vector<Shape::Part> parts;
  for (std::size_t i = 0; i < s.children.size(); ++i) {
    const Placement at = placement(s.places[i]);
    parts.push_back({shape_of(s.children[i]), at.position, at.orientation});
  }
  return Shape::compound(parts);
}

struct ChainParts {
  std::vector<Joint> joints;
  Configuration from, to;
};
ChainParts parts_of_chain(const MotionNumbers& m) {
  ChainParts parts;
  for (const ChainJoint& joint : m.joints) {
    Joint next;
    next.type = joint.slides ? JointType::Prismatic : JointType::Continuous;
    next.parent = parts.joints.size();
    next.origin = placement(joint.origin);
    next.axis = eigen(joint.axis);
    parts.joints.push_back(next);
    parts.from.push_back(joint.from);
    parts.to.push_back(joint.to);
  }
  return parts;
}

Motion chain(const MotionNumbers& m) {
  const ChainParts parts = parts_of_chain(m);
  return link_motion(JointTrajectory::linear(Linkage(parts.joints), parts.from, parts.to, {m.times[0], m.times[1]}),
                     parts.joints.size(), placement(m.places[0]));
}

// One robot of all the bodies on chains, each a beginning of the longest one.
RobotModel robot_model(const std::vector<OtherBody>& bodies, const ChainParts& longest) {
  RobotModel model;
  model.name = "robot";
  model.joints = longest.joints;
  for (std::size_t i = 0; i <= model.joints.size(); ++i) model.link_names.push_back("link" + std::to_string(i));
  for (std::size_t i = 0; i < model.joints.size(); ++i) model.joint_names.push_back("joint" + std::to_string(i));
  model.limits.assign(model.joints.size(), Interval::entire());
  for (const OtherBody& body : bodies)
    if (body.motion.path == Path::Chain)
      model.shapes.push_back({body.motion.joints.size(), shape_of(body.shape), placement(body.motion.places[0])});
  return model;
}

}  // namespace

Shape shape_of(const ShapeNumbers& s) {
  switch (s.form) {
    case Form::Sphere:
      return Shape::sphere(s.sizes[0]);
    case Form::Capsule:
      return Shape::capsule(s.sizes[0], s.sizes[1]);
    case Form::Box:
      return Shape::box(three(s));
    case Form::Cylinder:
      return Shape::cylinder(s.sizes[0], s.sizes[1]);
    case Form::Cone:
      return Shape::cone(s.sizes[0], s.sizes[1]);
    case Form::Hull:
      return Shape::convex_hull(vectors(s.points));
    case Form::Rounded:
      return Shape::rounded(shape_of(s.children[0]), s.sizes[0]);
    case Form::Sum:
      return Shape::minkowski_sum(shape_of(s.children[0]), shape_of(s.children[1]));
    case Form::HalfSpace:
      return Shape::half_space(eigen(s.points[0]), s.sizes[0]);
    case Form::Mesh:
      return Shape::mesh({vectors(s.points), s.triangles});
    case Form::Compound:
      return compound(s);
    default:
      break;
  }
  const bool is_implicit = s.implicit || s.form >= Form::Metaballs;
  return is_implicit ? Shape::implicit(implicit(s)) : Shape::parametric(parametric(s));
}

Motion motion_of(const MotionNumbers& m) {
  const Placement start = placement(m.places[0]);
  switch (m.path) {
    case Path::Still:
      return Motion::still(start.position, start.orientation);
    case Path::ConstantVelocity:
      return Motion::constant_velocity(start.position, start.orientation, eigen(m.velocity), eigen(m.spin));
    case Path::Screw:
      return Motion::screw(start, {eigen(m.axis_point), eigen(m.axis_direction)}, m.angle_rate, m.advance_rate);
    case Path::Ballistic:
      return Motion::ballistic(start, eigen(m.velocity), eigen(m.acceleration), eigen(m.spin));
    case Path::Interpolated:
      return Motion::interpolated(start, placement(m.places[1]), {m.times[0], m.times[1]});
    case Path::Waypoints:
      return Motion::waypoints(m.times, placements(m.places));
    case Path::Spline:
      return Motion::spline(m.times, placements(m.places));
    case Path::Chain:
      return chain(m);
    case Path::Deforming:
      break;
  }
  return Motion::vertex_linear(vectors(m.end));
}

Query query_of(const Question& question) {
  Query query;
  query.window = {question.start, question.end};
  query.separation = question.separation;
  query.tolerance = question.tolerance;
  query.budget.iterations = question.iterations;
  return query;
}

Asked::Asked(const Question& question) : demand_(question.demand), query_(query_of(question)) {
  std::vector<OtherBody> bodies = bodies_of(question);
  if (demand_ == Demand::Itself) bodies.resize(1);
  if (demand_ != Demand::Robot) {
    for (const OtherBody& body : bodies) bodies_.push_back({shape_of(body.shape), motion_of(body.motion)});
    return;
  }
  ChainParts longest;
  for (const OtherBody& body : bodies) {
    if (body.motion.joints.size() > longest.joints.size()) longest = parts_of_chain(body.motion);
    if (body.motion.path != Path::Chain)
      surroundings_.bodies.push_back(
          {"body " + std::to_string(surroundings_.bodies.size()), {shape_of(body.shape), motion_of(body.motion)}});
  }
  surroundings_.query = query_;
  from_ = longest.from;
  to_ = longest.to;
  robot_.emplace(robot_model(bodies, longest));
}

bool Asked::takes(const std::string& solver) const {
  if (demand_ == Demand::Itself || demand_ == Demand::Robot) return solver == "auto";
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    for (std::size_t j = i + 1; j < bodies_.size(); ++j)
      if (!Solver::named(solver).supports(bodies_[i], bodies_[j])) return false;
  return true;
}

Toi Asked::ask(const std::string& solver) const {
  if (demand_ == Demand::Itself) return time_of_self_impact(bodies_[0], query_);
  if (demand_ == Demand::Robot) return robot_->check_motion(from_, to_, surroundings_).toi;
  if (demand_ == Demand::Pair) return time_of_impact(bodies_[0], bodies_[1], query_, Solver::named(solver));
  Pipeline pipeline;
  pipeline.solver = Solver::named(solver);
  pipeline.threads = 1;
  return first_impact(bodies_, query_, pipeline).toi;
}

DistanceBounds Asked::distance_bounds() const {
  return distance(bodies_[0].shape, bodies_[0].motion.pose(0), bodies_[1].shape, bodies_[1].motion.pose(0));
}

}  // namespace graze::attack
