// SPDX-License-Identifier: Apache-2.0
// Scenes and worlds.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

#include <graze/world_files.hpp>

#include "fuzz/scratch.hpp"

namespace graze::testing {
namespace {

// Is there a count after this name that makes a mesh of more than some thousand triangles? A file may ask for many;
// here they would take the time and memory that are meant to show faults.
bool asks_for_more(std::string_view text, std::string_view name, unsigned long most) {
  for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const std::size_t digits = text.find_first_of("0123456789", at + name.size());
    if (digits == std::string_view::npos) return false;
    unsigned long count = 0;
    const auto [stop, error] = std::from_chars(text.data() + digits, text.data() + text.size(), count);
    const bool has_exponent = stop != text.data() + text.size() && (*stop == 'e' || *stop == 'E' || *stop == '.');
    if (error != std::errc() || has_exponent || count > most) return true;
  }
  return false;
}
bool asks_for_many_triangles(std::string_view text) {
  return asks_for_more(text, "subdivisions", 3) || asks_for_more(text, "segments", 64) ||
         asks_for_more(text, "sides", 64) || asks_for_more(text, "teeth", 64);
}

void check_scene(const Scene& scene) {
  expect(!scene.bodies.empty(), "a scene without bodies was read");
  expect(scene.query.window.lo() <= scene.query.window.hi(), "the window ends before it starts");
  expect(scene.query.tolerance >= 0 && scene.query.separation >= 0, "a tolerance or separation is negative");
  for (const BodyIds& pair : scene.ignored)
    expect(std::max(pair.a, pair.b) < scene.bodies.size(), "a body that is ignored is not there");
}

void check_world(const WorldFile& file) {
  expect(file.timestep > 0, "the time step is not positive");
  const std::size_t bodies = file.scene.bodies.size();
  for (const BodyIds& pair : file.scene.ignored)
    expect(std::max(pair.a, pair.b) < bodies, "a body that is ignored is not there");
  for (const WorldJoint& joint : file.scene.joints)
    expect(std::max(joint.a, joint.b) < bodies && joint.a != joint.b, "a joint has a body that is not there");
}

}  // namespace

void read_scene_bytes(std::string_view bytes) {
  if (asks_for_many_triangles(bytes)) throw InputError("too large to be of use here");
  check_scene(parse_scene(std::string(bytes), "input.json", scratch_folder()));
}

// A line is read as if it stood alone, whatever the lines before it made the reader remember.
void read_batch_bytes(std::string_view bytes) {
  if (asks_for_many_triangles(bytes)) throw InputError("too large to be of use here");
  SceneReader reader("input.jsonl", scratch_folder());
  std::size_t number = 0;
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const Scene scene = reader.parse(line, ++number);
    check_scene(scene);
    const Scene alone = parse_scene(line, "input.jsonl", scratch_folder());
    expect(alone.bodies.size() == scene.bodies.size(), "alone, the line has other bodies");
    for (std::size_t i = 0; i < scene.bodies.size(); ++i)
      expect(alone.bodies[i].body.shape.kind() == scene.bodies[i].body.shape.kind(),
             "alone, the line has another shape");
  }
}

void read_world_bytes(std::string_view bytes) {
  if (asks_for_many_triangles(bytes)) throw InputError("too large to be of use here");
  check_world(parse_world(std::string(bytes), "input.json", scratch_folder()));
}

}  // namespace graze::testing
