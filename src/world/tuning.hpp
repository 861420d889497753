// SPDX-License-Identifier: Apache-2.0
// Numbers that steer the world. They change how bodies move and how long a step takes, never what is proved: bounds of
// proofs stay beside their proofs. Lengths are in gaps (the distance that bodies at rest keep) unless stated.
#pragma once

#include <cstddef>
#include <cstdint>

namespace graze::tuning {

// Contacts.

// Surfaces closer than this are in contact; gaps.
inline constexpr double kContactReach = 20.0;
// Approaches slower than what gravity adds in so many steps do not bounce; steps.
inline constexpr double kRestingSteps = 2.0;
// Bodies closer than this do not bounce; gaps.
inline constexpr double kNoBounceGap = 1e-3;
// A pair that has met so often in a step does not bounce again in it; impacts.
inline constexpr int kMostBounces = 3;
// The distance that is certified at all times; gaps.
inline constexpr double kCertifiedSeparation = 0.05;
// An impact may raise the kinetic energy of a pair by this for roundings; fraction of the energy.
inline constexpr double kEnergyRounding = 1e-9;

// Manifolds.

// Most contact points of two bodies; points.
inline constexpr std::size_t kMostManifoldPoints = 8;
// Contact points closer than this are one point if their normals agree; distances within which points are sought.
inline constexpr double kSamePoint = 0.2;
// Of two contact points nearby whose normals agree better than this, one is left out; cosine.
inline constexpr double kSameNormal = 0.999;
// A point closer than this to the border of a face, or to an end of an edge, is on it; fraction of the face's height,
// or of the edge's length.
inline constexpr double kOnBorder = 1e-9;
// A surface that rises by less than this counts as flat; fraction of its length.
inline constexpr double kFlatRise = 1e-4;
// Edges at a smaller angle than this are parallel, so they have no common normal; sine.
inline constexpr double kParallelEdges = 1e-3;

// Speculative contacts.

// Two bodies that turn more than this in a substep, together, get no speculative contacts; radians.
inline constexpr double kMostSpeculativeTurn = 0.5;
// Two bodies that approach by more than this in a substep get none either; radii of the smaller body.
inline constexpr double kMostSpeculativeApproach = 0.25;
// Velocities are solved again for speculative contacts at most so often in a substep; rounds.
inline constexpr int kSpeculativeRounds = 8;

// Length of a substep.

// Rounds that are left when an island is solved with more effort, because bodies would stall; rounds.
inline constexpr int kHardRounds = 2;
// Islands with more contacts than this are not solved with more effort; contacts.
inline constexpr std::size_t kMostContactsForHard = 300;
// No substep is planned shorter than this; fraction of the step.
inline constexpr double kShortestSubstep = 0.125;

// Velocities.

// The contact solver stops at changes of speed below this; fraction of the largest speed.
inline constexpr double kSolverAccuracy = 1e-9;
// The contact solver stops at changes that move bodies less than this in a substep; gaps.
inline constexpr double kSolverCreep = 1e-3;
// Rounds of the contact solver times its rows: large heaps get fewer rounds, and go on in the next step; rounds * rows.
inline constexpr double kSolverWork = 2e4;
// Fewest and most rounds of the contact solver; rounds.
inline constexpr double kFewestRounds = 20;
inline constexpr double kMostRounds = 500;
// Plans that are made again start from the last solution, and get so many times fewer rounds; factor.
inline constexpr int kFewerRoundsAgain = 3;
// Most work of a step of Newton's method, usually and with more effort; products of blocks.
inline constexpr std::size_t kUsualNewton = 600;
inline constexpr std::size_t kHardNewton = 20000;
// One in so many rounds, at the end, is not accelerated; rounds.
inline constexpr int kRoundsPerPlainRound = 4;
// Accelerated rounds before Newton's method is tried; rounds.
inline constexpr int kRoundsBeforeNewton = 20;
// Contacts of two bodies whose normals agree better than this rub as one patch; cosine.
inline constexpr double kSamePatch = 0.99;
// Newton's method: the first and the last penalty, and the growth from one to the next; mass that a row sees, factor.
inline constexpr double kFirstPenalty = 1e2;
inline constexpr double kLastPenalty = 1e6;
inline constexpr double kPenaltyGrowth = 30.0;
// Newton's method: most penalties, and most steps with each; penalties, steps.
inline constexpr int kMostPenalties = 10;
inline constexpr int kMostNewtonSteps = 12;
// Newton's method: its solution counts if it leaves no more than this; fraction of the violation before.
inline constexpr double kNewtonLeftover = 1e-2;
// Newton's method: how far impulses may be off balance; fraction of the accuracy.
inline constexpr double kNewtonBalance = 0.1;
// Newton's method: work of a row and of a patch, when its matrix is made; products of blocks.
inline constexpr std::size_t kNewtonWorkOfRow = 2;
inline constexpr std::size_t kNewtonWorkOfPatch = 60;
// Newton's method: the line search ends at slopes below this, or after so many tries; fraction of the first slope,
// tries.
inline constexpr double kFlatSlope = 0.3;
inline constexpr int kMostLineSearches = 8;
// Projection on the friction cone: most steps, and the change that ends it; steps, fraction of the bracket.
inline constexpr int kMostConeSteps = 60;
inline constexpr double kConeAccuracy = 1e-14;
// Free rotation may raise the energy of a body's spin by this; fraction of the energy.
inline constexpr double kSpinAccuracy = 1e-5;
// Friction ignores the bend of paths of bodies that turn more than this in a substep; radians.
inline constexpr double kMostBendTurn = 0.5;
// Friction ignores the bend of paths where points slide so many times faster than the bend; factor.
inline constexpr double kSlidingRatio = 4.0;
// Room that sliding bodies keep beyond the gap: at most this (gaps), and this fraction of the distance they slide.
inline constexpr double kMostSlidingRoom = 8.0;
inline constexpr double kSlidingRoom = 0.01;

// Position correction.

// A substep makes up for this fraction of what is missing at its start.
inline constexpr double kCorrectedPart = 0.5;
// Smaller errors are not corrected; gaps.
inline constexpr double kCorrectionTolerance = 0.05;
// The solver of corrections stops at changes that move bodies less than this in a substep; gaps.
inline constexpr double kCorrectionAccuracy = 2e-2;
// Paths bend, so corrections are computed again at most so often; rounds.
inline constexpr int kCorrectionRounds = 3;
// Bodies closer than this part from the start of the substep on; gaps.
inline constexpr double kPartAtOnceGap = 0.1;

// Sleep.

// Slower bodies are at rest; gaps per unit of time.
inline constexpr double kRestSpeed = 100.0;
// Bodies at rest for so long fall asleep; unit of time.
inline constexpr double kTimeToSleep = 0.5;

// Islands.

// Bodies that come this close are put in one island, so that small changes of the motion do not matter; contact
// reaches.
inline constexpr double kIslandReach = 2.0;
// Room on every side of a body that meets others and may be thrown off; fraction of the distance it moves in the step.
inline constexpr double kThrownRoom = 0.25;

// Certification.

// A pair that was not tested for so long is forgotten; steps.
inline constexpr std::uint64_t kForgetPairAfter = 60;
// Pairs in contact keep this much of their distance in a substep; fraction of it.
inline constexpr double kKeptInContact = 0.5;
// Pairs in contact that are closer than this (certified separations) keep more of their distance; fraction of it.
inline constexpr double kHardlyApart = 0.02;
inline constexpr double kKeptHardlyApart = 0.8;
// Distances that proofs aim at, so that they hold for later plans: pairs in contact, and others; certified separations.
inline constexpr double kAimedInContact = 10.0;
inline constexpr double kAimedFar = 200.0;
// Tolerance of the search for the time at which a pair gets too close; fraction of the separation.
inline constexpr double kCertifiedTolerance = 0.1;
// Most separating axes that a pair tries one after the other; axes.
inline constexpr int kMostAxes = 40;
// Where an axis does not last, it is tried for a shorter time; where it does, the next one for a longer time; factor.
inline constexpr double kShorterTime = 0.25;
inline constexpr double kLongerTime = 2.0;
// Most node tests of a search for a pair; fewer where the separation is tiny: less than this of all lengths.
inline constexpr std::uint64_t kMostTests = 100000;
inline constexpr std::uint64_t kFewTests = 5000;
inline constexpr double kTinySeparation = 1e-8;
// A search among leaves known to be close gets so many times fewer node tests; factor.
inline constexpr std::uint64_t kFewerTestsOfNear = 5;
// Leaves are listed up to a distance with room for later plans of the step; fraction of the travel in the substep.
inline constexpr double kSpareTravel = 0.05;
// Most node tests, and most pairs of leaves, of a list of close leaves; tests, pairs.
inline constexpr std::uint64_t kMostNodeTests = 8000;
inline constexpr std::size_t kMostCloseLeaves = 800;
// Two leaves are proved apart in a whole substep, or in its halves and quarters: less than so many times; times.
inline constexpr std::size_t kHalvedTimes = 8;
// When so many pairs of leaves are not proved apart, the bodies most likely meet, and no more are tried; pairs.
inline constexpr std::size_t kMostLeavesTried = 2;
// Shapes with more points than this have no list of points along an axis; points.
inline constexpr std::size_t kMostSupportPoints = 4096;

// Initial overlaps.

// Bodies closer than this overlap; gaps.
inline constexpr double kOverlapGap = 1e-3;
// Most rounds in which one body of a pair is moved, and in which others move too; rounds.
inline constexpr std::size_t kOverlapRounds = 32;
inline constexpr std::size_t kMoreOverlapRounds = 128;
// Moving one body of a pair is given up when there are as many overlaps as so long ago; rounds.
inline constexpr std::size_t kOverlapPatience = 4;
// Bodies that push each other round get more room in each round; radii of the smaller body.
inline constexpr double kOverlapRoom = 5e-3;
// A direction of which fixed axes leave less than this is not taken; length of a unit vector.
inline constexpr double kFreeDirection = 1e-3;
// How exactly the shortest displacement is found: gaps; and, where both bodies move, fraction of the displacement. The
// latter is also the first to be tried; radii of the smaller body.
inline constexpr double kEscapeGapAccuracy = 0.25;
inline constexpr double kEscapeAccuracy = 0.02;
// A direction is looked into only if it promises a displacement this much shorter; fraction of the best one so far.
inline constexpr double kShorterEscape = 0.95;
// Most doublings of a displacement before its direction is given up; doublings.
inline constexpr int kMostDoublings = 64;

// Bodies.

// The gap of worlds that do not choose one; radii of the smallest dynamic body.
inline constexpr double kDefaultGap = 1e-4;
// Moments of inertia below the first number become the second: wires and points do not resist turns; fraction of the
// largest moment.
inline constexpr double kNoInertia = 1e-9;
inline constexpr double kLittleInertia = 1e-3;
// Free rotation: most turn of the axis in a short step of the midpoint rule; radians.
inline constexpr double kMostAxisWander = 0.02;
// Free rotation: most short steps of the midpoint rule; steps.
inline constexpr double kMostMidpointSteps = 64;
// Free rotation: most iterations of the implicit midpoint rule, and the change that ends them; iterations, fraction of
// the angular velocity.
inline constexpr int kMostMidpointIterations = 8;
inline constexpr double kMidpointAccuracy = 1e-14;
// Free rotation: most turn in a short step of fourth order, at first; radians.
inline constexpr double kMostFourthOrderTurn = 0.05;
// Free rotation: most short steps of fourth order; steps.
inline constexpr double kMostFourthOrderSteps = 256;
// Free rotation: so many times more steps of fourth order where the energy is off; factor.
inline constexpr double kMoreFourthOrderSteps = 4;
// Free rotation: the energy at its end may be off by this; fraction of the energy.
inline constexpr double kFreeRotationAccuracy = 1e-6;

}  // namespace graze::tuning
