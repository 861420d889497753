// SPDX-License-Identifier: Apache-2.0
#include "io/scene/particle_scene.hpp"

#include <charconv>
#include <limits>

#include <graze/particle_files.hpp>

#include "io/json/text_file.hpp"

namespace graze {
namespace {

std::uint32_t read_material(const Field& field) {
  const std::uint64_t material = field.count();
  if (material > std::numeric_limits<std::uint32_t>::max()) field.fail("there are not so many materials");
  return static_cast<std::uint32_t>(material);
}

Wall read_wall(const Field& object, int dimension) {
  object.check_names({"segment", "plane", "box", "sphere", "circle", "material"});
  Wall wall;
  int shapes = 0;
  if (const auto field = object.find("segment")) {
    field->check_names({"start", "end"});
    wall.shape = FixedSegment{field->get("start").vector(dimension), field->get("end").vector(dimension)};
    ++shapes;
  }
  if (const auto field = object.find("plane")) {
    field->check_names({"normal", "offset"});
    wall.shape = FixedPlane{field->get("normal").vector(dimension), field->get("offset").number()};
    ++shapes;
  }
  if (const auto field = object.find("box")) {
    field->check_names({"lower", "upper"});
    wall.shape = FixedBox{field->get("lower").vector(dimension), field->get("upper").vector(dimension)};
    ++shapes;
  }
  for (const char* name : {"sphere", "circle"})
    if (const auto field = object.find(name)) {
      const char* center = field->find("centre") ? "centre" : "center";  // files of version 0.1 spell it like that
      field->check_names({center, "radius"});
      wall.shape = FixedSphere{field->get(center).vector(dimension), field->get("radius").positive_number()};
      ++shapes;
    }
  if (shapes != 1) object.fail("expected one of segment, plane, box, sphere, circle");
  if (const auto field = object.find("material")) wall.material = read_material(*field);
  return wall;
}

std::string wall_text(const Wall& wall, int dimension) {
  std::string text;
  if (const auto* segment = std::get_if<FixedSegment>(&wall.shape))
    text = "\"segment\": {\"start\": " + vector_text(segment->start, dimension) +
           ", \"end\": " + vector_text(segment->end, dimension) + "}";
  if (const auto* plane = std::get_if<FixedPlane>(&wall.shape))
    text = "\"plane\": {\"normal\": " + vector_text(plane->normal, dimension) +
           ", \"offset\": " + number_text(plane->offset) + "}";
  if (const auto* box = std::get_if<FixedBox>(&wall.shape))
    text = "\"box\": {\"lower\": " + vector_text(box->lower, dimension) +
           ", \"upper\": " + vector_text(box->upper, dimension) + "}";
  if (const auto* sphere = std::get_if<FixedSphere>(&wall.shape))
    text = "\"sphere\": {\"center\": " + vector_text(sphere->center, dimension) +
           ", \"radius\": " + number_text(sphere->radius) + "}";
  return std::string("{") + text + ", \"material\": " + std::to_string(wall.material) + "}";
}

void read_box(const Field& box, ParticleScene& scene) {
  box.check_names({"lower", "upper", "periodic"});
  if (const auto field = box.find("lower")) scene.lower = field->vector(scene.dimension);
  scene.upper = box.get("upper").vector(scene.dimension);
  const auto periodic = box.find("periodic");
  if (!periodic) return;
  const std::vector<Field> axes = periodic->elements();
  if (axes.size() != static_cast<std::size_t>(scene.dimension)) periodic->fail("expected one value for each axis");
  for (std::size_t d = 0; d < axes.size(); ++d) scene.periodic[d] = axes[d].boolean();
}

// Rows of a table.
std::vector<double> read_restitution(const Field& field) {
  std::vector<double> table;
  for (const Field& row : field.elements())
    for (const Field& entry : row.elements()) table.push_back(entry.non_negative_number());
  return table;
}

Particle read_particle(const Field& object, int dimension) {
  object.check_names({"position", "velocity", "radius", "mass", "material"});
  Particle p;
  p.position = object.get("position").vector(dimension);
  if (const auto field = object.find("velocity")) p.velocity = field->vector(dimension);
  if (const auto field = object.find("radius")) p.radius = field->positive_number();
  if (const auto field = object.find("mass")) p.mass = field->positive_number();
  if (const auto field = object.find("material")) p.material = read_material(*field);
  return p;
}

}  // namespace

std::string number_text(double x) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, x).ptr};
}

std::string vector_text(const Vector3& x, int dimension) {
  std::string text = std::string("[") + number_text(x[0]) + ", " + number_text(x[1]);
  if (dimension == 3) text += ", " + number_text(x[2]);
  return text + "]";
}

void read_scene_fields(const Field& object, ParticleScene& scene) {
  const Field dimension = object.get("dimension");
  scene.dimension = dimension.integer();
  if (scene.dimension != 2 && scene.dimension != 3) dimension.fail("expected 2 or 3");
  read_box(object.get("box"), scene);
  if (const auto field = object.find("gravity")) scene.gravity = field->vector(scene.dimension);
  if (const auto field = object.find("drag")) scene.drag = field->non_negative_number();
  if (const auto field = object.find("contact_time")) scene.contact_time = field->non_negative_number();
  if (const auto field = object.find("restitution")) scene.restitution = read_restitution(*field);
  if (const auto field = object.find("walls"))
    for (const Field& wall : field->elements()) scene.walls.push_back(read_wall(wall, scene.dimension));
}

std::string scene_fields_text(const ParticleScene& scene) {
  const int dimension = scene.dimension;
  std::string text = "\"dimension\": " + std::to_string(dimension) +
                     ",\n \"box\": {\"lower\": " + vector_text(scene.lower, dimension) +
                     ", \"upper\": " + vector_text(scene.upper, dimension) + ", \"periodic\": [";
  for (int d = 0; d < dimension; ++d) text += std::string(d > 0 ? ", " : "") + (scene.periodic[d] ? "true" : "false");
  text += "]},\n \"gravity\": " + vector_text(scene.gravity, dimension) + ", \"drag\": " + number_text(scene.drag) +
          ", \"contact_time\": " + number_text(scene.contact_time) + ",\n \"restitution\": [";
  std::size_t materials = 1;
  while (materials * materials < scene.restitution.size()) ++materials;
  for (std::size_t i = 0; i < scene.restitution.size(); ++i) {
    if (i % materials == 0) text += i > 0 ? "], [" : "[";
    text += (i % materials > 0 ? ", " : "") + number_text(scene.restitution[i]);
  }
  text += "]],\n \"walls\": [";
  for (std::size_t k = 0; k < scene.walls.size(); ++k)
    text += (k > 0 ? ",\n  " : "") + wall_text(scene.walls[k], dimension);
  return text + "]";
}

ParticleScene parse_particle_scene(const std::string& json, const std::string& file_name) {
  const JsonValue value = parse_json(json, file_name);
  const Field top(value, file_name, "");
  top.check_names(
      {"graze_particles", "dimension", "box", "gravity", "drag", "walls", "restitution", "contact_time", "particles"});
  if (top.get("graze_particles").count() != 1) top.get("graze_particles").fail("expected version 1");
  ParticleScene scene;
  scene.lower = scene.upper = Vector3::Zero();
  read_scene_fields(top, scene);
  for (const Field& particle : top.get("particles").elements())
    scene.particles.push_back(read_particle(particle, scene.dimension));
  top.checked([&] { check(scene); });
  return scene;
}

ParticleScene read_particle_scene(const std::filesystem::path& path) {
  return parse_particle_scene(read_text_file(path), path.string());
}

void write_particle_scene(const ParticleScene& scene, const std::filesystem::path& path) {
  std::string text = "{\"graze_particles\": 1, " + scene_fields_text(scene) + ",\n \"particles\": [";
  for (std::size_t i = 0; i < scene.particles.size(); ++i) {
    const Particle& p = scene.particles[i];
    text += std::string(i > 0 ? ",\n  " : "\n  ") + "{\"position\": " + vector_text(p.position, scene.dimension) +
            ", \"velocity\": " + vector_text(p.velocity, scene.dimension) + ", \"radius\": " + number_text(p.radius) +
            ", \"mass\": " + number_text(p.mass) + ", \"material\": " + std::to_string(p.material) + "}";
  }
  write_text_file(path, text + "]}\n");
}

}  // namespace graze
