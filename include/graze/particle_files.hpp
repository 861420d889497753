// SPDX-License-Identifier: Apache-2.0
// Files of particle scenes, states and runs (formats: docs/formats.md).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <graze/io.hpp>
#include <graze/particles.hpp>

namespace graze {

// A scene in JSON. Unknown fields are errors. Throws InputError, also for what check() refuses.
ParticleScene read_particle_scene(const std::filesystem::path& path);
ParticleScene parse_particle_scene(const std::string& json, const std::string& file_name);
// Numbers read back to the same doubles.
void write_particle_scene(const ParticleScene& scene, const std::filesystem::path& path);

// A run: the state it began with, what happened, and the state it ended with. A saved state is a run without events.
struct ParticleRun {
  ParticleState initial, final;
  std::vector<ParticleEvent> events;
};
// Throws InputError for a file that is truncated, damaged, or no such file.
ParticleRun read_particle_run(const std::filesystem::path& path);
void write_particle_state(const ParticleState& state, const std::filesystem::path& path);
// Does the file begin like a run?
bool is_particle_run(const std::filesystem::path& path);

// Writes a run as it happens. Until finish() the file is not valid. Throws InputError when it cannot be written.
class ParticleRunWriter final : public ParticleEventSink {
 public:
  ParticleRunWriter(const std::filesystem::path& path, const ParticleState& initial);
  ~ParticleRunWriter() override;
  ParticleRunWriter(const ParticleRunWriter&) = delete;
  ParticleRunWriter& operator=(const ParticleRunWriter&) = delete;

  void record(const ParticleEvent& event) override;
  void finish(const ParticleState& final);
  // Without events: the initial state is the final one too.
  void finish();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace graze
