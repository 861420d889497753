// SPDX-License-Identifier: Apache-2.0
// Convex/convex distance: GJK suggests directions and points; the bounds are proved from them.
#include "distance/gjk.hpp"
#include "distance/pair_distance.hpp"
#include "distance/placement.hpp"
#include "numeric/stable_norm.hpp"

namespace graze {
namespace {

using rounding::kUlp;

struct Solid {
  const ConvexShape& shape;
  FaceValuePose placement;

  Solid(const PlacedConvex& placed, const Vector3& origin) : shape(placed.shape), placement(placed.pose, origin) {}

  // How far the solid reaches along n, which is unit to within 8 ulp: not less than the truth. The support's own error
  // and that of its direction count times the size of the core; the ball's image reaches radius |L^T n|.
  double reach(const Vector3& n) const {
    const Vector3 direction = placement.into_body(n);
    const double value = shape.support(direction).point.dot(direction) + shape.rounding_radius() * direction.norm() +
                         n.dot(placement.offset);
    return value + core_error() + placement.error(shape.rounding_radius());
  }
  // How far a computed place of a support point may be from a point of the placed core.
  double core_error() const {
    return shape.support_error() * placement.norm * (1 + 1e-9) + placement.error(shape.core_radius());
  }
  double ball_inside() const { return shape.rounding_radius() * placement.smallest_stretch(); }
  double size() const { return placement.offset_size + placement.norm * shape.radius(); }
};

class Pair {
 public:
  Pair(const PlacedConvex& a, const PlacedConvex& b)
      : origin_(b.pose.translation()), a_(a, origin_), b_(b, origin_), size_(a_.size() + b_.size()) {
    // A power of two brings all lengths below one: products of four of them neither overflow nor vanish in GJK.
    if (size_ > 0 && std::isfinite(size_)) exponent_ = -std::ilogb(size_) - 1;
  }

  DistanceBounds run(double accuracy) {
    const Vector3 between = scaled(b_.placement.offset - a_.placement.offset);
    found_ = gjk([this](const Vector3& direction) { return support(direction); }, Simplex4{}, between, accuracy);
    DistanceBounds result;
    find_lower();
    set_points(result);
    if (found_.overlap && surely_overlap()) return result;
    result.lower = std::max(0.0, lower_);
    result.upper = upper();
    return result;
  }

 private:
  Vector3 scaled(const Vector3& v) const { return scaled(v, exponent_); }
  Vector3 unscaled(const Vector3& v) const { return scaled(v, -exponent_); }
  static Vector3 scaled(const Vector3& v, int exponent) {
    return {std::ldexp(v.x(), exponent), std::ldexp(v.y(), exponent), std::ldexp(v.z(), exponent)};
  }

  SupportPair support(const Vector3& direction) const {
    SupportPair pair;
    pair.body_a = a_.shape.support(a_.placement.into_body(direction)).point;
    pair.body_b = b_.shape.support(-b_.placement.into_body(direction)).point;
    pair.a = scaled(a_.placement.place(pair.body_a));
    pair.b = scaled(b_.placement.place(pair.body_b));
    pair.difference = pair.b - pair.a;
    return pair;
  }

  // How far a computed difference of two points of the cores may be from a true one, the subtraction's rounding too.
  double difference_error() const { return a_.core_error() + b_.core_error() + 4 * kUlp * size_; }

  // Four differences of points of the cores have the origin inside their hull, and still do if each is moved by its
  // error: along every direction the hull reaches further beyond the origin than that.
  bool surely_overlap() const {
    const Simplex4& s = found_.simplex;
    if (s.size < 4) return false;
    const double error = std::ldexp(difference_error(), exponent_) + 0x1p-200;
    for (int l = 0; l < 4; ++l) {
      const Vector3& p = s.pairs[(l + 1) % 4].difference;
      const Vector3 u = s.pairs[(l + 2) % 4].difference - p;
      const Vector3 v = s.pairs[(l + 3) % 4].difference - p;
      const Vector3 to_corner = s.pairs[l].difference - p;
      const Vector3 normal = u.cross(v);
      // Each product of three is rounded at the size of its factors.
      const double rounding_error = 16 * kUlp * u.norm() * v.norm();
      const double of_corner = normal.dot(to_corner);
      const double of_origin = of_corner < 0 ? normal.dot(p) : -normal.dot(p);
      if (!(std::abs(of_corner) > rounding_error * to_corner.norm())) return false;
      if (!(of_origin > rounding_error * p.norm() + (normal.norm() + rounding_error) * error * (1 + 1e-9)))
        return false;
    }
    return true;
  }

  // The best gap that one of the directions met proves. A unit direction's length is one to within 8 ulp.
  void find_lower() {
    direction_ = found_.direction;
    for (const Vector3& n : {found_.direction, facing_direction(found_.simplex)}) {
      if (n.isZero(0.0)) continue;
      const double gap = -a_.reach(n) - b_.reach(-n);
      if (!(gap > lower_)) continue;
      lower_ = gap * (gap > 0 ? 1 - 16 * kUlp : 1.0);
      direction_ = n;
    }
  }

  // The cores have points this close, up to their errors and the weights' rounding; the balls around these points reach
  // towards each other.
  double upper() const {
    const double cores = std::ldexp(found_.upper, -exponent_) * (1 + 16 * kUlp) + difference_error() + 8 * kUlp * size_;
    const double value = cores - (a_.ball_inside() + b_.ball_inside()) * (1 - 8 * kUlp);
    if (std::isnan(value)) return std::numeric_limits<double>::infinity();
    return std::max(0.0, value * (1 + 8 * kUlp));
  }

  void set_points(DistanceBounds& result) const {
    if (found_.overlap && found_.simplex.size == 4) {
      result.point_a = result.point_b = unscaled(found_.simplex.point_a()) + origin_;
      return;
    }
    const Vector3 a = unscaled(found_.simplex.point_a());
    const Vector3 b = unscaled(found_.simplex.point_b());
    const double apart = std::ldexp(found_.upper, -exponent_);
    double step_a = a_.shape.rounding_radius();
    double step_b = b_.shape.rounding_radius();
    if (step_a + step_b > apart) {  // a point within both balls
      step_a = std::clamp(0.5 * (apart + step_a - step_b), 0.0, apart);
      step_b = apart - step_a;
    }
    // Close together, the points tell less about the direction between them than the simplex does.
    const Vector3 towards = apart > 1e-6 * size_ ? Vector3((b - a) / apart) : direction_;
    result.point_a = a + step_a * towards + origin_;
    result.point_b = b - step_b * towards + origin_;
  }

  Vector3 origin_;
  Solid a_, b_;
  double size_;
  int exponent_ = 0;
  GjkResult found_;
  double lower_ = -std::numeric_limits<double>::infinity();
  Vector3 direction_ = Vector3::Zero();
};

}  // namespace

DistanceBounds convex_convex_distance(const PlacedConvex& a, const PlacedConvex& b, double accuracy) {
  return Pair(a, b).run(accuracy);
}

}  // namespace graze
