// SPDX-License-Identifier: Apache-2.0
// What the blocks of a world run hold, as bytes (docs/formats.md).
#pragma once

#include <vector>

#include <graze/world_files.hpp>

#include "io/runs/particle_state.hpp"

namespace graze {

void put(Bytes& bytes, const WorldRunStart& start);
WorldRunStart take_start(Cursor& cursor);

void put(Bytes& bytes, const WorldCheckpoint& checkpoint);
WorldCheckpoint take_checkpoint(Cursor& cursor);

void put(Bytes& bytes, const WorldImpact& impact);
WorldImpact take_impact(Cursor& cursor);

// Bodies at rest are left out.
void put(Bytes& bytes, const WorldSubstep& substep);
// Adds one substep for each body that moves.
void take_substep(Cursor& cursor, std::vector<WorldBodySubstep>& substeps);

}  // namespace graze
