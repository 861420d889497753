// SPDX-License-Identifier: Apache-2.0
#include "fuzz/readers.hpp"

#include <array>
#include <exception>

#include <graze/io.hpp>

#include "fuzz/scratch.hpp"

namespace graze::testing {
namespace {

constexpr std::array kReaders{
    Reader{"obj", read_obj_bytes, 1024, "obj"},
    Reader{"stl", read_stl_bytes, 1024, "stl"},
    Reader{"off", read_off_bytes, 1024, "off"},
    Reader{"feature_csv", read_feature_bytes, 2048, "feature_csv"},
    Reader{"scene", read_scene_bytes, 2048, "scene"},
    Reader{"batch_line", read_batch_bytes, 2048, "scene"},
    Reader{"world_scene", read_world_bytes, 2048, "world_scene"},
    Reader{"rigid_ipc", read_world_bytes, 2048, "rigid_ipc"},
    Reader{"world_run", read_world_run_bytes, 4096, "world_run"},
    Reader{"particle_scene", read_particle_scene_bytes, 2048, "particle_scene"},
    Reader{"particle_run", read_particle_run_bytes, 4096, "particle_run"},
    Reader{"urdf", read_urdf_bytes, 4096, "urdf"},
    Reader{"srdf", read_srdf_bytes, 1024, "srdf"},
    Reader{"joint_path", read_joint_path_bytes, 512, "joint_path"},
};

}  // namespace

std::span<const Reader> readers() { return kReaders; }

Outcome try_reader(const Reader& reader, std::string_view bytes) {
  try {
    reader.read(bytes);
    return {};
  } catch (const InputError& refusal) {
    return {Reading::Refused, refusal.what()};
  } catch (const Wrong& wrong) {
    return {Reading::Wrong, wrong.what()};
  } catch (const std::exception& error) {
    return {Reading::Wrong, std::string("threw what readers do not: ") + error.what()};
  }
}

std::filesystem::path fuzz_folder() { return std::filesystem::path(GRAZE_SOURCE_DIR) / "tests" / "fuzz"; }

}  // namespace graze::testing
