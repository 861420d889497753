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

// Speculative contacts.

// Two bodies that turn more than this in a substep, together, get no speculative contacts; radians.
inline constexpr double kMostSpeculativeTurn = 0.5;
// Two bodies that approach by more than this in a substep get none either; radii of the smaller body.
inline constexpr double kMostSpeculativeApproach = 0.25;
// A speculative contact whose normal is closer than this to that of another contact nearby is left out; cosine.
inline constexpr double kSameNormal = 0.999;
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
// A pair in contact closer than this may lose only a fifth of its distance, not half; certified separations.
inline constexpr double kHardlyApart = 0.02;
// Distances that proofs aim at, so that they hold for later plans: pairs in contact, and others; certified separations.
inline constexpr double kAimedTouching = 10.0;
inline constexpr double kAimedFar = 200.0;

// Bodies.

// The gap of worlds that do not choose one; radii of the smallest dynamic body.
inline constexpr double kDefaultGap = 1e-4;
// Free rotation: most turn of the axis in a short step of the midpoint rule; radians.
inline constexpr double kMostAxisWander = 0.02;
// Free rotation: most short steps of the midpoint rule; steps.
inline constexpr double kMostMidpointSteps = 64;
// Free rotation: most turn in a short step of fourth order, at first; radians.
inline constexpr double kMostFourthOrderTurn = 0.05;
// Free rotation: most short steps of fourth order; steps.
inline constexpr double kMostFourthOrderSteps = 256;
// Free rotation: the energy at its end may be off by this; fraction of the energy.
inline constexpr double kFreeRotationAccuracy = 1e-6;

}  // namespace graze::tuning
