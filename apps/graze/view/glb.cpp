// SPDX-License-Identifier: Apache-2.0
// The one file that includes tinygltf, which compiles slowly.
#include "view/glb.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <stdexcept>

#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#include <tiny_gltf.h>

#include "shape/shape_data.hpp"
#include "view/view_geometry.hpp"

namespace graze {
namespace {

constexpr int kFewestKeyframes = 240;
constexpr int kMostKeyframes = 20000;
constexpr double kTurnPerKeyframe = 0.2;  // radians between keyframes
constexpr std::array<std::array<double, 4>, 2> kColours{{{0.36, 0.62, 1.0, 1.0}, {1.0, 0.66, 0.3, 1.0}}};

// The half-space's plane is drawn as a square so many times as large as the bodies.
constexpr double kPlaneSize = 4.0;

class GlbWriter {
 public:
  GlbWriter() {
    model_.asset.version = "2.0";
    model_.asset.generator = "graze";
    model_.buffers.emplace_back();
    model_.animations.emplace_back();
    model_.scenes.emplace_back();
    model_.scenes[0].nodes = {0};
    model_.defaultScene = 0;
    tinygltf::Node root;
    root.name = "z up";
    root.rotation = {-std::numbers::sqrt2 / 2, 0, 0, std::numbers::sqrt2 / 2};
    model_.nodes.push_back(std::move(root));
  }

  int add_node(const std::string& name, const Vector3& translation) {
    tinygltf::Node node;
    node.name = name;
    node.translation = {translation.x(), translation.y(), translation.z()};
    return add_node(std::move(node));
  }

  int add_body(const std::string& name, const TriangleMesh& mesh, std::span<const Vector3> end, std::size_t colour) {
    tinygltf::Primitive primitive;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;
    primitive.attributes["POSITION"] = add_points(mesh.vertices);
    primitive.indices = add_triangles(mesh.triangles);
    primitive.material = add_material(colour);
    tinygltf::Mesh drawn;
    drawn.name = name;
    if (!end.empty()) {
      std::vector<Vector3> moves;
      for (std::size_t i = 0; i < end.size(); ++i) moves.emplace_back(end[i] - mesh.vertices[i]);
      primitive.targets.push_back({{"POSITION", add_points(moves)}});
      drawn.weights = {0.0};
    }
    drawn.primitives.push_back(std::move(primitive));
    model_.meshes.push_back(std::move(drawn));
    tinygltf::Node node;
    node.name = name;
    node.mesh = static_cast<int>(model_.meshes.size()) - 1;
    return add_node(std::move(node));
  }

  // `path`: translation, rotation or weights.
  void add_channel(int node, const char* path, const std::vector<float>& times, const std::vector<float>& values) {
    tinygltf::AnimationSampler sampler;
    sampler.input = add_floats(times, 1, TINYGLTF_TYPE_SCALAR);
    const bool weights = std::string_view(path) == "weights";
    const std::size_t size = values.size() / times.size();
    sampler.output = add_floats(values, size,
                                weights     ? TINYGLTF_TYPE_SCALAR
                                : size == 3 ? TINYGLTF_TYPE_VEC3
                                            : TINYGLTF_TYPE_VEC4);
    tinygltf::Animation& animation = model_.animations[0];
    tinygltf::AnimationChannel channel;
    channel.sampler = static_cast<int>(animation.samplers.size());
    channel.target_node = node;
    channel.target_path = path;
    animation.samplers.push_back(std::move(sampler));
    animation.channels.push_back(std::move(channel));
  }

  std::string finish() {
    std::ostringstream stream;
    if (!tinygltf::TinyGLTF().WriteGltfSceneToStream(&model_, stream, false, true)) {
      throw std::runtime_error("the animation cannot be written");
    }
    return stream.str();
  }

 private:
  int add_node(tinygltf::Node node) {
    model_.nodes.push_back(std::move(node));
    const int index = static_cast<int>(model_.nodes.size()) - 1;
    model_.nodes[0].children.push_back(index);
    return index;
  }

  int add_material(std::size_t colour) {
    tinygltf::Material material;
    const auto& rgba = kColours[colour % kColours.size()];
    material.pbrMetallicRoughness.baseColorFactor.assign(rgba.begin(), rgba.end());
    material.pbrMetallicRoughness.metallicFactor = 0.0;
    material.pbrMetallicRoughness.roughnessFactor = 0.6;
    material.doubleSided = true;
    model_.materials.push_back(std::move(material));
    return static_cast<int>(model_.materials.size()) - 1;
  }

  int add_points(const std::vector<Vector3>& points) {
    std::vector<float> numbers;
    for (const Vector3& p : points) {
      for (const double x : p) numbers.push_back(static_cast<float>(x));
    }
    return add_floats(numbers, 3, TINYGLTF_TYPE_VEC3);
  }

  // glTF wants the extremes of positions and of times; they do no harm elsewhere.
  int add_floats(const std::vector<float>& numbers, std::size_t size, int type) {
    std::vector<double> low(size, std::numeric_limits<double>::infinity());
    std::vector<double> high(size, -std::numeric_limits<double>::infinity());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      low[i % size] = std::min(low[i % size], double{numbers[i]});
      high[i % size] = std::max(high[i % size], double{numbers[i]});
    }
    const int index = add_accessor(numbers.data(), numbers.size() * sizeof(float), numbers.size() / size,
                                   TINYGLTF_COMPONENT_TYPE_FLOAT, type);
    model_.accessors.back().minValues = std::move(low);
    model_.accessors.back().maxValues = std::move(high);
    return index;
  }

  int add_triangles(const std::vector<Triangle>& triangles) {
    return add_accessor(triangles.data(), triangles.size() * sizeof(Triangle), 3 * triangles.size(),
                        TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT, TINYGLTF_TYPE_SCALAR);
  }

  int add_accessor(const void* data, std::size_t bytes, std::size_t count, int component, int type) {
    std::vector<unsigned char>& buffer = model_.buffers[0].data;
    tinygltf::BufferView view;
    view.buffer = 0;
    view.byteOffset = buffer.size();
    view.byteLength = bytes;
    const auto* const first = static_cast<const unsigned char*>(data);
    buffer.insert(buffer.end(), first, first + bytes);
    model_.bufferViews.push_back(std::move(view));
    tinygltf::Accessor accessor;
    accessor.bufferView = static_cast<int>(model_.bufferViews.size()) - 1;
    accessor.count = count;
    accessor.componentType = component;
    accessor.type = type;
    model_.accessors.push_back(std::move(accessor));
    return static_cast<int>(model_.accessors.size()) - 1;
  }

  tinygltf::Model model_;
};

// Evenly over the window, often enough for the turning, with the epoch among them. Different as floats.
std::vector<double> keyframes(const Motion& motion, const Interval& window, double epoch) {
  const double length = window.hi() - window.lo();
  const double turns = motion.speed_bound(window).per_radius * length / kTurnPerKeyframe;
  const int count = static_cast<int>(std::clamp(std::ceil(turns), double{kFewestKeyframes}, double{kMostKeyframes}));
  std::vector<double> times{epoch};
  for (int i = 0; i <= count; ++i) times.push_back(window.lo() + length * i / count);
  std::sort(times.begin(), times.end());
  const auto same = [&](double s, double t) {
    return static_cast<float>(s - window.lo()) == static_cast<float>(t - window.lo());
  };
  times.erase(std::unique(times.begin(), times.end(), same), times.end());
  return times;
}

void animate(GlbWriter& writer, int node, const Motion& motion, const Interval& window, double epoch) {
  std::vector<float> times, positions, orientations;
  Quaternion last = Quaternion::Identity();
  for (const double time : keyframes(motion, window, epoch)) {
    const Pose pose = motion.pose(time);
    Quaternion q = Quaternion(pose.linear()).normalized();
    if (q.dot(last) < 0.0) q.coeffs() = -q.coeffs();
    last = q;
    times.push_back(static_cast<float>(time - window.lo()));
    for (const double x : pose.translation()) positions.push_back(static_cast<float>(x));
    for (const double x : q.coeffs()) orientations.push_back(static_cast<float>(x));
  }
  writer.add_channel(node, "translation", times, positions);
  writer.add_channel(node, "rotation", times, orientations);
}

// A deforming mesh is a morph target whose weight is the time.
void animate_vertices(GlbWriter& writer, int node, const Interval& window) {
  const auto length = static_cast<float>(window.hi() - window.lo());
  if (length == 0.0F) return;
  writer.add_channel(node, "weights", {0.0F, length},
                     {static_cast<float>(window.lo()), static_cast<float>(window.hi())});
}

TriangleMesh plane_of(const HalfSpace& half, double size) {
  const Vector3 u = half.normal.unitOrthogonal() * size;
  const Vector3 v = half.normal.cross(u);
  const Vector3 at = half.offset * half.normal;
  return {{at - u - v, at + u - v, at + u + v, at - u + v}, {{0, 1, 2}, {0, 2, 3}}};
}

double largest_radius(const Scene& scene) {
  double largest = 0.0;
  for (const NamedBody& named : scene.bodies) {
    const double radius = named.body.shape.radius();
    if (std::isfinite(radius)) largest = std::max(largest, radius);
  }
  return largest > 0.0 ? largest : 1.0;
}

}  // namespace

std::string to_glb(const Scene& scene, const Toi& toi) {
  GlbWriter writer;
  const Interval& window = scene.query.window;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto& [name, body] = scene.bodies[i];
    const auto geometry = view_geometry(body.shape);
    const TriangleMesh mesh =
        geometry ? geometry->mesh : plane_of(*body.shape.data().half_space, kPlaneSize * largest_radius(scene));
    const int node = writer.add_body(name, mesh, body.motion.end_vertices(), i);
    if (body.motion.is_rigid()) {
      animate(writer, node, body.motion, window, toi.bracket.lo());
    } else {
      animate_vertices(writer, node, window);
    }
  }
  if (toi.verdict == Verdict::Impact || toi.verdict == Verdict::InitialContact) {
    writer.add_node("contact", toi.contact.point_a);
  }
  return writer.finish();
}

}  // namespace graze
