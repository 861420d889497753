// SPDX-License-Identifier: Apache-2.0
// The events of runs as tables (columns: docs/formats.md). Numbers read back to the same doubles.
#pragma once

#include <functional>
#include <string_view>

#include <graze/particle_files.hpp>
#include <graze/world_files.hpp>

namespace graze {

// Takes the text in pieces of moderate size.
using TextSink = std::function<void(std::string_view)>;

void write_event_csv(const ParticleRun& run, const TextSink& sink);
void write_event_csv(const WorldRun& run, const TextSink& sink);

}  // namespace graze
