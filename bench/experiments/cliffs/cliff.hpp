// SPDX-License-Identifier: Apache-2.0
// Queries of the kinds on which a solver may take thousands of times as long as on others, and what is true of each.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <graze/body.hpp>

#include "judges/reference_pose.hpp"
#include "scenes/models.hpp"

namespace graze::bench {

// What an answer is judged by: the formula of the gap, if there is one; else exact tests of the meshes, if both bodies
// are meshes; else the distance of the bodies.
struct CliffTruth {
  std::function<double(double)> gap;  // at a time; none to be told from contact if below 0
  std::shared_ptr<const Model> model_a, model_b;
  std::function<RealPose(double)> b_in_a;
  // 0: the flight is sampled as finely as the distance asks for. Otherwise so many instants are looked at: distances
  // of surfaces that run along each other take too long.
  std::size_t samples = 0;
};

struct Cliff {
  std::string name;
  Body a, b;
  Interval window{0.0, 1.0};
  double closest = 0.5;  // about when the bodies are closest
  CliffTruth truth;
};

// A mesh with all that asks about it.
struct MeshPart {
  MeshPart(const std::string& name, const TriangleMesh& mesh);

  std::shared_ptr<const Model> model;
  Shape shape;
};

struct Moving {
  const MeshPart& part;
  Motion motion;
};

// Judged by exact tests of the meshes, where the motions say that they are.
Cliff mesh_cliff(std::string name, const Moving& a, const Moving& b, const Interval& window, double closest,
                 std::size_t samples = 0);

struct CliffScale {
  std::size_t trials = 1;  // every family makes a number of queries in proportion
  std::uint64_t seed = 1;
  std::filesystem::path models;                                                // directory; see model_directory()
  std::vector<std::string> model_names = {"cube", "cow", "fandisk", "bunny"};  // of the passes
};

struct CliffFamily {
  std::string_view name, summary;
  std::vector<Cliff> (*make)(const CliffScale&);
};

const std::vector<CliffFamily>& cliff_families();

// The families.
std::vector<Cliff> fast_passes(const CliffScale& scale);
std::vector<Cliff> tight_fits(const CliffScale& scale);
std::vector<Cliff> coplanar_slides(const CliffScale& scale);
std::vector<Cliff> many_turns(const CliffScale& scale);
std::vector<Cliff> gears_in_mesh(const CliffScale& scale);
std::vector<Cliff> curved_cases(const CliffScale& scale);
std::vector<Cliff> spinning_cylinders(const CliffScale& scale);
std::vector<Cliff> convex_pairs(const CliffScale& scale);

}  // namespace graze::bench
