// SPDX-License-Identifier: Apache-2.0
#include "attack/questions/query_file.hpp"

#include <cstdio>
#include <fstream>

namespace graze::attack {
namespace {

std::string text(double x) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.17g", x);
  return digits;
}
std::string quoted(const std::string& s) { return '"' + s + '"'; }
std::string field(const std::string& name, const std::string& value) { return quoted(name) + ": " + value; }

template <class Range, class Function>
std::string list(const Range& range, const Function& f) {
  std::string result;
  for (const auto& element : range) result += (result.empty() ? "" : ", ") + f(element);
  return '[' + result + ']';
}

std::string text(const Point& p) { return '[' + text(p.x) + ", " + text(p.y) + ", " + text(p.z) + ']'; }
std::string text(const Turn& q) {
  return '[' + text(q.x) + ", " + text(q.y) + ", " + text(q.z) + ", " + text(q.w) + ']';
}
std::string place_fields(const Place& place) {
  return field("position", text(place.position)) + ", " + field("orientation", text(place.turn));
}
std::string points_text(const std::vector<Point>& points) {
  return list(points, [](const Point& p) { return text(p); });
}

class Writer {
 public:
  explicit Writer(std::filesystem::path file) : file_(std::move(file)) {}

  std::string shape(const ShapeNumbers& s) {
    if (!is_curved(s)) return '{' + plain(s) + '}';
    const bool is_implicit = s.implicit || s.form >= Form::Metaballs;
    return "{" + field(is_implicit ? "implicit" : "parametric", '{' + surface(s) + '}') + '}';
  }

  std::string mesh(const std::vector<Point>& points, const std::vector<Corners>& triangles) {
    const std::string name = file_.stem().string() + "_" + std::to_string(meshes_++) + ".obj";
    std::ofstream out(file_.parent_path() / name);
    for (const Point& p : points) out << "v " << text(p.x) << ' ' << text(p.y) << ' ' << text(p.z) << '\n';
    for (const Corners& t : triangles) out << "f " << t[0] + 1 << ' ' << t[1] + 1 << ' ' << t[2] + 1 << '\n';
    return quoted(name);
  }

 private:
  std::string round(const ShapeNumbers& s) {
    return '{' + field("radius", text(s.sizes[0])) + ", " + field("length", text(s.sizes[1])) + '}';
  }
  std::string placed_children(const ShapeNumbers& s) {
    std::string result;
    for (std::size_t i = 0; i < s.children.size(); ++i)
      result += (i > 0 ? ", {" : "{") + field("shape", shape(s.children[i])) + ", " + place_fields(s.places[i]) + '}';
    return '[' + result + ']';
  }
  std::string plain(const ShapeNumbers& s) {
    switch (s.form) {
      case Form::Sphere:
        return field("sphere", text(s.sizes[0]));
      case Form::Capsule:
        return field("capsule", round(s));
      case Form::Box:
        return field("box", text(Point(s.sizes[0], s.sizes[1], s.sizes[2])));
      case Form::Cylinder:
        return field("cylinder", round(s));
      case Form::Cone:
        return field("cone", round(s));
      case Form::Hull:
        return field("convex_hull", points_text(s.points));
      case Form::Rounded:
        return field("rounded",
                     '{' + field("shape", shape(s.children[0])) + ", " + field("radius", text(s.sizes[0])) + '}');
      case Form::Sum:
        return field("minkowski_sum", '[' + shape(s.children[0]) + ", " + shape(s.children[1]) + ']');
      case Form::HalfSpace:
        return field("half_space",
                     '{' + field("normal", text(s.points[0])) + ", " + field("offset", text(s.sizes[0])) + '}');
      case Form::Compound:
        return field("compound", placed_children(s));
      default:
        return field("mesh", mesh(s.points, s.triangles));
    }
  }

  static std::string quadric(const Point& semi) {
    const Point squares(1 / (semi.x * semi.x), 1 / (semi.y * semi.y), 1 / (semi.z * semi.z));
    return field("quadric", '{' + field("squares", text(squares)) + ", " + field("constant", "-1") + '}') + ", " +
           field("box", '[' + text(-1.25 * semi) + ", " + text(1.25 * semi) + ']');
  }
  std::string surface(const ShapeNumbers& s) {
    switch (s.form) {
      case Form::Ellipsoid:
        if (s.quadric) return quadric({s.sizes[0], s.sizes[1], s.sizes[2]});
        return field("ellipsoid", text(Point(s.sizes[0], s.sizes[1], s.sizes[2])));
      case Form::Torus:
        return field("torus", '{' + field("major_radius", text(s.sizes[0])) + ", " +
                                  field("minor_radius", text(s.sizes[1])) + '}');
      case Form::Superquadric:
        return field("superquadric", '{' + field("semi_axes", text(Point(s.sizes[0], s.sizes[1], s.sizes[2]))) + ", " +
                                         field("east_west", text(s.sizes[3])) + ", " +
                                         field("north_south", text(s.sizes[4])) + '}');
      case Form::Bezier:
        return field("bezier", grid(s.points));
      case Form::Spline:
        return field("bspline", '{' + field("control", grid(s.points)) + '}');
      case Form::Revolution:
        return field(
            "revolution",
            '{' +
                field("profile",
                      list(s.points, [](const Point& p) { return '[' + text(p.x) + ", " + text(p.y) + ']'; })) +
                '}');
      case Form::Metaballs:
        return field("metaballs",
                     '{' + field("balls", balls(s)) + ", " + field("threshold", text(s.sizes.back())) + '}');
      default:
        break;
    }
    const char* name = s.form == Form::Union ? "union" : s.form == Form::Intersection ? "intersection" : "difference";
    std::string both;
    for (std::size_t i = 0; i < 2; ++i)
      both += (i > 0 ? ", {" : "{") + surface(s.children[i]) + ", " + place_fields(s.places[i]) + '}';
    return field(name, '[' + both + ']');
  }
  static std::string grid(const std::vector<Point>& points) {
    std::size_t side = 1;
    while (side * side < points.size()) ++side;
    std::string rows;
    for (std::size_t i = 0; i < side; ++i)
      rows += (i > 0 ? ", " : "") + points_text({points.begin() + static_cast<std::ptrdiff_t>(i * side),
                                                 points.begin() + static_cast<std::ptrdiff_t>((i + 1) * side)});
    return '[' + rows + ']';
  }
  static std::string balls(const ShapeNumbers& s) {
    std::string result;
    for (std::size_t i = 0; i < s.points.size(); ++i)
      result += (i > 0 ? ", {" : "{") + field("center", text(s.points[i])) + ", " +
                field("radius", text(s.sizes[2 * i])) + ", " + field("strength", text(s.sizes[2 * i + 1])) + '}';
    return '[' + result + ']';
  }

  std::filesystem::path file_;
  int meshes_ = 0;
};

std::string motion(const MotionNumbers& m, const ShapeNumbers& s, Writer& writer) {
  const auto type = [](const char* name) { return field("type", quoted(name)); };
  const std::string start = place_fields(m.places[0]);
  const std::string rates = field("velocity", text(m.velocity)) + ", " + field("angular_velocity", text(m.spin));
  const auto pose = [](const Place& place) { return '{' + place_fields(place) + '}'; };
  const auto times = [&] { return list(m.times, [](double t) { return text(t); }); };
  switch (m.path) {
    case Path::ConstantVelocity:
      return '{' + type("constant_velocity") + ", " + start + ", " + rates + '}';
    case Path::Ballistic:
      return '{' + type("ballistic") + ", " + start + ", " + rates + ", " +
             field("acceleration", text(m.acceleration)) + '}';
    case Path::Screw:
      return '{' + type("screw") + ", " + start + ", " + field("axis_point", text(m.axis_point)) + ", " +
             field("axis_direction", text(m.axis_direction)) + ", " + field("angle_per_second", text(m.angle_rate)) +
             ", " + field("advance_per_second", text(m.advance_rate)) + '}';
    case Path::Interpolated:
      return '{' + type("interpolated") + ", " + field("window", times()) + ", " + field("from", pose(m.places[0])) +
             ", " + field("to", pose(m.places[1])) + '}';
    case Path::Waypoints:
    case Path::Spline:
      return '{' + type(m.path == Path::Spline ? "spline" : "waypoints") + ", " + field("times", times()) + ", " +
             field("poses", list(m.places, pose)) + '}';
    case Path::Deforming:
      return '{' + type("vertex_linear") + ", " + field("end", writer.mesh(m.end, s.triangles)) + '}';
    default:
      return '{' + type("still") + ", " + start + '}';
  }
}

}  // namespace

bool write_query(const Question& q, const std::filesystem::path& file) {
  const std::vector<OtherBody> bodies = bodies_of(q);
  for (const OtherBody& body : bodies)
    if (body.motion.path == Path::Chain) return false;
  Writer writer(file);
  const auto body = [&](const ShapeNumbers& s, const MotionNumbers& m) {
    return "{" + field("shape", writer.shape(s)) + ",\n  " + field("motion", motion(m, s, writer)) + '}';
  };
  std::ofstream out(file);
  out << "{ " << field("graze", "1") << ",\n " << field("window", '[' + text(q.start) + ", " + text(q.end) + ']')
      << ", " << field("separation", text(q.separation)) << ", " << field("tolerance", text(q.tolerance)) << ", "
      << field("solver", quoted(q.solver)) << ",\n";
  if (q.iterations > 0)
    out << ' ' << field("budget", '{' + field("iterations", std::to_string(q.iterations)) + '}') << ",\n";
  out << " \"bodies\": [\n ";
  const std::size_t count = q.demand == Demand::Itself ? 1 : bodies.size();
  for (std::size_t i = 0; i < count; ++i) out << (i > 0 ? ",\n " : "") << body(bodies[i].shape, bodies[i].motion);
  out << " ] }\n";
  return out.good();
}

}  // namespace graze::attack
