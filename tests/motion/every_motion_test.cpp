// SPDX-License-Identifier: Apache-2.0
// What every motion promises, checked in the same way for all of them.
#include <gtest/gtest.h>

#include "motion/exact_motions.hpp"
#include "support/contains.hpp"
#include "support/trials.hpp"

namespace graze::testing {
namespace {

// Instants, neighbours, tiny and long windows, near the origin of time and far from it.
Interval random_window(Random& random) {
  const double start = random.chance(0.5) ? random.uniform(-4.0, 8.0) : random.sign() * random.magnitude(1e-6, 1e5);
  switch (random.below(4)) {
    case 0:
      return start;
    case 1:
      return {start, std::nextafter(start, 1e300)};
    case 2:
      return {start, start + random.magnitude(1e-12, 1e-2)};
    default:
      return {start, start + random.magnitude(1e-2, 1e3)};
  }
}

// A time, and often one at which the motion has a corner.
double random_time(const Motion& motion, const Interval& window, Random& random) {
  const std::span<const MotionPiece> pieces = motion.pieces();
  if (!pieces.empty() && random.chance(0.3)) {
    const double corner = pieces[static_cast<std::size_t>(random.below(static_cast<int>(pieces.size())))].until;
    if (window.contains(corner)) return corner;
  }
  return random.inside(window);
}

bool has_corner(const Motion& motion, const Interval& window) {
  for (const MotionPiece& piece : motion.pieces())
    if (window.contains(piece.until)) return true;
  return false;
}

class EveryMotion : public ::testing::TestWithParam<MotionKind> {
 protected:
  ExactMotion make(Random& random, Range range) const { return GetParam().make(random, range); }
};

void check_enclosure(const ExactMotion& m, const Interval& window, const Vector3& origin, Random& random) {
  const MotionEnclosure over = m.motion.enclose(window, origin);
  for (int k = 0; k < 3; ++k) {
    const Real t = random_time(m.motion, window, random);
    const Vector3 point = k == 0 ? Vector3(Vector3::Zero()) : random.vector(random.magnitude(1e-3, 1e3));
    const PathEnclosure path = path_of(over, point);
    const PathPoint<Real> exact = m.path(Vec<Real>(point), t);
    ASSERT_TRUE(encloses(path.position, exact.position - Vec<Real>(origin)));
    ASSERT_TRUE(encloses(path.velocity, exact.velocity));
    ASSERT_TRUE(encloses(path.acceleration, exact.acceleration));
    for (int j = 0; j < 3; ++j) {
      const PathPoint<Real> tip = m.path(Vec<Real>(Vector3::Unit(j)), t);
      const PathPoint<Real> root = m.path(Vec<Real>(), t);
      ASSERT_TRUE(encloses(over.rotation.col(j), tip.position - root.position));
      ASSERT_TRUE(encloses(over.rotation_rate.col(j), tip.velocity - root.velocity));
      ASSERT_TRUE(encloses(over.rotation_acceleration.col(j), tip.acceleration - root.acceleration));
    }
  }
}

TEST_P(EveryMotion, EnclosuresHoldTheExactPath) {
  Random random(51);
  for (int i = 0; i < testing::trials(1'000); ++i) {
    const ExactMotion m = make(random, random.chance(0.3) ? Range::Moderate : Range::Wide);
    const Interval window = random_window(random);
    const Vector3 near = m.motion.pose(window.lo()).translation() + random.vector(1.0);
    check_enclosure(m, window, random.chance(0.5) ? Vector3(Vector3::Zero()) : near, random);
    ASSERT_FALSE(HasFatalFailure()) << "case " << i << " window " << ::testing::PrintToString(window);
  }
}

// Exactly: how far what an instant says is from the truth, and what it allows.
void check_instant(const ExactMotion& m, double time, const Vector3& origin, const Vector3& point) {
  const MotionInstant at = m.motion.instant(time, origin);
  Vec<Real> position(at.position);
  Vec<Real> velocity(at.velocity);
  for (int j = 0; j < 3; ++j) {
    position = position + Real(point[j]) * Vec<Real>(Vector3(at.rotation.col(j)));
    velocity = velocity + Real(point[j]) * Vec<Real>(Vector3(at.rate.col(j)));
  }
  const PathPoint<Real> exact = m.path(Vec<Real>(point), Real(time));
  const Real radius = norm(Vec<Real>(point));
  ASSERT_TRUE(norm(position - (exact.position - Vec<Real>(origin))) <=
              Real(at.position_error) + Real(at.rotation_error) * radius);
  ASSERT_TRUE(norm(velocity - exact.velocity) <= Real(at.velocity_error) + Real(at.rate_error) * radius);
}

TEST_P(EveryMotion, InstantsAreWithinTheirErrors) {
  Random random(58);
  for (int i = 0; i < testing::trials(1'000); ++i) {
    const ExactMotion m = make(random, random.chance(0.3) ? Range::Moderate : Range::Wide);
    const double time = random_window(random).lo();
    if (has_corner(m.motion, time)) continue;
    const Vector3 near = m.motion.pose(time).translation() + random.vector(1.0);
    const Vector3 point = random.chance(0.2) ? Vector3(Vector3::Zero()) : random.vector(random.magnitude(1e-3, 1e3));
    check_instant(m, time, random.chance(0.5) ? Vector3(Vector3::Zero()) : near, point);
    ASSERT_FALSE(HasFatalFailure()) << "case " << i << " time " << time;
  }
}

TEST_P(EveryMotion, InstantsAreTight) {
  Random random(59);
  for (int i = 0; i < 300; ++i) {
    const ExactMotion m = make(random, Range::Moderate);
    const double time = random.uniform(-2.0, 6.0);
    if (has_corner(m.motion, time)) continue;
    const MotionInstant at = m.motion.instant(time, Vector3::Zero());
    ASSERT_LE(at.position_error + at.rotation_error, 4e-12) << "case " << i;
    ASSERT_LE(at.velocity_error + at.rate_error, 4e-11) << "case " << i;
  }
}

// However useless the enclosure.
TEST_P(EveryMotion, ExtremeNumbersStaySound) {
  Random random(57);
  for (int i = 0; i < 500; ++i) {
    const ExactMotion m = make(random, Range::Extreme);
    const Interval window = random_window(random);
    const Vector3 origin = random.vector(random.magnitude(1e-300, 1e300));
    const Vector3 point = random.vector(random.magnitude(1e-300, 1e300));
    const PathEnclosure path = path_of(m.motion.enclose(window, origin), point);
    const PathPoint<Real> exact = m.path(Vec<Real>(point), random_time(m.motion, window, random));
    ASSERT_TRUE(encloses(path.position, exact.position - Vec<Real>(origin))) << "case " << i;
    ASSERT_TRUE(encloses(path.velocity, exact.velocity)) << "case " << i;
    ASSERT_TRUE(encloses(path.acceleration, exact.acceleration)) << "case " << i;
  }
}

TEST_P(EveryMotion, RateBoundsHold) {
  Random random(52);
  for (int i = 0; i < testing::trials(1'000); ++i) {
    const ExactMotion m = make(random, random.chance(0.3) ? Range::Moderate : Range::Wide);
    const Interval window = random_window(random);
    const Vector3 point = random.vector(random.magnitude(1e-3, 1e3));
    const double radius = std::nextafter(to_double(norm(Vec<Real>(point))), 1e300);
    const PathPoint<Real> exact = m.path(Vec<Real>(point), random_time(m.motion, window, random));
    ASSERT_TRUE(m.motion.speed_bound(window).at(radius) >= norm(exact.velocity)) << "case " << i;
    ASSERT_TRUE(m.motion.acceleration_bound(window).at(radius) >= norm(exact.acceleration)) << "case " << i;
  }
}

double width(const IntervalVector3& box) { return std::max(box[0].width(), std::max(box[1].width(), box[2].width())); }

// First order in the window, so that a parabola built on them has an error of third order.
TEST_P(EveryMotion, WidthsShrinkWithTheWindow) {
  Random random(53);
  constexpr double kNoise = 1e-12;
  for (int i = 0; i < 200; ++i) {
    const ExactMotion m = make(random, Range::Moderate);
    const double start = random.uniform(-2.0, 3.0);
    if (has_corner(m.motion, {start, start + 1e-2})) continue;
    PathEnclosure last = path_of(m.motion.enclose({start, start + 1e-2}), Vector3(1, 1, 1));
    for (double length = 1e-3; length > 1e-7; length *= 0.1) {
      const PathEnclosure path = path_of(m.motion.enclose({start, start + length}), Vector3(1, 1, 1));
      ASSERT_LE(width(path.position), 0.2 * width(last.position) + kNoise) << "case " << i << " length " << length;
      ASSERT_LE(width(path.velocity), 0.2 * width(last.velocity) + kNoise) << "case " << i << " length " << length;
      ASSERT_LE(width(path.acceleration), 0.2 * width(last.acceleration) + kNoise) << "case " << i;
      last = path;
    }
  }
}

TEST_P(EveryMotion, EnclosuresOfInstantsAreTight) {
  Random random(54);
  for (int i = 0; i < 300; ++i) {
    const ExactMotion m = make(random, Range::Moderate);
    const double t = random.uniform(-2.0, 6.0);
    if (has_corner(m.motion, t)) continue;
    const PathEnclosure path = path_of(m.motion.enclose(t), Vector3(1, 1, 1));
    ASSERT_LE(width(path.position), 2e-12) << "case " << i;
    ASSERT_LE(width(path.velocity), 2e-11) << "case " << i;
    ASSERT_LE(width(path.acceleration), 2e-10) << "case " << i;
  }
}

// Poses, velocities and accelerations are derivatives of each other.
TEST_P(EveryMotion, DerivativesAgreeWithDifferences) {
  Random random(55);
  constexpr double kStep = 1e-4;
  const Vector3 point(0.3, -0.4, 0.5);
  const auto mid = [](const IntervalVector3& box) { return Vector3(box[0].mid(), box[1].mid(), box[2].mid()); };
  for (int i = 0; i < 300; ++i) {
    const ExactMotion m = make(random, Range::Moderate);
    const double t = random.uniform(-2.0, 6.0);
    if (has_corner(m.motion, {t - kStep, t + kStep})) continue;
    const PathEnclosure at = path_of(m.motion.enclose(t), point);
    const Vector3 before = m.motion.pose(t - kStep) * point;
    const Vector3 here = m.motion.pose(t) * point;
    const Vector3 after = m.motion.pose(t + kStep) * point;
    ASSERT_LE((here - mid(at.position)).norm(), 1e-13) << "case " << i;
    ASSERT_LE(((after - before) / (2 * kStep) - mid(at.velocity)).norm(), 1e-4) << "case " << i;
    ASSERT_LE(((after - 2 * here + before) / (kStep * kStep) - mid(at.acceleration)).norm(), 1e-3) << "case " << i;
  }
}

// Pieces follow each other without a jump, and are the whole where they hold.
TEST_P(EveryMotion, PiecesMakeUpTheWhole) {
  Random random(56);
  for (int i = 0; i < 200; ++i) {
    const ExactMotion m = make(random, Range::Moderate);
    const std::span<const MotionPiece> pieces = m.motion.pieces();
    for (std::size_t k = 0; k + 1 < pieces.size(); ++k) {
      const double corner = pieces[k].until;
      ASSERT_LT(corner, pieces[k + 1].until);
      const Vec<Real> exact = m.path(Vec<Real>(Vector3(1, 2, 3)), corner).position;
      for (const std::size_t side : {k, k + 1}) {
        const MotionEnclosure at = pieces[side].motion.enclose(corner);
        ASSERT_TRUE(encloses(path_of(at, Vector3(1, 2, 3)).position, exact)) << "case " << i << " piece " << side;
        ASSERT_TRUE(pieces[side].motion.pieces().empty());
      }
    }
    if (!pieces.empty()) {
      ASSERT_EQ(pieces.back().until, std::numeric_limits<double>::infinity());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Motions, EveryMotion, ::testing::ValuesIn(motion_kinds()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace graze::testing
