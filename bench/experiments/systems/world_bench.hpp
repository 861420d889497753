// SPDX-License-Identifier: Apache-2.0
// Worlds of rigid bodies, ours beside Bullet: time per frame, penetrations, tunnelling.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace graze {

// Registers `graze bench world`.
void add_world_bench(CLI::App& bench);

}  // namespace graze
