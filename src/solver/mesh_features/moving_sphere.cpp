// SPDX-License-Identifier: Apache-2.0
#include "solver/mesh_features/moving_sphere.hpp"

#include "numeric/inclusion_parabola.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using rounding::kUlp;

// The double nearest to an enclosure, entry by entry; adds the norm of the radii to `error`.
template <class Plain, class Enclosure>
Plain nearest(const Enclosure& enclosure, double weight, double& error) {
  Plain result;
  double squares = 0.0;
  for (Eigen::Index i = 0; i < enclosure.size(); ++i) {
    result.data()[i] = enclosure.data()[i].mid();
    const double width = enclosure.data()[i].width();  // twice the radius, and so above the rounding of mid() too
    squares += width * width;
  }
  error += weight * std::sqrt(squares);
  return result;
}

// Rounding of p + R c for |c| <= radius: three products and three sums an entry, the entries of R at most `norm`;
// 8 ulp of the magnitudes cover them with room to spare.
double rounding_of_sum(const Vector3& p, double norm, double radius) {
  return (8 * kUlp) * (p.norm() + 2 * norm * radius) + rounding::kFloor;
}

StageBody stage_body(const Body& body, const Interval& domain, const Vector3& origin) {
  const MotionEnclosure start = body.motion.enclose(Interval(domain.lo()), origin);
  // Centers of spheres lie in the hull of the shape, up to rounding.
  const double radius = body.shape.radius() * (1 + 1e-9);
  StageBody result;
  double position_error = 0.0;
  double velocity_error = 0.0;
  result.position = nearest<Vector3>(start.position, 1.0, position_error);
  result.rotation = nearest<Eigen::Matrix3d>(start.rotation, radius, position_error);
  result.velocity = nearest<Vector3>(start.velocity, 1.0, velocity_error);
  result.rotation_rate = nearest<Eigen::Matrix3d>(start.rotation_rate, radius, velocity_error);
  result.position_error = position_error + rounding_of_sum(result.position, 1.0, radius);
  result.velocity_error = velocity_error + rounding_of_sum(result.velocity, result.rotation_rate.norm(), radius);
  result.acceleration = body.motion.acceleration_bound(domain);
  return result;
}

}  // namespace

Stage::Stage(const Body& body_a, const Body& body_b, const Interval& time, const Vector3& near, double separation)
    : domain(time),
      origin(near),
      a(stage_body(body_a, time, near)),
      b(stage_body(body_b, time, near)),
      padding((separation + kVanishingLength + a.position_error + b.position_error +
               (a.velocity_error + b.velocity_error) * time.width()) *
              (1 + 8 * kUlp)) {}

std::optional<Interval> test_sphere_pair(const Stage& stage, const MovingSphere& a, const MovingSphere& b,
                                         const Interval& within) {
  // Let g(x) be the vector between the centers at offset x from the stage's start, and g0, w the computed g(0), g'(0).
  // Taylor: g(x) = g0 + w x + r(x) + e(x), |r| <= K x^2 / 2, and e, the error of g0 and w, is in the padding. So the
  // spheres are apart while h = g0 + w x + r has |h| > R, R the padded sum of radii; and s = |h|^2 - R^2 has
  //   s(0) = |g0|^2 - R^2,  s'(0) = 2 g0.w,  s''/2 = h''.h + |h'|^2 >= -K H + max(0, |w| - K x)^2
  // with H the largest |h| on [0, end]. Each coefficient is lowered by more than its rounding error (at most eight
  // roundings of sums of the magnitudes shown).
  const double end = rounding::up(within.hi() - stage.domain.lo());
  const Vector3 g = b.center - a.center;
  const Vector3 w = b.velocity - a.velocity;
  const double curvature = (a.acceleration + b.acceleration) * (1 + kUlp);
  const double reach = (a.radius + b.radius + stage.padding) * (1 + 4 * kUlp);
  const double g_square = g.squaredNorm();
  const double w_square = w.squaredNorm();
  if (!std::isfinite(g_square + w_square + curvature)) return within;  // beyond doubles: nothing is known
  const double g_norm = std::sqrt(g_square);
  const double w_norm = std::sqrt(w_square);
  const double fastest = w_norm + (w.isZero(0.0) ? 0.0 : kVanishingLength);
  const double travel = fastest * end + 0.5 * curvature * end * end;
  const double farthest = (g_norm + travel) * (1 + 8 * kUlp);
  if (g_norm * (1 - 8 * kUlp) > (reach + travel) * (1 + 8 * kUlp)) return std::nullopt;

  const double slowest = std::max(0.0, w_norm * (1 - 8 * kUlp) - curvature * end * (1 + 4 * kUlp));
  const double c = g_square - reach * reach - (8 * kUlp) * (g_square + reach * reach);
  const double half_b = g.dot(w) - (8 * kUlp) * g_norm * w_norm - rounding::kFloor;
  const double bend = curvature * farthest * (1 + 4 * kUlp);
  const double half_curvature = (slowest * slowest - bend) - (4 * kUlp) * (slowest * slowest + bend);

  double from = 0.0;
  if (c > 0) {
    from = positive_until(c, 2 * half_b, half_curvature);
    if (from > end) return std::nullopt;
  }
  const double to = std::min(end, positive_after(c, 2 * half_b, half_curvature, end));
  const Interval overlap(std::max(within.lo(), rounding::down(stage.domain.lo() + from)),
                         std::min(within.hi(), rounding::up(stage.domain.lo() + to)));
  if (overlap.lo() > overlap.hi()) return std::nullopt;
  return overlap;
}

}  // namespace graze
