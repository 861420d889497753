// SPDX-License-Identifier: Apache-2.0
// A body dragged around another: the cache answers most queries at a glance, and never otherwise than the search.
#include "solver/clearance.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace graze::testing {
namespace {

struct DragCount {
  int free = 0, impacts = 0, glances = 0;
};

// Small steps around the first body, now and then close to it and into it.
DragCount drag(const Shape& shape_a, const Shape& shape_b, std::uint64_t seed) {
  Random random(seed);
  DragCount count;
  PairCache cache;
  const Body a{shape_a, Motion::still({0.1, 0.2, 0.3}, random.quaternion())};
  Placement at{{3, 0, 0}, Quaternion::Identity()};
  for (int step = 0; step < 300; ++step) {
    const double angle = 0.02 * step;
    const double radius = 1.6 + 0.9 * std::cos(0.05 * step);
    const Vector3 aim(radius * std::cos(angle), radius * std::sin(angle), 0.2 * random.unit());
    const Quaternion turned = at.orientation * Quaternion(Eigen::AngleAxisd(0.02, random.direction()));
    const Placement next{aim, turned};
    const Body b{shape_b, Motion::interpolated(at, next)};
    const Toi plain = time_of_impact(a, b);
    const Toi cached = time_of_impact(a, b, {}, Solver::automatic(), cache);
    EXPECT_EQ(plain.verdict, cached.verdict) << "seed " << seed << " step " << step;
    EXPECT_EQ(plain.bracket, cached.bracket) << "seed " << seed << " step " << step;
    EXPECT_EQ(plain.separation, cached.separation);
    EXPECT_EQ(plain.contact.point_a, cached.contact.point_a);
    count.free += plain.verdict == Verdict::Free ? 1 : 0;
    count.impacts += plain.verdict == Verdict::Impact ? 1 : 0;
    count.glances += cached.statistics.node_tests == 0 ? 1 : 0;
    at = next;
  }
  return count;
}

TEST(Clearance, MeshesDraggedAround) {
  const DragCount count =
      drag(Shape::mesh(make_bumpy_sphere(0.5, 0.4, 3, 3)), Shape::mesh(make_torus(0.5, 0.2, 24, 12)), 1);
  EXPECT_GT(count.glances, 100);
  EXPECT_GT(count.impacts, 0);
}

TEST(Clearance, AMeshAndASolidDraggedAround) {
  const DragCount count = drag(Shape::mesh(make_bumpy_sphere(0.5, 0.4, 3, 2)), Shape::capsule(0.3, 0.8), 2);
  EXPECT_GT(count.glances, 100);
  EXPECT_GT(count.impacts, 0);
}

TEST(Clearance, OfOtherShapesDoesNotCount) {
  PairCache cache;
  const Shape small = Shape::mesh(make_box({1, 1, 1}));
  const Shape large = Shape::mesh(make_box({5, 5, 5}));
  const Body a{small, Motion()};
  const Motion far = Motion::still({3, 0, 0});
  const Motion closer = Motion::constant_velocity({3.05, 0, 0}, Quaternion::Identity(), {-0.05, 0, 0}, {0, 0, 0});
  EXPECT_EQ(time_of_impact(a, {small, far}, {}, Solver::automatic(), cache).verdict, Verdict::Free);
  EXPECT_TRUE(cache.look.has_value());
  EXPECT_EQ(time_of_impact(a, {large, closer}, {}, Solver::automatic(), cache).verdict, Verdict::Impact);
}

TEST(Clearance, SeparationsCount) {
  PairCache cache;
  const Shape box = Shape::mesh(make_box({1, 1, 1}));
  const Body a{box, Motion()};
  const Body b{box, Motion::constant_velocity({3, 0, 0}, Quaternion::Identity(), {-0.5, 0, 0}, {0, 0, 0})};
  EXPECT_EQ(time_of_impact(a, b, {}, Solver::automatic(), cache).verdict, Verdict::Free);
  EXPECT_EQ(time_of_impact(a, b, {}, Solver::automatic(), cache).verdict, Verdict::Free);
  Query wide;
  wide.separation = 1.75;
  EXPECT_EQ(time_of_impact(a, b, wide, Solver::automatic(), cache).verdict, Verdict::Impact);
}

}  // namespace
}  // namespace graze::testing
