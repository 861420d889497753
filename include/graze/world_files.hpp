// SPDX-License-Identifier: Apache-2.0
/// @file
/// Files of worlds: scenes in, runs out and in. Formats: docs/formats.md.
#pragma once

#include <filesystem>

#include <graze/io.hpp>
#include <graze/world.hpp>

namespace graze {

/// A scene and how long to run it.
struct WorldFile {
  WorldScene scene;                   ///< Bodies, joints and options.
  double timestep = 0.01;             ///< Length of a step, in the scene's unit of time.
  std::uint64_t frames = 0;           ///< Number of steps to run.
  std::vector<std::string> warnings;  ///< Fields that were not understood, and notes on how others were read.
};
/// Reads a scene: Graze's scene format with the fields of a world, or a fixture of rigid-ipc. Mesh paths are relative
/// to the file. Throws InputError if the file is invalid.
WorldFile read_world(const std::filesystem::path& path);
/// The same from a text. `file_name` is for messages; mesh paths are relative to `mesh_directory`.
WorldFile parse_world(const std::string& json, const std::string& file_name,
                      const std::filesystem::path& mesh_directory);

/// What a run began with. A run file stores it first.
struct WorldRunStart {
  std::string scene;                     ///< The text of the scene file.
  std::filesystem::path mesh_directory;  ///< Where its meshes are.
  double timestep = 0.01;                ///< Length of a step.
  std::uint64_t frames = 0;              ///< Number of steps to run.
  std::uint32_t geometry = 0;            ///< geometry_checksum() of the world, to notice meshes that changed since.
};
/// A state from which a run can continue, with its sums up to then.
struct WorldCheckpoint {
  WorldState state;           ///< For World::restore().
  std::uint64_t impacts = 0;  ///< Number of impacts since the start.
  double energy_start = 0.0;  ///< World::energy() at the start.
};
/// One body in a substep.
struct WorldBodySubstep {
  std::uint32_t body = 0;  ///< By its position in the scene.
  double start = 0.0,      ///< World time at which the substep starts.
      length = 0.0;        ///< Its duration.
  BodyState state;         ///< At the start, with the velocities of the motion itself.
};
/// A run as far as it got. A body without a substep at some time is at rest then.
struct WorldRun {
  WorldRunStart start;                     ///< What the run began with.
  std::uint64_t frames = 0;                ///< Whole frames in the file.
  std::vector<WorldBodySubstep> substeps;  ///< In order of time.
  std::vector<WorldImpact> impacts;        ///< In order of time.
  WorldCheckpoint first,                   ///< The first state in the file.
      last;                                ///< The last state in the file; possibly the same.
  std::uint64_t resume_at = 0;             ///< Bytes of the file up to the frame of the last checkpoint.
};
/// Reads a run. A file whose end is missing, because the program was killed, is read up to its last whole block.
/// Throws InputError if the file does not exist, is damaged, or has no first state.
WorldRun read_world_run(const std::filesystem::path& path);
/// Does the file begin like a run of a world? False if it cannot be read. Never throws InputError.
bool is_world_run(const std::filesystem::path& path);
/// A checksum of all shapes of a world, for WorldRunStart::geometry.
std::uint32_t geometry_checksum(const World& world);

/// Writes a run as it happens. When end_frame() returns, the whole frame is in the file. A file that is cut off
/// anywhere is valid up to the last whole frame. All calls throw InputError if the file cannot be written.
class WorldRunWriter {
 public:
  /// Begins a new file; replaces an existing one.
  WorldRunWriter(const std::filesystem::path& path, const WorldRunStart& start);
  /// Continues a file after its last checkpoint; everything after it in the file is dropped.
  WorldRunWriter(const std::filesystem::path& path, const WorldRun& run);
  ~WorldRunWriter();
  WorldRunWriter(const WorldRunWriter&) = delete;
  WorldRunWriter& operator=(const WorldRunWriter&) = delete;

  /// Adds a substep to the current frame.
  void substep(const WorldSubstep& substep);
  /// Adds an impact to the current frame.
  void impact(const WorldImpact& impact);
  /// Ends the current frame and writes it.
  void end_frame();
  /// Adds a state from which the run can continue. The first one belongs before the first frame.
  void checkpoint(const WorldCheckpoint& checkpoint);

 private:
  struct File;
  std::unique_ptr<File> file_;
};

}  // namespace graze
