// SPDX-License-Identifier: Apache-2.0
// What the checks of readers have in common: a folder for the files that are read, and a way to say what is wrong.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace graze::testing {

// What was read does not hold.
struct Wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};
void expect(bool holds, const char* what);

// One for the process, with the files that others name: mesh.obj, mesh.stl, mesh.off, arm.urdf. Removed at its end.
const std::filesystem::path& scratch_folder();
// A file in it with these bytes.
std::filesystem::path scratch_file(const char* name, std::string_view bytes);

void read_obj_bytes(std::string_view bytes);
void read_stl_bytes(std::string_view bytes);
void read_off_bytes(std::string_view bytes);
void read_feature_bytes(std::string_view bytes);
void read_scene_bytes(std::string_view bytes);
void read_batch_bytes(std::string_view bytes);
void read_world_bytes(std::string_view bytes);
void read_world_run_bytes(std::string_view bytes);
void read_particle_scene_bytes(std::string_view bytes);
void read_particle_run_bytes(std::string_view bytes);
void read_urdf_bytes(std::string_view bytes);
void read_srdf_bytes(std::string_view bytes);
void read_joint_path_bytes(std::string_view bytes);

}  // namespace graze::testing
