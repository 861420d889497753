// SPDX-License-Identifier: Apache-2.0
#include "surface/exact_surfaces.hpp"

namespace graze::testing {
namespace {

using boost::multiprecision::abs;
using boost::multiprecision::cos;
using boost::multiprecision::pow;
using boost::multiprecision::sin;
using boost::multiprecision::sqrt;

Vec<Real> on_face(std::size_t chart, const Real& u, const Real& v) {
  const Real height = chart % 2 == 0 ? 1 : -1;
  if (chart / 2 == 0) return {height, u, v};
  if (chart / 2 == 1) return {v, height, u};
  return {u, v, height};
}

Vec<Real> scaled(const Vec<Real>& p, const Vector3& s) { return {p.x * s.x(), p.y * s.y(), p.z * s.z()}; }

// B-spline by the definition: sums of products of basis functions, each by Cox and de Boor's recursion.
Real basis(const std::vector<double>& knots, std::size_t i, int degree, const Real& t) {
  if (degree == 0) {
    const bool last = knots[i + 1] == knots.back();
    return t >= knots[i] && (t < knots[i + 1] || (last && t <= knots[i + 1])) && knots[i] < knots[i + 1] ? 1 : 0;
  }
  Real sum = 0;
  const auto p = static_cast<std::size_t>(degree);
  if (knots[i + p] > knots[i]) sum += (t - knots[i]) / (Real(knots[i + p]) - knots[i]) * basis(knots, i, degree - 1, t);
  if (knots[i + p + 1] > knots[i + 1])
    sum += (knots[i + p + 1] - t) / (Real(knots[i + p + 1]) - knots[i + 1]) * basis(knots, i + 1, degree - 1, t);
  return sum;
}

Vec<Real> spline_point(const SplineBasis& bu, const SplineBasis& bv, const ControlGrid& grid, const Real& u,
                       const Real& v) {
  Vec<Real> sum;
  for (std::size_t i = 0; i < grid.rows; ++i)
    for (std::size_t j = 0; j < grid.columns; ++j) {
      const Real weight = basis(bu.knots, i, bu.degree, u) * basis(bv.knots, j, bv.degree, v);
      sum = sum + weight * Vec<Real>(grid.points[i * grid.columns + j]);
    }
  return sum;
}

ControlGrid wavy_grid(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  Random random(seed);
  ControlGrid grid{rows, columns, {}};
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      grid.points.emplace_back(0.4 * static_cast<double>(i) - 0.7, 0.3 * static_cast<double>(j) - 0.5,
                               random.uniform(-0.4, 0.4));
  return grid;
}

ExactParametric superquadric(const Vector3& axes, double e, double n) {
  return {"superquadric " + std::to_string(e) + " " + std::to_string(n), ParametricSurface::superquadric(axes, e, n),
          [axes, e, n](std::size_t chart, const Real& u, const Real& v) {
            const Vec<Real> q = on_face(chart / 4, chart % 2 == 0 ? u : Real(-u), chart / 2 % 2 == 0 ? v : Real(-v));
            const Real around = pow(abs(q.x), Real(2 / e)) + pow(abs(q.y), Real(2 / e));
            const Real whole = pow(around, Real(e / n)) + pow(abs(q.z), Real(2 / n));
            return scaled(pow(whole, Real(-n / 2)) * q, axes);
          }};
}

ExactParametric ellipsoid(const std::string& name, const ParametricSurface& surface, const Vector3& axes) {
  return {name, surface, [axes](std::size_t chart, const Real& u, const Real& v) {
            const Vec<Real> q = on_face(chart, u, v);
            return scaled(Real(1 / norm(q)) * q, axes);
          }};
}

// Some direction, exactly: not of length one.
Vec<Real> direction(Random& random) { return Vec<Real>(random.vector(1.0)); }

}  // namespace

std::vector<ExactParametric> exact_parametric_surfaces() {
  std::vector<ExactParametric> all;
  all.push_back(ellipsoid("sphere", ParametricSurface::sphere(0.7), Vector3::Constant(0.7)));
  const Vector3 axes(1.1, 0.4, 0.7);
  all.push_back(ellipsoid("ellipsoid", ParametricSurface::ellipsoid(axes), axes));
  all.push_back({"torus", ParametricSurface::torus(1.3, 0.35), [](std::size_t, const Real& u, const Real& v) {
                   const Real radius = 1.3 + 0.35 * cos(v);
                   return Vec<Real>(radius * cos(u), radius * sin(u), 0.35 * sin(v));
                 }});
  for (const auto& [e, n] : {std::pair{0.3, 0.5}, {1.0, 0.4}, {0.4, 1.0}, {1.5, 1.2}, {2.0, 2.0}})
    all.push_back(superquadric(axes, e, n));
  const std::vector<Eigen::Vector2d> profile{{0.0, -1.0}, {0.8, -1.0}, {0.2, 0.0}, {0.9, 0.6}, {0.4, 1.1}};
  const SplineBasis curve = SplineBasis::clamped(3, profile.size());
  all.push_back({"revolution", ParametricSurface::revolution(curve, profile),
                 [profile, curve](std::size_t, const Real& u, const Real& v) {
                   Real radius = 0;
                   Real height = 0;
                   for (std::size_t i = 0; i < profile.size(); ++i) {
                     const Real weight = basis(curve.knots, i, curve.degree, u);
                     radius += weight * profile[i][0];
                     height += weight * profile[i][1];
                   }
                   return Vec<Real>(radius * cos(v), radius * sin(v), height);
                 }});
  const ControlGrid patch = wavy_grid(4, 3, 5);
  all.push_back({"bezier", ParametricSurface::bezier(patch), [patch](std::size_t, const Real& u, const Real& v) {
                   return spline_point(SplineBasis::clamped(3, 4), SplineBasis::clamped(2, 3), patch, u, v);
                 }});
  const ControlGrid net = wavy_grid(6, 5, 6);
  const SplineBasis along_u{3, {0, 0.1, 0.15, 0.2, 0.5, 0.5, 0.9, 1.0, 1.5, 2.0}};
  const SplineBasis along_v = SplineBasis::clamped(2, 5);
  all.push_back({"bspline", ParametricSurface::bspline(along_u, along_v, net),
                 [=](std::size_t, const Real& u, const Real& v) { return spline_point(along_u, along_v, net, u, v); }});
  const auto saddle = ParametricSurface::from_function(
      [](const Jet2& u, const Jet2& v) {
        return JetPoint2{u, v, u * u - sqr(v) * u + sin(u * v) / (Jet2(2.0) + cos(v))};
      },
      {Interval(-1.0, 1.0), Interval(-0.5, 1.5)});
  all.push_back({"function", saddle, [](std::size_t, const Real& u, const Real& v) {
                   return Vec<Real>(u, v, u * u - v * v * u + sin(u * v) / (2 + cos(v)));
                 }});
  return all;
}

namespace {

Vec<Real> on_torus(Random& random) {
  const Real u = random.uniform(0.0, 7.0);
  const Real v = random.uniform(0.0, 7.0);
  const Real radius = 1.3 + 0.35 * cos(v);
  return Vec<Real>(radius * cos(u), radius * sin(u), 0.35 * sin(v));
}

// Union, intersection and difference of a ball and a ring. Points are on the parts that count.
void add_combined(std::vector<ExactImplicit>& all) {
  const ImplicitSurface ball = ImplicitSurface::sphere(0.8);
  const ImplicitSurface ring = ImplicitSurface::torus(1.3, 0.35).placed({{0.5, 0.0, 0.1}, Quaternion(1, 1, 0, 0)});
  const auto on_ball = [](Random& random) {
    const Vec<Real> d = direction(random);
    return Real(Real(0.8) / norm(d)) * d;
  };
  const auto in_ball = [](const Vec<Real>& p) { return dot(p, p) < Real(0.8) * 0.8; };
  const Eigen::Matrix3d quarter = Quaternion(1, 1, 0, 0).normalized().toRotationMatrix();
  const auto on_ring = [quarter](Random& random) {
    const Vec<Real> p = on_torus(random);
    Vec<Real> sum{Real(0.5), Real(0.0), Real(0.1)};
    for (int i = 0; i < 3; ++i) sum = sum + p[i] * Vec<Real>(Vector3(quarter.col(i)));
    return sum;
  };
  const auto in_ring = [quarter](const Vec<Real>& p) {
    const Vec<Real> q = p - Vec<Real>(Vector3(0.5, 0.0, 0.1));
    const Real x = dot(Vec<Real>(Vector3(quarter.col(0))), q);
    const Real y = dot(Vec<Real>(Vector3(quarter.col(1))), q);
    const Real z = dot(Vec<Real>(Vector3(quarter.col(2))), q);
    const Real off = sqrt(x * x + y * y) - 1.3;
    return off * off + z * z < Real(0.35) * 0.35;
  };
  // Draws until the point is on the wanted side of the other surface.
  const auto where = [](const auto& first, const auto& first_counts, const auto& second, const auto& second_counts) {
    return [=](Random& random) {
      for (;;) {
        const bool pick = random.chance(0.5);
        const Vec<Real> p = pick ? first(random) : second(random);
        if (pick ? first_counts(p) : second_counts(p)) return p;
      }
    };
  };
  const auto not_in_ring = [in_ring](const Vec<Real>& p) { return !in_ring(p); };
  const auto not_in_ball = [in_ball](const Vec<Real>& p) { return !in_ball(p); };
  all.push_back({"union", ImplicitSurface::union_of(ball, ring), where(on_ball, not_in_ring, on_ring, not_in_ball)});
  all.push_back(
      {"intersection", ImplicitSurface::intersection_of(ball, ring), where(on_ball, in_ring, on_ring, in_ball)});
  all.push_back(
      {"difference", ImplicitSurface::difference_of(ball, ring), where(on_ball, not_in_ring, on_ring, in_ball)});
}

}  // namespace

std::vector<ExactImplicit> exact_implicit_surfaces() {
  std::vector<ExactImplicit> all;
  const Vector3 axes(1.1, 0.4, 0.7);
  const auto on_ellipsoid = [axes](Random& random) {
    const Vec<Real> d = direction(random);
    return scaled(Real(1 / norm(d)) * d, axes);
  };
  all.push_back({"ellipsoid", ImplicitSurface::ellipsoid(axes), on_ellipsoid});
  all.push_back({"torus", ImplicitSurface::torus(1.3, 0.35), on_torus});
  // x^2 + y^2 - z^2 - 1 = 0: a hyperboloid, cut off by a box.
  Eigen::Matrix3d a = Eigen::Vector3d(1.0, 1.0, -1.0).asDiagonal();
  all.push_back({"hyperboloid",
                 ImplicitSurface::quadric(a, Vector3::Zero(), -1.0, {Vector3(-3, -3, -2), Vector3(3, 3, 2)}),
                 [](Random& random) {
                   const Real z = random.uniform(-2.0, 2.0);
                   const Real u = random.uniform(0.0, 7.0);
                   const Real radius = sqrt(1 + z * z);
                   return Vec<Real>(radius * cos(u), radius * sin(u), z);
                 }});
  // One ball: the sphere on which (1 - q)^3 is the threshold, q the square of the distance over that of the radius.
  all.push_back(
      {"metaball", ImplicitSurface::metaballs({{Vector3(0.1, 0.2, 0.3), 0.9, 2.0}}, 0.25), [](Random& random) {
         const Vec<Real> d = direction(random);
         const Real q = 1 - pow(Real(0.125), Real(1) / 3);
         return Vec<Real>(Vector3(0.1, 0.2, 0.3)) + Real(Real(0.9) * sqrt(q) / norm(d)) * d;
       }});
  // A quarter turn about z, in doubles with an error of the matrix: so the exact point is turned by the same matrix.
  const Placement place{{0.3, -0.2, 0.5}, Quaternion(1.0, 0.2, -0.4, 0.7)};
  const Eigen::Matrix3d turn = place.orientation.normalized().toRotationMatrix();
  const auto placed = [place, turn](const Vec<Real>& p) {
    Vec<Real> sum{Real(place.position.x()), Real(place.position.y()), Real(place.position.z())};
    for (int i = 0; i < 3; ++i) sum = sum + p[i] * Vec<Real>(Vector3(turn.col(i)));
    return sum;
  };
  all.push_back(
      {"function",
       ImplicitSurface::from_function([](const JetPoint3& x) { return x[2] - sin(x[0]) * cos(x[1]) * Jet3(0.3); },
                                      {Vector3(-1, -1, -1), Vector3(1, 1, 1)}),
       [](Random& random) {
         const Real x = random.uniform(-1.0, 1.0);
         const Real y = random.uniform(-1.0, 1.0);
         return Vec<Real>(x, y, sin(x) * cos(y) * 0.3);
       }});
  add_combined(all);
  all.push_back({"placed", ImplicitSurface::ellipsoid(axes).placed(place),
                 [on_ellipsoid, placed](Random& random) { return placed(on_ellipsoid(random)); }});
  return all;
}

}  // namespace graze::testing
