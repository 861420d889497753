// SPDX-License-Identifier: Apache-2.0
// Boxes hold their patches of surface, at 200 bits, and thin out with the square of the patch.
#include <gtest/gtest.h>

#include "support/mpfi.hpp"
#include "surface/exact_surfaces.hpp"
#include "surface/surface_tree.hpp"

namespace graze {
namespace {

using testing::ExactImplicit;
using testing::ExactParametric;
using testing::Random;
using testing::Real;
using testing::Vec;

// How far an exact point is outside of a patch's box, less its margin: not above 0.
Real outside(const SurfacePatch& patch, const Vec<Real>& point) {
  // Cramer's rule for center + sum s_i half_i = point; what |s_i| exceeds 1 by times |half_i| bounds the distance.
  const Vec<Real> d = point - Vec<Real>(patch.center);
  std::array<Vec<Real>, 3> half;
  for (std::size_t i = 0; i < 3; ++i) half[i] = Vec<Real>(patch.half[i]);
  Vec<Real> left;
  const Real volume = dot(half[0], cross(half[1], half[2]));
  if (volume == 0) return norm(d) - patch.extent() - patch.margin;
  for (std::size_t i = 0; i < 3; ++i) {
    const Real s = dot(d, cross(half[(i + 1) % 3], half[(i + 2) % 3])) / volume;
    const Real beyond = s > 1 ? Real(s - 1) : s < -1 ? Real(s + 1) : Real(0);
    left = left + beyond * half[i];
  }
  return norm(left) - patch.margin;
}

double pick(Random& random, const Interval& x) { return random.inside(x); }

class Parametric : public ::testing::TestWithParam<int> {};

// Down a random branch of the tree: random points of each patch on the way lie in its box.
TEST_P(Parametric, BoxesHoldTheirPatches) {
  const ExactParametric exact = testing::exact_parametric_surfaces()[static_cast<std::size_t>(GetParam())];
  const auto model = patches_of(exact.surface);
  Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  const std::vector<SurfacePatch> roots = model->roots();
  for (int branch = 0; branch < 12; ++branch) {
    SurfacePatch patch = roots[static_cast<std::size_t>(random.below(static_cast<int>(roots.size())))];
    const int depth = random.below(60);
    for (int level = 0; level < depth; ++level) {
      for (int k = 0; k < 2; ++k) {
        const double u = pick(random, patch.domain[0]);
        const double v = pick(random, patch.domain[1]);
        const Vec<Real> point = exact.point(patch.chart, Real(u), Real(v));
        ASSERT_LE(outside(patch, point), 0) << exact.name << " at " << u << ", " << v << ", level " << level;
      }
      std::vector<SurfacePatch> parts;
      if (!model->split(patch, parts)) break;
      ASSERT_EQ(parts.size(), 2U);
      patch = parts[static_cast<std::size_t>(random.below(2))];
    }
  }
}

TEST_P(Parametric, ThePointsFoundAreOnTheSurface) {
  const ExactParametric exact = testing::exact_parametric_surfaces()[static_cast<std::size_t>(GetParam())];
  const auto model = patches_of(exact.surface);
  Random random(77);
  for (const SurfacePatch& patch : model->roots()) {
    const auto found = model->point_near(patch, random.vector(1.0), 1e-12);
    ASSERT_TRUE(found) << exact.name;
    // A second look from there finds the same point: it is its own foot.
    const auto again = model->point_near(patch, found->point, 1e-12);
    ASSERT_TRUE(again);
    EXPECT_LT(found->error, 1e-12);
  }
}

std::string parametric_name(const ::testing::TestParamInfo<int>& info) {
  std::string name = testing::exact_parametric_surfaces()[static_cast<std::size_t>(info.param)].name;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, Parametric, ::testing::Range(0, 12), parametric_name);

class Implicit : public ::testing::TestWithParam<int> {};

// Follows random points of the surface down the tree: whichever cell holds one, its box does.
TEST_P(Implicit, BoxesHoldTheirPatches) {
  const ExactImplicit exact = testing::exact_implicit_surfaces()[static_cast<std::size_t>(GetParam())];
  const auto model = patches_of(exact.surface);
  Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  for (int branch = 0; branch < 30; ++branch) {
    const Vec<Real> point = exact.point(random);
    std::vector<SurfacePatch> cells = model->roots();
    const int depth = random.below(80);
    for (int level = 0; level < depth; ++level) {
      std::vector<SurfacePatch> holding;
      for (const SurfacePatch& cell : cells) {
        bool in_cell = true;
        for (int i = 0; i < 3; ++i)
          in_cell = in_cell && point[i] >= cell.domain[static_cast<std::size_t>(i)].lo() &&
                    point[i] <= cell.domain[static_cast<std::size_t>(i)].hi();
        if (in_cell) holding.push_back(cell);
      }
      ASSERT_FALSE(holding.empty()) << exact.name << ": lost at level " << level;
      for (const SurfacePatch& cell : holding) ASSERT_LE(outside(cell, point), 0) << exact.name << ", level " << level;
      cells.clear();
      bool ended = false;
      for (const SurfacePatch& cell : holding) ended = !model->split(cell, cells) || ended;
      if (ended) break;
    }
  }
}

std::string implicit_name(const ::testing::TestParamInfo<int>& info) {
  return testing::exact_implicit_surfaces()[static_cast<std::size_t>(info.param)].name;
}
INSTANTIATE_TEST_SUITE_P(All, Implicit, ::testing::Range(0, 9), implicit_name);

// The thickest box of all patches that come of so many halvings.
double thickness_after(const SurfaceModel& model, int halvings) {
  std::vector<SurfacePatch> patches = model.roots();
  for (int i = 0; i < halvings; ++i) {
    std::vector<SurfacePatch> parts;
    for (const SurfacePatch& patch : patches) model.split(patch, parts);
    patches = std::move(parts);
  }
  double thickest = 0.0;
  for (const SurfacePatch& patch : patches) thickest = std::max(thickest, patch.thickness);
  return thickest;
}

TEST(Patches, ThinOutWithTheSquareOfTheirSize) {
  // Two halvings of each of two parameters, or of a cell that counts in two directions: a sixteenth.
  const auto torus = patches_of(ParametricSurface::torus(1.0, 0.3));
  EXPECT_LT(thickness_after(*torus, 12), thickness_after(*torus, 8) / 12);
  const auto sphere = patches_of(ParametricSurface::sphere(1.0));
  EXPECT_LT(thickness_after(*sphere, 9), thickness_after(*sphere, 5) / 12);
  const auto quadric = patches_of(ImplicitSurface::ellipsoid({1.0, 0.8, 0.6}));
  EXPECT_LT(thickness_after(*quadric, 12), thickness_after(*quadric, 8) / 4);
}

TEST(Power, HoldsThePowerOfEveryPoint) {
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    const double x = random.magnitude(1e-12, 1e6);
    const double exponent = random.sign() * random.magnitude(0.05, 20.0);
    const Interval range(x * random.uniform(0.5, 1.0), x * random.uniform(1.0, 2.0));
    const Real exact = boost::multiprecision::pow(Real(x), Real(exponent));
    const Interval power = graze::power(range, exponent);
    ASSERT_TRUE(exact >= power.lo() && exact <= power.hi()) << x << " to the " << exponent;
    const Interval tight = graze::power(Interval(x), exponent);
    ASSERT_TRUE(exact >= tight.lo() && exact <= tight.hi()) << x << " to the " << exponent;
  }
  EXPECT_EQ(graze::power(Interval(0.0, 1.0), -0.5).hi(), std::numeric_limits<double>::infinity());
  EXPECT_EQ(graze::power(Interval(0.0, 1.0), 2.0).lo(), 0.0);
}

}  // namespace
}  // namespace graze
