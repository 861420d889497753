// SPDX-License-Identifier: Apache-2.0
// What the islands of a step went through, told in order of time.
#pragma once

#include "world/step/island.hpp"

namespace graze {

// Calls the callbacks: contacts, then substeps and impacts. When an impact is told, the bodies are where they are then.
void replay(const std::vector<const Island*>& islands, double start, double end, std::vector<RigidBody>& bodies,
            const World& callbacks);

}  // namespace graze
