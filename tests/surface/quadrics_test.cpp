// SPDX-License-Identifier: Apache-2.0
// Quadrics of patches hold them at 200 bits, and gaps across quadrics are never above distances of points.
#include <gtest/gtest.h>

#include "motion/relative.hpp"
#include "motion/unturned.hpp"
#include "solver/surfaces/quadric_gap.hpp"
#include "surface/exact_surfaces.hpp"
#include "surface/surface_tree.hpp"

namespace graze {
namespace {

using testing::ExactImplicit;
using testing::ExactParametric;
using testing::Random;
using testing::Real;
using testing::Vec;

Real quadric_at(const PatchQuadric& quadric, const Vec<Real>& point) {
  const Vec<Real> d = point - Vec<Real>(quadric.center);
  Real sum = Real(quadric.value) + dot(Vec<Real>(quadric.slope), d);
  for (int i = 0; i < 3; ++i) sum += d[i] * dot(Vec<Real>(Vector3(quadric.bend.row(i))), d) / 2;
  return sum;
}

bool is_known(const PatchQuadric& quadric) { return std::isfinite(quadric.error); }

TEST(PatchQuadrics, HoldParametricPatches) {
  Random random(11);
  int known = 0;
  for (const ExactParametric& exact : testing::exact_parametric_surfaces()) {
    const auto model = patches_of(exact.surface);
    const std::vector<SurfacePatch> roots = model->roots();
    for (int branch = 0; branch < 8; ++branch) {
      SurfacePatch patch = roots[static_cast<std::size_t>(random.below(static_cast<int>(roots.size())))];
      const int depth = random.below(50);
      for (int level = 0; level < depth; ++level) {
        const PatchQuadric quadric = model->quadric(patch);
        for (int k = 0; k < 2 && is_known(quadric); ++k) {
          const double u = random.inside(patch.domain[0]);
          const double v = random.inside(patch.domain[1]);
          const Real s = quadric_at(quadric, exact.point(patch.chart, Real(u), Real(v)));
          ASSERT_LE(abs(s), quadric.error) << exact.name << " at " << u << ", " << v << ", level " << level;
          ++known;
        }
        std::vector<SurfacePatch> parts;
        if (!model->split(patch, parts)) break;
        patch = parts[static_cast<std::size_t>(random.below(2))];
      }
    }
  }
  EXPECT_GT(known, 1000);
}

TEST(PatchQuadrics, HoldImplicitPatches) {
  Random random(12);
  int known = 0;
  for (const ExactImplicit& exact : testing::exact_implicit_surfaces()) {
    const auto model = patches_of(exact.surface);
    for (int branch = 0; branch < 12; ++branch) {
      const Vec<Real> point = exact.point(random);
      std::vector<SurfacePatch> cells = model->roots();
      for (int level = 0; level < 50 && !cells.empty(); ++level) {
        std::vector<SurfacePatch> parts;
        for (const SurfacePatch& cell : cells) {
          bool inside = true;
          for (int i = 0; i < 3; ++i)
            inside = inside && point[i] >= cell.domain[static_cast<std::size_t>(i)].lo() &&
                     point[i] <= cell.domain[static_cast<std::size_t>(i)].hi();
          if (!inside) continue;
          const PatchQuadric quadric = model->quadric(cell);
          if (is_known(quadric)) {
            ASSERT_LE(abs(quadric_at(quadric, point)), quadric.error) << exact.name << ", level " << level;
            ++known;
          }
          model->split(cell, parts);
        }
        cells = std::move(parts);
      }
    }
  }
  EXPECT_GT(known, 1000);
}

// A torus, halved in both parameters: an eighth, or nearly.
TEST(PatchQuadrics, AreAsCloseAsTheCubeOfTheSize) {
  const auto torus = patches_of(ParametricSurface::torus(1.0, 0.3));
  const auto worst_after = [&](int halvings) {
    std::vector<SurfacePatch> patches = torus->roots();
    for (int i = 0; i < halvings; ++i) {
      std::vector<SurfacePatch> parts;
      for (const SurfacePatch& patch : patches) torus->split(patch, parts);
      patches = std::move(parts);
    }
    double worst = 0.0;
    for (std::size_t i = 0; i < patches.size(); i += 37) worst = std::max(worst, torus->quadric(patches[i]).error);
    return worst;
  };
  EXPECT_LT(worst_after(16), worst_after(12) / 40);
}

TEST(BoxPolynomial, LeastValueIsBelowAllOthers) {
  Random random(13);
  double lost = 0.0;
  for (int i = 0; i < 3000; ++i) {
    BoxPolynomial p;
    p.value = random.uniform(-1.0, 1.0);
    p.slope = random.vector(random.magnitude(1e-3, 1.0));
    const Eigen::Matrix3d m = Eigen::Matrix3d::NullaryExpr([&] { return random.uniform(-1.0, 1.0); });
    // Bowls, valleys, domes and saddles.
    p.bend = i % 4 == 0 ? Eigen::Matrix3d(m * m.transpose()) : Eigen::Matrix3d(m + m.transpose());
    if (i % 4 == 1) p.bend = m.col(0) * m.col(0).transpose();
    if (i % 4 == 2) p.bend = -m * m.transpose();
    const LeastValue least = least_value(p);
    for (int k = 0; k < 400; ++k) {
      Vector3 s = random.vector(1.0);
      for (int j = 0; j < 3; ++j)
        if (random.chance(0.4)) s[j] = random.sign();
      if (k == 0) s = least.at;
      const double value = p.value + p.slope.dot(s) + 0.5 * s.dot(p.bend * s);
      ASSERT_GE(value, least.value);
    }
    // What the first coordinate may do counts by its size; without it the bound is attained.
    BoxPolynomial flat = p;
    flat.slope[0] = 0.0;
    flat.bend.row(0).setZero();
    flat.bend.col(0).setZero();
    const LeastValue exact = least_value(flat);
    const double there = flat.value + flat.slope.dot(exact.at) + 0.5 * exact.at.dot(flat.bend * exact.at);
    lost = std::max(lost, there - exact.value);
  }
  EXPECT_LT(lost, 1e-9);
}

// A patch as the gap takes it, with points of it.
struct Sample {
  SurfacePatch patch;
  PatchQuadric quadric;
  std::vector<Vector3> points;
};
Sample random_sample(Random& random, const ParametricSurface& surface, int depth) {
  const auto model = patches_of(surface);
  const std::vector<SurfacePatch> roots = model->roots();
  Sample sample{roots[static_cast<std::size_t>(random.below(static_cast<int>(roots.size())))], {}, {}};
  for (int level = 0; level < depth; ++level) {
    std::vector<SurfacePatch> parts;
    if (!model->split(sample.patch, parts)) break;
    sample.patch = parts[static_cast<std::size_t>(random.below(2))];
  }
  sample.quadric = model->quadric(sample.patch);
  for (int k = 0; k < 60; ++k) {
    const Interval u(random.inside(sample.patch.domain[0]));
    const Interval v(random.inside(sample.patch.domain[1]));
    const JetPoint2 p = surface.model().enclose(sample.patch.chart, Jet2(u), Jet2(v));
    sample.points.emplace_back(p[0].value.mid(), p[1].value.mid(), p[2].value.mid());
  }
  return sample;
}

ParametricSurface random_surface(Random& random) {
  if (random.chance(0.4)) return ParametricSurface::torus(1.0, random.uniform(0.2, 0.5));
  if (random.chance(0.5)) return ParametricSurface::superquadric({1.0, 0.8, 0.6}, 0.8, 0.9);
  return ParametricSurface::ellipsoid({1.0, random.uniform(0.4, 1.0), random.uniform(0.4, 1.0)});
}

double closest_at(const Sample& fixed, const Sample& moving, const Pose& pose) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vector3& p : fixed.points)
    for (const Vector3& q : moving.points) least = std::min(least, (pose * q - p).norm());
  return least;
}

// Patches placed at a small gap from each other, which turn and slide: gaps at any time are below all distances of
// points, across the quadric and across the plane that touches it.
TEST(QuadricGap, IsBelowAllDistancesOfPoints) {
  Random random(14);
  int positive = 0;
  int flat = 0;
  for (int i = 0; i < 4000; ++i) {
    const Sample fixed = random_sample(random, random_surface(random), 6 + random.below(10));
    const Sample moving = random_sample(random, random_surface(random), 6 + random.below(10));
    const CurvedPiece fixed_piece(fixed.patch, fixed.quadric);
    const CurvedPiece piece(moving.patch, moving.quadric);
    if (!fixed_piece.quadric.is_known() || !piece.quadric.is_known()) continue;
    // One normal onto the other or against it, and the middles about on top of each other.
    const double size = fixed_piece.extent + piece.extent;
    Quaternion turn = Quaternion::FromTwoVectors(moving.quadric.slope, random.sign() * fixed.quadric.slope);
    turn = Quaternion(Eigen::AngleAxisd(0.3 * random.unit(), random.direction())) * turn;
    const Vector3 target = fixed.quadric.center + random.vector(0.5 * size) +
                           random.sign() * random.magnitude(1e-6, 1.0) * size * fixed.quadric.slope;
    const Motion motion =
        Motion::constant_velocity(target - turn * moving.quadric.center, turn, random.vector(size), random.vector(2.0));
    const Interval span(0.0, random.magnitude(1e-3, 0.5));
    for (const bool plane : {false, true}) {
      const QuadricGap curved(fixed_piece.quadric, piece, motion.enclose(Interval(0.0)), motion.enclose(span));
      const PieceQuadric touching = plane ? fixed_piece.plane(curved.side()) : fixed_piece.quadric;
      const QuadricGap gap(touching, piece, motion.enclose(Interval(0.0)), motion.enclose(span));
      for (const double part : {0.0, 0.3, 1.0}) {
        const double t = part * span.hi();
        const double bound = gap.at(t).value;
        if (!(bound > 0)) continue;
        (plane ? flat : positive) += 1;
        ASSERT_LE(bound, closest_at(fixed, moving, motion.pose(t)) + 1e-13) << i << " at " << t;
      }
    }
  }
  EXPECT_GT(positive, 2000);
  EXPECT_GT(flat, 500);
}

// The gap is concave but for rounding: steps rely on it.
TEST(QuadricGap, IsConcave) {
  Random random(15);
  for (int i = 0; i < 500; ++i) {
    const Sample fixed = random_sample(random, random_surface(random), 12);
    const Sample moving = random_sample(random, random_surface(random), 12);
    const CurvedPiece fixed_piece(fixed.patch, fixed.quadric);
    const CurvedPiece piece(moving.patch, moving.quadric);
    if (!fixed_piece.quadric.is_known() || !piece.quadric.is_known()) continue;
    const Motion motion =
        Motion::constant_velocity(random.vector(1.0), random.quaternion(), random.vector(1.0), random.vector(2.0));
    const QuadricGap gap(fixed_piece.quadric, piece, motion.enclose(Interval(0.0)), motion.enclose({0.0, 0.25}));
    const double early = random.uniform(0.0, 0.1);
    const double late = random.uniform(0.15, 0.25);
    const double part = random.unit();
    const double between = gap.at(early + part * (late - early)).value;
    const double chord = gap.at(early).value + part * (gap.at(late).value - gap.at(early).value);
    EXPECT_GE(between, chord - 1e-12 * (1 + std::abs(chord)));
  }
}

TEST(Unturned, TakesThePointWhereTheMotionDoes) {
  Random random(16);
  for (int i = 0; i < 200; ++i) {
    const Motion motion =
        Motion::constant_velocity(random.vector(2.0), random.quaternion(), random.vector(1.0), random.vector(3.0));
    const Vector3 point = i % 2 == 0 ? Vector3(Vector3::Zero()) : random.vector(1.0);
    const Motion still = unturned(motion, point);
    const double t = random.uniform(0.0, 1.0);
    const Interval around(t - 0.01, t + 0.01);
    const Vector3 there = motion.pose(t) * point;
    EXPECT_LT((still.pose(t) * point - there).norm(), 1e-14);
    EXPECT_TRUE(still.pose(t).linear().isIdentity(0.0));
    const PathEnclosure path = path_of(still.enclose(around, Vector3::Zero()), point);
    const PathEnclosure turning = path_of(motion.enclose(Interval(t), Vector3::Zero()), point);
    double speed = 0.0;
    double acceleration = 0.0;
    for (int k = 0; k < 3; ++k) {
      EXPECT_TRUE(path.position[k].contains(turning.position[k].mid()));
      EXPECT_TRUE(path.velocity[k].contains(turning.velocity[k].mid()));
      EXPECT_TRUE(path.acceleration[k].contains(turning.acceleration[k].mid()));
      speed += turning.velocity[k].mid() * turning.velocity[k].mid();
      acceleration += turning.acceleration[k].mid() * turning.acceleration[k].mid();
    }
    EXPECT_LE(std::sqrt(speed), still.speed_bound(around).at(0.0) * (1 + 1e-12));
    EXPECT_LE(std::sqrt(acceleration), still.acceleration_bound(around).at(0.0) * (1 + 1e-12));
  }
}

}  // namespace
}  // namespace graze
