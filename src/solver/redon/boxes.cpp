// SPDX-License-Identifier: Apache-2.0
#include "solver/redon/boxes.hpp"

#include <array>

namespace graze {
namespace {

constexpr std::array<int, 3> kNext{1, 2, 0};

// Rounded up, for sums of up to eight products of numbers that are not negative.
double above(double sum) { return sum * (1 + 16 * rounding::kUlp) + rounding::kFloor; }

Interval dot_column(const IntervalMatrix3& axes, int i, const IntervalVector3& v) {
  return axes(0, i) * v[0] + axes(1, i) * v[1] + axes(2, i) * v[2];
}

// What the fifteen axes share. With e the axes of a, f those of b, and d from the center of a to that of b.
struct Projections {
  std::array<Interval, 3> on_a, on_b;                 // e_i . d, f_j . d
  std::array<std::array<Interval, 3>, 3> cosines;     // e_i . f_j
  std::array<std::array<double, 3>, 3> magnitudes{};  // the largest |e_i . f_j|

  Projections(const MovingBox& a, const MovingBox& b) {
    const IntervalVector3 d = b.center - a.center;
    for (int i = 0; i < 3; ++i) {
      on_a[i] = dot_column(a.axes, i, d);
      on_b[i] = dot_column(b.axes, i, d);
      for (int j = 0; j < 3; ++j) {
        cosines[i][j] = dot_column(a.axes, i, b.axes.col(j));
        // Both are unit vectors, whatever the intervals say.
        magnitudes[i][j] = std::min(1.0, cosines[i][j].magnitude());
      }
    }
  }
};

// Along e_i the boxes reach half_a[i] and sum_j half_b[j] |e_i . f_j| from their centers: the axes of one box are
// orthonormal (those of ObbNode are, exactly, and so is every rotation). Likewise along f_j.
bool face_separates(const Projections& p, const Vector3& half_a, const Vector3& half_b, double separation) {
  for (int i = 0; i < 3; ++i) {
    const auto& c = p.magnitudes;
    const double reach_a = half_a[i] + half_b[0] * c[i][0] + half_b[1] * c[i][1] + half_b[2] * c[i][2];
    if (p.on_a[i].mignitude() > above(reach_a + separation)) return true;
    const double reach_b = half_b[i] + half_a[0] * c[0][i] + half_a[1] * c[1][i] + half_a[2] * c[2][i];
    if (p.on_b[i].mignitude() > above(reach_b + separation)) return true;
  }
  return false;
}

// Along e_i x f_j: with i, k, l in cyclic order, (e_i x f_j) . e_k = -(e_l . f_j) and (e_i x f_j) . e_l = e_k . f_j, up
// to a common sign; so d, written in the axes of a, has the component (d.e_l)(e_k.f_j) - (d.e_k)(e_l.f_j), and a
// reaches half_a[k] |e_l.f_j| + half_a[l] |e_k.f_j|; b likewise. The axis is at most one long, so `separation` along it
// is at least what is needed.
bool edges_separate(const Projections& p, const Vector3& half_a, const Vector3& half_b, double separation) {
  const auto& c = p.magnitudes;
  for (int i = 0; i < 3; ++i) {
    const int k = kNext[i];
    const int l = kNext[k];
    for (int j = 0; j < 3; ++j) {
      const int m = kNext[j];
      const int n = kNext[m];
      const Interval distance = p.on_a[l] * p.cosines[k][j] - p.on_a[k] * p.cosines[l][j];
      const double reach = half_a[k] * c[l][j] + half_a[l] * c[k][j] + half_b[m] * c[i][n] + half_b[n] * c[i][m];
      if (distance.mignitude() > above(reach + separation)) return true;
    }
  }
  return false;
}

}  // namespace

MovingBox::MovingBox(const ObbNode& node, const MotionEnclosure& motion) : half(node.half) {
  IntervalMatrix3 at_rest;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) at_rest(i, j) = Interval::around(node.axes(i, j), node.axes_error);
  axes = motion.rotation * at_rest;
  center = motion.position + motion.rotation * node.center.cast<Interval>();
}

bool stay_apart(const MovingBox& a, const MovingBox& b, double separation, bool edge_axes) {
  const Projections p(a, b);
  return face_separates(p, a.half, b.half, separation) || (edge_axes && edges_separate(p, a.half, b.half, separation));
}

PlacedBox::PlacedBox(const ObbNode& node, const LinearizedMotion& frame)
    : axes(frame.rotation * node.axes), center(frame.position + frame.rotation * node.center), half(node.half) {}

bool overlap(const PlacedBox& a, const PlacedBox& b) {
  const Eigen::Matrix3d cosines = a.axes.transpose() * b.axes;
  const Eigen::Matrix3d c = cosines.cwiseAbs();
  const Vector3 on_a = a.axes.transpose() * (b.center - a.center);
  const Vector3 on_b = b.axes.transpose() * (b.center - a.center);
  if ((on_a.cwiseAbs() - a.half - c * b.half).maxCoeff() > 0) return false;
  if ((on_b.cwiseAbs() - b.half - c.transpose() * a.half).maxCoeff() > 0) return false;
  for (int i = 0; i < 3; ++i) {
    const int k = kNext[i];
    const int l = kNext[k];
    for (int j = 0; j < 3; ++j) {
      const int m = kNext[j];
      const int n = kNext[m];
      const double distance = std::abs(on_a[l] * cosines(k, j) - on_a[k] * cosines(l, j));
      if (distance > a.half[k] * c(l, j) + a.half[l] * c(k, j) + b.half[m] * c(i, n) + b.half[n] * c(i, m))
        return false;
    }
  }
  return true;
}

bool move_far(const PlacedBox& a, const PlacedBox& b, const Vector3& relative_velocity, double turning_rate,
              double duration, double constant) {
  if (turning_rate * duration > constant) return true;
  const double speed = relative_velocity.norm();
  if (!(speed > 0)) return false;
  const double along = (a.axes.transpose() * relative_velocity).cwiseAbs().dot(a.half) +
                       (b.axes.transpose() * relative_velocity).cwiseAbs().dot(b.half);
  // Flat boxes that move along their normal have no extent to speak of; they are not chopped finer than this part of
  // their size: their features' own search does that better.
  constexpr double kFlat = 0.01;
  return speed * duration > constant * (along / speed + kFlat * (a.half.sum() + b.half.sum()));
}

}  // namespace graze
