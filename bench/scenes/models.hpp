// SPDX-License-Identifier: Apache-2.0
// The models of the benchmarks, at unit size, with everything that asks about them.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <graze/shape.hpp>

#include "judges/peer.hpp"
#include "judges/triangle_tree.hpp"

namespace graze::bench {

struct Model {
  Model(std::string model_name, std::string model_source, TriangleMesh surface);

  std::string name;
  std::string source;  // the file, or how it was generated
  TriangleMesh mesh;   // largest extent 1, surface centroid at the origin
  double radius;       // of the mesh about its origin
  TriangleTree tree;
  PeerMesh peer;
};

// Where the model files are: `directory` if given, else meshes/ in the directory named by GRAZE_DATA, else
// ../shared/data/meshes. Empty when there is no such directory.
std::filesystem::path model_directory(const std::filesystem::path& directory = {});

// cube, cow, fandisk, bunny, spot, rocker-arm.
std::vector<std::string> model_names();

// The models that `wanted` takes, in that order. Those whose file is absent are generated: other bodies with about as
// many triangles.
std::vector<Model> benchmark_models(const std::filesystem::path& directory,
                                    const std::function<bool(const std::string&)>& wanted);

// Largest extent 1, surface centroid at the origin.
TriangleMesh at_unit_size(TriangleMesh mesh);

}  // namespace graze::bench
