// SPDX-License-Identifier: Apache-2.0
// Files of worlds: scenes in, runs out and in (formats: docs/formats.md).
#pragma once

#include <filesystem>

#include <graze/io.hpp>
#include <graze/world.hpp>

namespace graze {

// A scene and how long to run it.
struct WorldFile {
  WorldScene scene;
  double timestep = 0.01;
  std::uint64_t frames = 0;
  std::vector<std::string> warnings;  // what was not understood, or read in a way worth knowing
};
// The project's scene format with the fields of a world, or a fixture of rigid-ipc. Throws InputError.
WorldFile read_world(const std::filesystem::path& path);
WorldFile parse_world(const std::string& json, const std::string& file_name,
                      const std::filesystem::path& mesh_directory);

// What a run began with.
struct WorldRunStart {
  std::string scene;                     // the text of the scene file
  std::filesystem::path mesh_directory;  // where its meshes are
  double timestep = 0.01;
  std::uint64_t frames = 0;    // to be run
  std::uint32_t geometry = 0;  // checksum of all shapes: meshes that have changed since are noticed
};
// A state, and what the run has summed up by then.
struct WorldCheckpoint {
  WorldState state;
  std::uint64_t impacts = 0;
  double energy_start = 0.0;
};
// A body's part of a piece.
struct WorldBodySubstep {
  std::uint32_t body = 0;
  double start = 0.0, length = 0.0;
  BodyState state;  // at the start, with the velocities of the motion
};
// A run as far as it got. Bodies without a substep at some time are at rest then.
struct WorldRun {
  WorldRunStart start;
  std::uint64_t frames = 0;
  std::vector<WorldBodySubstep> substeps;  // in order of time
  std::vector<WorldImpact> impacts;
  WorldCheckpoint first, last;
  std::uint64_t resume_at = 0;  // bytes of the file up to the frame of the last checkpoint
};
// A file whose end is missing, because the program was killed, is read as far as it is whole. Throws InputError for one
// without a first state, a damaged one, or no such file.
WorldRun read_world_run(const std::filesystem::path& path);
// Does the file begin like a run?
bool is_world_run(const std::filesystem::path& path);
// The checksum of WorldRunStart.
std::uint32_t geometry_checksum(const World& world);

// Writes a run as it happens: each frame is in the file, whole, when end_frame() returns. A file cut off anywhere is
// valid up to the last frame before. Throws InputError when it cannot be written.
class WorldRunWriter {
 public:
  WorldRunWriter(const std::filesystem::path& path, const WorldRunStart& start);
  // Goes on after the last checkpoint; what follows it in the file is dropped.
  WorldRunWriter(const std::filesystem::path& path, const WorldRun& run);
  ~WorldRunWriter();
  WorldRunWriter(const WorldRunWriter&) = delete;
  WorldRunWriter& operator=(const WorldRunWriter&) = delete;

  void substep(const WorldSubstep& substep);
  void impact(const WorldImpact& impact);
  void end_frame();
  void checkpoint(const WorldCheckpoint& checkpoint);

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace graze
