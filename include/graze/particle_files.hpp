// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files of particle scenes, states and runs. Formats: docs/formats.md.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <graze/io.hpp>
#include <graze/particles.hpp>

namespace graze {

/// Reads a scene in JSON. Throws InputError, also for unknown fields and for scenes that check() refuses.
ParticleScene read_particle_scene(const std::filesystem::path& path);
/// The same from a text. `file_name` is for messages.
ParticleScene parse_particle_scene(const std::string& json, const std::string& file_name);
/// Writes a scene in JSON. Numbers read back to the same doubles.
void write_particle_scene(const ParticleScene& scene, const std::filesystem::path& path);

/// A run with its first and last state. A saved state is a run without events.
struct ParticleRun {
  ParticleState initial,              ///< At the start.
      final;                          ///< At the end.
  std::vector<ParticleEvent> events;  ///< In order of time.
};
/// Reads a run or a saved state. Throws InputError if the file does not exist, is truncated or damaged.
ParticleRun read_particle_run(const std::filesystem::path& path);
/// Saves a state, exactly, as a run without events. Throws InputError if the file cannot be written.
void write_particle_state(const ParticleState& state, const std::filesystem::path& path);
/// Does the file begin like a run of particles? False if it cannot be read.
bool is_particle_run(const std::filesystem::path& path);

/// Writes a run as it happens; give it to EventSimulator::set_sink(). The file is valid only after finish(). All calls
/// throw InputError if the file cannot be written.
class ParticleRunWriter final : public ParticleEventSink {
 public:
  /// Begins a new file; replaces an existing one.
  ParticleRunWriter(const std::filesystem::path& path, const ParticleState& initial);
  ~ParticleRunWriter() override;
  ParticleRunWriter(const ParticleRunWriter&) = delete;
  ParticleRunWriter& operator=(const ParticleRunWriter&) = delete;

  /// Adds an event.
  void record(const ParticleEvent& event) override;
  /// Completes the file with the last state.
  void finish(const ParticleState& final);
  /// The same for a file without events: the first state is the last one too.
  void finish();

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace graze
