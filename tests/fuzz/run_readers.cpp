// SPDX-License-Identifier: Apache-2.0
// Particle scenes and the binary files of runs. Their checksums are made right first: else no change of a byte would
// get any further.
#include <cstring>
#include <string>

#include <graze/particle_files.hpp>
#include <graze/world_files.hpp>

#include "fuzz/scratch.hpp"
#include "io/json/text_file.hpp"
#include "io/runs/crc32.hpp"

namespace graze::testing {
namespace {

void put_checksum(std::string& bytes, std::size_t from, std::size_t to) {
  Crc32 crc;
  crc.add(bytes.data() + from, to - from);
  const std::uint32_t value = crc.value();
  std::memcpy(bytes.data() + to, &value, sizeof value);
}

// The one of a particle run stands 16 bytes before its end.
std::string right_particle_run(std::string bytes) {
  if (bytes.size() >= 16) put_checksum(bytes, 0, bytes.size() - 16);
  return bytes;
}

// After a header of 16 bytes, each block: its kind, its size, its bytes, its checksum.
std::string right_world_run(std::string bytes) {
  constexpr std::size_t kStart = 1 + 8;
  for (std::size_t at = 16; at < bytes.size() && bytes.size() - at >= kStart + 4;) {
    std::uint64_t size = 0;
    std::memcpy(&size, bytes.data() + at + 1, sizeof size);
    if (size > bytes.size() - at - kStart - 4) break;
    put_checksum(bytes, at, at + kStart + size);
    at += kStart + size + 4;
  }
  return bytes;
}

std::string written(const ParticleRun& run) {
  const std::filesystem::path copy = scratch_folder() / "copy.run";
  ParticleRunWriter writer(copy, run.initial);
  for (const ParticleEvent& event : run.events) writer.record(event);
  writer.finish(run.final);
  return read_text_file(copy);
}

void check_particle_run(const ParticleRun& run) {
  const std::size_t particles = run.initial.scene.particles.size();
  expect(run.final.scene.particles.size() == particles, "the run ends with other particles");
  for (const ParticleEvent& event : run.events)
    expect(event.first < particles && (event.kind != ParticleEventKind::Pair || event.second < particles),
           "an event of no particle");
  const std::string once = written(run);
  const std::string twice = written(read_particle_run(scratch_file("again.run", once)));
  expect(once == twice, "written and read again it differs");
}

}  // namespace

void read_particle_scene_bytes(std::string_view bytes) {
  const ParticleScene scene = parse_particle_scene(std::string(bytes), "input.json");
  const std::filesystem::path copy = scratch_folder() / "copy.json";
  write_particle_scene(scene, copy);
  const std::string once = read_text_file(copy);
  write_particle_scene(read_particle_scene(copy), copy);
  expect(read_text_file(copy) == once, "written and read again it differs");
}

void read_particle_run_bytes(std::string_view bytes) {
  check_particle_run(read_particle_run(scratch_file("input.run", right_particle_run(std::string(bytes)))));
}

// What is left when the run is to go on from its last state is a run as well.
void read_world_run_bytes(std::string_view bytes) {
  const std::string right = right_world_run(std::string(bytes));
  const WorldRun run = read_world_run(scratch_file("input.run", right));
  expect(run.resume_at <= right.size(), "it goes on beyond its end");
  const std::string_view left = std::string_view(right).substr(0, run.resume_at);
  const WorldRun resumed = read_world_run(scratch_file("resumed.run", left));
  expect(resumed.frames <= run.frames, "cut off there are more frames");
  expect(resumed.first.state.bodies.size() == run.first.state.bodies.size(), "cut off it starts otherwise");
}

}  // namespace graze::testing
