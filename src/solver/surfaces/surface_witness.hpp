// SPDX-License-Identifier: Apache-2.0
// A point of each of two bodies, close to each other: what proves a contact, and what describes it.
#pragma once

#include "solver/surfaces/quadric_steps.hpp"

namespace graze {

// A point of each body, in world coordinates relative to the frame's origin, and a bound on how far apart they are.
struct SurfaceWitness {
  Vector3 point_a, point_b;
  double distance = std::numeric_limits<double>::infinity();
};

// Alternating projections: from a place in the world, relative to the frame's origin, to one body, the other, and back.
// The frame of the pieces is at the time looked at.
SurfaceWitness witness_from(const PatchPair& pieces, const Vector3& start, double error);
// From the middle of the smaller piece.
SurfaceWitness witness_of(const PatchPair& pieces, double error);
// From where the quadrics are closest, if that is known. Pieces that overlap are closest where they overlap most, and
// projections stay there: for those the middle is tried, too.
SurfaceWitness witness_by(const PatchPair& pieces, const QuadricStep& step, bool overlapping, double error);
// The tolerance may be finer than points of the surface can be told: then with as much error as it takes.
SurfaceWitness certain_witness(const PatchPair& pieces, double tolerance);

// The contact at these points. The pieces are apart along the direction, if that is not zero.
Contact contact_of(const PatchPair& pieces, const Vector3& direction, const SurfaceWitness& witness);

}  // namespace graze
