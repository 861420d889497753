// SPDX-License-Identifier: Apache-2.0
#include "scenes/world_scenes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numbers>
#include <set>

#include "harness/random.hpp"
#include "scenes/models.hpp"

namespace graze::bench {
namespace {

WorldBody body_at(std::string name, Shape shape, const Vector3& position, BodyKind kind) {
  WorldBody body{.name = std::move(name), .shape = std::move(shape)};
  body.kind = kind;
  body.placement.position = position;
  return body;
}

WorldScene empty_scene() {
  WorldScene scene;
  scene.options.gravity = {0, 0, -9.81};
  scene.options.threads = 1;
  return scene;
}

// Boxes that fall in layers of five by five, each turned its own way, and come to lie on each other.
WorldTrial pile(std::uint64_t seed) {
  WorldTrial trial{"pile", "200 boxes fall in a heap", empty_scene(), 150};
  Random random(seed);
  trial.scene.bodies.push_back(body_at("floor", Shape::box({40, 40, 1}), {0, 0, -0.5}, BodyKind::Static));
  const Shape box = Shape::box({0.5, 0.5, 0.5});
  for (int k = 0; k < 200; ++k) {
    const double x = 0.95 * (k % 5 - 2) + random.uniform(-0.05, 0.05);
    const double y = 0.95 * (k / 5 % 5 - 2) + random.uniform(-0.05, 0.05);
    WorldBody body = body_at("box " + std::to_string(k), box, {x, y, 0.6 + 1.0 * (k / 25)}, BodyKind::Dynamic);
    body.placement.orientation = random.orientation();
    trial.scene.bodies.push_back(std::move(body));
  }
  trial.tunnelled = [](const std::vector<BodyState>& states, std::size_t body) {
    return body > 0 && states[body].position.z() < 0;
  };
  return trial;
}

constexpr double kBowl = 2.5;

// The inside of half a sphere below, of a cylinder above: one sheet of triangles.
TriangleMesh bowl() {
  constexpr std::uint32_t kSides = 32;
  std::vector<std::pair<double, double>> profile;  // radius, height
  for (int k = 1; k <= 6; ++k) {
    const double angle = 0.5 * std::numbers::pi * k / 6;
    profile.emplace_back(kBowl * std::sin(angle), -kBowl * std::cos(angle));
  }
  profile.emplace_back(kBowl, 14.0);
  TriangleMesh mesh;
  mesh.vertices.emplace_back(0, 0, -kBowl);
  for (const auto& [radius, height] : profile) {
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const double turn = 2 * std::numbers::pi * s / kSides;
      mesh.vertices.emplace_back(radius * std::cos(turn), radius * std::sin(turn), height);
    }
  }
  for (std::uint32_t s = 0; s < kSides; ++s) {
    const std::uint32_t next = (s + 1) % kSides;
    mesh.triangles.push_back({0, 1 + s, 1 + next});
    for (std::uint32_t ring = 0; ring + 1 < profile.size(); ++ring) {
      const std::uint32_t low = 1 + ring * kSides;
      mesh.triangles.push_back({low + s, low + kSides + s, low + kSides + next});
      mesh.triangles.push_back({low + s, low + kSides + next, low + next});
    }
  }
  return mesh;
}

WorldTrial bunnies(const std::filesystem::path& models, std::uint64_t seed) {
  Random random(seed);
  const auto model = benchmark_models(models, [](const std::string& name) { return name == "bunny"; });
  const TriangleMesh mesh = clustered(scaled(model.front().mesh, 0.8), 8);
  const Shape shape = Shape::mesh(mesh);
  WorldTrial trial{"bunnies", "50 bunnies of " + std::to_string(mesh.triangles.size()) + " triangles fall in a bowl",
                   empty_scene(), 150};
  trial.scene.bodies.push_back(body_at("bowl", Shape::mesh(bowl()), Vector3::Zero(), BodyKind::Static));
  // As heavy as their hulls: the clustered surface has no inside to integrate over.
  const MassProperties mass = mass_properties(Shape::convex_hull(mesh.vertices), 1000.0);
  for (int k = 0; k < 50; ++k) {
    const double turn = 2 * std::numbers::pi * (k % 5) / 5;
    const double z = -0.5 + 1.1 * (k / 5);
    WorldBody body = body_at("bunny " + std::to_string(k), shape, {1.2 * std::cos(turn), 1.2 * std::sin(turn), z},
                             BodyKind::Dynamic);
    body.placement.orientation = random.orientation();
    body.mass = mass;
    trial.scene.bodies.push_back(std::move(body));
  }
  trial.tunnelled = [](const std::vector<BodyState>& states, std::size_t body) {
    const Vector3& p = states[body].position;
    return body > 0 && (p.z() < 0 ? p.norm() : std::hypot(p.x(), p.y())) > kBowl;
  };
  return trial;
}

// Rings through each other, every other one turned by a quarter; the first is fixed, the chain starts nearly level and
// swings down.
WorldTrial chain() {
  WorldTrial trial{"chain", "a chain of 20 links swings down", empty_scene(), 150};
  constexpr double kMajor = 0.5, kMinor = 0.12, kStep = 0.72;
  const Shape link = Shape::mesh(make_torus(kMajor, kMinor, 20, 8));
  for (int k = 0; k < 20; ++k) {
    WorldBody body =
        body_at("link " + std::to_string(k), link, {kStep * k, 0, 0}, k == 0 ? BodyKind::Static : BodyKind::Dynamic);
    if (k % 2 == 1) body.placement.orientation = Eigen::AngleAxisd(0.5 * std::numbers::pi, Vector3::UnitX());
    trial.scene.bodies.push_back(std::move(body));
  }
  // Two rings that hold each other have their middles within the sum of their outer radii.
  trial.tunnelled = [](const std::vector<BodyState>& states, std::size_t body) {
    return body > 0 && (states[body].position - states[body - 1].position).norm() > 2 * (kMajor + kMinor);
  };
  return trial;
}

WorldTrial paper(std::uint64_t seed) {
  WorldTrial trial{"paper", "20 bullets against ten sheets", empty_scene(), 60};
  Random random(seed);
  for (int k = 0; k < 10; ++k) {
    TriangleMesh sheet{{{0, -5, -5}, {0, 5, -5}, {0, 5, 5}, {0, -5, 5}}, {{0, 1, 2}, {0, 2, 3}}};
    trial.scene.bodies.push_back(
        body_at("sheet " + std::to_string(k), Shape::mesh(std::move(sheet)), {0.5 * k, 0, 0}, BodyKind::Static));
  }
  const Shape bullet = Shape::box({0.05, 0.02, 0.02});
  for (int k = 0; k < 20; ++k) {
    WorldBody body =
        body_at("bullet " + std::to_string(k), bullet, {-3, 0.8 * (k % 5 - 2), 0.8 * (k / 5 - 1.5)}, BodyKind::Dynamic);
    const double speed = random.uniform(50, 1000);
    body.velocity = {speed, 0, 0};
    const double spin = random.uniform(0, 100);
    body.angular_velocity = spin * random.direction();
    body.restitution = 0.3;
    trial.scene.bodies.push_back(std::move(body));
  }
  trial.tunnelled = [](const std::vector<BodyState>& states, std::size_t body) {
    const Vector3& p = states[body].position;
    return body >= 10 && p.x() > 0 && std::max(std::abs(p.y()), std::abs(p.z())) < 5;
  };
  return trial;
}

}  // namespace

std::vector<WorldTrial> world_trials(const std::filesystem::path& models, std::uint64_t seed) {
  return {pile(seed), bunnies(models, seed), chain(), paper(seed)};
}

TriangleMesh clustered(const TriangleMesh& mesh, int cells) {
  Eigen::AlignedBox3d box;
  for (const Eigen::Vector3d& v : mesh.vertices) box.extend(v);
  const double cell = box.sizes().maxCoeff() / cells;
  struct Cluster {
    std::uint32_t index = 0, count = 0;
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  };
  std::map<std::array<int, 3>, Cluster> clusters;
  std::vector<const Cluster*> cluster_of;
  for (const Eigen::Vector3d& v : mesh.vertices) {
    const Eigen::Vector3d at = (v - box.min()) / cell;
    Cluster& cluster = clusters[{static_cast<int>(at.x()), static_cast<int>(at.y()), static_cast<int>(at.z())}];
    cluster.sum += v;
    ++cluster.count;
    cluster_of.push_back(&cluster);
  }
  TriangleMesh result;
  for (auto& [key, cluster] : clusters) {
    cluster.index = static_cast<std::uint32_t>(result.vertices.size());
    result.vertices.push_back(cluster.sum / cluster.count);
  }
  std::set<std::array<std::uint32_t, 3>> known;
  for (const Triangle& triangle : mesh.triangles) {
    const Triangle t{cluster_of[triangle[0]]->index, cluster_of[triangle[1]]->index, cluster_of[triangle[2]]->index};
    std::array<std::uint32_t, 3> corners{t[0], t[1], t[2]};
    std::sort(corners.begin(), corners.end());
    if (corners[0] == corners[1] || corners[1] == corners[2]) continue;
    if (known.insert(corners).second) result.triangles.push_back(t);
  }
  return result;
}

}  // namespace graze::bench
